import { longestTimerMs } from '../base/async/longest-timer.js';
import { markLike, TimeoutError, type ToolError } from '../base/errors/errors.js';

/** A time limit that can be paused, for instance while a person answers a question. */
export class Deadline {
  /** The time limit, in milliseconds. */
  readonly limitMs: number;
  readonly #onExpire: () => void;
  #timer: NodeJS.Timeout | undefined;
  /** The remaining time when the timer was last started, in milliseconds. */
  #remainingMs: number;
  #startedAt = 0;
  #pauses = 0;

  /** @param limitMs - The time limit in milliseconds, counted from the construction. */
  constructor(limitMs: number, onExpire: () => void) {
    this.limitMs = limitMs;
    this.#remainingMs = limitMs;
    this.#onExpire = onExpire;
    this.#start();
  }

  /** The time until the limit is reached, in milliseconds. 0 or less if it has been reached. */
  get remainingMs(): number {
    return this.#pauses > 0 ? this.#remainingMs : this.#remainingMs - (performance.now() - this.#startedAt);
  }

  /**
   * Pauses the time limit until the returned function is called. Overlapping pauses last until all of them have ended.
   */
  pause(): () => void {
    if (this.#pauses === 0) {
      clearTimeout(this.#timer);
      this.#remainingMs = this.remainingMs;
    }
    this.#pauses++;
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
    // The end of a pause must not restart the timer.
    this.#pauses = Number.POSITIVE_INFINITY;
  }

  #start(): void {
    this.#startedAt = performance.now();
    if (this.#remainingMs > longestTimerMs) return;
    this.#timer = setTimeout(this.#onExpire, Math.max(0, this.#remainingMs));
  }
}

/**
 * Creates the error of a call that exceeded a time limit. `what` is the verb of its message, such as 'took longer
 * than'.
 */
export function createTimeoutError(toolName: string, what: string, limitMs: number): TimeoutError {
  return new TimeoutError(`'${toolName}' ${what} ${limitMs} ms.`, { toolName });
}

/**
 * Creates the error of a call that its `deadlineMs` ended.
 *
 * @param last - The error of an attempt after which no other attempt could end in time.
 */
export function createDeadlineError(toolName: string, limitMs: number, last?: ToolError): TimeoutError {
  const reason = `'${toolName}' did not end within its deadline of ${limitMs} ms`;
  const message =
    last === undefined ? `${reason}.` : `${reason}: the next attempt would start too late. ${last.message}`;
  const error = new TimeoutError(message, { toolName, cause: last });
  return last === undefined ? error : markLike(error, last);
}
