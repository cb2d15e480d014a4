import { DefinitionError } from '../base/errors/errors.js';
import { previewValue } from '../base/values/value-preview.js';

/** The listeners of one signal, registered as one because Node warns about more than ten listeners of a signal. */
class SharedAbortListener {
  readonly #signal: AbortSignal;
  readonly #listeners = new Set<() => void>();

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  add(listener: () => void): void {
    if (this.#listeners.size === 0) this.#signal.addEventListener('abort', this.#notify, { once: true });
    this.#listeners.add(listener);
  }

  delete(listener: () => void): void {
    if (this.#listeners.delete(listener) && this.#listeners.size === 0) {
      this.#signal.removeEventListener('abort', this.#notify);
    }
  }

  readonly #notify = (): void => {
    for (const listener of this.#listeners) listener();
  };
}

/** Checks whether the value of an optional `signal` is valid: undefined or an AbortSignal. */
export function isSignal(signal: unknown): boolean {
  return signal === undefined || typeof (signal as Partial<AbortSignal> | null)?.addEventListener === 'function';
}

const sharedListeners = new WeakMap<AbortSignal, SharedAbortListener>();

/**
 * Calls `listener` when `signal` aborts, or immediately if it has already aborted. Returns a function that removes the
 * listener. Each registration needs its own `listener` function. Throws a DefinitionError if `signal` is not an
 * AbortSignal.
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  if (signal === undefined || !isSignal(signal)) {
    throw new DefinitionError(`The signal of a call must be an AbortSignal, not ${previewValue(signal)}.`);
  }
  if (signal.aborted) {
    listener();
    return () => {};
  }
  const shared = sharedListeners.get(signal) ?? new SharedAbortListener(signal);
  sharedListeners.set(signal, shared);
  shared.add(listener);
  return () => shared.delete(listener);
}
