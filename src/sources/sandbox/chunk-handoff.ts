/** A chunk that waits for its reader. */
interface WaitingChunk {
  readonly value: unknown;
  readonly taken: () => void;
}

/** Passes chunks from a writer to a reader, at the pace of the reader. */
export class ChunkHandoff {
  readonly #chunks: WaitingChunk[] = [];
  #wake: (() => void) | undefined;
  #isClosed = false;

  /** Adds a chunk. The promise resolves when the reader wants the next one. */
  put(value: unknown): Promise<void> {
    return new Promise((taken) => {
      this.#chunks.push({ value, taken });
      this.#wake?.();
    });
  }

  /** Ends the chunks. */
  close(): void {
    this.#isClosed = true;
    this.#wake?.();
  }

  async *read(): AsyncGenerator<unknown, void> {
    for (;;) {
      const chunk = this.#chunks.shift();
      if (chunk !== undefined) {
        yield chunk.value;
        chunk.taken();
      } else if (this.#isClosed) return;
      else await this.#nextChange();
    }
  }

  #nextChange(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
