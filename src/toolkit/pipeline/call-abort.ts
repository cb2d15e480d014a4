import { followAbort } from '../../execution/follow-abort.js';

/**
 * The cancelling of one call. It works without an AbortSignal until somebody asks for one: making and following one
 * costs many times what a call does.
 */
export class CallAbort {
  #controller: AbortController | undefined;
  #listeners: Set<() => void> | undefined;
  #isAborted = false;
  #reason: unknown;
  readonly #unfollow: (() => void) | undefined;

  /** @param signal - Aborts it too, also where that has happened already. */
  constructor(signal: AbortSignal | undefined) {
    if (signal === undefined) return;
    if (signal.aborted) this.abort(signal.reason);
    else this.#unfollow = followAbort(signal, () => this.abort(signal.reason));
  }

  get aborted(): boolean {
    return this.#isAborted;
  }

  /** What it was aborted with. */
  get reason(): unknown {
    return this.#controller === undefined ? this.#reason : this.#controller.signal.reason;
  }

  /** As a signal. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#isAborted) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  /** Only the first time counts. */
  abort(reason?: unknown): void {
    if (this.#isAborted) return;
    this.#isAborted = true;
    this.#reason = reason;
    this.#controller?.abort(reason);
    for (const listener of this.#listeners ?? []) listener();
  }

  /** Calls back when it is aborted, until the function that it gives is called. */
  follow(listener: () => void): () => void {
    this.#listeners ??= new Set();
    this.#listeners.add(listener);
    return () => void this.#listeners?.delete(listener);
  }

  /** Hears the caller's signal no more. */
  release(): void {
    this.#unfollow?.();
  }
}
