// In characters. A longer name is unlikely to be a typing error.
const longestName = 100;

/**
 * Returns the known name that `name` most likely misspells, or undefined if none is close. At most a third of the
 * letters may be missing, added, wrong or swapped with their neighbour. Upper and lower case are considered equal.
 */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  if (name.length > longestName) return undefined;
  const wanted = name.toLowerCase();
  let limit = Math.max(1, Math.floor(name.length / 3));
  let nearest: string | undefined;
  for (const candidate of known) {
    if (candidate === name || Math.abs(candidate.length - name.length) > limit) continue;
    const distance = editDistance(wanted, candidate.toLowerCase());
    // If every letter differs, it is a different name.
    if (distance > limit || distance >= Math.max(name.length, candidate.length)) continue;
    nearest = candidate;
    if (distance === 0) break;
    limit = distance - 1;
  }
  return nearest;
}

/** Returns the Damerau-Levenshtein distance in its restricted form, where no part is changed twice. */
function editDistance(from: string, to: string): number {
  let twoBack: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const substituted = at(last, column - 1) + (from[row - 1] === to[column - 1] ? 0 : 1);
      let best = Math.min(at(last, column) + 1, at(current, column - 1) + 1, substituted);
      if (from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]) {
        best = Math.min(best, at(twoBack, column - 2) + 1);
      }
      current.push(best);
    }
    twoBack = last;
    last = current;
  }
  return at(last, to.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
