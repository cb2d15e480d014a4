import { DefinitionError } from '../base/errors/errors.js';
import type { OptionNames } from '../base/options/check-options.js';
import { previewValue } from '../base/values/value-preview.js';
import { retryNames } from '../metadata/tool-option-names.js';
import type { RetryOptions } from '../metadata/tool-options.js';
import type { CallOptions } from './call-options.js';
import { checkCallMeta, checkCallRequest } from './call-request.js';

/** Throws a DefinitionError if a limit is not a number above 0. `where` begins the message of the error. */
export function checkPositive(value: unknown, where: string): void {
  if (value === undefined || (typeof value === 'number' && value > 0)) return;
  throw new DefinitionError(`${where} must be a number above 0, not ${previewValue(value)}.`);
}

/** Throws a DefinitionError if a count is not a whole number from 1. `where` begins the message of the error. */
export function checkCount(value: unknown, where: string): void {
  if (Number.isInteger(value) && Number(value) >= 1) return;
  throw new DefinitionError(`${where} must be a whole number from 1, not ${previewValue(value)}.`);
}

/** Throws a DefinitionError if `coerce` is not a boolean. `where` begins the message of the error. */
export function checkCoerce(coerce: unknown, where: string): void {
  if (coerce === undefined || typeof coerce === 'boolean') return;
  throw new DefinitionError(`${where}: coerce must be true or false, not ${previewValue(coerce)}.`);
}

/** The names of the options of one tool call. */
export const callOptionNames: OptionNames<CallOptions> = {
  signal: true,
  coerce: true,
  timeoutMs: true,
  deadlineMs: true,
  chunkTimeoutMs: true,
  retry: retryNames,
  state: true,
  auth: true,
  meta: true,
  request: true,
  hostRequest: true,
  approver: true,
  client: true,
  effectKey: true,
  callId: true,
  onProgress: true,
  onLog: true,
  onRetry: true,
  ready: true,
  throwOnError: true,
};

/** Throws a DefinitionError if retry options are invalid. `where` begins the message of the error. */
export function checkRetry(retry: RetryOptions | undefined, where: string): void {
  if (retry === undefined) return;
  const { maxRetries, delayMs = 0, maxDelayMs = 0, backoff = 'fixed', jitter = false } = retry;
  if (!Number.isInteger(maxRetries) || maxRetries < 0) {
    throw new DefinitionError(`${where}.maxRetries must be a non-negative integer, not ${previewValue(maxRetries)}.`);
  }
  checkDelay(delayMs, `${where}.delayMs`);
  checkDelay(maxDelayMs, `${where}.maxDelayMs`);
  if (backoff !== 'fixed' && backoff !== 'exponential') {
    throw new DefinitionError(`${where}.backoff must be 'fixed' or 'exponential', not ${previewValue(backoff)}.`);
  }
  if (typeof jitter === 'boolean' || jitter === 'full') return;
  throw new DefinitionError(`${where}.jitter must be true, false or 'full', not ${previewValue(jitter)}.`);
}

/** Throws a DefinitionError if an option of a call is invalid. */
export function checkCallOptions(options: CallOptions, toolName: string): void {
  const { coerce, timeoutMs, deadlineMs, chunkTimeoutMs, retry, meta, request } = options;
  checkCoerce(coerce, toolName);
  checkPositive(timeoutMs, `${toolName}: timeoutMs`);
  checkPositive(deadlineMs, `${toolName}: deadlineMs`);
  checkPositive(chunkTimeoutMs, `${toolName}: chunkTimeoutMs`);
  checkRetry(retry, `${toolName}: retry`);
  checkCallMeta(meta, toolName);
  checkCallRequest(request, toolName);
}

function checkDelay(value: unknown, where: string): void {
  if (typeof value === 'number' && value >= 0) return;
  throw new DefinitionError(`${where} must be a non-negative number, not ${previewValue(value)}.`);
}
