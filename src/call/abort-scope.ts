import { InterruptedError, isSuspension, TimeoutError, ToolError } from '../base/errors/errors.js';
import { onAbort } from './on-abort.js';

/**
 * The scope of one piece of work that can be cancelled: aborting it ends the pending wait and aborts an AbortSignal.
 * The signal is created when it is first read.
 */
export class AbortScope<Reason = unknown> {
  #reason: Reason | undefined;
  #isAborted = false;
  #controller: AbortController | undefined;
  #rejectWait: ((reason: Reason) => void) | undefined;
  #listeners: Set<() => void> | undefined;

  get isAborted(): boolean {
    return this.#isAborted;
  }

  /** The reason of the first `abort`, or undefined before it. */
  get reason(): Reason | undefined {
    return this.#reason;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#isAborted) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  /** Cancels the work. Only the first call counts. A pending wait rejects in a later microtask. */
  abort(reason: Reason): void {
    if (this.#isAborted) return;
    this.#isAborted = true;
    this.#reason = reason;
    const rejectWait = this.#rejectWait;
    this.#rejectWait = undefined;
    this.#controller?.abort(reason);
    if (rejectWait !== undefined) inMicrotask(() => rejectWait(reason));
    for (const listener of this.#listeners ?? []) listener();
  }

  /** Calls `listener` when the scope is aborted. Returns a function that removes the listener. */
  onAbort(listener: () => void): () => void {
    this.#listeners ??= new Set();
    this.#listeners.add(listener);
    return () => void this.#listeners?.delete(listener);
  }

  throwIfAborted(): void {
    if (this.#isAborted) throw this.#reason;
  }

  /**
   * Settles like `promise`, or rejects with the reason if the scope is aborted first. A later outcome of `promise` is
   * ignored. A scope has one pending race at a time.
   */
  race<T>(promise: PromiseLike<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#isAborted) inMicrotask(() => reject(this.#reason));
      else this.#rejectWait = reject;
      // A foreign thenable may throw, settle twice, or resolve to another thenable.
      Promise.resolve(promise).then(
        (value) => {
          this.#rejectWait = undefined;
          resolve(value);
        },
        (error: unknown) => {
          this.#rejectWait = undefined;
          reject(error);
        },
      );
    });
  }
}

// Avoids `queueMicrotask`, which fake timers of tests replace.
function inMicrotask(callback: () => void): void {
  void Promise.resolve().then(callback);
}

/**
 * Creates the error of a call that was cancelled. If its own deadline or its suspension ended it, that is `cause` itself.
 * It is a TimeoutError if `cause`, the reason of the caller's signal, is one, as that of `AbortSignal.timeout()` is; else an
 * InterruptedError.
 */
export function createCancellationError(toolName: string, cause?: unknown): ToolError {
  if (ToolError.is(cause) && cause.code === 'timeout' && cause.toolName === toolName) return cause;
  if (isSuspension(cause)) return cause;
  const options = { toolName, cause };
  return isTimeoutReason(cause)
    ? new TimeoutError(`The call of '${toolName}' was cancelled: the time limit of its signal was reached.`, options)
    : new InterruptedError(`The call of '${toolName}' was interrupted by the caller.`, options);
}

// By name: the platform's is a DOMException (https://dom.spec.whatwg.org/#dom-abortsignal-timeout).
function isTimeoutReason(reason: unknown): boolean {
  return typeof reason === 'object' && reason !== null && (reason as Partial<Error>).name === 'TimeoutError';
}

/** Awaits `promise`, or rejects with an InterruptedError as soon as `signal` aborts. */
export function raceAbort<T>(
  promise: PromiseLike<T>,
  { signal, toolName }: { readonly signal: AbortSignal; readonly toolName: string },
): Promise<T> {
  return raceSignal(promise, signal, () => createCancellationError(toolName, signal.reason));
}

/**
 * Awaits `promise`, or rejects as soon as `signal` aborts.
 *
 * @param createError - Creates the error of the rejection. @default the reason of the signal
 */
export async function raceSignal<T>(
  promise: PromiseLike<T>,
  signal: AbortSignal,
  createError: () => unknown = () => signal.reason,
): Promise<T> {
  const scope = new AbortScope();
  const stopListening = onAbort(signal, () => scope.abort(createError()));
  try {
    return await scope.race(promise);
  } finally {
    stopListening();
  }
}
