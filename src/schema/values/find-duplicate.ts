import { isPlainObject } from './copy-json.js';

/** The indexes of two equal items. */
export interface Duplicate {
  readonly first: number;
  readonly second: number;
}

/**
 * Returns the last item of an array that equals an earlier one, or undefined if all items are different. The time is
 * proportional to the size of the items, because their texts are compared and not each item with each other.
 */
export function findDuplicate(items: readonly unknown[]): Duplicate | undefined {
  const writer = new KeyWriter();
  const indexes = new Map<string, number>();
  let found: Duplicate | undefined;
  for (const [second, item] of items.entries()) {
    const key = writer.write(item);
    const first = indexes.get(key);
    if (first !== undefined) found = { first, second };
    indexes.set(key, second);
  }
  return found;
}

/** A writer of texts that are equal exactly if their values are equal. */
class KeyWriter {
  readonly #instances = new Map<object, number>();

  write(value: unknown): string {
    if (typeof value === 'string') return JSON.stringify(value);
    if (typeof value !== 'object' || value === null) return `${typeof value} ${String(value)}`;
    if (Array.isArray(value)) return `[${value.map((item) => this.write(item)).join(',')}]`;
    if (!isPlainObject(value)) return this.#writeInstance(value);
    const names = Object.keys(value).filter((name) => value[name] !== undefined);
    return `{${names
      .sort()
      .map((name) => `${JSON.stringify(name)}:${this.write(value[name])}`)
      .join(',')}}`;
  }

  /** Writes an instance of a class, which equals only itself. */
  #writeInstance(value: object): string {
    const number = this.#instances.get(value) ?? this.#instances.size;
    this.#instances.set(value, number);
    return `instance ${number}`;
  }
}
