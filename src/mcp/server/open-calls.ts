import { onAbort } from '../../execution/on-abort.js';

// In milliseconds.
const graceMs = 1_000;

/** The calls that are under way, so that a server that closes can wait for them, or stop them. */
export class OpenCalls {
  readonly #open = new Map<Promise<unknown>, AbortController>();
  #isClosing = false;

  /** Whether no more calls are taken. */
  get isClosing(): boolean {
    return this.#isClosing;
  }

  /** Runs a call with a signal that fires when its own signal does, and when the server stops waiting. */
  async run<T>(signal: AbortSignal, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const abort = new AbortController();
    const stopListening = onAbort(signal, () => abort.abort(signal.reason));
    const running = call(abort.signal);
    this.#open.set(running, abort);
    try {
      return await running;
    } finally {
      this.#open.delete(running);
      stopListening();
    }
  }

  /** Takes no more calls. Resolves when all have ended; those that take longer than `deadlineMs` are cancelled. */
  async drain(deadlineMs: number): Promise<void> {
    this.#isClosing = true;
    if (this.#open.size === 0) return;
    const ended = Promise.allSettled(this.#open.keys());
    if (await isOver(ended, deadlineMs)) return;
    for (const abort of this.#open.values()) abort.abort();
    // A cancelled call ends at once, but its client may not take what it still has to say.
    await isOver(ended, graceMs);
  }
}

/** Waits until a promise is settled, and says whether it was in time. */
async function isOver(promise: Promise<unknown>, limitMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), limitMs);
  });
  const inTime = await Promise.race([promise.then(() => true), late]);
  clearTimeout(timer);
  return inTime;
}
