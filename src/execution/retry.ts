import type { ToolError } from '../errors.js';
import type { RetryOptions } from '../metadata/tool-options.js';

/**
 * How long to wait before the next attempt, in milliseconds; undefined if there is to be none: the error is not
 * retryable, the retries are used up, or the other side asks for a longer wait than allowed.
 *
 * @param attempts - How often the tool was run so far.
 */
export function retryDelay(error: ToolError, attempts: number, retry: RetryOptions | undefined): number | undefined {
  if (retry === undefined || !error.retryable) return undefined;
  // Asked this way round, a `maxRetries` that is no number means none, not endless ones.
  if (!(attempts <= retry.maxRetries)) return undefined;
  const { delayMs = 200, backoff = 'exponential', maxDelayMs = 30_000, jitter = false } = retry;
  const { retryAfterMs: asked } = error as { readonly retryAfterMs?: unknown };
  if (typeof asked === 'number') return asked > maxDelayMs ? undefined : asked;
  const delay = Math.min(maxDelayMs, backoff === 'fixed' ? delayMs : delayMs * 2 ** (attempts - 1));
  return jitter ? delay * (0.5 + Math.random() / 2) : delay;
}
