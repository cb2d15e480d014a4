import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * How fast the client reads one response. What an SDK is given for it waits in a queue without end: so that whoever sends
 * can wait instead.
 */
export class ResponsePace {
  readonly #response: ServerResponse;
  #draining: Promise<void> | undefined;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  /** Resolves when the response takes more, or is over. */
  async taken(): Promise<void> {
    // What an SDK was given reaches the response a moment later.
    await nextTurn();
    if (!this.#response.writableNeedDrain || this.#response.destroyed) return;
    this.#draining ??= this.#drained();
    await this.#draining;
  }

  async #drained(): Promise<void> {
    const response = this.#response;
    await new Promise<void>((resolve) => {
      const over = (): void => {
        response.off('drain', over).off('close', over);
        resolve();
      };
      response.on('drain', over).on('close', over);
    });
    this.#draining = undefined;
  }
}
