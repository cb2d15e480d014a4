import { anything, type CharRange, chars, empty, type Language, maxCodePoint, or, repeat, then } from './language.js';

// Longer patterns are not compared.
const maxLength = 500;
const unlimited = Number.POSITIVE_INFINITY;

/**
 * Returns the strings that contain a match of a pattern. Returns undefined for what is not regular or rare: references,
 * assertions other than anchors around a whole alternative, and properties of characters.
 */
export function parsePattern(pattern: string): Language | undefined {
  if (pattern.length > maxLength) return undefined;
  try {
    return new PatternParser(pattern).parse();
  } catch (error) {
    if (error instanceof UnsupportedError) return undefined;
    throw error;
  }
}

class UnsupportedError extends Error {}

const digits: readonly CharRange[] = [[48, 57]];
const wordChars: readonly CharRange[] = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
];
const spaces: readonly CharRange[] = [
  [9, 13],
  [32, 32],
  [160, 160],
  [0x16_80, 0x16_80],
  [0x20_00, 0x20_0a],
  [0x20_28, 0x20_29],
  [0x20_2f, 0x20_2f],
  [0x20_5f, 0x20_5f],
  [0x30_00, 0x30_00],
  [0xfe_ff, 0xfe_ff],
];
const lineEnds: readonly CharRange[] = [
  [10, 10],
  [13, 13],
  [0x20_28, 0x20_29],
];
const classes: Readonly<Record<string, readonly CharRange[]>> = {
  d: digits,
  w: wordChars,
  s: spaces,
  D: complement(digits),
  W: complement(wordChars),
  S: complement(spaces),
};
const controls: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, f: 12, v: 11, 0: 0 };

class PatternParser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): Language {
    const language = this.#alternatives(true);
    if (this.#at < this.#text.length) throw new UnsupportedError();
    return language;
  }

  #alternatives(isWhole: boolean): Language {
    const found = [this.#alternative(isWhole)];
    while (this.#take('|')) found.push(this.#alternative(isWhole));
    return or(found);
  }

  #alternative(isWhole: boolean): Language {
    const parts = isWhole && !this.#take('^') ? [anything()] : [];
    let isEnd = false;
    while (!isEnd && this.#at < this.#text.length && !/[|)]/.test(this.#peek())) {
      isEnd = isWhole && this.#take('$');
      if (!isEnd) parts.push(this.#quantified());
    }
    if (isEnd && this.#at < this.#text.length && this.#peek() !== '|') throw new UnsupportedError();
    if (isWhole && !isEnd) parts.push(anything());
    return parts.reduceRight((next, part) => then(part, next), empty);
  }

  #quantified(): Language {
    const part = this.#atom();
    const [text, short, least, comma, most] = this.#match(/([*+?])|\{(\d+)(,?)(\d*)\}/y) ?? [];
    if (text === undefined) return part;
    this.#take('?');
    if (short !== undefined) return repeat(part, short === '+' ? 1 : 0, short === '?' ? 1 : unlimited);
    const highest = most === '' ? (comma === '' ? Number(least) : unlimited) : Number(most);
    return repeat(part, Number(least), highest);
  }

  #atom(): Language {
    if (this.#match(/\((?!\?)|\(\?:|\(\?<\w+>/y) !== undefined) {
      const inner = this.#alternatives(false);
      if (!this.#take(')')) throw new UnsupportedError();
      return inner;
    }
    if (this.#take('[')) return this.#charClass();
    if (this.#take('.')) return chars(complement(lineEnds));
    if (/[\^$*+?{}()\]]/.test(this.#peek())) throw new UnsupportedError();
    return chars(this.#char());
  }

  #charClass(): Language {
    const isExcluded = this.#take('^');
    const ranges: CharRange[] = [];
    while (!this.#take(']')) {
      const first = this.#char();
      const isRange = this.#peek() === '-' && this.#text[this.#at + 1] !== ']';
      if (isRange) this.#at += 1;
      ranges.push(...(isRange ? rangeOf(first, this.#char()) : first));
    }
    return chars(isExcluded ? complement(ranges) : merge(ranges));
  }

  /** Reads one character, or an escape of one or more. */
  #char(): readonly CharRange[] {
    const code = this.#text.codePointAt(this.#at);
    if (code === undefined) throw new UnsupportedError();
    this.#at += code > 0xff_ff ? 2 : 1;
    return code === 0x5c ? this.#escape() : [[code, code]];
  }

  #escape(): readonly CharRange[] {
    const hex = this.#match(/x([\da-fA-F]{2})|u([\da-fA-F]{4})|u\{([\da-fA-F]{1,6})\}/y);
    if (hex !== undefined) return single(Number.parseInt(hex.slice(1).join(''), 16));
    const sign = this.#peek();
    this.#at += 1;
    const known = classes[sign];
    if (known !== undefined) return known;
    const control = controls[sign];
    if (control !== undefined) return single(control);
    if (sign === '' || /[a-zA-Z0-9]/.test(sign)) throw new UnsupportedError();
    return single(sign.charCodeAt(0));
  }

  #peek(): string {
    return this.#text[this.#at] ?? '';
  }

  #take(sign: string): boolean {
    const isNext = this.#peek() === sign;
    if (isNext) this.#at += 1;
    return isNext;
  }

  #match(expression: RegExp): readonly (string | undefined)[] | undefined {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.#text);
    if (found === null) return undefined;
    this.#at = expression.lastIndex;
    return found;
  }
}

function single(code: number): readonly CharRange[] {
  return [[code, code]];
}

function rangeOf(first: readonly CharRange[], last: readonly CharRange[]): readonly CharRange[] {
  const [from, to] = [first[0]?.[0], last[0]?.[1]];
  const isPlain = [...first, ...last].every(([start, end]) => start === end);
  if (from === undefined || to === undefined || from > to || !isPlain) throw new UnsupportedError();
  return [[from, to]];
}

/** Sorts ranges, and makes one of those that touch. */
function merge(ranges: readonly CharRange[]): readonly CharRange[] {
  const merged: CharRange[] = [];
  for (const [first, last] of ranges.toSorted(([one], [other]) => one - other)) {
    const before = merged.at(-1);
    if (before === undefined || first > before[1] + 1) merged.push([first, last]);
    else merged[merged.length - 1] = [before[0], Math.max(before[1], last)];
  }
  return merged;
}

function complement(ranges: readonly CharRange[]): readonly CharRange[] {
  const gaps: CharRange[] = [];
  let next = 0;
  for (const [first, last] of merge(ranges)) {
    if (first > next) gaps.push([next, first - 1]);
    next = last + 1;
  }
  return next > maxCodePoint ? gaps : [...gaps, [next, maxCodePoint]];
}
