import { invalidArgument } from '../definition/invalid-argument.js';

/** One part of an expression. The kind `end` follows the last part. */
export interface Token {
  readonly kind: 'number' | 'name' | 'symbol' | 'end';
  readonly text: string;
  /** The position of its first character, beginning at 1. */
  readonly position: number;
}

const tokenPattern =
  /(?<space>\s+)|(?<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(?<name>[A-Za-z_]\w*|π)|(?<symbol>\*\*|[-+*/^%!(),−×÷·])/uy;

/** The symbols that are written in several ways. */
const spellings: ReadonlyMap<string, string> = new Map([
  ['**', '^'],
  ['−', '-'],
  ['×', '*'],
  ['·', '*'],
  ['÷', '/'],
  ['π', 'pi'],
]);

/**
 * Splits an expression into its parts.
 *
 * @throws ValidationError with the position of a character that no expression contains.
 */
export function tokenize(expression: string): readonly Token[] {
  const tokens: Token[] = [];
  const pattern = new RegExp(tokenPattern);
  while (pattern.lastIndex < expression.length) {
    const at = pattern.lastIndex;
    const groups = pattern.exec(expression)?.groups;
    if (groups === undefined)
      throw syntaxError(at + 1, `'${[...expression.slice(at)][0]}' is not part of an expression`);
    if (groups.space !== undefined) continue;
    const kind = groups.number !== undefined ? 'number' : groups.name !== undefined ? 'name' : 'symbol';
    const text = groups[kind] ?? '';
    tokens.push({ kind, text: spellings.get(text) ?? text, position: at + 1 });
  }
  return [...tokens, { kind: 'end', text: '', position: expression.length + 1 }];
}

/** Creates the error for a mistake at a position of an expression. */
export function syntaxError(position: number, problem: string): Error {
  return invalidArgument('expression', `at position ${position}, ${problem}.`);
}
