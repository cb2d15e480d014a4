import type { RateLimiter } from 'limiter';
import type { LRUCache } from 'lru-cache';
import { sleep } from '../../base/async/schedule.js';
import { maxKeys } from './recent-entries.js';

/** A rate of calls: `points` calls in `perMs` milliseconds. */
export interface CallRate {
  readonly points: number;
  readonly perMs: number;
}

/** Limits the rate of calls by key. Waiting calls are admitted one at a time, in the order of arrival. */
export class CallLimits {
  readonly #limiters: LRUCache<string, RateLimiter>;
  readonly #createLimiter: () => RateLimiter;
  /** The last waiting call of each key. */
  readonly #queues = new Map<string, Promise<void>>();

  private constructor(limiters: LRUCache<string, RateLimiter>, createLimiter: () => RateLimiter) {
    this.#limiters = limiters;
    this.#createLimiter = createLimiter;
  }

  /** Creates the limits. Loads `limiter` and `lru-cache` on demand, because most applications do not use them. */
  static async create({ points, perMs }: CallRate): Promise<CallLimits> {
    const [{ LRUCache }, { RateLimiter }] = await Promise.all([import('lru-cache'), import('limiter')]);
    // A limiter that has not been used for `perMs` is full again, and equivalent to a new one.
    const limiters = new LRUCache<string, RateLimiter>({ max: maxKeys, ttl: Math.ceil(perMs), updateAgeOnGet: true });
    return new CallLimits(limiters, () => new RateLimiter({ tokensPerInterval: points, interval: perMs }));
  }

  /** Admits a call and returns 0, or returns the time after which to try again, in milliseconds. */
  tryAdmit(key: string): number {
    let limiter = this.#limiters.get(key);
    if (limiter === undefined) {
      limiter = this.#createLimiter();
      this.#limiters.set(key, limiter);
    }
    return limiter.tryRemoveTokens(1) ? 0 : Math.max(1, Math.ceil(limiter.getWaitTime(1)));
  }

  /**
   * Waits until a call is admitted, after all calls that arrived before. Resolves to 0, or to the remaining wait in
   * milliseconds if it would exceed `longestMs`. Rejects when `signal` aborts, and leaves the queue.
   */
  async wait(key: string, longestMs: number, signal: AbortSignal): Promise<number> {
    const until = performance.now() + longestMs;
    const previous = this.#queues.get(key);
    const admission = (async () => {
      await previous;
      return this.#admitWhenFree(key, until, signal);
    })();
    const queue = admission.then(ignore, ignore);
    this.#queues.set(key, queue);
    try {
      return await admission;
    } finally {
      if (this.#queues.get(key) === queue) this.#queues.delete(key);
    }
  }

  async #admitWhenFree(key: string, until: number, signal: AbortSignal): Promise<number> {
    for (;;) {
      signal.throwIfAborted();
      const waitMs = this.tryAdmit(key);
      if (waitMs === 0 || performance.now() + waitMs > until) return waitMs;
      await sleep(waitMs, signal);
    }
  }
}

function ignore(): void {}
