import type { ServerResponse } from 'node:http';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/**
 * The backpressure of one HTTP response. An SDK buffers what it sends without a limit. With this class the sender can
 * wait for the client instead.
 */
export class ResponseBackpressure {
  readonly #response: ServerResponse;
  #draining: Promise<void> | undefined;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  /** Resolves when the response accepts more data or has ended. */
  async whenWritable(): Promise<void> {
    // An SDK writes to the response asynchronously.
    await yieldToEventLoop();
    if (!this.#response.writableNeedDrain || this.#response.destroyed) return;
    this.#draining ??= this.#waitForDrain();
    await this.#draining;
  }

  async #waitForDrain(): Promise<void> {
    const response = this.#response;
    await new Promise<void>((resolve) => {
      const onOver = (): void => {
        response.off('drain', onOver).off('close', onOver);
        resolve();
      };
      response.on('drain', onOver).on('close', onOver);
    });
    this.#draining = undefined;
  }
}
