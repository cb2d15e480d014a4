// As in the paper of the method (Cormack et al., 2009): ranks far behind say little.
const k = 60;

/** Combines lists by reciprocal ranks: what is at the front of several lists is first. */
export function fuseRanks<T>(...lists: readonly (readonly T[])[]): readonly T[] {
  const scores = new Map<T, number>();
  for (const list of lists) {
    for (const [index, item] of list.entries()) scores.set(item, (scores.get(item) ?? 0) + 1 / (k + index + 1));
  }
  return [...scores].toSorted(([, one], [, other]) => other - one).map(([item]) => item);
}
