import { LATE, settleWithin } from '../../../base/async/settle-within.js';
import { onAbort } from '../../../call/on-abort.js';

// How long cancelled calls may take to end, in milliseconds.
const graceMs = 1_000;

/** The pending calls of a server. A server that closes waits for them or cancels them. */
export class OpenCalls {
  readonly #open = new Map<Promise<unknown>, AbortController>();
  #isClosing = false;

  /** Whether new calls are rejected. */
  get isClosing(): boolean {
    return this.#isClosing;
  }

  /** Runs a call with a signal that fires with the passed signal, or when the server stops waiting. */
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

  /** Rejects new calls. Resolves when all calls have ended. Calls that take longer than `deadlineMs` are cancelled. */
  async drain(deadlineMs: number): Promise<void> {
    this.#isClosing = true;
    if (this.#open.size === 0) return;
    const ended = Promise.allSettled(this.#open.keys());
    if ((await settleWithin(ended, deadlineMs)) !== LATE) return;
    for (const abort of this.#open.values()) abort.abort();
    // A cancelled call ends immediately, but its client may be slow to read its last messages.
    await settleWithin(ended, graceMs);
  }
}
