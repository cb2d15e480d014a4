/** An inclusive range of code points. */
export type CharRange = readonly [first: number, last: number];

/**
 * A regular language: the strings that an expression matches as a whole. Equal expressions have equal keys; the
 * constructors below bring them into a normal form, so that an expression has few different derivatives.
 */
export type Language = { readonly key: string; readonly acceptsEmpty: boolean } & (
  | { readonly kind: 'none' | 'empty' }
  | { readonly kind: 'chars'; readonly ranges: readonly CharRange[] }
  | { readonly kind: 'then'; readonly first: Language; readonly next: Language }
  | { readonly kind: 'or' | 'and'; readonly parts: readonly Language[] }
  | { readonly kind: 'repeat'; readonly part: Language; readonly least: number; readonly most: number }
);

export const maxCodePoint = 0x10_ffff;

/** No string. */
export const none: Language = { kind: 'none', key: '0', acceptsEmpty: false };

/** The empty string only. */
export const empty: Language = { kind: 'empty', key: 'e', acceptsEmpty: true };

/** One character of some ranges. */
export function chars(ranges: readonly CharRange[]): Language {
  if (ranges.length === 0) return none;
  return { kind: 'chars', ranges, key: `[${ranges.map((range) => range.join('-')).join()}]`, acceptsEmpty: false };
}

/** Any string of at least and at most so many characters. */
export function anything(least = 0, most = Number.POSITIVE_INFINITY): Language {
  return repeat(chars([[0, maxCodePoint]]), least, most);
}

function isAnything({ key }: Language): boolean {
  return key === `[0-${maxCodePoint}]{0,Infinity}`;
}

/** One language after the other. */
export function then(first: Language, next: Language): Language {
  if (first.kind === 'none' || next.kind === 'none') return none;
  if (first.kind === 'empty') return next;
  if (next.kind === 'empty') return first;
  if (first.kind === 'then') return then(first.first, then(first.next, next));
  const acceptsEmpty = first.acceptsEmpty && next.acceptsEmpty;
  return { kind: 'then', first, next, key: `(${first.key} ${next.key})`, acceptsEmpty };
}

/** Any of some languages. */
export function or(parts: readonly Language[]): Language {
  const all = distinct(parts.flatMap((part) => (part.kind === 'or' ? part.parts : [part])));
  const known = all.filter(({ kind }) => kind !== 'none');
  const [only = none] = known;
  if (known.some(isAnything)) return anything();
  if (known.length < 2) return only;
  return { kind: 'or', parts: known, key: keyOf('|', known), acceptsEmpty: known.some((part) => part.acceptsEmpty) };
}

/** What is in all of some languages. */
export function and(parts: readonly Language[]): Language {
  const inner = parts.flatMap((part) => (part.kind === 'and' ? part.parts : [part]));
  const all = distinct(inner.filter((part) => !isAnything(part)));
  const [only = anything()] = all;
  if (all.length < 2) return only;
  if (all.some(({ kind }) => kind === 'none')) return none;
  return { kind: 'and', parts: all, key: keyOf('&', all), acceptsEmpty: all.every((part) => part.acceptsEmpty) };
}

/** A language so many times in a row. */
export function repeat(part: Language, least: number, most: number): Language {
  if (most <= 0 || part.kind === 'empty') return empty;
  if (least <= 1 && most === 1) return least === 1 ? part : or([empty, part]);
  if (part.kind === 'none') return least === 0 ? empty : none;
  const lowest = part.acceptsEmpty ? 0 : least;
  return {
    kind: 'repeat',
    part,
    least: lowest,
    most,
    key: `${part.key}{${lowest},${most}}`,
    acceptsEmpty: lowest === 0,
  };
}

function distinct(parts: readonly Language[]): readonly Language[] {
  const byKey = new Map(parts.map((part) => [part.key, part]));
  return [...byKey.values()].toSorted((one, other) => (one.key < other.key ? -1 : 1));
}

function keyOf(sign: string, parts: readonly Language[]): string {
  return `(${parts.map(({ key }) => key).join(sign)})`;
}
