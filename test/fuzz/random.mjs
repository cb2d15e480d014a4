/** A source of random values that depend on its seed only (mulberry32). */
export class Random {
  #state;

  constructor(seed) {
    this.#state = seed >>> 0;
  }

  /** Returns a number from 0 to 1. */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns an integer from `low` to `high`. */
  between(low, high) {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  pick(values) {
    return values[this.between(0, values.length - 1)];
  }

  /** Returns true with a probability. */
  chance(probability) {
    return this.next() < probability;
  }

  /** Returns a list of `count` values. */
  list(count, create) {
    return Array.from({ length: count }, (_, index) => create(index));
  }
}
