/** Returns the name that a misspelt word most likely means, or undefined if it resembles none. */
export function findNearest(word: string, names: readonly string[]): string | undefined {
  const typed = word.toLowerCase();
  const extended = names.find((name) => typed.startsWith(name));
  if (extended !== undefined) return extended;
  const [nearest] = names
    .map((name) => ({ name, distance: distanceOf(typed, name) }))
    .sort((one, other) => one.distance - other.distance);
  return nearest !== undefined && nearest.distance <= 2 ? nearest.name : undefined;
}

/** Returns how many characters have to be inserted, removed or replaced to make one text of the other. */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [at, character] of [...one].entries()) {
    const next = [at + 1];
    for (const [index, expected] of [...other].entries()) {
      const replaced = Number(row[index]) + (character === expected ? 0 : 1);
      next.push(Math.min(replaced, Number(row[index + 1]) + 1, Number(next[index]) + 1));
    }
    row = next;
  }
  return Number(row.at(-1));
}
