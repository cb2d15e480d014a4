import { longestTimerMs } from '../longest-timer.js';
/** How long something may take. It stands still while it is held: when a person is asked, say. */
export class CallClock {
  readonly #onEnd: () => void;
  #timer: NodeJS.Timeout | undefined;
  /** What is left, as of when it was last set going. In milliseconds. */
  #leftMs: number;
  #startedAt = 0;
  #holds = 0;

  constructor(limitMs: number, onEnd: () => void) {
    this.#leftMs = limitMs;
    this.#onEnd = onEnd;
    this.#go();
  }

  /** Stands still until the function that it gives is called, and any other holder's too. */
  hold(): () => void {
    if (this.#holds++ === 0) {
      clearTimeout(this.#timer);
      this.#leftMs -= performance.now() - this.#startedAt;
    }
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      if (--this.#holds === 0) this.#go();
    };
  }

  /** What is left of it, in milliseconds. */
  get leftMs(): number {
    return this.#holds > 0 ? this.#leftMs : this.#leftMs - (performance.now() - this.#startedAt);
  }

  /** Ends it for good. */
  stop(): void {
    clearTimeout(this.#timer);
    // Whoever lets go of it now does not set it going again.
    this.#holds = Number.POSITIVE_INFINITY;
  }

  #go(): void {
    this.#startedAt = performance.now();
    if (this.#leftMs <= longestTimerMs) this.#timer = setTimeout(this.#onEnd, Math.max(0, this.#leftMs));
  }
}
