import { DefinitionError } from '../../base/errors/errors.js';
import { checkOptionNames, type OptionNames } from '../../base/options/check-options.js';
import {
  anyValue,
  callback,
  delay,
  either,
  flag,
  flagOrCallback,
  type KnownOptions,
  list,
  listOf,
  number,
  type OptionRule,
  object,
  oneOf,
  optionRule,
  optionsOf,
  positive,
  recordOf,
  string,
  strings,
} from '../../base/options/option-rules.js';
import type { FieldFlow, ParamFlow, Readers, ToolFlow } from './flow-options.js';
import type { ProviderOptions, ToolCaller } from './provider-options.js';
import type {
  BindOptions,
  BindTarget,
  FieldOptions,
  ParamOptions,
  ParamType,
  RetryOptions,
  ToolAnnotations,
  ToolExample,
  ToolOptions,
} from './tool-options.js';
import { type ToolUiOptions, uiNames } from './tool-ui.js';
import { ToolView } from './tool-view.js';

/** The rule of a schema. Some libraries describe one by a function or a class. */
export const schemaSource = either(object, callback);

/** The rule of trust. */
export const trust = oneOf('trusted', 'untrusted');

/** The rule of readers. */
export const readers = either(
  optionRule<'anyone'>("'anyone'", (value) => value === 'anyone'),
  strings,
) satisfies OptionRule<Readers>;

/** The rule of what a model sees of results. */
export const show = oneOf('value', 'handle');

/** The names of what is known of a field of a result. */
const fieldFlowNames: OptionNames<FieldFlow> = {
  trust,
  readers,
  kind: string,
  idPattern: optionRule<string>('a regular expression', isPattern),
  length: trust,
};

/** The names of what is known of an argument. */
export const paramFlowNames: OptionNames<ParamFlow> = { decides: flag, kind: string, readers: string };

/** The names of what is known of the data of a tool. */
export const toolFlowNames = {
  trust: either(trust, callback),
  readers: either(readers, callback),
  fields: recordOf<FieldFlow>(fieldFlowNames),
  show,
} satisfies OptionNames<ToolFlow>;

const paramNames: OptionNames<ParamOptions> = {
  ...paramFlowNames,
  name: string,
  type: optionRule<ParamType>(
    'a class, the name of a type or an array of one',
    (value) => ['function', 'string'].includes(typeof value) || Array.isArray(value),
  ),
  schema: schemaSource,
  optional: flag,
  description: string,
  examples: list,
  default: anyValue,
  enum: list,
  const: anyValue,
  format: string,
  pattern: string,
  minLength: number,
  maxLength: number,
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  multipleOf: number,
  minItems: number,
  maxItems: number,
  uniqueItems: flag,
  deprecated: flag,
};

/** The names of the options of `@Bind()`. */
export const bindOptionNames: OptionNames<BindOptions> = { default: anyValue, optional: flag };

/** The names of the options of a binding. */
export const bindNames: OptionNames<BindTarget> = { stateKey: string, ...bindOptionNames };

/** The rule of arguments that are bound to the state, by name. */
const bindings = recordOf<string | BindTarget>(bindNames);

const fieldNames: OptionNames<FieldOptions> = {
  ...fieldFlowNames,
  decides: flag,
  description: string,
  examples: list,
  default: anyValue,
  schema: object,
};

const retryNames: OptionNames<RetryOptions> = {
  maxRetries: optionRule('a non-negative integer', (value) => Number.isInteger(value) && Number(value) >= 0),
  delayMs: delay,
  backoff: oneOf('fixed', 'exponential'),
  maxDelayMs: delay,
  jitter: optionRule("true, false or 'full'", (value) => typeof value === 'boolean' || value === 'full'),
};

/** The options of retries. */
export const retry = optionsOf<RetryOptions>(retryNames, 'maxRetries');

const annotations = optionsOf<ToolAnnotations>({
  title: string,
  readOnlyHint: flag,
  destructiveHint: flag,
  idempotentHint: flag,
  openWorldHint: flag,
} satisfies OptionNames<ToolAnnotations>);

const exampleNames: OptionNames<ToolExample> = { description: string, input: object, output: anyValue };

