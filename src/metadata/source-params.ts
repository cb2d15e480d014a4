import {
  type Expression,
  type Options,
  Parser,
  type Pattern,
  type PrivateIdentifier,
  TokenType,
  tokTypes,
} from 'acorn';
import { memoize } from '../memoize.js';

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
type Callable = Function;

/** The parameters of each instance method, by method name. */
type MethodParams = ReadonlyMap<string, readonly SourceParam[]>;

/**
 * Reads the parameters of a method from the text of the class that owns it, which is not affected by decorators that
 * wrap the method. Otherwise reads them from the text of the method. Returns undefined for native and bound functions,
 * whose text cannot be read.
 */
export function readSourceParams(
  owner: Callable | undefined,
  methodName: string,
  method: Callable,
): readonly SourceParam[] | undefined {
  const text = textOf(method);
  const inClass =
    owner === undefined ? undefined : (readPlainMember(owner, methodName, text) ?? methodsOf(owner).get(methodName));
  return inClass ?? readFunctionText(text);
}

const methodsOf = memoize((owner: Callable): MethodParams => readClassText(textOf(owner)));

// Not `value.toString()`, because a static method could have that name.
function textOf(value: Callable): string {
  return Function.prototype.toString.call(value);
}

/**
 * Reads the parameters of all public instance methods in the text of a class. Returns an empty map if the text is not a
 * class that can be parsed.
 *
 * @internal
 */
export function readClassText(text: string): MethodParams {
  const methods = new Map<string, readonly SourceParam[]>();
  const expression = parseExpression(text);
  if (expression?.type !== 'ClassExpression') return methods;
  for (const member of expression.body.body) {
    if (member.type !== 'MethodDefinition' || member.kind !== 'method' || member.static) continue;
    const name = keyName(member.key, member.computed);
    if (name !== undefined) methods.set(name, paramsOf(member.value.params));
  }
  return methods;
}

/**
 * Matches the head of a method whose parameters are plain names. The groups are the method's name and the parameters.
 */
const plainMember = /^(?:async\s+)?(?:\*\s*)?([\w$]+)\s*\(([\w$\s,]*)\)/;

/**
 * Reads a method with plain parameters without a parser. Returns undefined if its class has to be parsed. See
 * docs/performance.md.
 */
function readPlainMember(owner: Callable, methodName: string, text: string): readonly SourceParam[] | undefined {
  const [, name, names] = plainMember.exec(text) ?? [];
  if (name !== methodName || names === undefined) return undefined;
  const classText = textOf(owner);
  return classText.length <= maxScanLength && classText.includes(text) ? parsePlainParams(names) : undefined;
}

// In characters. A class is scanned for each of its methods, but parsed only once.
const maxScanLength = 16_384;

/** Matches the head of a function or method whose parameters are plain names. The group contains the parameters. */
const plainHead = /^(?:async\s+)?(?:function\b\s*\*?|\*)?\s*[\w$]*\s*\(([\w$\s,]*)\)/;

/** Reads a function with plain parameters without a parser. Returns undefined if its text has to be parsed. */
function readPlainHead(text: string): readonly SourceParam[] | undefined {
  const names = plainHead.exec(text)?.[1];
  return names === undefined || text.includes('[native code]') ? undefined : parsePlainParams(names);
}

function parsePlainParams(names: string): readonly SourceParam[] {
  const list = names.split(',').map((name) => name.trim());
  // The last entry is empty without parameters and after a trailing comma.
  if (list.at(-1) === '') list.pop();
  return Object.freeze(list.map((name) => Object.freeze({ name, hasDefault: false, rest: false })));
}

function readFunctionText(text: string): readonly SourceParam[] | undefined {
  const plain = readPlainHead(text);
  if (plain !== undefined) return plain;
  const expression = parseExpression(text);
  if (expression?.type === 'FunctionExpression' || expression?.type === 'ArrowFunctionExpression') {
    return paramsOf(expression.params);
  }
  // The text of a method is a class member: `async search(query) { … }`.
  const body = expression === undefined ? parseExpression(`class { ${text}\n}`) : undefined;
  const member = body?.type === 'ClassExpression' ? body.body.body[0] : undefined;
  if (member?.type !== 'MethodDefinition' || member.kind === 'get' || member.kind === 'set') return undefined;
  return paramsOf(member.value.params);
}

function keyName(key: Expression | PrivateIdentifier, computed: boolean): string | undefined {
  if (key.type === 'PrivateIdentifier') return undefined;
  if (key.type === 'Identifier' && !computed) return key.name;
  const literal = literalOf(key);
  return literal === undefined ? undefined : String(literal.value);
}

function paramsOf(patterns: readonly Pattern[]): readonly SourceParam[] {
  return Object.freeze(patterns.map((pattern) => Object.freeze(paramOf(pattern))));
}

function paramOf(pattern: Pattern): SourceParam {
  if (pattern.type === 'RestElement') return { name: patternName(pattern.argument), hasDefault: false, rest: true };
  if (pattern.type !== 'AssignmentPattern') return { name: patternName(pattern), hasDefault: false, rest: false };
  const literal = literalOf(pattern.right);
  const param = { name: patternName(pattern.left), hasDefault: true, rest: false };
  return literal === undefined ? param : { ...param, default: literal.value };
}

function patternName(pattern: Pattern): string | undefined {
  return pattern.type === 'Identifier' ? pattern.name : undefined;
}

interface LiteralValue {
  readonly value: unknown;
}

