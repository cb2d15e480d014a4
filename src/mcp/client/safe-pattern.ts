// Matching may take this many times the length of a text, at most.
const maxChoices = 1_000;

/**
 * Whether a stranger's regular expression is sure to be matched in time that grows with the text and no faster. Cautious:
 * it says no to many that are harmless. Groups may not repeat what varies, nothing may refer back, and one part at most may
 * be of any length, in a pattern that begins at the start.
 */
export function isSafePattern(source: string): boolean {
  if (source.length > 1_000) return false;
  // Classes, escapes and the like are one character each.
  const plain = source.replaceAll(/\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\[^1-9k]|\[(?:\\.|[^\]\\])*\]/g, 'x');
  if (/\\|\(\?<?[=!]/.test(plain)) return false;
  if (/\([^()]*[*+?{|][^()]*\)[*+{]/.test(plain.replaceAll('(?:', '(')) || hasNestedGroup(plain)) return false;
  const unbounded = plain.match(/[*+]|\{\d+,\}/g)?.length ?? 0;
  const ranges = [...plain.matchAll(/\{(\d+),(\d+)\}/g)].map(([, low, high]) => Number(high) - Number(low) + 1);
  const optional = plain.match(/\?/g)?.length ?? 0;
  const choices = ranges.reduce((product, range) => product * range, 2 ** optional);
  if (choices > maxChoices) return false;
  // Without a start, each character is one.
  return unbounded === 0 || (unbounded === 1 && plain.startsWith('^') && !plain.includes('|'));
}

/** A repeated group that holds groups is not looked into. */
function hasNestedGroup(plain: string): boolean {
  return /\([^()]*\([\s\S]*\)[^()]*\)[*+{]/.test(plain);
}
