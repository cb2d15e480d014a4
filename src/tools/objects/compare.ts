import { pathOfMember } from '../data/path.js';
import { createObject, type Fields, isContainer, isEqual, isObject } from '../data/values.js';

/** One difference between two values. @description @additionalProperties false */
export interface Difference {
  /** The path of the value, as the other tools for objects accept it. @description */
  readonly path: string;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Returns the values that differ, with their paths. Objects and arrays are compared member by member. */
export function compareData(before: unknown, after: unknown, path = ''): readonly Difference[] {
  const areAlike = isContainer(before) && isContainer(after) && Array.isArray(before) === Array.isArray(after);
  if (!areAlike) return isEqual(before, after) ? [] : [{ path, kind: 'changed', before, after }];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name): readonly Difference[] => {
    const at = pathOfMember(path, name, before);
    const [old, now] = [before, after] as readonly Readonly<Record<string, unknown>>[];
    if (!Object.hasOwn(before, name)) return [{ path: at, kind: 'added', after: now?.[name] }];
    if (!Object.hasOwn(after, name)) return [{ path: at, kind: 'removed', before: old?.[name] }];
    return compareData(old?.[name], now?.[name], at);
  });
}

/** Returns all values that have no members, by their paths. Empty objects and arrays count as such values. */
export function flattenData(value: unknown, path = ''): readonly (readonly [string, unknown])[] {
  if (!isContainer(value) || Object.keys(value).length === 0) return [[path, value]];
  return Object.entries(value).flatMap(([name, member]) => flattenData(member, pathOfMember(path, name, value)));
}

/** How objects are merged. */
export interface MergeMode {
  /** Whether objects in objects are merged, too. */
  readonly isDeep: boolean;
  /** Whether arrays are joined, and not replaced. */
  readonly appends: boolean;
}

/** Merges objects. The values of the other one replace those of the one. */
export function mergeFields(one: Fields, other: Fields, mode: MergeMode): Fields {
  const merged = createObject(Object.entries(one));
  for (const [name, value] of Object.entries(other)) {
    merged[name] = mode.isDeep && Object.hasOwn(merged, name) ? mergeValues(merged[name], value, mode) : value;
  }
  return merged;
}

function mergeValues(one: unknown, other: unknown, mode: MergeMode): unknown {
  if (mode.appends && Array.isArray(one) && Array.isArray(other)) return [...one, ...other];
  return isObject(one) && isObject(other) ? mergeFields(one, other, mode) : other;
}
