import { DefinitionError } from '../base/errors/errors.js';
import { checkOptionNames, type KnownOptions, type OptionNames } from '../base/options/check-options.js';
import { previewValue } from '../base/values/value-preview.js';
import type {
  BindOptions,
  BindTarget,
  FieldOptions,
  ParamOptions,
  RetryOptions,
  ToolAnnotations,
  ToolExample,
  ToolOptions,
} from './tool-options.js';

const paramNames: OptionNames<ParamOptions> = {
  name: true,
  type: true,
  schema: true,
  optional: true,
  description: true,
  examples: true,
  default: true,
  enum: true,
  const: true,
  format: true,
  pattern: true,
  minLength: true,
  maxLength: true,
  minimum: true,
  maximum: true,
  exclusiveMinimum: true,
  exclusiveMaximum: true,
  multipleOf: true,
  minItems: true,
  maxItems: true,
  uniqueItems: true,
  deprecated: true,
};

/** The names of the options of `@Bind()`. */
export const bindOptionNames: OptionNames<BindOptions> = { default: true, optional: true };

/** The names of the options of a binding. */
export const bindNames: OptionNames<BindTarget> = { stateKey: true, ...bindOptionNames };

const fieldNames: OptionNames<FieldOptions> = { description: true, examples: true, default: true, schema: true };

/** The names of the options of retries. */
export const retryNames: OptionNames<RetryOptions> = {
  maxRetries: true,
  delayMs: true,
  backoff: true,
  maxDelayMs: true,
  jitter: true,
};

const annotationNames: OptionNames<ToolAnnotations> = {
  title: true,
  readOnlyHint: true,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: true,
};

const exampleNames: OptionNames<ToolExample> = { description: true, input: true, output: true };

/** The names of the options of a tool. */
export const toolOptionNames: OptionNames<ToolOptions> = {
  name: true,
  title: true,
  description: true,
  version: true,
  group: true,
  tags: true,
  inputSchema: true,
  outputSchema: true,
  params: [paramNames],
  names: true,
  bind: [bindNames],
  ctx: true,
  examples: [exampleNames],
  annotations: annotationNames,
  icons: true,
  enabled: true,
  closed: true,
  coerce: true,
  timeoutMs: true,
  deadlineMs: true,
  chunkTimeoutMs: true,
  retry: retryNames,
  concurrency: true,
  idempotent: true,
  effect: true,
  verify: true,
  canAccess: true,
  needsApproval: true,
  paths: true,
  use: true,
  accumulate: true,
  strictReturn: true,
  maxOutputChars: true,
  patterns: true,
  stateScope: true,
  state: true,
  meta: true,
  durable: true,
  deferLoading: true,
  allowedCallers: true,
  providerOptions: { anthropic: true, openai: true, gemini: true },
};

/**
 * Checks the options of a tool, those of its parameters, bindings and retries included.
 *
 * @param known - The names of the options that the function accepts.
 * @throws DefinitionError on an option that does not exist.
 */
export function checkToolOptions(options: object, where: string, known: KnownOptions = toolOptionNames): void {
  checkOptionNames(options, known, where);
  checkNamesOption(options, where);
  if ('closed' in options) checkClosed(options.closed, where);
}

/** Throws a DefinitionError if `closed` is not a boolean. `where` begins the message of the error. */
export function checkClosed(closed: unknown, where: string): void {
  if (closed === undefined || typeof closed === 'boolean') return;
  throw new DefinitionError(`${where}: closed must be true or false, not ${previewValue(closed)}.`);
}

function checkNamesOption({ names }: { readonly names?: unknown }, where: string): void {
  if (names === undefined || names === 'source') return;
  throw new DefinitionError(`${where}: names must be 'source', not ${previewValue(names)}.`);
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

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
