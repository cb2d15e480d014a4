import type { Writable } from 'node:stream';

/**
 * Writes texts to a stream sequentially and with backpressure. The stream has one listener for any number of pending
 * texts: Node.js warns about a leak when many writers listen to a stream.
 */
export class WriteQueue {
  readonly #stream: Writable;
  #waiting: { readonly text: string; readonly written: (error?: Error) => void }[] = [];
  #isWriting = false;

  constructor(stream: Writable) {
    this.#stream = stream;
  }

  /** Writes a text. Resolves when the stream has accepted it. */
  write(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ text, written: (error) => (error === undefined ? resolve() : reject(error)) });
      this.#pump();
    });
  }

  #pump(): void {
    if (this.#isWriting || this.#waiting.length === 0) return;
    this.#isWriting = true;
    const batch = this.#waiting;
    this.#waiting = [];
    this.#stream.write(batch.map(({ text }) => text).join(''), (error) => {
      this.#isWriting = false;
      for (const { written } of batch) written(error ?? undefined);
      this.#pump();
    });
  }
}
