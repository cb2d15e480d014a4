/** Reports of a server that a resource may have changed. Those that are unread are one. */
export class UpdateFeed {
  #isChanged = false;
  #hasEnded = false;
  #wake: (() => void) | undefined;

  push(): void {
    this.#isChanged = true;
    this.#wake?.();
  }

  /** Ends the feed. */
  end(): void {
    this.#hasEnded = true;
    this.#wake?.();
  }

  /** Resolves with true after a report, and with false at the end. */
  async next(): Promise<boolean> {
    while (!this.#isChanged && !this.#hasEnded) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const isChanged = !this.#hasEnded;
    this.#isChanged = false;
    return isChanged;
  }
}
