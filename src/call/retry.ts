import type { ToolError } from '../base/errors/errors.js';
import type { RetryOptions } from '../tool/metadata/tool-options.js';

/**
 * Returns the delay before the next attempt, in milliseconds. Returns undefined if the call must not be retried: the
 * error is not retryable, no retry remains, or the service asks for a longer delay than `maxDelayMs`.
 *
 * @param attempts - The number of attempts so far.
 */
export function retryDelay(error: ToolError, attempts: number, retry: RetryOptions | undefined): number | undefined {
  if (retry === undefined || !error.retryable) return undefined;
  // With this negated comparison, a `maxRetries` that is not a number means no retries instead of endless ones.
  if (!(attempts <= retry.maxRetries)) return undefined;
  const { delayMs = 200, backoff = 'exponential', maxDelayMs = 30_000, jitter = false } = retry;
  const { retryAfterMs } = error as { readonly retryAfterMs?: unknown };
  if (typeof retryAfterMs === 'number') return retryAfterMs > maxDelayMs ? undefined : retryAfterMs;
  const delay = Math.min(maxDelayMs, backoff === 'fixed' ? delayMs : delayMs * 2 ** (attempts - 1));
  if (jitter === 'full') return delay * Math.random();
  return jitter ? delay * (0.5 + Math.random() / 2) : delay;
}
