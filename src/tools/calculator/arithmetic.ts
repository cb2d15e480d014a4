import type { Decimal } from 'decimal.js';

type DecimalClass = typeof Decimal;

// The significant digits of results that are not exact.
const resultDigits = 34;

// More digits than results have, so that rounding removes the errors of intermediate results.
const functionDigits = 42;
const keptDigits = 38;

// The digits up to which sums, products and powers are exact.
const exactDigits = 200;
const largestExponent = 10_000;

// Rounded numbers beyond these are written with an exponent.
const mostIntegerDigits = 40;
const mostLeadingZeros = 20;

/** The arithmetic of one calculation. It records whether a result had to be rounded. */
export class Arithmetic {
  /** The numbers with so many digits that usual sums and products are exact. */
  readonly #Exact: DecimalClass;
  /** The numbers with which functions are calculated. */
  readonly Precise: DecimalClass;
  #isRounded = false;

  constructor(library: DecimalClass) {
    // The modulo mode 3 rounds the quotient down, so that the result has the sign of the divisor.
    const shared = { defaults: true, maxE: largestExponent, minE: -largestExponent, modulo: 3 } as const;
    this.#Exact = library.clone({ ...shared, precision: exactDigits });
    this.Precise = library.clone({ ...shared, precision: functionDigits });
  }

  /** Creates a number that is exact. */
  exact(value: Decimal.Value): Decimal {
    return new this.#Exact(value);
  }

  /** Rounds the result of a function. */
  round(value: Decimal): Decimal {
    this.#isRounded = true;
    return new this.#Exact(value.toSignificantDigits(keptDigits));
  }

  pi(): Decimal {
    return this.round(this.Precise.acos(-1));
  }

  divide(dividend: Decimal, divisor: Decimal): Decimal {
    const quotient = dividend.div(divisor);
    this.#isRounded ||= !quotient.mul(divisor).eq(dividend);
    return quotient;
  }

  /** Returns a power, or NaN if there is no real one. */
  readonly power = (base: Decimal, exponent: Decimal): Decimal => {
    if (!exponent.isInteger()) return this.round(new this.Precise(base).pow(exponent));
    if (exponent.isNegative()) return this.divide(this.exact(1), base.pow(exponent.neg()));
    return base.pow(exponent);
  };

  /** Removes the last digits of a number if it is not exact, so that they do not decide how it is rounded. */
  settle(value: Decimal): Decimal {
    return this.#isRounded ? value.toSignificantDigits(resultDigits) : value;
  }

  /** Writes a result: all digits of an exact number, and the first 34 digits of any other. */
  format(value: Decimal): string {
    const isExact = !this.#isRounded && value.precision(true) < exactDigits;
    if (isExact && value.e > -exactDigits) return writePlain(value);
    const rounded = value.toSignificantDigits(resultDigits);
    const isShort = rounded.e <= mostIntegerDigits && rounded.e >= -mostLeadingZeros;
    return isShort ? writePlain(rounded) : rounded.toExponential();
  }
}

/** Writes a number without an exponent, and zero without a sign. */
function writePlain(value: Decimal): string {
  return value.isZero() ? '0' : value.toFixed();
}
