import { keyOf } from '../arrays/item-rules.js';
import { createObject, isContainer, isObject } from '../data/path.js';

/** One difference between two values. */
export interface Difference {
  /** The path of the value, as the other tools for objects accept it. */
  readonly path: string;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Returns the values that differ, with their paths. Objects and arrays are compared member by member. */
export function compareData(before: unknown, after: unknown, path = ''): readonly Difference[] {
  const areAlike = isContainer(before) && isContainer(after) && Array.isArray(before) === Array.isArray(after);
  if (!areAlike) {
    return Object.is(before, after) || keyOf(before) === keyOf(after) ? [] : [{ path, kind: 'changed', before, after }];
  }
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name): readonly Difference[] => {
    const at = appendStep(path, name, Array.isArray(before));
    const [old, now] = [before, after] as readonly Readonly<Record<string, unknown>>[];
    if (!Object.hasOwn(before, name)) return [{ path: at, kind: 'added', after: now?.[name] }];
    if (!Object.hasOwn(after, name)) return [{ path: at, kind: 'removed', before: old?.[name] }];
    return compareData(old?.[name], now?.[name], at);
  });
}

/** Returns all values that have no members, by their paths. Empty objects and arrays count as such values. */
export function flattenData(value: unknown, path = ''): readonly (readonly [string, unknown])[] {
  if (!isContainer(value) || Object.keys(value).length === 0) return [[path, value]];
  return Object.entries(value).flatMap(([name, member]) =>
    flattenData(member, appendStep(path, name, Array.isArray(value))),
  );
}

/** Merges objects. The values of a later one replace those of an earlier one. */
export function mergeData(
  one: unknown,
  other: unknown,
  mode: { readonly isDeep: boolean; readonly appends: boolean },
): unknown {
  if (mode.appends && Array.isArray(one) && Array.isArray(other)) return [...one, ...other];
  if (!isObject(one) || !isObject(other)) return other;
  const merged = createObject(Object.entries(one));
  for (const [name, value] of Object.entries(other)) {
    merged[name] = mode.isDeep && Object.hasOwn(merged, name) ? mergeData(merged[name], value, mode) : value;
  }
  return merged;
}

function appendStep(path: string, name: string, isIndex: boolean): string {
  if (isIndex) return `${path}[${name}]`;
  if (/[.[\]"]/.test(name) || name === '') return `${path}["${name}"]`;
  return path === '' ? name : `${path}.${name}`;
}
