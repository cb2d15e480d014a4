// A driven generator yields to the event loop at least every 8 ms; a check that comes late must not break that.
const sliceMs = 4;

// Where chunks come this fast, the clock is read for every fourth only.
const fastMs = 0.25;
const uncheckedPulls = 3;

/** An EventLoopYielder decides when a stream that is being pulled has to yield to the event loop. */
export class EventLoopYielder {
  /** When the event loop last ran, by `performance.now()`. The first pull never waits. */
  #yieldedAt: number | undefined;
  #checkedAt = 0;
  #unchecked = 0;

  /** Asked before each pull. */
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

  /** Lets the event loop run once. */
  async yieldToEventLoop(): Promise<void> {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    this.#yieldedAt = undefined;
    this.#unchecked = 0;
  }
}
