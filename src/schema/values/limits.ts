import { eachSchema, isRecord } from '../json-schema/schema-walk.js';

/** The size limits of a copy. */
export interface CopyLimits {
  /** The maximum nesting depth, in levels. */
  readonly depth: number;
  /** The maximum number of values of any kind on all levels. */
  readonly values: number;
  /** The maximum number of items of one array. */
  readonly items: number;
  /** The maximum total length of all strings and keys, in characters. */
  readonly characters: number;
}

/**
 * The size limits of a call's arguments. They are checked before any step that could exhaust the stack or the memory.
 */
export const argumentLimits: CopyLimits = Object.freeze({
  depth: 64,
  values: 10_000,
  items: 10_000,
  characters: 1_048_576,
});

/** The names that a schema declares somewhere and that are otherwise rejected. */
export type DeclaredNames = ReadonlySet<string>;

/**
 * Checks whether arguments may have a name. `__proto__` is always rejected. `constructor` and `prototype` are accepted
 * only if the schema declares them.
 */
export function isAdmittedName(name: string, declared: DeclaredNames): boolean {
  return name !== '__proto__' && (!guardedNames.includes(name) || declared.has(name));
}

/** The length of the shortest name that may be rejected, in characters. */
export const shortestGuardedName = 9;

const guardedNames: readonly string[] = ['constructor', 'prototype'];

/** Returns the guarded names that a schema declares as properties on any level. */
export function declaredGuardedNames(schema: unknown): DeclaredNames {
  const declared = new Set<string>();
  eachSchema(schema, ({ properties }) => {
    if (!isRecord(properties)) return;
    for (const name of guardedNames) if (Object.hasOwn(properties, name)) declared.add(name);
  });
  return declared;
}
