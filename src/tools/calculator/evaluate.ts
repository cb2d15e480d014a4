import type { Decimal } from 'decimal.js';
import { nearestName } from '../../base/options/nearest-name.js';
import { Arithmetic } from './arithmetic.js';
import { functions } from './functions.js';
import { syntaxError, type Token, tokenize } from './tokenize.js';

const deepestNesting = 64;
const largestCost = 300;

/** A part of a calculation. A percentage after `+` or `-` is a part of the number before it. */
interface Value {
  readonly number: Decimal;
  readonly isPercentage: boolean;
}

/**
 * Calculates an expression with decimal numbers.
 *
 * @returns The result as text, because a number of JavaScript has only 15 digits.
 * @throws ValidationError that names the position of a mistake and what is expected there.
 */
export function evaluate(expression: string, library: typeof Decimal): string {
  return new Evaluation(expression, library).run();
}

class Evaluation {
  readonly #tokens: readonly Token[];
  readonly #arithmetic: Arithmetic;
  #next = 0;
  #depth = 0;
  #cost = 0;

  constructor(expression: string, library: typeof Decimal) {
    this.#tokens = tokenize(expression);
    this.#arithmetic = new Arithmetic(library);
  }

  run(): string {
    const { number } = this.#readSum();
    const { kind, text, position } = this.#token;
    if (kind !== 'end')
      throw syntaxError(position, `expected an operator or the end, but found '${text}'${hintFor(text)}`);
    return this.#arithmetic.format(number);
  }

