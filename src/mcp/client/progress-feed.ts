import type { RemoteProgress } from '../protocol/remote-tool.js';

// Of more notifications than this that nobody has read yet, only the first ones and the latest are kept.
const longestQueue = 64;

/** The progress of one call, from a server that pushes to a reader that pulls. However fast it comes, it stays small. */
export class ProgressFeed {
  readonly #waiting: RemoteProgress[] = [];
  #hasEnded = false;
  #wake: (() => void) | undefined;

  push(progress: RemoteProgress): void {
    if (this.#waiting.length >= longestQueue) this.#waiting.pop();
    this.#waiting.push(progress);
    this.#wake?.();
  }

  /** Nothing more comes. */
  end(): void {
    this.#hasEnded = true;
    this.#wake?.();
  }

  /** The next one, or undefined at the end. */
  async next(): Promise<RemoteProgress | undefined> {
    while (this.#waiting.length === 0 && !this.#hasEnded) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.#waiting.shift();
  }
}
