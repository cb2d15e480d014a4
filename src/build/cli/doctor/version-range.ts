interface Version {
  readonly numbers: readonly [number, number, number];
  readonly isPrerelease: boolean;
}

/**
 * Checks whether a version is in a range of the manifest of this package. Of the ranges of npm, it reads `^1.2.3` and
 * `~1.2.3` with three numbers, `1.2.3`, `>=1.2`, and several of them with `||`. A prerelease is in no range that begins with
 * its release.
 */
export function isInRange(version: string, range: string): boolean {
  const parsed = parse(version);
  return parsed !== undefined && range.split('||').some((part) => matches(parsed, part.trim()));
}

function matches(version: Version, part: string): boolean {
  const [, operator = '', text = ''] = /^([~^]|>=)?\s*(.+)$/.exec(part) ?? [];
  const from = parse(text);
  if (from === undefined) return false;
  const order = compare(version.numbers, from.numbers);
  if (order < 0 || (order === 0 && version.isPrerelease && !from.isPrerelease)) return false;
  const fixed = fixedNumbers(operator, from.numbers);
  return from.numbers.slice(0, fixed).every((number, index) => version.numbers[index] === number);
}

/** Returns how many numbers of a version must be equal. */
function fixedNumbers(operator: string, [major, minor]: Version['numbers']): number {
  if (operator === '>=') return 0;
  if (operator === '~') return 2;
  if (operator === '') return 3;
  if (major > 0) return 1;
  return minor > 0 ? 2 : 3;
}

function parse(text: string): Version | undefined {
  const [match, major, minor = '0', patch = '0', suffix] = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(-[^+]+)?/.exec(text) ?? [];
  if (match === undefined) return undefined;
  return { numbers: [Number(major), Number(minor), Number(patch)], isPrerelease: suffix !== undefined };
}

function compare(some: Version['numbers'], others: Version['numbers']): number {
  for (const [index, number] of some.entries()) {
    const difference = number - (others[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
