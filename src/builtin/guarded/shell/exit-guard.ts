/** The actions that run when this process exits. It has one listener for all of them, and none without any. */
export class ExitGuard {
  readonly #actions = new Set<() => unknown>();
  readonly #run = (): void => {
    for (const action of this.#actions) action();
  };

  /** Adds an action. Returns a function that removes it. */
  add(action: () => unknown): () => void {
    if (this.#actions.size === 0) process.on('exit', this.#run);
    this.#actions.add(action);
    return () => {
      this.#actions.delete(action);
      if (this.#actions.size === 0) process.off('exit', this.#run);
    };
  }
}
