import type { Decimal } from 'decimal.js';
import type { Arithmetic } from './arithmetic.js';

/** A function of the calculator. */
export interface MathFunction {
  /** The least and the largest number of arguments. */
  readonly arity: readonly [least: number, most: number];
  /** The time that a call takes, in units of a simple operation. */
  readonly cost: number;
  /** Calculates the function. Returns NaN where the function is not defined. */
  readonly apply: (values: readonly Decimal[], arithmetic: Arithmetic) => Decimal;
}

const many = 100;
const slow = 10;

// Larger angles, in radians, are not reduced: that takes long, and what remains of them is rarely meant.
const largestAngle = 1e15;
const smallAngle = 1e-3;
const angleDecimals = 38;
const largestExponent = 20_000;
const largestFactorial = 170;

/** Describes a function of one number whose result is exact. */
function exact(apply: (value: Decimal, arithmetic: Arithmetic) => Decimal): MathFunction {
  return { arity: [1, 1], cost: 1, apply: ([value], arithmetic) => apply(value as Decimal, arithmetic) };
}

/** Describes a function of one number whose result is rounded. */
function rounded(apply: (value: Decimal) => Decimal): MathFunction {
  return {
    arity: [1, 1],
    cost: slow,
    apply: ([value], arithmetic) => arithmetic.round(apply(new arithmetic.Precise(value as Decimal))),
  };
}

/** Describes a function of an angle. Its results are also rounded to decimals, so that `sin(pi)` is 0. */
function ofAngle(apply: (angle: Decimal) => Decimal): MathFunction {
  return rounded((angle) => {
    if (angle.abs().gt(largestAngle)) return notDefined(angle);
    return angle.abs().lt(smallAngle) ? apply(angle) : apply(angle).toDecimalPlaces(angleDecimals);
  });
}

/** Describes a function of a list of numbers. */
function ofList(apply: (values: readonly Decimal[], arithmetic: Arithmetic) => Decimal): MathFunction {
  return { arity: [1, many], cost: 1, apply };
}

/** Describes a function of two whole numbers. */
function ofIntegers(apply: (one: bigint, other: bigint) => bigint): MathFunction {
  return {
    arity: [2, 2],
    cost: slow,
    apply: ([one, other], arithmetic) => {
      const [a, b] = [one as Decimal, other as Decimal];
      if (!a.isInteger() || !b.isInteger()) return notDefined(a);
      return arithmetic.exact(apply(toBigInt(a), toBigInt(b)).toString());
    },
  };
}

/** The functions of the calculator by name. */
export const functions: ReadonlyMap<string, MathFunction> = new Map<string, MathFunction>([
  ['abs', exact((value) => value.abs())],
  ['sign', exact((value, arithmetic) => arithmetic.exact(value.cmp(0)))],
  ['floor', exact((value, arithmetic) => arithmetic.settle(value).floor())],
  ['ceil', exact((value, arithmetic) => arithmetic.settle(value).ceil())],
  ['trunc', exact((value, arithmetic) => arithmetic.settle(value).trunc())],
  ['round', { arity: [1, 2], cost: 1, apply: round }],
  ['sqrt', rounded((value) => value.sqrt())],
  ['cbrt', rounded((value) => value.cbrt())],
  ['root', { arity: [2, 2], cost: slow, apply: root }],
  [
    'pow',
    { arity: [2, 2], cost: slow, apply: ([base, exponent], { power }) => power(base as Decimal, exponent as Decimal) },
  ],
  ['exp', rounded((value) => (value.abs().gt(largestExponent) ? notDefined(value) : value.exp()))],
  ['ln', rounded((value) => value.ln())],
  ['log', { arity: [1, 2], cost: slow, apply: logarithm }],
  ['log2', rounded((value) => value.log(2))],
  ['log10', rounded((value) => value.log(10))],
  ['sin', ofAngle((angle) => angle.sin())],
  ['cos', ofAngle((angle) => angle.cos())],
  ['tan', ofAngle((angle) => tangent(angle))],
  ['asin', rounded((value) => value.asin())],
  ['acos', rounded((value) => value.acos())],
  ['atan', rounded((value) => value.atan())],
  ['atan2', { arity: [2, 2], cost: slow, apply: arctangent }],
  ['sinh', rounded((value) => (value.abs().gt(largestExponent) ? notDefined(value) : value.sinh()))],
  ['cosh', rounded((value) => (value.abs().gt(largestExponent) ? notDefined(value) : value.cosh()))],
  ['tanh', rounded((value) => (value.abs().gt(largestExponent) ? notDefined(value) : value.tanh()))],
  ['degrees', exact((value, arithmetic) => arithmetic.divide(value.mul(180), arithmetic.pi()))],
  ['radians', exact((value, arithmetic) => arithmetic.divide(value.mul(arithmetic.pi()), arithmetic.exact(180)))],
  ['mod', { arity: [2, 2], cost: 1, apply: ([value, divisor]) => (value as Decimal).mod(divisor as Decimal) }],
  ['factorial', { arity: [1, 1], cost: slow, apply: ([value], arithmetic) => factorial(value as Decimal, arithmetic) }],
  ['gcd', ofIntegers(greatestCommonDivisor)],
  ['lcm', ofIntegers((one, other) => leastCommonMultiple(one, other))],
  ['min', ofList((values) => values.reduce((least, value) => (value.lt(least) ? value : least)))],
  ['max', ofList((values) => values.reduce((most, value) => (value.gt(most) ? value : most)))],
  ['sum', ofList(sum)],
  ['avg', ofList((values, arithmetic) => arithmetic.divide(sum(values), arithmetic.exact(values.length)))],
  ['median', ofList(median)],
]);

