import type { CallWaits } from './call-waits.js';
import { ConcurrencySlots, type Slot } from './concurrency-slots.js';

/** The running calls, and who waits for them. */
export interface Occupancy {
  readonly slots: ConcurrencySlots;
  readonly waits: CallWaits;
}

/**
 * Returns the waiting call that is admitted next. Calls are admitted in the order of arrival. An exclusive call holds back
 * all later calls, except those for which a running call waits: it would wait for them itself.
 */
export function findNext<Waiting extends { readonly slot: Slot }>(
  waiting: Iterable<Waiting>,
  { slots, waits }: Occupancy,
): Waiting | undefined {
  let isHeldBack = false;
  for (const one of waiting) {
    const { slot } = one;
    if (slots.hasRoomFor(slot) && (!isHeldBack || isAwaited(slot, { slots, waits }))) return one;
    isHeldBack ||= slot.limit === 'exclusive';
  }
  return undefined;
}

function isAwaited({ call }: Slot, { slots, waits }: Occupancy): boolean {
  const waiters = waits.waitersOf([call]);
  return waiters.size > 0 && [...slots].some((one) => one.call !== undefined && waiters.has(one.call));
}

/** Checks whether a waiting call is admitted once all calls have ended that wait for no waiting call. */
export function canBeAdmitted<Waiting extends { readonly slot: Slot }>(
  target: Waiting,
  waiting: Iterable<Waiting>,
  { slots, waits }: Occupancy,
): boolean {
  const left = new Set(waiting);
  let running = [...slots];
  for (;;) {
    const blocked = waits.waitersOf([...left].map(({ slot }) => slot.call));
    const kept = new ConcurrencySlots(running.filter(({ call }) => call !== undefined && blocked.has(call)));
    const isUnchanged = kept.size === running.length;
    const next = findNext(left, { slots: kept, waits });
    if (next === target) return true;
    if (next === undefined && isUnchanged) return false;
    if (next !== undefined) {
      left.delete(next);
      kept.add(next.slot);
    }
    running = [...kept];
  }
}
