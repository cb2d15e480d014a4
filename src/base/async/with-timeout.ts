import { TimeoutError } from '../errors/errors.js';
import { scheduleAfter } from './schedule.js';

/** A time limit. */
export interface TimeLimit {
  /** The time limit, in milliseconds. */
  readonly limitMs: number;
  /** The message of the TimeoutError. */
  readonly timeoutMessage: string;
  /** Aborts the operation before the time limit. */
  readonly signal?: AbortSignal | undefined;
}

/** Runs an operation whose signal fires at a time limit. @throws TimeoutError if the operation fails after that. */
export async function withTimeout<T>(
  { limitMs, timeoutMessage, signal }: TimeLimit,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  let isLate = false;
  const onAbort = (): void => stop.abort(signal?.reason);
  const stopTimer = scheduleAfter(() => {
    isLate = true;
    stop.abort();
  }, limitMs);
  if (signal?.aborted === true) onAbort();
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    return await run(stop.signal);
  } catch (error) {
    throw isLate ? new TimeoutError(timeoutMessage, { cause: error }) : error;
  } finally {
    stopTimer();
    signal?.removeEventListener('abort', onAbort);
  }
}
