import { argumentLimits } from './limits.js';

/** What a copy has counted so far. */
export interface CopyTally {
  /** Values of any kind. */
  values: number;
  /** Characters of all strings and keys. */
  characters: number;
}

/** Says that a value is not copied: it may be too large, too deep or hostile, which is decided at length elsewhere. */
export const UNCOPIED: unique symbol = Symbol('uncopied');

// What only a look at the schema tells to be harmless.
const guardedNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Copies a value and counts what it holds, in one pass: plain objects and arrays are copied, a property that is
 * undefined is left out. UNCOPIED where the value is beyond the limits, or where that takes a closer look.
 */
export function limitedCopy(value: unknown, depth: number, tally: CopyTally): unknown {
  if (++tally.values > argumentLimits.values) return UNCOPIED;
  if (typeof value === 'string') {
    tally.characters += value.length;
    return tally.characters > argumentLimits.characters ? UNCOPIED : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= argumentLimits.depth) return UNCOPIED;
  if (Array.isArray(value)) return copyItems(value, depth, tally);
  return inheritsNothing(value) ? copyEntries(value, depth, tally) : UNCOPIED;
}

/** Whether a value is a plain object that inherits nothing that could be taken for an argument. */
function inheritsNothing(value: object): value is Readonly<Record<string, unknown>> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function copyItems(items: readonly unknown[], depth: number, tally: CopyTally): unknown {
  if (items.length > argumentLimits.items) return UNCOPIED;
  const copy = items.slice();
  for (let index = 0; index < copy.length; index++) {
    const item = limitedCopy(copy[index], depth + 1, tally);
    if (item === UNCOPIED) return UNCOPIED;
    // A hole stays a hole.
    if (typeof item === 'object' && item !== null) copy[index] = item;
  }
  return copy;
}

function copyEntries(value: Readonly<Record<string, unknown>>, depth: number, tally: CopyTally): unknown {
  const copy: Record<string, unknown> = { ...value };
  for (const key in copy) {
    if (guardedNames.has(key)) return UNCOPIED;
    tally.characters += key.length;
    const member = limitedCopy(copy[key], depth + 1, tally);
    if (member === UNCOPIED) return UNCOPIED;
    if (member === undefined) delete copy[key];
    else copy[key] = member;
  }
  return tally.characters > argumentLimits.characters ? UNCOPIED : copy;
}