/**
 * Reads the value of an expression that is a JSON literal, including the forms that minifiers and coverage tools emit.
 */
function literalOf(expression: Expression): LiteralValue | undefined {
  switch (expression.type) {
    case 'Literal':
      return isJsonPrimitive(expression.value) ? { value: expression.value } : undefined;
    case 'TemplateLiteral':
      return expression.expressions.length === 0 ? { value: expression.quasis[0]?.value.cooked } : undefined;
    case 'UnaryExpression':
      return unaryLiteral(expression.operator, expression.argument);
    case 'SequenceExpression': {
      const last = expression.expressions.at(-1);
      return last === undefined ? undefined : literalOf(last);
    }
    case 'ArrayExpression':
      return arrayLiteral(expression.elements);
    case 'ObjectExpression':
      return objectLiteral(expression.properties);
    default:
      return undefined;
  }
}

function isJsonPrimitive(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return value === null || typeof value === 'string' || typeof value === 'boolean';
}

function unaryLiteral(operator: string, argument: Expression): LiteralValue | undefined {
  const operand = literalOf(argument);
  if (operand === undefined) return undefined;
  if (operator === '!') return { value: !operand.value };
  if (typeof operand.value !== 'number') return undefined;
  if (operator === '-') return { value: -operand.value };
  return operator === '+' ? operand : undefined;
}

type ArrayElements = Extract<Expression, { type: 'ArrayExpression' }>['elements'];
type ObjectMembers = Extract<Expression, { type: 'ObjectExpression' }>['properties'];

function arrayLiteral(elements: ArrayElements): LiteralValue | undefined {
  const values: unknown[] = [];
  for (const element of elements) {
    const item = element === null || element.type === 'SpreadElement' ? undefined : literalOf(element);
    if (item === undefined) return undefined;
    values.push(item.value);
  }
  return { value: Object.freeze(values) };
}

function objectLiteral(members: ObjectMembers): LiteralValue | undefined {
  const value: Record<string, unknown> = {};
  for (const member of members) {
    if (member.type !== 'Property' || member.kind !== 'init') return undefined;
    const name = keyName(member.key, member.computed);
    const item = literalOf(member.value);
    // In an object literal, `__proto__: x` sets the prototype, so the result is not plain data.
    if (item === undefined || name === undefined || name === '__proto__') return undefined;
    value[name] = item.value;
  }
  return { value: Object.freeze(value) };
}

const parserOptions: Omit<Options, 'sourceType'> = {
  ecmaVersion: 'latest',
  // The text is an excerpt: private names, `super` and `await` may refer to the surrounding code.
  checkPrivateFields: false,
  allowSuperOutsideMethod: true,
  allowAwaitOutsideFunction: true,
};

function parseExpression(text: string): Expression | undefined {
  // Tried as a module first, because classes are strict and `import.meta` is common. Sloppy functions need a script.
  for (const sourceType of ['module', 'script'] as const) {
    try {
      const [statement] = DecoratorSkippingParser.parse(`(${text}\n)`, { ...parserOptions, sourceType }).body;
      return statement?.type === 'ExpressionStatement' ? statement.expression : undefined;
    } catch {
      // Native code, or syntax that acorn does not support. The caller uses other sources.
    }
  }
  return undefined;
}

/** The members of acorn's parser that plugins use but its types do not declare. */
interface ParserMembers {
  readonly type: TokenType;
  readonly input: string;
  pos: number;
  next(): void;
  eat(type: TokenType): boolean;
  isContextual(word: string): boolean;
  finishToken(type: TokenType): void;
  getTokenFromCode(code: number): void;
  parseIdent(liberal: boolean): unknown;
  parseParenExpression(): unknown;
  parseExprList(close: TokenType, trailingComma: boolean): unknown;
  parseExprAtom(...context: unknown[]): unknown;
  parseClassElement(allowsSuper: boolean): unknown;
  parseClassElementName(element: unknown): void;
}

const atSign = new (TokenType as unknown as new (label: string) => TokenType)('@');
const nameFollows = /^[ \t]+[\p{ID_Start}$_#['"\d]/u;

// An engine with native decorators preserves them in the text. acorn does not support them yet.
const DecoratorSkippingParser = Parser.extend((base) => {
  class Plugin extends (base as unknown as new () => ParserMembers) {
    override getTokenFromCode(code: number): void {
      if (code !== '@'.charCodeAt(0)) {
        super.getTokenFromCode(code);
        return;
      }
      this.pos++;
      this.finishToken(atSign);
    }

    override parseExprAtom(...context: unknown[]): unknown {
      this.skipDecorators();
      return super.parseExprAtom(...context);
    }

    override parseClassElement(allowsSuper: boolean): unknown {
      this.skipDecorators();
      return super.parseClassElement(allowsSuper);
    }

    override parseClassElementName(element: unknown): void {
      const ahead = this.input.slice(this.pos, this.pos + 100);
      if (this.isContextual('accessor') && nameFollows.test(ahead)) this.next();
      super.parseClassElementName(element);
    }

    skipDecorators(): void {
      while (this.eat(atSign)) {
        if (this.type === tokTypes.parenL) {
          this.parseParenExpression();
          continue;
        }
        this.parseIdent(true);
        while (this.eat(tokTypes.dot)) this.parseIdent(true);
        if (this.eat(tokTypes.parenL)) this.parseExprList(tokTypes.parenR, true);
      }
    }
  }
  return Plugin as unknown as typeof Parser;
});
