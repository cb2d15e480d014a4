import type { Mistake } from './match-case.js';

/** How often a tool was called in the place of another one. */
export interface Confusion extends Mistake {
  readonly count: number;
}

/** Counts the mistakes of all cases, the most frequent first. */
export function countConfusions(mistakes: readonly Mistake[]): readonly Confusion[] {
  const counts = new Map<string, Confusion>();
  for (const { expected, called } of mistakes) {
    const key = JSON.stringify([expected, called]);
    counts.set(key, { expected, called, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()].toSorted(
    (one, other) =>
      other.count - one.count || compare(one.expected, other.expected) || compare(one.called, other.called),
  );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
