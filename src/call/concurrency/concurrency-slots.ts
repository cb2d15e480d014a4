import type { Concurrency } from '../../tool/metadata/tool-options.js';
import type { AwaitedCall } from './call-waits.js';

/** The place of one running call among those that the concurrency limits count. */
export interface Slot {
  /** The name of the tool, whose calls share a limit. */
  readonly key: string;
  readonly limit: Concurrency | undefined;
  /** The call that occupies the slot. Undefined if no other call can be made within it. */
  readonly call: AwaitedCall | undefined;
}

/** The slots of the running calls. */
export class ConcurrencySlots implements Iterable<Slot> {
  readonly #slots = new Set<Slot>();
  /** The number of running calls of each limited tool. */
  readonly #counts = new Map<string, number>();
  #isExclusive = false;
  /** The number of running calls that began before any tool had a limit. */
  #uncounted = 0;

  constructor(slots: Iterable<Slot> = []) {
    for (const slot of slots) this.add(slot);
  }

  [Symbol.iterator](): Iterator<Slot> {
    return this.#slots.values();
  }

  get size(): number {
    return this.#slots.size;
  }

  /** Whether an exclusive call is running. */
  get isExclusive(): boolean {
    return this.#isExclusive;
  }

  hasRoomFor({ key, limit }: Slot): boolean {
    if (this.#isExclusive) return false;
    if (limit === 'exclusive') return this.#slots.size + this.#uncounted === 0;
    return limit === undefined || (this.#counts.get(key) ?? 0) < limit;
  }

  add(slot: Slot): void {
    this.#slots.add(slot);
    this.#change(slot, 1);
  }

  delete(slot: Slot): void {
    this.#slots.delete(slot);
    this.#change(slot, -1);
  }

  addUncounted(): void {
    this.#uncounted++;
  }

  deleteUncounted(): void {
    this.#uncounted--;
  }

  #change({ key, limit }: Slot, change: 1 | -1): void {
    if (limit === undefined) return;
    if (limit === 'exclusive') {
      this.#isExclusive = change === 1;
      return;
    }
    const count = (this.#counts.get(key) ?? 0) + change;
    if (count === 0) this.#counts.delete(key);
    else this.#counts.set(key, count);
  }
}
