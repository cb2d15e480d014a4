import { comparedText } from '../labels/compared-text.js';
import { joinLabels, type Label, trustedLabel } from '../labels/label.js';
import type { ResultOrigin } from '../labels/origin.js';

/** An untrusted value of a kept result that a model has seen. */
export interface ShownValue {
  readonly text: string;
  readonly label: Label;
  readonly origin: ResultOrigin;
}

const maxValues = 10_000;

/** The untrusted values that a model has seen of kept results. An argument that repeats one comes from there. */
export class ShownValues {
  readonly #values = new Map<string, { readonly shown: ShownValue; readonly index: number }>();
  #label: Label = trustedLabel;

  /** The label of what may contain any of the values. */
  get label(): Label {
    return this.#label;
  }

  /** The number of values. A value that was shown again is not counted again. */
  get size(): number {
    return this.#values.size;
  }

  /** Adds a value. Returns false if there is no room for it. The first origin is kept. */
  add(value: ShownValue): boolean {
    const key = comparedText(value.text);
    if (this.#values.has(key)) return true;
    if (this.#values.size >= maxValues) return false;
    this.#values.set(key, { shown: value, index: this.#values.size });
    this.#label = joinLabels(this.#label, value.label);
    return true;
  }

  /**
   * Returns the value that equals another one.
   *
   * @param count - The number of values that the model had seen when it wrote the other one.
   */
  find(value: unknown, count: number): ShownValue | undefined {
    if (typeof value !== 'string' && typeof value !== 'number') return undefined;
    const text = comparedText(String(value));
    // A number may be written in several ways, and as a text.
    const found = this.#values.get(text) ?? (text === '' ? undefined : this.#values.get(String(Number(text))));
    return found !== undefined && found.index < count ? found.shown : undefined;
  }

  list(): readonly ShownValue[] {
    return [...this.#values.values()].map(({ shown }) => shown);
  }
}
