/** A version of numbers separated by dots, such as `2.1.0` or `2.1.0-beta.1`. */
export interface ParsedVersion {
  readonly numbers: readonly number[];
  /** The identifiers after the hyphen. Undefined for a release. */
  readonly prerelease: readonly string[] | undefined;
}

// At most 15 digits, which a number represents exactly.
const versionPattern = /^(\d{1,15}(?:\.\d{1,15})*)(?:-([\da-z-]+(?:\.[\da-z-]+)*))?$/i;

/** Parses a version. Returns undefined if it does not consist of numbers separated by dots. */
export function parseVersion(version: string | undefined): ParsedVersion | undefined {
  const [, numbers, prerelease] = versionPattern.exec(version ?? '') ?? [];
  if (numbers === undefined) return undefined;
  return { numbers: numbers.split('.').map(Number), prerelease: prerelease?.split('.') };
}

/** Compares versions by their order: negative if `one` is lower. Missing numbers are 0, and a prerelease is lower. */
export function compareVersions(one: ParsedVersion, other: ParsedVersion): number {
  const length = Math.max(one.numbers.length, other.numbers.length);
  for (let index = 0; index < length; index++) {
    const difference = numberAt(one, index) - numberAt(other, index);
    if (difference !== 0) return difference;
  }
  if (one.prerelease === undefined || other.prerelease === undefined) {
    return Number(one.prerelease === undefined) - Number(other.prerelease === undefined);
  }
  return comparePrereleases(one.prerelease, other.prerelease);
}

/** A function that checks whether a version is in a range. A tool may have no version. */
export type VersionRange = (version: string | undefined) => boolean;

/** Parses a range: a version, `1.2.x`, `1.x`, or `*` for any. Returns undefined for any other text. */
export function parseRange(range: string): VersionRange | undefined {
  if (range === '*') return () => true;
  const bounds = parseVersion(range.endsWith('.x') ? range.slice(0, -2) : range);
  if (bounds === undefined || (range.endsWith('.x') && bounds.prerelease !== undefined)) return undefined;
  return (version) => {
    const parsed = parseVersion(version);
    if (parsed === undefined) return false;
    if (!range.endsWith('.x')) return compareVersions(parsed, bounds) === 0;
    return bounds.numbers.every((number, index) => numberAt(parsed, index) === number);
  };
}

function numberAt({ numbers }: ParsedVersion, index: number): number {
  return numbers[index] ?? 0;
}

/** Compares as Semantic Versioning does: numbers by value and below texts, and a shorter list below a longer one. */
function comparePrereleases(one: readonly string[], other: readonly string[]): number {
  for (const [index, identifier] of one.entries()) {
    const against = other[index];
    if (against === undefined) return 1;
    if (identifier === against) continue;
    const isNumber = [identifier, against].map((text) => /^\d+$/.test(text));
    if (isNumber[0] !== isNumber[1]) return isNumber[0] === true ? -1 : 1;
    if (isNumber[0] === true && Number(identifier) !== Number(against)) return Number(identifier) - Number(against);
    return identifier < against ? -1 : 1;
  }
  return one.length - other.length;
}
