import type { Writable } from 'node:stream';
import { settleWithin } from '../../../base/async/settle-within.js';

/** Writes messages as lines to a stream, which a client may read slowly or not at all. */
export class LineOutput {
  readonly #stream: Writable;
  #drained: Promise<void> | undefined;

  constructor(stream: Writable) {
    this.#stream = stream;
  }

  /** Writes a line. Resolves when the stream can take more, or has closed. */
  async write(text: string): Promise<void> {
    if (this.#stream.destroyed) return;
    if (this.#stream.write(`${text}\n`)) return;
    // One listener for all messages that wait.
    this.#drained ??= this.#whenDrained();
    await this.#drained;
  }

  /** Resolves when all lines are written, or after `limitMs` milliseconds: the reader may have disconnected. */
  async flushed(limitMs: number): Promise<void> {
    if (this.#stream.destroyed) return;
    const written = new Promise<void>((resolve) => {
      this.#stream.write('', () => resolve());
    });
    await settleWithin(written, limitMs);
  }

  async #whenDrained(): Promise<void> {
    await new Promise<void>((resolve) => {
      const onOver = (): void => {
        this.#stream.off('drain', onOver).off('close', onOver);
        resolve();
      };
      this.#stream.on('drain', onOver).on('close', onOver);
    });
    this.#drained = undefined;
  }
}
