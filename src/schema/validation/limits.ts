import type { ValidationIssue } from '../../errors.js';
import { pointerOf } from '../json-schema/json-pointer.js';
import { eachSchema, isRecord } from '../json-schema/schema-walk.js';

/** How much a call's arguments may hold. Checked before anything that could overflow the stack or the memory. */
export const argumentLimits = Object.freeze({
  /** Levels of nesting. */
  depth: 64,
  /** Values of any kind, all levels together. */
  values: 10_000,
  /** Items of one array. */
  items: 10_000,
  /** Characters of all strings and keys together. */
  characters: 1_048_576,
});

/** Names that a schema declares somewhere, and that would be refused otherwise. */
export type DeclaredNames = ReadonlySet<string>;

/**
 * Refuses arguments that are too large, too deep, cyclic, or that could reach a prototype.
 * The first such thing is the answer: looking on would cost what the limit saves.
 */
export function refuseHostile(args: unknown, declared: DeclaredNames): ValidationIssue | undefined {
  const tally: Tally = { declared, values: 0, characters: 0, reason: undefined, path: undefined };
  if (isWithinLimits(args, 0, tally)) return undefined;
  // The path is where the walk stopped: at most `depth` steps, but keys may be long.
  const steps = (tally.path ?? []).map((step) => (typeof step === 'string' ? step.slice(0, 64) : step)).slice(0, 8);
  return { path: pointerOf(steps), message: tally.reason ?? 'is not acceptable', rule: 'limit' };
}

/** What a walk has counted so far, and why and where it stopped. */
interface Tally {
  readonly declared: DeclaredNames;
  values: number;
  characters: number;
  reason: string | undefined;
  /** From the outside in; made only once the walk has stopped. */
  path: PropertyKey[] | undefined;
}

function isWithinLimits(value: unknown, depth: number, tally: Tally): boolean {
  if (++tally.values > argumentLimits.values) return refuse(tally, `holds more than ${argumentLimits.values} values`);
  if (typeof value === 'string') return countCharacters(value.length, tally);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return true;
  if (depth >= argumentLimits.depth) {
    return refuse(tally, `is nested deeper than ${argumentLimits.depth} levels, or cyclic`);
  }
  return Array.isArray(value) ? areItemsWithin(value, depth, tally) : areEntriesWithin(value, depth, tally);
}

function areItemsWithin(items: readonly unknown[], depth: number, tally: Tally): boolean {
  if (items.length > argumentLimits.items) return refuse(tally, `has more than ${argumentLimits.items} items`);
  for (let index = 0; index < items.length; index++) {
    if (!isWithinLimits(items[index], depth + 1, tally)) return stoppedAt(index, tally);
  }
  return true;
}

function areEntriesWithin(value: object, depth: number, tally: Tally): boolean {
  // `for in` is several times faster than Object.keys here; what it adds, inherited names, is judged like any other.
  for (const key in value) {
    if (!isAdmitted(key, tally) || !countCharacters(key.length, tally)) return stoppedAt(key, tally);
    if (!isWithinLimits((value as Record<string, unknown>)[key], depth + 1, tally)) return stoppedAt(key, tally);
  }
  return true;
}

function isAdmitted(key: string, tally: Tally): boolean {
  if (key === '__proto__') return refuse(tally, "is not allowed: the name '__proto__' is never an argument");
  if ((key === 'constructor' || key === 'prototype') && !tally.declared.has(key)) {
    return refuse(tally, `is not allowed: the schema declares no '${key}'`);
  }
  return true;
}

function countCharacters(characters: number, tally: Tally): boolean {
  tally.characters += characters;
  if (tally.characters <= argumentLimits.characters) return true;
  return refuse(tally, `exceeds ${argumentLimits.characters} characters in all`);
}

function refuse(tally: Tally, reason: string): false {
  tally.reason = reason;
  return false;
}

function stoppedAt(step: PropertyKey, tally: Tally): false {
  tally.path ??= [];
  tally.path.unshift(step);
  return false;
}

const guardedNames = ['constructor', 'prototype'];

/** Which guarded names a schema declares as properties, anywhere in it. */
export function declaredGuardedNames(schema: unknown): DeclaredNames {
  const declared = new Set<string>();
  eachSchema(schema, ({ properties }) => {
    if (!isRecord(properties)) return;
    for (const name of guardedNames) if (Object.hasOwn(properties, name)) declared.add(name);
  });
  return declared;
}
