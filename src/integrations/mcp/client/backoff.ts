import type { OptionNames } from '../../../base/options/check-options.js';
import { delay } from '../../../base/options/option-rules.js';
/** The options of reconnecting to a server whose connection was lost. */
export interface RestartOptions {
  /** The number of automatic attempts in a row. After that, only a tool call reconnects. @default 5 */
  readonly maxRestarts?: number | undefined;
  /** The delay before the first attempt, in milliseconds. It doubles with each attempt. @default 100 */
  readonly delayMs?: number | undefined;
  /** The longest delay between two attempts, in milliseconds. @default 10000 */
  readonly maxDelayMs?: number | undefined;
}

/** The names of the options of reconnecting. */
export const restartNames: OptionNames<RestartOptions> = { maxRestarts: delay, delayMs: delay, maxDelayMs: delay };

// A connection that lasted this long was stable: its loss is not part of a crash loop. In milliseconds.
const stableMs = 10_000;

/** Counts the consecutive failures of a connection and computes the delay after each. */
export class Backoff {
  readonly #maxRestarts: number;
  readonly #delayMs: number;
  readonly #maxDelayMs: number;
  #failures = 0;
  #openedAt: number | undefined;
  #failedAt = 0;

  constructor({ maxRestarts = 5, delayMs = 100, maxDelayMs = 10_000 }: RestartOptions = {}) {
    this.#maxRestarts = maxRestarts;
    this.#delayMs = delayMs;
    this.#maxDelayMs = maxDelayMs;
  }

  recordOpened(): void {
    this.#openedAt = performance.now();
  }

  recordFailure(): void {
    const now = performance.now();
    const wasStable = this.#openedAt !== undefined && now - this.#openedAt >= stableMs;
    this.#failures = wasStable ? 1 : this.#failures + 1;
    this.#openedAt = undefined;
    this.#failedAt = now;
  }

  /** Whether an automatic attempt is still allowed. */
  get canRetry(): boolean {
    return this.#failures <= this.#maxRestarts;
  }

  /** The remaining delay before the next attempt, in milliseconds. */
  get waitMs(): number {
    if (this.#failures === 0) return 0;
    const delay = Math.min(this.#delayMs * 2 ** (this.#failures - 1), this.#maxDelayMs);
    return Math.max(0, this.#failedAt + delay - performance.now());
  }
}
