/** How a server that is gone is called back. */
export interface RestartOptions {
  /** How often in a row it is tried without being asked; after that only when a tool is called. @default 5 */
  readonly maxRestarts?: number | undefined;
  /** How long to wait before the first try, in milliseconds; it doubles each time. @default 100 */
  readonly delayMs?: number | undefined;
  /** The longest wait, in milliseconds. @default 10000 */
  readonly maxDelayMs?: number | undefined;
}

// A connection that lasted this long was a good one: what happens then is no loop of crashes. In milliseconds.
const soundMs = 10_000;

/** Counts the failures of a connection in a row, and says how long to wait after each. */
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

  opened(): void {
    this.#openedAt = performance.now();
  }

  failed(): void {
    const now = performance.now();
    const wasSound = this.#openedAt !== undefined && now - this.#openedAt >= soundMs;
    this.#failures = wasSound ? 1 : this.#failures + 1;
    this.#openedAt = undefined;
    this.#failedAt = now;
  }

  /** Whether it is worth trying without being asked. */
  get isHopeful(): boolean {
    return this.#failures <= this.#maxRestarts;
  }

  /** How long the next try still has to wait, in milliseconds. */
  get waitMs(): number {
    if (this.#failures === 0) return 0;
    const delay = Math.min(this.#delayMs * 2 ** (this.#failures - 1), this.#maxDelayMs);
    return Math.max(0, this.#failedAt + delay - performance.now());
  }
}
