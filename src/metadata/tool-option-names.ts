import { checkOptionNames, type OptionNames } from '../check-options.js';
import { DefinitionError } from '../errors.js';
import { previewValue } from '../value-preview.js';
import type { BindTarget, FieldOptions, ParamOptions, RetryOptions, ToolOptions } from './tool-options.js';

const toolOptions: OptionNames<ToolOptions> = {
  name: true,
  title: true,
  description: true,
  version: true,
  group: true,
  tags: true,
  inputSchema: true,
  outputSchema: true,
  params: true,
  names: true,
  bind: true,
  ctx: true,
  examples: true,
  annotations: true,
  icons: true,
  enabled: true,
  coerce: true,
  timeoutMs: true,
  deadlineMs: true,
  chunkTimeoutMs: true,
  retry: true,
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
  providerOptions: true,
};

const paramOptions: OptionNames<ParamOptions> = {
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

const bindOptions: OptionNames<BindTarget> = { stateKey: true, default: true, optional: true };

const fieldOptions: OptionNames<FieldOptions> = { description: true, examples: true, default: true, schema: true };

const retryOptions: OptionNames<RetryOptions> = {
  maxRetries: true,
  delayMs: true,
  backoff: true,
  maxDelayMs: true,
  jitter: true,
};

/**
 * Checks the options of a tool, those of its parameters, bindings and retries included.
 *
 * @param further - Options that only some functions accept, such as `state` of `ToolSpec.fromFunction`.
 * @throws DefinitionError on an option that does not exist.
 */
export function checkToolOptions(
  options: ToolOptions,
  where: string,
  further: Readonly<Record<string, true>> = {},
): void {
  checkOptionNames(options, { ...toolOptions, ...further }, where);
  checkNamesOption(options, where);
  for (const [name, param] of entriesOf(options.params)) checkParamOptions(param, `${where}: params.${name}`);
  for (const [name, target] of entriesOf(options.bind)) checkBindOptions(target, `${where}: bind.${name}`);
  if (isObject(options.retry)) checkOptionNames(options.retry, retryOptions, `${where}: retry`);
}

function checkNamesOption(options: ToolOptions | undefined, where: string): void {
  const names: unknown = options?.names;
  if (names === undefined || names === 'source') return;
  throw new DefinitionError(`${where}: names must be 'source', not ${previewValue(names)}.`);
}

/** Throws a DefinitionError if there is no option of `@Param()` of that name. */
export function checkParamOptions(options: unknown, where: string): void {
  if (isObject(options)) checkOptionNames(options, paramOptions, where);
}

/** Throws a DefinitionError if there is no option of `@Bind()` of that name. */
export function checkBindOptions(options: unknown, where: string): void {
  if (isObject(options)) checkOptionNames(options, bindOptions, where);
}

/** Throws a DefinitionError if there is no option of `@Field()` of that name. */
export function checkFieldOptions(options: unknown, where: string): void {
  if (isObject(options)) checkOptionNames(options, fieldOptions, where);
}

function entriesOf(options: unknown): readonly (readonly [string, unknown])[] {
  return isObject(options) ? Object.entries(options) : [];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
