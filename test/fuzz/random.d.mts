/** A source of random values that depend on its seed only. */
export class Random {
  constructor(seed: number);
  /** Returns a number from 0 to 1. */
  next(): number;
  /** Returns an integer from `low` to `high`. */
  between(low: number, high: number): number;
  pick<T>(values: readonly T[]): T;
  /** Returns true with a probability. */
  chance(probability: number): boolean;
  /** Returns a list of `count` values. */
  list<T>(count: number, create: (index: number) => T): T[];
}
