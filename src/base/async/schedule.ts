import { longestTimerMs } from './longest-timer.js';

/**
 * Calls `callback` in the next turn of the event loop, after all microtasks. Returns a function that cancels it. A
 * runtime without `setImmediate` uses a timer.
 */
export function scheduleNextTurn(callback: () => void): () => void {
  if (typeof globalThis.setImmediate !== 'function') return scheduleAfter(callback, 0);
  const immediate = setImmediate(callback);
  return () => clearImmediate(immediate);
}

/**
 * Calls `callback` after a delay in milliseconds, which may be longer than that of any timer, or Infinity. Returns a function
 * that cancels it.
 *
 * @param keepsProcess - Whether the process waits for the callback.
 */
export function scheduleAfter(callback: () => void, delayMs: number, keepsProcess = true): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = (leftMs: number): void => {
    const delay = Math.min(leftMs, longestTimerMs);
    timer = setTimeout(() => (leftMs > delay ? wait(leftMs - delay) : callback()), delay);
    if (!keepsProcess) unrefTimer(timer);
  };
  wait(delayMs);
  return () => clearTimeout(timer);
}

/** Waits for a delay in milliseconds. Rejects with the reason of `signal` as soon as it aborts. */
export async function sleep(delayMs: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  let stop = (): void => {};
  try {
    await new Promise<void>((resolve, reject) => {
      const cancel = scheduleAfter(resolve, delayMs);
      const abort = (): void => reject(signal.reason);
      signal.addEventListener('abort', abort, { once: true });
      stop = () => {
        cancel();
        signal.removeEventListener('abort', abort);
      };
    });
  } finally {
    stop();
  }
}

/** Lets the process end although a timer is pending. Runtimes other than Node.js have no such timers. */
export function unrefTimer(timer: unknown): void {
  (timer as { readonly unref?: () => void }).unref?.();
}
