import type { JsonSchema } from '../../json-schema.js';

/**
 * A regular expression as JSON Schema's `pattern`, or put into the description where a pattern would mean something
 * else: JSON Schema knows no flags, and reads patterns with `u`.
 */
export function matchesSchema(pattern: unknown, modifiers: unknown): JsonSchema {
  const regexp = toRegExp(pattern, modifiers);
  if (regexp === undefined) return {};
  // `g` and `d` change nothing about whether a string matches; `u` is what JSON Schema means anyway.
  const flags = regexp.flags.replaceAll(/[gdu]/g, '');
  const source = flags === '' ? unicodeSource(regexp) : undefined;
  return source === undefined ? { description: `Matches ${String(regexp)}.` } : { pattern: source };
}

/** A pattern for strings that contain `seed`; undefined where none says exactly that. */
export function containsPattern(seed: unknown): string | undefined {
  // class-validator finds half of an emoji and does odd things with an empty text; patterns do neither.
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
  const source = withoutNeedlessEscapes(regexp.source);
  return compile(source, 'u') === undefined ? undefined : source;
}

// With `u`, a backslash before a character that needs none is an error: `\@`, and `\-` outside of `[…]`.
function withoutNeedlessEscapes(source: string): string {
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
