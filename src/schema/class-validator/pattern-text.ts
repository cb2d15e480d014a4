import type { JsonSchema } from '../../base/json/json-schema.js';

/**
 * Returns a regular expression as JSON Schema's `pattern`, or as a description if a pattern would not be equivalent:
 * JSON Schema has no flags, and interprets patterns with `u`.
 */
export function matchesSchema(pattern: unknown, modifiers: unknown): JsonSchema {
  const regexp = toRegExp(pattern, modifiers);
  if (regexp === undefined) return {};
  // `g` and `d` do not affect whether a string matches, and JSON Schema always implies `u`.
  const flags = regexp.flags.replaceAll(/[gdu]/g, '');
  const source = flags === '' ? unicodeSource(regexp) : undefined;
  return source === undefined ? { description: `Matches ${String(regexp)}.` } : { pattern: source };
}

/** Returns a pattern for strings that contain `seed`, or undefined if no pattern is equivalent. */
export function containsPattern(seed: unknown): string | undefined {
  // Unlike a pattern, class-validator matches half of an emoji and treats an empty text specially.
  if (typeof seed !== 'string' || seed === '' || /\p{Surrogate}/u.test(seed)) return undefined;
  return seed.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

function toRegExp(pattern: unknown, modifiers: unknown): RegExp | undefined {
  if (pattern instanceof RegExp) return pattern;
  if (typeof pattern !== 'string') return undefined;
  return compile(pattern, typeof modifiers === 'string' ? modifiers : '');
}

function unicodeSource(regexp: RegExp): string | undefined {
  if (regexp.flags.includes('u')) return regexp.source;
  const source = removeNeedlessEscapes(regexp.source);
  return compile(source, 'u') === undefined ? undefined : source;
}

// With `u`, an unnecessary backslash is an error: `\@`, and `\-` outside of `[…]`.
function removeNeedlessEscapes(source: string): string {
  let inClass = false;
  return source.replaceAll(/\\[\s\S]|[[\]]/g, (token) => {
    if (token === '[') inClass = true;
    if (token === ']') inClass = false;
    const character = token.charAt(1);
    const isNeedless =
      token.length === 2 && !/[\w^$\\.*+?()[\]{}|/]/.test(character) && !(inClass && character === '-');
    return isNeedless ? character : token;
  });
}

function compile(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}
