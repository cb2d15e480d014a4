import { invalidArgument } from '../definition/invalid-argument.js';
import { loadPackage } from '../definition/load-package.js';

/** A way in which numbers are combined to one. @description */
export type Aggregation = 'count' | 'sum' | 'average' | 'min' | 'max' | 'median';

/**
 * Combines values to one number, with decimal arithmetic. Missing values are ignored.
 *
 * @returns Null if there is no value to combine.
 * @throws ValidationError if a value is no number.
 */
export async function aggregate(values: readonly unknown[], operation: Aggregation): Promise<number | null> {
  const present = values.filter((value) => value !== undefined && value !== null);
  if (operation === 'count') return present.length;
  const numbers = present.map(checkNumber);
  if (operation === 'sum') return sum(numbers);
  if (numbers.length === 0) return null;
  if (operation === 'average') return average(numbers);
  const sorted = [...numbers].sort((one, other) => one - other);
  if (operation === 'min') return sorted[0] ?? null;
  if (operation === 'max') return sorted.at(-1) ?? null;
  return average(sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1));
}

function checkNumber(value: unknown, index: number): number {
  if (typeof value === 'number') return value;
  throw invalidArgument('items', `the value ${index + 1} to combine is no number.`);
}

async function sum(numbers: readonly number[]): Promise<number> {
  const { Decimal } = await loadPackage('decimal.js', () => import('decimal.js'));
  return finite(Decimal.sum(0, ...numbers).toNumber());
}

async function average(numbers: readonly number[]): Promise<number> {
  const { Decimal } = await loadPackage('decimal.js', () => import('decimal.js'));
  return finite(
    Decimal.sum(0, ...numbers)
      .div(numbers.length)
      .toNumber(),
  );
}

function finite(value: number): number {
  if (Number.isFinite(value)) return value;
  throw invalidArgument('items', 'the result is larger than any number of JSON.');
}
