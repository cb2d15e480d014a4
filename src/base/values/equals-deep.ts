import { isDate, isMap, isSet, isTypedArray } from './value-kinds.js';

/**
 * Checks whether two values are deeply equal: instances of the same class with equal members, equal dates and bytes,
 * and Maps and Sets with equal entries in the same order. Functions and the private fields of classes are compared by
 * identity, so that instances with private fields may count as equal.
 */
export function equalsDeep(one: unknown, other: unknown): boolean {
  return new Comparison().equals(one, other);
}

class Comparison {
  /** The pairs that are being compared, because data may contain itself. */
  readonly #pairs = new Map<object, object>();

  equals(one: unknown, other: unknown): boolean {
    if (Object.is(one, other)) return true;
    if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
    if (Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return false;
    if (this.#pairs.get(one) === other) return true;
    this.#pairs.set(one, other);
    if (isDate(one) && isDate(other)) return Object.is(one.getTime(), other.getTime());
    const [members, others] = [membersOf(one), membersOf(other)];
    return members.length === others.length && members.every((member, index) => this.equals(member, others[index]));
  }
}

/** Returns the content of an object as a list. The order of an object's properties does not matter. */
function membersOf(value: object): readonly unknown[] {
  if (isMap(value)) return [...value].flat();
  if (Array.isArray(value) || isSet(value) || isTypedArray(value)) return [...value];
  const entries: readonly (readonly [string, unknown])[] = Object.entries(value);
  return [...entries].sort(([a], [b]) => (a < b ? -1 : 1)).flat();
}
