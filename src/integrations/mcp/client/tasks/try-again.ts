import { NetworkError, RateLimitError, ServerError, ToolError } from '../../../../base/errors/errors.js';

/** The time after which a request about a task is sent again, in milliseconds. It is doubled each time. */
export const firstPauseMs = 250;

/** The longest time between two requests about a task, in milliseconds. */
export const longestPauseMs = 10_000;

/** Whether a request may succeed if it is sent again. */
export function isTransient(error: unknown): boolean {
  if (!ToolError.is(error) || error.details?.rpcCode !== undefined) return false;
  return NetworkError.is(error) || ServerError.is(error) || RateLimitError.is(error);
}
