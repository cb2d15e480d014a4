import { TimeoutError } from '../errors.js';
import { longestTimerMs } from '../longest-timer.js';

/** How long something may take. It stands still while it is held: when a person is asked, say. */
export class CallClock {
  #onEnd: () => void;
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

  /** Has somebody else told when it is over. */
  passTo(onEnd: () => void): void {
    this.#onEnd = onEnd;
  }

  /** Ends it for good. */
  stop(): void {
    clearTimeout(this.#timer);
    // Whoever lets go of it now does not set it going again.
    this.#holds = Number.POSITIVE_INFINITY;
  }

  #go(): void {
    this.#startedAt = performance.now();
    if (this.#leftMs <= longestTimerMs) this.#timer = setTimeout(() => this.#onEnd(), Math.max(0, this.#leftMs));
  }
}

/** What an attempt does that is over its limit in all, as `overtime` tells it. */
export const tookLonger = 'took longer than';

/** The reason for a call that is out of time; `late` says in which way. */
export function overtime(toolName: string, late: string, limitMs: number): TimeoutError {
  return new TimeoutError(`'${toolName}' ${late} ${limitMs} ms.`, { toolName });
}
