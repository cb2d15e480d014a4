import { LATE, settleWithin } from '../../../base/async/settle-within.js';
import { onAbort } from '../../../call/on-abort.js';

// How long cancelled calls may take to end, in milliseconds.
const graceMs = 1_000;

/** How a call is cancelled. */
export interface Cancellation {
  /** A signal that fires when the client cancels the call or disconnects. */
  readonly signal: AbortSignal;
  /** Aborts the signal. Undefined if only the client can. */
  readonly cancel?: (() => void) | undefined;
}

/** The pending calls of a server. A server that closes waits for them or cancels them. */
export class OpenCalls {
  readonly #open = new Map<Promise<unknown>, () => void>();
  #isClosing = false;

  /** Whether new calls are rejected. */
  get isClosing(): boolean {
    return this.#isClosing;
  }

  /** Runs a call with a signal that fires with the passed signal, or when the server stops waiting. */
  async run<T>({ signal, cancel }: Cancellation, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (cancel !== undefined) return this.#track(call(signal), cancel);
    const abort = new AbortController();
    const stopListening = onAbort(signal, () => abort.abort(signal.reason));
    try {
      return await this.#track(call(abort.signal), () => abort.abort());
    } finally {
      stopListening();
    }
  }

  /** Rejects new calls. Resolves when all calls have ended. Calls that take longer than `deadlineMs` are cancelled. */
  async drain(deadlineMs: number): Promise<void> {
    this.#isClosing = true;
    if (this.#open.size === 0) return;
    const ended = Promise.allSettled(this.#open.keys());
    if ((await settleWithin(ended, deadlineMs)) !== LATE) return;
    for (const cancel of this.#open.values()) cancel();
    // A cancelled call ends immediately, but its client may be slow to read its last messages.
    await settleWithin(ended, graceMs);
  }

  async #track<T>(running: Promise<T>, cancel: () => void): Promise<T> {
    this.#open.set(running, cancel);
    try {
      return await running;
    } finally {
      this.#open.delete(running);
    }
  }
}
