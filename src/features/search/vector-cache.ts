import type { UnitVector } from './unit-vectors.js';

// The vectors of 10,000 tools with 3,072 numbers each.
const maxBytes = 128 * 1_048_576;

/** The vectors that were used last, by the hash of their texts. */
export class VectorCache {
  readonly #vectors = new Map<string, UnitVector>();
  #bytes = 0;

  get(key: string): UnitVector | undefined {
    const vector = this.#vectors.get(key);
    if (vector === undefined) return undefined;
    this.#vectors.delete(key);
    this.#vectors.set(key, vector);
    return vector;
  }

  set(key: string, vector: UnitVector): void {
    this.#delete(key);
    this.#vectors.set(key, vector);
    this.#bytes += vector.byteLength;
    for (const oldest of this.#vectors.keys()) {
      if (this.#bytes <= maxBytes) return;
      this.#delete(oldest);
    }
  }

  #delete(key: string): void {
    const vector = this.#vectors.get(key);
    if (vector === undefined) return;
    this.#vectors.delete(key);
    this.#bytes -= vector.byteLength;
  }
}
