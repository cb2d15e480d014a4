import type { RemoteProgress } from '../protocol/remote-tool.js';

// When more notifications than this are unread, only the first ones and the latest one are retained.
const longestQueue = 64;

/** A bounded queue for the progress of one call: the server pushes, a reader pulls. */
export class ProgressFeed {
  readonly #waiting: RemoteProgress[] = [];
  #hasEnded = false;
  #wake: (() => void) | undefined;

  push(progress: RemoteProgress): void {
    if (this.#waiting.length >= longestQueue) this.#waiting.pop();
    this.#waiting.push(progress);
    this.#wake?.();
  }

  /** Ends the feed. */
  end(): void {
    this.#hasEnded = true;
    this.#wake?.();
  }

  /** Resolves with the next notification; with undefined at the end. */
  async next(): Promise<RemoteProgress | undefined> {
    while (this.#waiting.length === 0 && !this.#hasEnded) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.#waiting.shift();
  }
}
