import { onAbort } from '../../call/on-abort.js';

/** Settles like what a function returns, or rejects as soon as a signal aborts. What is returned after that is ignored. */
export async function untilAborted<T>(signal: AbortSignal, run: () => T | PromiseLike<T>): Promise<T> {
  signal.throwIfAborted();
  let stop = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = onAbort(signal, () => reject(signal.reason));
  });
  try {
    return await Promise.race([Promise.resolve().then(run), aborted]);
  } finally {
    stop();
  }
}
