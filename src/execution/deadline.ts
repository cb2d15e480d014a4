import { TimeoutError } from '../errors.js';
import { longestTimerMs } from '../longest-timer.js';

/** A Deadline is a time limit that can be paused, for instance while a person is asked. */
export class Deadline {
  readonly #onExpire: () => void;
  #timer: NodeJS.Timeout | undefined;
  /** In milliseconds, when the timer was last started. */
  #remainingMs: number;
  #startedAt = 0;
  #pauses = 0;

  /** @param limitMs - In milliseconds; the time runs from the construction on. */
  constructor(limitMs: number, onExpire: () => void) {
    this.#remainingMs = limitMs;
    this.#onExpire = onExpire;
    this.#start();
  }

  /** Pauses the time until the returned function is called. With several pauses, until the last one ends. */
  pause(): () => void {
    if (this.#pauses++ === 0) {
      clearTimeout(this.#timer);
      this.#remainingMs -= performance.now() - this.#startedAt;
    }
    let isPaused = true;
    return () => {
      if (!isPaused) return;
      isPaused = false;
      if (--this.#pauses === 0) this.#start();
    };
  }

  /** Removes the time limit. */
  clear(): void {
    clearTimeout(this.#timer);
    // The end of a pause does not start it again.
    this.#pauses = Number.POSITIVE_INFINITY;
  }

  #start(): void {
    this.#startedAt = performance.now();
    if (this.#remainingMs > longestTimerMs) return;
    this.#timer = setTimeout(this.#onExpire, Math.max(0, this.#remainingMs));
  }
}

/** Creates the error of a call that is out of time. `what` says what took too long, such as 'took longer than'. */
export function timeoutError(toolName: string, what: string, limitMs: number): TimeoutError {
  return new TimeoutError(`'${toolName}' ${what} ${limitMs} ms.`, { toolName });
}
