/** Returns which part of all words two sets share, from 0 to 1. */
export function shareOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const all = new Set([...one, ...other]);
  if (all.size === 0) return 1;
  return [...one].filter((item) => other.has(item)).length / all.size;
}

/** Returns the words of a text. */
export function wordsIn(text = ''): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}
