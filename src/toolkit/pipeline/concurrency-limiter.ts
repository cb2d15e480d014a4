import type { AbortScope } from '../../execution/abort-scope.js';
import type { Concurrency } from '../../metadata/tool-options.js';

/** A function that releases the concurrency slot of one call. Called once. */
export type Release = () => void;

interface WaitingCall {
  readonly key: string;
  readonly limit: Concurrency | undefined;
  readonly admit: (release: Release) => void;
}

/**
 * A ConcurrencyLimiter limits the number of concurrent calls of each tool, and runs calls of exclusive tools without
 * any other call. Calls are admitted in the order of arrival. A waiting exclusive call holds back all later calls.
 */
export class ConcurrencyLimiter {
  /** The number of running calls of each limited tool. */
  readonly #running = new Map<string, number>();
  readonly #waiting: WaitingCall[] = [];
  /** The number of all running calls, including those without a limit: an exclusive call waits for all of them. */
  #total = 0;
  #isExclusive = false;

  readonly #releaseUnlimited = (): void => {
    this.#total--;
    this.#admitWaiting();
  };

  /**
   * Admits a call immediately if its tool has no limit and no other call holds it back. Otherwise returns undefined.
   */
  tryAcquire(limit: Concurrency | undefined): Release | undefined {
    if (limit !== undefined || this.#isExclusive || this.#waiting.length > 0) return undefined;
    this.#total++;
    return this.#releaseUnlimited;
  }

  /** Waits for the concurrency slot of a call. Resolves to undefined if `scope` is aborted first. */
  acquire(key: string, limit: Concurrency | undefined, scope: AbortScope | undefined): Promise<Release | undefined> {
    if (scope?.isAborted === true) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const admit = (release: Release): void => {
        stopListening?.();
        resolve(release);
      };
      const waiting: WaitingCall = { key, limit, admit };
      const stopListening = scope?.onAbort(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        resolve(undefined);
        // The call may have held back later calls.
        this.#admitWaiting();
      });
      this.#waiting.push(waiting);
      this.#admitWaiting();
    });
  }

  /** Admits every waiting call that may run. Each admission may hold back other calls. */
  #admitWaiting(): void {
    for (let index = this.#nextIndex(); index >= 0; index = this.#nextIndex()) {
      const [waiting] = this.#waiting.splice(index, 1);
      waiting?.admit(this.#begin(waiting));
    }
  }

  #begin({ key, limit }: WaitingCall): Release {
    if (limit === undefined) {
      this.#total++;
      return this.#releaseUnlimited;
    }
    this.#change(key, limit, 1);
    return () => {
      this.#change(key, limit, -1);
      this.#admitWaiting();
    };
  }

  #change(key: string, limit: Concurrency, change: 1 | -1): void {
    this.#total += change;
    if (limit === 'exclusive') {
      this.#isExclusive = change === 1;
      return;
    }
    const count = (this.#running.get(key) ?? 0) + change;
    if (count === 0) this.#running.delete(key);
    else this.#running.set(key, count);
  }

  /** Returns the index of the first waiting call that may run, or -1. */
  #nextIndex(): number {
    if (this.#isExclusive) return -1;
    for (const [index, waiting] of this.#waiting.entries()) {
      if (this.#hasSlot(waiting)) return index;
      if (waiting.limit === 'exclusive') return -1;
    }
    return -1;
  }

  #hasSlot({ key, limit }: WaitingCall): boolean {
    if (limit === 'exclusive') return this.#total === 0;
    return limit === undefined || (this.#running.get(key) ?? 0) < limit;
  }
}
