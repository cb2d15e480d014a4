import { DefinitionError } from '../errors.js';
import type { RetryOptions } from '../metadata/tool-options.js';
import { previewValue } from '../value-preview.js';
import type { CallOptions } from './call-options.js';

/** Refuses a limit that is no number above 0. `where` begins the message of the DefinitionError. */
export function checkPositive(value: unknown, where: string): void {
  if (value === undefined || (typeof value === 'number' && value > 0)) return;
  throw new DefinitionError(`${where} must be a number above 0, not ${previewValue(value)}.`);
}

/** Refuses retry options that no retrying could follow. `where` begins the message of the DefinitionError. */
export function checkRetry(retry: RetryOptions | undefined, where: string): void {
  if (retry === undefined) return;
  const { maxRetries, delayMs = 0, maxDelayMs = 0, backoff = 'fixed' } = retry;
  if (!Number.isInteger(maxRetries) || maxRetries < 0) {
    throw new DefinitionError(`${where}.maxRetries must be a whole number from 0, not ${previewValue(maxRetries)}.`);
  }
  checkDelay(delayMs, `${where}.delayMs`);
  checkDelay(maxDelayMs, `${where}.maxDelayMs`);
  if (backoff === 'fixed' || backoff === 'exponential') return;
  throw new DefinitionError(`${where}.backoff must be 'fixed' or 'exponential', not ${previewValue(backoff)}.`);
}

/** Refuses limits and retry options of a call that are out of range. Throws a DefinitionError. */
export function checkCallOptions({ timeoutMs, chunkTimeoutMs, retry }: CallOptions, toolName: string): void {
  checkPositive(timeoutMs, `${toolName}: timeoutMs`);
  checkPositive(chunkTimeoutMs, `${toolName}: chunkTimeoutMs`);
  checkRetry(retry, `${toolName}: retry`);
}

function checkDelay(value: unknown, where: string): void {
  if (typeof value === 'number' && value >= 0) return;
  throw new DefinitionError(`${where} must be a number from 0, not ${previewValue(value)}.`);
}
