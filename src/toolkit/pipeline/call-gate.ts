import type { Concurrency } from '../../metadata/tool-options.js';

/** Ends a turn, or the wait for it. May be called more than once; only the first time counts. */
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
  /** How many calls of each limited tool are in. */
  readonly #running = new Map<string, number>();
  readonly #waiting: Waiting[] = [];
  /** How many calls are in, those without a limit included: a call that runs alone waits for them too. */
  #total = 0;
  #isExclusive = false;

  /** Whether a call may have to wait: nobody else need ask. */
  isNeeded(limit: Concurrency | undefined): boolean {
    return limit !== undefined || this.#isExclusive || this.#waiting.length > 0;
  }

  /** Counts a call that need not wait. Each is followed by one `passed`. */
  pass(): void {
    this.#total++;
  }

  /** A call that did not wait is over. */
  readonly passed = (): void => {
    this.#total--;
    if (this.#waiting.length > 0) this.#admit();
  };

  /** Waits for a turn: `onTurn` is called when it has come, at once where there is room. */
  enter(key: string, limit: Concurrency | undefined, onTurn: () => void): Leave {
    let leave: Leave | undefined;
    const enter = (): void => {
      leave = this.#begin(key, limit);
      onTurn();
    };
    const waiting: Waiting = { key, limit, enter };
    this.#waiting.push(waiting);
    this.#admit();
    return () => {
      if (leave !== undefined) {
        leave();
        return;
      }
      const place = this.#waiting.indexOf(waiting);
      if (place < 0) return;
      this.#waiting.splice(place, 1);
      // It may have held back those that came after it.
      this.#admit();
    };
  }

  #begin(key: string, limit: Concurrency | undefined): Leave {
    this.#total++;
    if (limit === 'exclusive') this.#isExclusive = true;
    else if (limit !== undefined) this.#count(key, 1);
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      this.#total--;
      if (limit === 'exclusive') this.#isExclusive = false;
      else if (limit !== undefined) this.#count(key, -1);
      this.#admit();
    };
  }

  /** Lets in whoever may go, one after the other: what one of them starts may itself come here. */
  #admit(): void {
    for (let place = this.#nextPlace(); place >= 0; place = this.#nextPlace()) {
      const [waiting] = this.#waiting.splice(place, 1);
      waiting?.enter();
    }
  }

  /** Where the first one stands that may go; -1 if nobody may. */
  #nextPlace(): number {
    if (this.#isExclusive) return -1;
    for (const [place, waiting] of this.#waiting.entries()) {
      if (this.#hasRoom(waiting)) return place;
      if (waiting.limit === 'exclusive') return -1;
    }
    return -1;
  }

  #hasRoom({ key, limit }: Waiting): boolean {
    if (limit === 'exclusive') return this.#total === 0;
    return limit === undefined || (this.#running.get(key) ?? 0) < limit;
  }

  #count(key: string, change: 1 | -1): void {
    const count = (this.#running.get(key) ?? 0) + change;
    if (count === 0) this.#running.delete(key);
    else this.#running.set(key, count);
  }
}
