import { InterruptedError, type ToolError } from '../errors.js';

/** Whoever waits for a promise that may be given up. */
export interface Waiter<T> {
  resolved(value: T): void;
  rejected(error: unknown): void;
}

/** Who listens to each promise that is waited for. */
interface PromiseListeners {
  readonly onValue: (value: unknown) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * What can end an attempt from outside: the caller's abort, a consumer that leaves, a time limit. Waiting goes through
 * it, so that a wait ends at once even where the tool does not. A call waits for one thing at a time.
 */
export class CallGuard {
  #reason: ToolError | undefined;
  #controller: AbortController | undefined;
  #waiter: Waiter<never> | undefined;
  /** Made with the first wait, and used by all: a stream waits for each of its chunks. */
  #listeners: PromiseListeners | undefined;

  /** Why the attempt was ended, if it was. */
  get reason(): ToolError | undefined {
    return this.#reason;
  }

  /** The tool's signal. Made when first asked for: most tools never ask. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#reason !== undefined) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  /** Ends the attempt, for the first reason given. Whoever waits is told soon, not now. */
  end(reason: ToolError): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    const waiter = this.#waiter;
    this.#waiter = undefined;
    this.#controller?.abort(reason);
    if (waiter !== undefined) rejectSoon(waiter, reason);
  }

  /** Throws the reason for the end, if the attempt was ended. */
  check(): void {
    if (this.#reason !== undefined) throw this.#reason;
  }

  /** Tells the waiter the promise's outcome, or the reason for the end if that comes first. A late outcome is dropped. */
  tell<T>(promise: Promise<T>, waiter: Waiter<T>): void {
    if (this.#reason === undefined) this.#waiter = waiter;
    else rejectSoon(waiter, this.#reason);
    this.#listeners ??= this.#createListeners();
    // It may still fail with nobody left to hear.
    promise.then(this.#listeners.onValue, this.#listeners.onError);
  }

  /** The promise's outcome, or the reason for the end if that comes first. A late outcome is dropped. */
  wait<T>(promise: PromiseLike<T>): Promise<T> {
    return new Promise<T>((resolved, rejected) => {
      // A thenable of somebody else's may throw, settle twice, or give another thenable.
      this.tell(Promise.resolve(promise), { resolved, rejected });
    });
  }

  #createListeners(): PromiseListeners {
    return {
      onValue: (value) => this.#release()?.resolved(value as never),
      onError: (error) => this.#release()?.rejected(error),
    };
  }

  #release(): Waiter<never> | undefined {
    const waiter = this.#waiter;
    this.#waiter = undefined;
    return waiter;
  }
}

/** The reason for a call that its caller stopped; `cause` is what the caller gave as the reason of the abort, if anything. */
export function interruption(toolName: string, cause?: unknown): InterruptedError {
  return new InterruptedError(`The call of '${toolName}' was interrupted by the caller.`, { toolName, cause });
}

/** Tells a waiter of a failure, but not at once. */
export function rejectSoon(waiter: Waiter<never>, reason: unknown): void {
  void Promise.resolve().then(() => waiter.rejected(reason));
}