  get #token(): Token {
    return this.#tokens[this.#next] as Token;
  }

  #readSum(): Value {
    let left = this.#readProduct();
    for (let operator = this.#accept('+', '-'); operator !== undefined; operator = this.#accept('+', '-')) {
      const right = this.#readProduct();
      const isPart = right.isPercentage && !left.isPercentage;
      const change = isPart ? left.number.mul(right.number) : right.number;
      const number = operator.text === '+' ? left.number.add(change) : left.number.sub(change);
      left = { number: this.#check(number, operator), isPercentage: left.isPercentage && right.isPercentage };
    }
    return left;
  }

  #readProduct(): Value {
    let left = this.#readSigned();
    for (let operator = this.#accept('*', '/'); operator !== undefined; operator = this.#accept('*', '/')) {
      const { number } = this.#readSigned();
      if (operator.text === '/' && number.isZero()) throw syntaxError(operator.position, 'a number is divided by zero');
      const result = operator.text === '*' ? left.number.mul(number) : this.#arithmetic.divide(left.number, number);
      left = plain(this.#check(result, operator));
    }
    return left;
  }

  #readSigned(): Value {
    const sign = this.#accept('-', '+');
    if (sign === undefined) return this.#readPower();
    const { number, isPercentage } = this.#nest(sign, () => this.#readSigned());
    return { number: sign.text === '-' ? number.neg() : number, isPercentage };
  }

  /** Reads a power. It binds more tightly than a sign before it, and the right one of two is calculated first. */
  #readPower(): Value {
    const base = this.#readPostfix();
    const operator = this.#accept('^');
    if (operator === undefined) return base;
    const exponent = this.#nest(operator, () => this.#readSigned());
    if (base.number.isZero() && exponent.number.isNegative()) {
      throw syntaxError(operator.position, 'zero has no negative power');
    }
    this.#charge(functions.get('pow')?.cost ?? 0, operator);
    return plain(this.#check(this.#arithmetic.power(base.number, exponent.number), operator));
  }

  #readPostfix(): Value {
    let value = this.#readOperand();
    for (let operator = this.#accept('!', '%'); operator !== undefined; operator = this.#accept('!', '%')) {
      if (operator.text === '!') value = plain(this.#call('factorial', operator, [value.number]));
      else value = { number: value.number.div(100), isPercentage: true };
      this.#refuseOperandAfter(operator);
    }
    return value;
  }

  /** Throws if `%` is written between two numbers, as many languages write the remainder. */
  #refuseOperandAfter({ text, position }: Token): void {
    const { kind, text: next } = this.#token;
    if (text !== '%' || (kind !== 'number' && kind !== 'name' && next !== '(')) return;
    throw syntaxError(position, "'%' is a percentage and needs an operator after it; write a remainder as mod(a, b)");
  }

  #readOperand(): Value {
    const token = this.#token;
    this.#next++;
    if (token.kind === 'number') return plain(this.#check(this.#arithmetic.exact(token.text), token));
    if (token.kind === 'name') return plain(this.#readName(token));
    if (token.text === '(') {
      const { number } = this.#nest(token, () => this.#readSum());
      this.#expect(')', token);
      return plain(number);
    }
    const found = token.kind === 'end' ? 'the expression ends' : `found '${token.text}'`;
    throw syntaxError(token.position, `expected a number, a constant, a function or '(', but ${found}`);
  }

  #readName(token: Token): Decimal {
    if (this.#token.text === '(') return this.#call(token.text, token, this.#readArguments(token));
    const constant = this.#constant(token.text);
    if (constant !== undefined) return constant;
    const hint = functions.has(token.text)
      ? `'${token.text}' is a function; write ${token.text}(…)`
      : `there is no constant '${token.text}'; the constants are ${constantNames.join(', ')}`;
    throw syntaxError(token.position, hint);
  }

  #constant(name: string): Decimal | undefined {
    const { Precise } = this.#arithmetic;
    if (name === 'pi') return this.#arithmetic.pi();
    if (name === 'tau') return this.#arithmetic.pi().mul(2);
    if (name === 'e') return this.#arithmetic.round(new Precise(1).exp());
    if (name === 'phi') return this.#arithmetic.round(new Precise(5).sqrt().add(1).div(2));
    return undefined;
  }

  #readArguments(name: Token): readonly Decimal[] {
    const opening = this.#token;
    this.#next++;
    if (this.#accept(')') !== undefined) return [];
    const values: Decimal[] = [];
    do values.push(this.#nest(name, () => this.#readSum()).number);
    while (this.#accept(',') !== undefined);
    this.#expect(')', opening);
    return values;
  }

  #call(name: string, token: Token, values: readonly Decimal[]): Decimal {
    const called = functions.get(name);
    if (called === undefined)
      throw syntaxError(token.position, `there is no function '${name}'; ${nearestFunction(name)}`);
    const [least, most] = called.arity;
    if (values.length < least || values.length > most) {
      const expected = least === most ? `${least}` : `${least} to ${most}`;
      throw syntaxError(token.position, `${name} expects ${expected} arguments, but received ${values.length}`);
    }
    this.#charge(called.cost, token);
    return this.#check(called.apply(values, this.#arithmetic), token);
  }

  /** Refuses results that are not defined or too large. */
  #check(number: Decimal, { text, position }: Token): Decimal {
    if (number.isNaN()) throw syntaxError(position, `'${text}' has no real result for this value`);
    if (!number.isFinite()) throw syntaxError(position, `the result of '${text}' is infinite or larger than 10^10000`);
    return number;
  }

  #charge(cost: number, { position }: Token): void {
    this.#cost += cost;
    if (this.#cost > largestCost)
      throw syntaxError(position, 'the expression has too many functions; calculate it in parts');
  }

  #nest<T>({ position }: Token, read: () => T): T {
    if (this.#depth >= deepestNesting) {
      throw syntaxError(position, `the expression is nested deeper than ${deepestNesting} levels`);
    }
    this.#depth++;
    const value = read();
    this.#depth--;
    return value;
  }

  #accept(...symbols: readonly string[]): Token | undefined {
    const token = this.#token;
    if (token.kind !== 'symbol' || !symbols.includes(token.text)) return undefined;
    this.#next++;
    return token;
  }

  #expect(symbol: string, opening: Token): void {
    if (this.#accept(symbol) !== undefined) return;
    const { kind, text, position } = this.#token;
    const found = kind === 'end' ? 'the expression ends' : `found '${text}'`;
    throw syntaxError(
      position,
      `expected an operator or '${symbol}' for the '(' at position ${opening.position}, but ${found}${hintFor(text)}`,
    );
  }
}

const constantNames: readonly string[] = ['pi', 'e', 'tau', 'phi'];

function plain(number: Decimal): Value {
  return { number, isPercentage: false };
}

function hintFor(text: string): string {
  return text === ',' ? '; write numbers without separators of thousands' : '';
}

function nearestFunction(name: string): string {
  const nearest = nearestName(name, functions.keys());
  return nearest === undefined
    ? `the functions are ${[...functions.keys()].join(', ')}`
    : `the nearest is '${nearest}'`;
}