const concurrency = optionRule<number | 'exclusive'>(
  "a whole number of at least 1, or 'exclusive'",
  (value) => value === 'exclusive' || (Number.isInteger(value) && Number(value) >= 1),
);

/** The rule of the middleware of a tool, or around several. */
const middleware = optionRule(
  'an array of middleware functions',
  (value) => Array.isArray(value) && value.every((one) => typeof one === 'function'),
);

const allowedCallers = optionRule<readonly ToolCaller[]>(
  "['direct'], ['code'] or ['direct', 'code']",
  (value) =>
    Array.isArray(value) &&
    value.length > 0 &&
    new Set(value).size === value.length &&
    value.every((caller) => caller === 'direct' || caller === 'code'),
);

/** The visibility of the state. */
export const stateScope = oneOf('bound', 'all');

/** A description, or a function that returns one. */
export const description = optionRule<string>('a string or a function', (value) =>
  ['string', 'function'].includes(typeof value),
);

/** The options of a tool. */
export const toolOptionNames = {
  name: string,
  title: string,
  description,
  version: string,
  group: string,
  tags: strings,
  keywords: strings,
  inputSchema: schemaSource,
  outputSchema: schemaSource,
  params: recordOf<ParamOptions>(paramNames),
  names: oneOf('source'),
  bind: bindings,
  ctx: string,
  examples: listOf<ToolExample | string>(exampleNames),
  annotations,
  icons: optionRule('an array of icons', Array.isArray),
  enabled: flag,
  closed: flag,
  coerce: flag,
  timeoutMs: positive,
  deadlineMs: positive,
  chunkTimeoutMs: positive,
  retry,
  concurrency,
  idempotent: flag,
  effect: oneOf('write'),
  verify: callback,
  canAccess: callback,
  needsApproval: flagOrCallback,
  paths: object,
  ...toolFlowNames,
  use: middleware,
  accumulate: oneOf('concat', 'last', 'none'),
  strictReturn: flag,
  maxOutputChars: positive,
  patterns: oneOf('native', 'linear'),
  stateScope,
  state: strings,
  meta: object,
  ui: either(
    optionRule<string | ToolView>('a ui:// URI or a view', (value) => typeof value === 'string' || ToolView.is(value)),
    optionsOf<ToolUiOptions>(uiNames),
  ),
  durable: flag,
  task: oneOf('never', 'allowed', 'required'),
  deferLoading: flag,
  allowedCallers,
  providerOptions: optionsOf<ProviderOptions>({ anthropic: object, openai: object, gemini: object }),
} satisfies OptionNames<ToolOptions>;

/** The options of a tool by the names that other libraries give them. */
const namesElsewhere: Readonly<Record<string, keyof ToolOptions>> = {
  schema: 'inputSchema',
  parameters: 'inputSchema',
  input: 'inputSchema',
  output: 'outputSchema',
};

/**
 * Throws a DefinitionError if there is no option of a tool of that name, or its value breaks its rule.
 *
 * @param known - The names of the options that the function takes.
 */
export function checkToolOptions(options: object, known: KnownOptions, where: string): void {
  const elsewhere = Object.keys(namesElsewhere).find((name) => isGiven(options, name));
  if (elsewhere !== undefined) {
    throw new DefinitionError(
      `${where}: there is no option '${elsewhere}'. Did you mean '${namesElsewhere[elsewhere]}'?`,
    );
  }
  checkOptionNames(options, known, where);
}

function isGiven(options: unknown, name: string): boolean {
  return isObject(options) && Object.hasOwn(options, name) && Reflect.get(options, name) !== undefined;
}

/** Throws a DefinitionError if there is no option of `@Param()` of that name. */
export function checkParamOptions(options: unknown, where: string): void {
  if (isObject(options)) checkOptionNames(options, paramNames, where);
}

/** Throws a DefinitionError if there is no option of `@Bind()` of that name. */
export function checkBindOptions(options: unknown, where: string): void {
  if (isObject(options)) checkOptionNames(options, bindNames, where);
}

/** Throws a DefinitionError if there is no option of `@Field()` of that name. */
export function checkFieldOptions(options: unknown, where: string): void {
  if (isObject(options)) checkOptionNames(options, fieldNames, where);
}

function isPattern(value: unknown): boolean {
  try {
    return typeof value === 'string' && new RegExp(value, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
