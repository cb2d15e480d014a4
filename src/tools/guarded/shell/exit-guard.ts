import { memoize } from '../../../base/values/memoize.js';

/** Returns the guard of a process. All callers share it, because Node warns about more than ten listeners of an event. */
export const exitGuardOf = memoize((host: NodeJS.Process) => new ExitGuard(host));

/** The actions that run when a process exits. It has one listener for all of them, and none without any. */
class ExitGuard {
  readonly #host: NodeJS.Process;
  readonly #actions = new Set<() => unknown>();

  constructor(host: NodeJS.Process) {
    this.#host = host;
  }

  /** Adds an action. Returns a function that removes it. */
  add(action: () => unknown): () => void {
    if (this.#actions.size === 0) this.#host.on('exit', this.#run);
    this.#actions.add(action);
    return () => {
      this.#actions.delete(action);
      if (this.#actions.size === 0) this.#host.off('exit', this.#run);
    };
  }

  readonly #run = (): void => {
    for (const action of this.#actions) action();
  };
}
