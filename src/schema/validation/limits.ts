import { eachSchema, isRecord } from '../json-schema/schema-walk.js';

/** How much a copy may hold. */
export interface CopyLimits {
  /** Levels of nesting. */
  readonly depth: number;
  /** Values of any kind, all levels together. */
  readonly values: number;
  /** Items of one array. */
  readonly items: number;
  /** Characters of all strings and keys together. */
  readonly characters: number;
}

/** How much a call's arguments may hold. Checked before anything that could overflow the stack or the memory. */
export const argumentLimits: CopyLimits = Object.freeze({
  depth: 64,
  values: 10_000,
  items: 10_000,
  characters: 1_048_576,
});

/** Names that a schema declares somewhere, and that would be refused otherwise. */
export type DeclaredNames = ReadonlySet<string>;

/**
 * Whether arguments may have a name: `__proto__` never, `constructor` and `prototype` where the schema declares them.
 */
export function isAdmittedName(name: string, declared: DeclaredNames): boolean {
  return name !== '__proto__' && (!guardedNames.includes(name) || declared.has(name));
}

/** The length of the shortest name that is not always admitted, in characters. */
export const shortestGuardedName = 9;

const guardedNames: readonly string[] = ['constructor', 'prototype'];

/** Which guarded names a schema declares as properties, anywhere in it. */
export function declaredGuardedNames(schema: unknown): DeclaredNames {
  const declared = new Set<string>();
  eachSchema(schema, ({ properties }) => {
    if (!isRecord(properties)) return;
    for (const name of guardedNames) if (Object.hasOwn(properties, name)) declared.add(name);
  });
  return declared;
}
