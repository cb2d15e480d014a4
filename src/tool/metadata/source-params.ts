import { memoize } from '../../base/values/memoize.js';
import { nextAfter, readKey, readLiteral, splitAtCommas, type TokenRange, unescapeText } from './source-literals.js';
import { endsExpression, type SourceToken, tokenize } from './source-tokens.js';

/** The description of one parameter in the source text. */
export interface SourceParam {
  /** The name; undefined for a pattern such as `{ a, b }`. */
  readonly name: string | undefined;
  readonly hasDefault: boolean;
  /** The default value, frozen. Present only when it is a literal, or an array or object of literals. */
  readonly default?: unknown;
  readonly rest: boolean;
}

// biome-ignore lint/complexity/noBannedTypes: accepts any class or callable, because only its text is read.
export type Callable = Function;

/** The parameters of each instance method, by method name. */
type MethodParams = ReadonlyMap<string, readonly SourceParam[]>;

type Tokens = readonly SourceToken[];

/**
 * Reads the parameters of a method from the text of the class that owns it, which is not affected by decorators that
 * wrap the method. Otherwise reads them from the text of the method. Returns undefined for native and bound functions,
 * whose text cannot be read, and for text that is not understood.
 */
export function readSourceParams(
  owner: Callable | undefined,
  methodName: string,
  method: Callable,
): readonly SourceParam[] | undefined {
  const inClass = owner === undefined ? undefined : methodsOf(owner).get(methodName);
  return inClass ?? readFunctionText(tokenize(textOf(method)) ?? []);
}

/** Reads the parameters of the function with which a text begins. Returns undefined for text that is not understood. */
export function readTextParams(text: string): readonly SourceParam[] | undefined {
  return readFunctionText(tokenize(text) ?? []);
}

const methodsOf = memoize((owner: Callable): MethodParams => readClassText(textOf(owner)));

/** Returns the source text of a class or a function. */
export function textOf(value: Callable): string {
  // Not `value.toString()`, because a static method could have that name.
  return Function.prototype.toString.call(value);
}

/**
 * Reads the parameters of all public instance methods in the text of a class. Returns an empty map if the text is not a
 * class that is understood.
 *
 * @internal
 */
export function readClassText(text: string): MethodParams {
  const methods = new Map<string, readonly SourceParam[]>();
  const tokens = tokenize(text) ?? [];
  const body = findClassBody(tokens);
  for (let at = body.from; at < body.to; ) {
    const member = readMember(tokens, at);
    if (member.name !== undefined && member.params !== undefined) methods.set(member.name, member.params);
    at = member.end;
  }
  return methods;
}

/** Returns the members of a class, without its braces. The body is what the last brace closes. */
function findClassBody(tokens: Tokens): TokenRange {
  const last = tokens.length - 1;
  const start = tokens.findIndex(({ text }) => text === 'class');
  const isClass = start === 0 || (start > 0 && tokens[0]?.text === '@');
  const from = isClass ? tokens.findIndex(({ close, text }) => close === last && text === '{') : -1;
  return from < 0 ? { from: 0, to: 0 } : { from: from + 1, to: last };
}

interface ClassMember {
  /** The name of a public instance method. */
  readonly name?: string | undefined;
  readonly params?: readonly SourceParam[];
  /** The index of the token after the member. */
  readonly end: number;
}

const modifiers: ReadonlySet<string> = new Set(['static', 'async', 'get', 'set', 'accessor']);
const endOfName: ReadonlySet<string | undefined> = new Set(['(', '=', ';', '}', undefined]);

function readMember(tokens: Tokens, start: number): ClassMember {
  let at = start;
  if (tokens[at]?.text === ';') return { end: at + 1 };
  while (tokens[at]?.text === '@') at = skipDecorator(tokens, at + 1);
  const found = new Set<string>();
  while (isModifier(tokens, at)) found.add(tokens[at++]?.text ?? '');
  if (found.has('static') && tokens[at]?.text === '{') return { end: nextAfter(tokens, at) };
  const isConstructor = /^['"]?constructor['"]?$/.test(tokens[at]?.text ?? '');
  const name = isConstructor ? undefined : readKey(tokens, at);
  at = nextAfter(tokens, at);
  if (tokens[at]?.text !== '(') return { end: skipField(tokens, at) };
  const params = readParams(tokens, { from: at + 1, to: tokens[at]?.close ?? at });
  const end = nextAfter(tokens, nextAfter(tokens, at));
  return ['static', 'get', 'set'].some((modifier) => found.has(modifier)) ? { end } : { name, params, end };
}

function isModifier(tokens: Tokens, at: number): boolean {
  const { kind, text = '' } = tokens[at] ?? {};
  if (kind === 'mark') return text === '*';
  return kind === 'word' && modifiers.has(text) && !endOfName.has(tokens[at + 1]?.text);
}

function skipDecorator(tokens: Tokens, start: number): number {
  let at = nextAfter(tokens, start);
  while (tokens[at]?.text === '.') at += 2;
  return tokens[at]?.text === '(' ? nextAfter(tokens, at) : at;
}

/** Returns the index after a field, which a semicolon ends, or a line that cannot continue its value. */
function skipField(tokens: Tokens, start: number): number {
  let at = start;
  for (; at < tokens.length - 1; at = nextAfter(tokens, at)) {
    const { text, kind, startsLine } = tokens[at] as SourceToken;
    if (text === ';') return at + 1;
    const startsMember = (kind !== 'mark' && kind !== 'template') || text === '@';
    if (startsLine && startsMember && endsExpression(tokens[at - 1]) && !['in', 'instanceof'].includes(text)) return at;
  }
  return at;
}

function readFunctionText(tokens: Tokens): readonly SourceParam[] | undefined {
  const [first, second, third] = tokens;
  if (first === undefined || isAccessor(first, second)) return undefined;
  if (first.text === 'class' && second?.text !== '(') return undefined;
  const bare = second?.text === '=>' ? 0 : third?.text === '=>' && first.text === 'async' ? 1 : undefined;
  if (bare !== undefined && tokens[bare]?.kind === 'word') return readParams(tokens, { from: bare, to: bare + 1 });
  let at = 0;
  while (at < tokens.length && tokens[at]?.text !== '(') at = nextAfter(tokens, at);
  const close = tokens[at]?.close;
  return close === undefined || isNative(tokens, close + 1)
    ? undefined
    : readParams(tokens, { from: at + 1, to: close });
}

function isAccessor(first: SourceToken, second: SourceToken | undefined): boolean {
  return ['get', 'set'].includes(first.text) && !endOfName.has(second?.text) && second?.text !== '=>';
}

function isNative(tokens: Tokens, from: number): boolean {
  const body = tokens.slice(from, from + 5).map(({ text }) => text);
  return body.join(' ') === '{ [ native code ]';
}

function readParams(tokens: Tokens, range: TokenRange): readonly SourceParam[] {
  return Object.freeze(splitAtCommas(tokens, range).map((part) => Object.freeze(readParam(tokens, part))));
}

function readParam(tokens: Tokens, { from, to }: TokenRange): SourceParam {
  const rest = tokens[from]?.text === '...';
  const target = rest ? from + 1 : from;
  const { kind, text = '' } = tokens[target] ?? {};
  const name = kind === 'word' ? unescapeText(text) : undefined;
  const equals = nextAfter(tokens, target);
  if (equals >= to) return { name, hasDefault: false, rest };
  const literal = readLiteral(tokens, { from: equals + 1, to });
  const param = { name, hasDefault: true, rest };
  return literal === undefined ? param : { ...param, default: literal.value };
}
