/** A queue of chunks that are pulled in the order in which they were pushed. */
export class ChunkQueue implements AsyncIterable<unknown> {
  readonly #chunks: unknown[] = [];
  #isClosed = false;
  #wake: (() => void) | undefined;

  /** Adds a chunk. A chunk that arrives after the queue was closed is dropped. */
  push(chunk: unknown): void {
    if (this.#isClosed) return;
    this.#chunks.push(chunk);
    this.#wake?.();
  }

  /** Ends the iteration after the chunks that were pushed. */
  close(): void {
    this.#isClosed = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<unknown, void> {
    for (;;) {
      while (this.#chunks.length > 0) yield this.#chunks.shift();
      if (this.#isClosed) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
