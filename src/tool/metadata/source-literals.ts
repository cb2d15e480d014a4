import type { SourceToken } from './source-tokens.js';

/** The value of an expression that is a JSON literal. */
export interface LiteralValue {
  readonly value: unknown;
}

type Tokens = readonly SourceToken[];

/** A range of tokens, without the end. */
export interface TokenRange {
  readonly from: number;
  readonly to: number;
}

const words: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/**
 * Reads the value of an expression that is a JSON literal, including the forms that minifiers and coverage tools emit.
 * Returns undefined for any other expression.
 */
export function readLiteral(tokens: Tokens, { from, to }: TokenRange): LiteralValue | undefined {
  const first = tokens[from];
  if (first === undefined || from >= to) return undefined;
  if (first.kind === 'mark' && ['!', '-', '+'].includes(first.text)) {
    return readUnary(first.text, readLiteral(tokens, { from: from + 1, to }));
  }
  if (first.close === to - 1) return readGroup(tokens, { from, to });
  return to - from === 1 ? readToken(first) : undefined;
}

function readUnary(operator: string, operand: LiteralValue | undefined): LiteralValue | undefined {
  if (operand === undefined) return undefined;
  if (operator === '!') return { value: !operand.value };
  if (typeof operand.value !== 'number') return undefined;
  return operator === '-' ? { value: -operand.value } : operand;
}

function readToken({ kind, text }: SourceToken): LiteralValue | undefined {
  if (kind === 'word') return words.has(text) ? { value: words.get(text) } : undefined;
  if (kind === 'string') return readText(text.slice(1, -1));
  if (kind === 'template') return text.endsWith('`') ? readText(text.slice(1, -1).replaceAll('\r\n', '\n')) : undefined;
  if (kind !== 'number' || /n$|^0\d/.test(text)) return undefined;
  const value = Number(text.replaceAll('_', ''));
  return Number.isFinite(value) ? { value } : undefined;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', '0': '\0' };

function readText(escaped: string): LiteralValue | undefined {
  // The escape of an old octal number.
  if (/(?<!\\)(?:\\\\)*\\(?:[1-9]|0\d)/.test(escaped)) return undefined;
  return { value: unescapeText(escaped) };
}

/** Replaces the escape sequences of a string literal, a template or an identifier. */
export function unescapeText(escaped: string): string {
  return escaped.replace(/\\(?:u\{([\da-fA-F]+)\}|u([\da-fA-F]{4})|x([\da-fA-F]{2})|\r\n|([\s\S]))/g, (...match) => {
    const [, point, unit, byte, character] = match as (string | undefined)[];
    const code = point ?? unit ?? byte;
    if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
    if (character === undefined || /[\n\r\u2028\u2029]/.test(character)) return '';
    return escapes[character] ?? character;
  });
}

function readGroup(tokens: Tokens, { from, to }: TokenRange): LiteralValue | undefined {
  const parts = splitAtCommas(tokens, { from: from + 1, to: to - 1 });
  switch (tokens[from]?.text) {
    case '(':
      // The last of several expressions is the value.
      return readLiteral(tokens, parts.at(-1) ?? { from: to, to });
    case '[':
      return readArray(tokens, parts);
    default:
      return readObject(tokens, parts);
  }
}

function readArray(tokens: Tokens, parts: readonly TokenRange[]): LiteralValue | undefined {
  const values: unknown[] = [];
  for (const part of parts) {
    const item = readLiteral(tokens, part);
    if (item === undefined) return undefined;
    values.push(item.value);
  }
  return { value: Object.freeze(values) };
}

function readObject(tokens: Tokens, parts: readonly TokenRange[]): LiteralValue | undefined {
  const value: Record<string, unknown> = {};
  for (const { from, to } of parts) {
    const colon = (tokens[from]?.text === '[' ? (tokens[from]?.close ?? from) : from) + 1;
    const name = readKey(tokens, from);
    const item = tokens[colon]?.text === ':' ? readLiteral(tokens, { from: colon + 1, to }) : undefined;
    // In an object literal, `__proto__: x` sets the prototype, so the result is not plain data.
    if (item === undefined || name === undefined || name === '__proto__') return undefined;
    value[name] = item.value;
  }
  return { value: Object.freeze(value) };
}

/** Reads the key of a class member or of a property. Returns undefined for a private or a computed name. */
export function readKey(tokens: Tokens, at: number): string | undefined {
  const token = tokens[at];
  if (token?.kind === 'word') return token.text.startsWith('#') ? undefined : unescapeText(token.text);
  if (token?.text === '[') {
    const literal = readLiteral(tokens, { from: at + 1, to: token.close ?? at });
    return literal === undefined ? undefined : String(literal.value);
  }
  const literal = token?.kind === 'string' || token?.kind === 'number' ? readToken(token) : undefined;
  return literal === undefined ? undefined : String(literal.value);
}

/** Splits a range at the commas that are in no brackets. A trailing comma is ignored. */
export function splitAtCommas(tokens: Tokens, { from, to }: TokenRange): readonly TokenRange[] {
  const parts: TokenRange[] = [];
  let start = from;
  for (let at = from; at < to; at = nextAfter(tokens, at)) {
    if (tokens[at]?.text !== ',') continue;
    parts.push({ from: start, to: at });
    start = at + 1;
  }
  return start < to ? [...parts, { from: start, to }] : parts;
}

/** Returns the index of the token after the one at an index, or after the brackets that it opens. */
export function nextAfter(tokens: Tokens, at: number): number {
  return (tokens[at]?.close ?? at) + 1;
}
