// The highest number of steps per character that matching a text may take.
const maxChoices = 1_000;

/**
 * Whether the regular expression of an untrusted server is known to match in linear time. The check is conservative: it
 * rejects many harmless patterns. A repeated group must not contain quantifiers or alternatives, backreferences and
 * lookarounds are not allowed, and only one unbounded quantifier is allowed, in a pattern that is anchored with `^`.
 */
export function isSafePattern(source: string): boolean {
  if (source.length > 1_000) return false;
  // A class or an escape matches one character.
  const plain = source.replaceAll(/\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\[^1-9k]|\[(?:\\.|[^\]\\])*\]/g, 'x');
  if (/\\|\(\?<?[=!]/.test(plain)) return false;
  if (/\([^()]*[*+?{|][^()]*\)[*+{]/.test(plain.replaceAll('(?:', '(')) || hasNestedGroup(plain)) return false;
  const unbounded = plain.match(/[*+]|\{\d+,\}/g)?.length ?? 0;
  const ranges = [...plain.matchAll(/\{(\d+),(\d+)\}/g)].map(([, low, high]) => Number(high) - Number(low) + 1);
  const optional = plain.match(/\?/g)?.length ?? 0;
  const choices = ranges.reduce((product, range) => product * range, 2 ** optional);
  if (choices > maxChoices) return false;
  // An unanchored pattern can start matching at each character.
  return unbounded === 0 || (unbounded === 1 && plain.startsWith('^') && !plain.includes('|'));
}

/** Whether a pattern repeats a group that contains groups. Such a group is not analysed further. */
function hasNestedGroup(plain: string): boolean {
  return /\([^()]*\([\s\S]*\)[^()]*\)[*+{]/.test(plain);
}
