/** A token of JavaScript source text. */
export interface SourceToken {
  readonly kind: 'word' | 'number' | 'string' | 'template' | 'regex' | 'mark';
  readonly text: string;
  /** The index of its first character. */
  readonly start: number;
  /** Whether a line break precedes the token. */
  readonly startsLine: boolean;
  /** Whether the author wrote white space before the token that a minifier would remove. */
  readonly isSpaced: boolean;
  /** The index of the bracket that closes this one. */
  close?: number;
}

const blank = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/uy;
const escaped = String.raw`\\u(?:\{[\da-fA-F]+\}|[\da-fA-F]{4})`;
const word = String.raw`#?(?:[\p{ID_Start}$_]|${escaped})(?:[\p{ID_Continue}$\u200c\u200d]|${escaped})*`;
const number = String.raw`0[xXbBoO][\da-fA-F_]+n?|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?[\d_]+)?n?`;
const string = String.raw`"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'`;
const mark = String.raw`\.{3}|=>|\+\+|--|[=!]==?|[<>]+=?|(?:\*\*|&&|\|\||\?\?|[-+*/%&|^])=?|\?\.(?!\d)|[{}()[\];,?:.~=!@]`;
const plainToken = new RegExp(`(?<word>${word})|(?<number>${number})|(?<string>${string})|(?<mark>${mark})`, 'uy');
const regex = /\/(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/uy;
/** Matches a template up to its end or to the next substitution, behind its opening backtick or a closing brace. */
const template = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*(?:`|\$\{)/uy;

const operatorWords = new Set(
  'await case delete do else extends in instanceof new of return throw typeof void yield'.split(' '),
);
const heads = new Set(['if', 'while', 'for', 'with']);
const closings: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/**
 * Splits JavaScript source text into tokens, without comments. Returns undefined for text that is not JavaScript, or
 * whose brackets do not match.
 */
export function tokenize(text: string): readonly SourceToken[] | undefined {
  const tokens = new Tokenizer(text);
  return tokens.run() ? tokens.list : undefined;
}

/** Checks whether a token can end an expression, so that a following `/` divides and a following line is new. */
export function endsExpression(token: SourceToken | undefined): boolean {
  if (token === undefined) return false;
  if (token.kind === 'word') return !operatorWords.has(token.text);
  return token.kind !== 'mark' || [')', ']', '}', '++', '--'].includes(token.text);
}

class Tokenizer {
  readonly list: SourceToken[] = [];
  readonly #text: string;
  readonly #open: number[] = [];
  /** The index of the bracket that was closed last. */
  #lastOpening = -1;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  run(): boolean {
    for (;;) {
      const space = this.#match(blank)?.[0] ?? '';
      if (this.#at === this.#text.length) return this.#open.length === 0;
      if (!this.#readToken(space)) return false;
    }
  }

  #readToken(space: string): boolean {
    if (this.#text[this.#at] === '`') {
      this.#at++;
      return this.#readTemplate(space, '`');
    }
    const found = (this.#allowsRegex() ? this.#match(regex) : undefined) ?? this.#match(plainToken);
    if (found === undefined) return false;
    const { word, number, string, mark } = found.groups ?? {};
    const kind = word ? 'word' : number ? 'number' : string ? 'string' : mark ? 'mark' : 'regex';
    if (mark === '}' && this.list[this.#open.at(-1) ?? -1]?.kind === 'template') {
      this.#open.pop();
      return this.#readTemplate(space, '}');
    }
    this.#push(kind, found[0], space);
    return mark === undefined || this.#matchBrackets(mark);
  }

  #readTemplate(space: string, start: string): boolean {
    const found = this.#match(template)?.[0];
    if (found === undefined) return false;
    this.#push('template', start + found, space);
    if (found.endsWith('${')) this.#open.push(this.list.length - 1);
    return true;
  }

  #matchBrackets(bracket: string): boolean {
    const index = this.list.length - 1;
    if (closings[bracket] !== undefined) this.#open.push(index);
    if (![')', ']', '}'].includes(bracket)) return true;
    this.#lastOpening = this.#open.pop() ?? -1;
    const opening = this.list[this.#lastOpening];
    if (opening === undefined || closings[opening.text] !== bracket) return false;
    opening.close = index;
    return true;
  }

  #push(kind: SourceToken['kind'], text: string, space: string): void {
    const before = this.list.at(-1);
    const separates = (isWordLike(before) && kind !== 'mark') || before?.text.at(-1) === text[0];
    const isSpaced = /\s/.test(space) && before !== undefined && !separates;
    this.list.push({ kind, text, start: this.#at - text.length, startsLine: space.includes('\n'), isSpaced });
  }

  /** Checks whether a slash begins a regular expression here. */
  #allowsRegex(): boolean {
    const last = this.list.at(-1);
    if (this.#text[this.#at] !== '/' || !endsExpression(last)) return true;
    const before = this.list[this.#lastOpening - 1];
    if (last?.text === ')') return before !== undefined && heads.has(before.text);
    // The end of a block; an object literal is followed by a division.
    return last?.text === '}' && (endsExpression(before) || [';', '{'].includes(before?.text ?? ''));
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text) ?? undefined;
    if (found !== undefined) this.#at += found[0].length;
    return found;
  }
}

function isWordLike(token: SourceToken | undefined): boolean {
  return token?.kind === 'word' || token?.kind === 'number';
}
