import { canonicalJson } from '../../tool/arguments/canonical-json.js';

/** The properties of an object. @description */
export interface Fields {
  /** @ignore */
  readonly [name: string]: unknown;
}

/** An object or an array. */
export type Container = Record<string, unknown> | unknown[];

/** Items whose values are equal. */
export interface Group {
  /** A text that is the same for equal keys. */
  readonly id: string;
  /** What the members have in common. */
  readonly key: unknown;
  readonly members: readonly unknown[];
}

/** Checks whether a value is an object or an array. */
export function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}

/** Checks whether a value is an object and no array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return isContainer(value) && !Array.isArray(value);
}

/** Creates an object without a prototype, so that a name never reaches a method. */
export function createObject(entries: Iterable<readonly [string, unknown]>): Record<string, unknown> {
  const object: Record<string, unknown> = Object.create(null);
  for (const [name, value] of entries) object[name] = value;
  return object;
}

/** Returns a text as it is, and any other value as JSON. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Checks whether two values are equal. The order of an object's names does not matter. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (!isContainer(one) || !isContainer(other)) return one === other;
  return keyOf(one) === keyOf(other);
}

/** Groups items whose values are equal, in the order of their first item. */
export function groupItems(items: readonly unknown[], read: (item: unknown) => unknown): readonly Group[] {
  const groups = new Map<string, Group & { readonly members: unknown[] }>();
  for (const item of items) {
    const key = read(item);
    const id = keyOf(key);
    const group = groups.get(id) ?? { id, key, members: [] };
    group.members.push(item);
    groups.set(id, group);
  }
  return [...groups.values()];
}

/** Returns a text that is equal for equal values only. */
function keyOf(value: unknown): string {
  return canonicalJson(value) ?? 'undefined';
}

/** The order of values of different types. A missing value is the last. */
const typeOrder: readonly string[] = ['boolean', 'number', 'string', 'object', 'undefined'];

/** Compares two values: numbers by size, texts by their characters. Null and missing values follow all others. */
export function compareValues(one: unknown, other: unknown): number {
  const [rank, otherRank] = [rankOf(one), rankOf(other)];
  if (rank !== otherRank) return rank - otherRank;
  if (isContainer(one) || isContainer(other)) return 0;
  if (one === other) return 0;
  return (one as number) < (other as number) ? -1 : 1;
}

function rankOf(value: unknown): number {
  return value === null ? typeOrder.length : typeOrder.indexOf(typeof value);
}
