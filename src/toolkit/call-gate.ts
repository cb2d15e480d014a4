import type { Concurrency } from '../metadata/tool-options.js';

/** Lets the next one in. May be called more than once; only the first time counts. */
export type Leave = () => void;

interface Waiting {
  readonly key: string;
  readonly limit: Concurrency | undefined;
  readonly enter: () => void;
}

/**
 * Where calls wait for their turn: so many of one tool at a time, or one that runs alone. First come, first served; a
 * call that waits to run alone holds back those that come after it.
 */
export class CallGate {
  readonly #running = new Map<string, number>();
  #waiting: Waiting[] = [];
  #total = 0;
  #isExclusive = false;

  /** Whether a call may have to wait: nobody else need ask. */
  isNeeded(limit: Concurrency | undefined): boolean {
    return limit !== undefined || this.#isExclusive || this.#waiting.length > 0;
  }

  /** Counts a call that need not wait. */
  pass(key: string): Leave {
    this.#count(key, 1);
    return this.#leave(key);
  }

  /** Waits for a turn. Aborting gives it up, and rejects with the signal's reason. */
  enter(key: string, limit: Concurrency | undefined, signal: AbortSignal): Promise<Leave> {
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        this.#waiting = this.#waiting.filter((one) => one !== waiting);
        reject(signal.reason);
        this.#admit();
      };
      const waiting: Waiting = {
        key,
        limit,
        enter: () => {
          signal.removeEventListener('abort', giveUp);
          resolve(this.#leave(key));
        },
      };
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      signal.addEventListener('abort', giveUp, { once: true });
      this.#waiting.push(waiting);
      this.#admit();
    });
  }

  #leave(key: string): Leave {
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      this.#count(key, -1);
      if (this.#total === 0) this.#isExclusive = false;
      this.#admit();
    };
  }

  #admit(): void {
    let isHeldBack = false;
    this.#waiting = this.#waiting.filter((waiting) => {
      if (isHeldBack || !this.#hasRoom(waiting)) {
        isHeldBack ||= waiting.limit === 'exclusive';
        return true;
      }
      this.#count(waiting.key, 1);
      this.#isExclusive ||= waiting.limit === 'exclusive';
      waiting.enter();
      return false;
    });
  }

  #hasRoom({ key, limit }: Waiting): boolean {
    if (this.#isExclusive) return false;
    if (limit === 'exclusive') return this.#total === 0;
    return limit === undefined || (this.#running.get(key) ?? 0) < limit;
  }

  #count(key: string, change: 1 | -1): void {
    const count = (this.#running.get(key) ?? 0) + change;
    if (count === 0) this.#running.delete(key);
    else this.#running.set(key, count);
    this.#total += change;
  }
}
