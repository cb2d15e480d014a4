import type { Writable } from 'node:stream';

/**
 * Writes texts to a stream one after another, as fast as it takes them. However many wait, the stream has one listener:
 * a stream warns of a leak when thousands of writers wait for it.
 */
export class WriteQueue {
  readonly #stream: Writable;
  #waiting: { readonly text: string; readonly written: (error?: Error) => void }[] = [];
  #isWriting = false;

  constructor(stream: Writable) {
    this.#stream = stream;
  }

  /** Resolves when the stream has taken the text. */
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
