import { TimeoutError } from '../../errors.js';

/** How long something may take. */
export interface TimeLimit {
  /** In milliseconds. */
  readonly limitMs: number;
  /** What is said when it took longer. */
  readonly late: string;
  /** Ends it before. */
  readonly signal?: AbortSignal | undefined;
}

/** Runs something whose signal fires when its time is up. @throws TimeoutError if it fails because of that. */
export async function withinTime<T>(
  { limitMs, late, signal }: TimeLimit,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  let isLate = false;
  const onAbort = (): void => stop.abort(signal?.reason);
  const timer = setTimeout(() => {
    isLate = true;
    stop.abort();
  }, limitMs);
  if (signal?.aborted === true) onAbort();
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    return await run(stop.signal);
  } catch (error) {
    throw isLate ? new TimeoutError(late, { cause: error }) : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}
