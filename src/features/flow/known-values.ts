import type { Readers } from '../../tool/metadata/flow-options.js';
import { comparedText, exactText, isComparable } from './labels/compared-text.js';
import type { ResultOrigin } from './labels/origin.js';

/** A value of a trusted field of a result. */
export interface KnownValue {
  readonly text: string;
  readonly kind: string | undefined;
  readonly readers: Readers;
  readonly origin: ResultOrigin;
}

const maxValues = 10_000;
// In characters, each of which needs two bytes.
const maxChars = 2 * 1024 * 1024;

/** The values of trusted fields that a session has seen, which arguments may repeat. */
export class KnownValues {
  readonly #values = new Map<string, KnownValue[]>();
  #count = 0;
  #chars = 0;
  #isFull = false;

  /** Whether there were more values than can be kept, so that none can be relied on. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** Adds a value, unless it is known or no argument can repeat it. */
  add(value: KnownValue): void {
    if (this.#isFull || !isComparable(value.text)) return;
    const key = comparedText(value.text);
    const known = this.#values.get(key) ?? [];
    if (known.some((one) => isSame(one, value))) return;
    this.#count++;
    this.#chars += key.length + value.text.length;
    if (this.#count > maxValues || this.#chars > maxChars) {
      this.#isFull = true;
      this.#values.clear();
      return;
    }
    this.#values.set(key, [...known, value]);
  }

  /** Returns the values of a kind that equal a text. */
  find(
    text: string,
    { kind, isExact }: { readonly kind: string | undefined; readonly isExact: boolean },
  ): readonly KnownValue[] {
    const known = this.#values.get(comparedText(text)) ?? [];
    return known.filter((one) => one.kind === kind && (!isExact || exactText(one.text) === exactText(text)));
  }

  /** Returns all values. */
  list(): readonly KnownValue[] {
    return [...this.#values.values()].flat();
  }
}

function isSame(one: KnownValue, other: KnownValue): boolean {
  // The first origin is kept. Of several readers, each counts.
  return one.kind === other.kind && one.text === other.text && String(one.readers) === String(other.readers);
}
