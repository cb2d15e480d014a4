import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long a reader of standard output may take when the server closes, in milliseconds. */
export const flushTimeoutMs = 1_000;

/**
 * Sends messages one after another. The SDKs have each message that is being sent wait for the stream to drain with
 * listeners of its own: thousands of answers at once would have as many.
 */
export class OrderedSends {
  #last: Promise<void> = Promise.resolve();

  /** Sends when all before is on its way, however that went. */
  send(message: () => Promise<void>): Promise<void> {
    const sent = this.#last.then(message);
    this.#last = sent.catch(ignore);
    return sent;
  }

  /** Resolves when all that has been sent is written, though not later than `limitMs`: the reader may be gone. */
  async flushed(limitMs: number): Promise<void> {
    // The SDKs send the answer of a call a moment after the call has ended.
    await nextTurn();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, limitMs);
    });
    await Promise.race([this.#last, late]);
    clearTimeout(timer);
  }
}

function ignore(): void {}
