import { scheduleNextTurn } from '../../../base/async/schedule.js';
import { settleWithin } from '../../../base/async/settle-within.js';

/** The time limit for writing the last messages to standard output when the server closes, in milliseconds. */
export const flushTimeoutMs = 1_000;

/**
 * Sends messages sequentially. The SDKs add listeners to the stream for each message that waits for it to drain:
 * thousands of concurrent responses would add thousands of listeners.
 */
export class OrderedSends {
  #last: Promise<void> = Promise.resolve();

  /** Sends a message when all previous messages have been sent or have failed. */
  send(message: () => Promise<void>): Promise<void> {
    const sent = this.#last.then(message);
    this.#last = sent.catch(ignore);
    return sent;
  }

  /** Resolves when all messages are written, or after `limitMs` milliseconds: the reader may have disconnected. */
  async flushed(limitMs: number): Promise<void> {
    // The SDKs send the response of a call asynchronously after the call has ended.
    await new Promise<void>((resolve) => {
      scheduleNextTurn(resolve);
    });
    await settleWithin(this.#last, limitMs);
  }
}

function ignore(): void {}
