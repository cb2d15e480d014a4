import { setTimeout as sleep } from 'node:timers/promises';
import type { RateLimiter } from 'limiter';
import type { LRUCache } from 'lru-cache';
import { longestTimerMs } from '../../longest-timer.js';

/** How many calls there may be. */
export interface CallRate {
  readonly points: number;
  readonly perMs: number;
}

// Enough for the callers of one process at a time; each takes some hundred bytes.
const maxKeys = 10_000;

/** Counts calls by key, and lets those that wait in one by one, in the order in which they came. */
export class CallLimits {
  readonly #limiters: LRUCache<string, RateLimiter>;
  readonly #createLimiter: () => RateLimiter;
  /** The last one that waits, by key. */
  readonly #queues = new Map<string, Promise<void>>();

  private constructor(limiters: LRUCache<string, RateLimiter>, createLimiter: () => RateLimiter) {
    this.#limiters = limiters;
    this.#createLimiter = createLimiter;
  }

  /** Loads what counts: whoever limits no calls need not load it. */
  static async create({ points, perMs }: CallRate): Promise<CallLimits> {
    const [{ LRUCache }, { RateLimiter }] = await Promise.all([import('lru-cache'), import('limiter')]);
    // One that was not used for so long is full again: a new one is the same.
    const limiters = new LRUCache<string, RateLimiter>({ max: maxKeys, ttl: Math.ceil(perMs), updateAgeOnGet: true });
    return new CallLimits(limiters, () => new RateLimiter({ tokensPerInterval: points, interval: perMs }));
  }

  /** Lets a call in: gives 0, or how long it would have to wait, in milliseconds. */
  take(key: string): number {
    let limiter = this.#limiters.get(key);
    if (limiter === undefined) {
      limiter = this.#createLimiter();
      this.#limiters.set(key, limiter);
    }
    return limiter.tryRemoveTokens(1) ? 0 : Math.max(1, Math.ceil(limiter.getWaitTime(1)));
  }

  /**
   * Waits to be let in, behind those that came before: gives 0, or how long it would still have to wait, in
   * milliseconds, where that is longer than it may. Aborting gives the place up, and rejects.
   */
  async wait(key: string, longestMs: number, signal: AbortSignal): Promise<number> {
    const until = performance.now() + longestMs;
    const previous = this.#queues.get(key);
    const turn = (async () => {
      await previous;
      return this.#takeWhenFree(key, until, signal);
    })();
    const queue = turn.then(ignore, ignore);
    this.#queues.set(key, queue);
    try {
      return await turn;
    } finally {
      if (this.#queues.get(key) === queue) this.#queues.delete(key);
    }
  }

  async #takeWhenFree(key: string, until: number, signal: AbortSignal): Promise<number> {
    for (;;) {
      signal.throwIfAborted();
      const waitMs = this.take(key);
      if (waitMs === 0 || performance.now() + waitMs > until) return waitMs;
      await sleep(Math.min(waitMs, longestTimerMs), undefined, { signal });
    }
  }
}

function ignore(): void {}
