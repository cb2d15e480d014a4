import { scheduleNextTurn } from '../base/async/schedule.js';

// A generator yields to the event loop at least every 8 ms. Half of that leaves room for a late check.
const sliceMs = 4;

// If chunks arrive faster than this, the clock is read for every fourth chunk only.
const fastMs = 0.25;
const uncheckedPulls = 3;

/** The clock that decides when a stream that is being pulled, or long work, has to yield to the event loop. */
export class EventLoopYielder {
  /** The time at which the event loop last ran, by `performance.now()`. The first pull never waits. */
  #yieldedAt: number | undefined;
  #checkedAt = 0;
  #unchecked = 0;

  /** Checks whether the stream has to yield before the next pull. Call it before each pull. */
  shouldYield(): boolean {
    if (this.#unchecked > 0) {
      this.#unchecked--;
      return false;
    }
    const now = performance.now();
    this.#yieldedAt ??= now;
    if (now - this.#checkedAt < fastMs) this.#unchecked = uncheckedPulls;
    this.#checkedAt = now;
    return now - this.#yieldedAt > sliceMs;
  }

  /** Waits for one turn of the event loop if the work since the last one took long. Call it between steps of work. */
  async yieldIfDue(): Promise<void> {
    const now = performance.now();
    if (now - (this.#yieldedAt ?? now) > sliceMs) await this.yieldToEventLoop();
    this.#yieldedAt ??= performance.now();
  }

  /** Waits for one turn of the event loop. */
  async yieldToEventLoop(): Promise<void> {
    await new Promise<void>((resolve) => {
      scheduleNextTurn(resolve);
    });
    this.#yieldedAt = undefined;
    this.#unchecked = 0;
  }
}
