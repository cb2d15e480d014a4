// A driven generator gives way to the event loop at least every 8 ms; looking late must not break that.
const turnMs = 4;

// Reading the clock costs as much as passing a chunk on: where chunks come this fast, some are passed on unseen.
const fastMs = 0.25;
const unseenChunks = 3;

/** Says when a stream that is being pulled has to give way to the event loop. */
export class TurnClock {
  /** The first pull is at once, however long the call waited for it. */
  #turnedAt: number | undefined;
  #lookedAt = 0;
  #unseen = 0;

  /** Asked before each pull. */
  isDue(): boolean {
    if (this.#unseen > 0) {
      this.#unseen--;
      return false;
    }
    const now = performance.now();
    this.#turnedAt ??= now;
    if (now - this.#lookedAt < fastMs) this.#unseen = unseenChunks;
    this.#lookedAt = now;
    return now - this.#turnedAt > turnMs;
  }

  /** Gives way, and counts from then on. */
  async giveWay(): Promise<void> {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    this.#turnedAt = undefined;
    this.#unseen = 0;
  }
}