/** Returns the product of all whole numbers up to `value`, or NaN for any other number. */
function factorial(value: Decimal, arithmetic: Arithmetic): Decimal {
  if (!value.isInteger() || value.isNegative() || value.gt(largestFactorial)) return notDefined(value);
  let product = 1n;
  for (let factor = 2n; factor <= toBigInt(value); factor++) product *= factor;
  return arithmetic.exact(product.toString());
}

function notDefined(value: Decimal): Decimal {
  return value.mul(Number.NaN);
}

function toBigInt(value: Decimal): bigint {
  return BigInt(value.toFixed());
}

function round([value, digits]: readonly Decimal[], arithmetic: Arithmetic): Decimal {
  const decimals = digits ?? arithmetic.exact(0);
  if (!decimals.isInteger() || decimals.abs().gt(many)) return notDefined(decimals);
  const settled = arithmetic.settle(value as Decimal);
  // Halves are rounded away from zero, as people do.
  const scale = arithmetic.exact(10).pow(decimals);
  return settled.mul(scale).toDecimalPlaces(0, roundHalfUp).div(scale);
}

// The rounding modes of the package decimal.js.
const roundHalfUp = 4;

function root([value, degree]: readonly Decimal[], arithmetic: Arithmetic): Decimal {
  const [radicand, index] = [value as Decimal, degree as Decimal];
  if (index.isZero()) return notDefined(radicand);
  const isOdd = index.isInteger() && !index.mod(2).isZero();
  const magnitude = new arithmetic.Precise(radicand.isNegative() && isOdd ? radicand.neg() : radicand);
  const power = arithmetic.round(magnitude.pow(new arithmetic.Precise(1).div(index)));
  return radicand.isNegative() && isOdd ? power.neg() : power;
}

function logarithm([value, base]: readonly Decimal[], arithmetic: Arithmetic): Decimal {
  return arithmetic.round(new arithmetic.Precise(value as Decimal).log(base ?? 10));
}

function tangent(angle: Decimal): Decimal {
  const cosine = angle.cos().toDecimalPlaces(angleDecimals);
  return cosine.isZero() ? notDefined(angle) : angle.sin().div(cosine);
}

function arctangent([y, x]: readonly Decimal[], arithmetic: Arithmetic): Decimal {
  const { Precise } = arithmetic;
  return arithmetic.round(Precise.atan2(y as Decimal, x as Decimal));
}

function greatestCommonDivisor(one: bigint, other: bigint): bigint {
  let [a, b] = [one < 0n ? -one : one, other < 0n ? -other : other];
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}

function leastCommonMultiple(one: bigint, other: bigint): bigint {
  if (one === 0n || other === 0n) return 0n;
  const multiple = (one / greatestCommonDivisor(one, other)) * other;
  return multiple < 0n ? -multiple : multiple;
}

function sum(values: readonly Decimal[]): Decimal {
  return values.reduce((total, value) => total.add(value));
}

function median(values: readonly Decimal[], arithmetic: Arithmetic): Decimal {
  const sorted = [...values].sort((one, other) => one.cmp(other));
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1);
  return arithmetic.divide(sum(middle), arithmetic.exact(middle.length));
}
