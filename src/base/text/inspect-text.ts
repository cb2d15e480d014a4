import { isMap, isNativeError, isSet } from '../values/value-kinds.js';

/**
 * Returns the text of a value that a log would show, down to `depth` levels: in Node, what `util.inspect` returns, and
 * elsewhere the names and values of all properties.
 */
export function inspectText(value: unknown, depth: number): string {
  const inspect = globalThis.process?.getBuiltinModule?.('node:util')?.inspect;
  if (inspect === undefined) return new TextCollector(depth).collect(value);
  return inspect(value, { depth, maxStringLength: null, maxArrayLength: null, breakLength: Number.POSITIVE_INFINITY });
}

/** A collector of all texts in a value. */
export class TextCollector {
  readonly #depth: number;
  readonly #seen = new Set<object>();
  readonly #texts: string[] = [];

  /** @param depth - The levels of nested objects to read. */
  constructor(depth: number) {
    this.#depth = depth;
  }

  /** Returns the texts in a value, one per line. Getters are not called. */
  collect(value: unknown): string {
    this.#add(value, 0);
    return this.#texts.join('\n');
  }

  #add(value: unknown, level: number): void {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null) {
      this.#texts.push(String(value));
      return;
    }
    if (level > this.#depth || this.#seen.has(value)) return;
    this.#seen.add(value);
    // Their content is not in properties.
    if (value instanceof URL || value instanceof URLSearchParams) this.#texts.push(String(value));
    const entries = isMap(value) || isSet(value) || value instanceof Headers ? [...value].flat() : [];
    for (const entry of entries) this.#add(entry, level + 1);
    const inherited = isNativeError(value) ? [value.name, value.message] : [];
    for (const text of inherited) this.#add(text, level + 1);
    this.#addProperties(value, level + 1);
  }

  #addProperties(value: object, level: number): void {
    if (ArrayBuffer.isView(value)) return;
    for (const key of Reflect.ownKeys(value)) {
      const property = Object.getOwnPropertyDescriptor(value, key);
      if (property === undefined || !('value' in property)) continue;
      this.#texts.push(String(key));
      this.#add(property.value, level);
    }
  }
}
