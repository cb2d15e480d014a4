import type { JsonSchema } from '../json-schema.js';

/** Copies an object of arguments, without what is undefined and with the schema's defaults filled in. */
export type DefaultFiller = (args: Readonly<Record<string, unknown>>) => Record<string, unknown>;

/**
 * Compiles how a schema's defaults are filled: those of its own properties, and those of properties that are plain
 * objects themselves. What a caller sees of its own object never changes.
 */
export function compileDefaults(schema: JsonSchema): DefaultFiller {
  const { own, nested } = collectDefaults(schema);
  if (own.length === 0 && nested.length === 0) return copyDefined;
  return (args) => {
    const filled = copyDefined(args);
    for (const [name, make] of own) if (filled[name] === undefined) filled[name] = make();
    for (const [name, fill] of nested) {
      const value = filled[name];
      if (isPlainObject(value)) filled[name] = fill(value);
    }
    return filled;
  };
}

interface Defaults {
  readonly own: readonly (readonly [string, () => unknown])[];
  readonly nested: readonly (readonly [string, DefaultFiller])[];
}

function collectDefaults(schema: JsonSchema): Defaults {
  const own: (readonly [string, () => unknown])[] = [];
  const nested: (readonly [string, DefaultFiller])[] = [];
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (typeof property !== 'object') continue;
    if ('default' in property) own.push([name, makerOf(property.default)]);
    if (property.properties !== undefined && hasDefaults(property)) nested.push([name, compileDefaults(property)]);
  }
  return { own, nested };
}

function hasDefaults(schema: JsonSchema): boolean {
  const { own, nested } = collectDefaults(schema);
  return own.length > 0 || nested.length > 0;
}

function makerOf(value: unknown): () => unknown {
  // Each call gets its own: a method may change the array that it was given.
  return typeof value === 'object' && value !== null ? () => structuredClone(value) : () => value;
}

function copyDefined(args: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const copy = { ...args };
  for (const name in copy) if (copy[name] === undefined) delete copy[name];
  return copy;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
