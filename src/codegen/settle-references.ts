import { ClassRef } from './class-ref.js';
import type { OpenSchema } from './compiler.js';
import { LiteralSource, parseLiterals } from './literal-source.js';

/** Schemas that refer to definitions of the generator, by its own names. */
export interface UnsettledSchemas {
  readonly roots: readonly (OpenSchema | undefined)[];
  readonly definitions: Readonly<Record<string, OpenSchema>>;
}

/** The same schemas, over `$defs` that they share. */
export interface SettledSchemas {
  /** In the order in which they were given. */
  readonly roots: readonly (readonly (OpenSchema | undefined)[])[];
  readonly $defs: Readonly<Record<string, OpenSchema>>;
}

/** What a reference of the generator leads to. */
export function definitionOf(
  reference: string,
  definitions: Readonly<Record<string, OpenSchema>>,
): OpenSchema | undefined {
  return definitions[nameIn(reference)];
}

/**
 * Gives definitions readable names that need no escape in a URI. A type that is met once stands where it is used; one
 * that is met again, or leads back to itself, stands in `$defs`.
 */
export function settleReferences(groups: readonly UnsettledSchemas[]): SettledSchemas {
  const settler = new Settler();
  const roots = groups.map(({ roots: given, definitions }) => settler.settle(given, definitions));
  return { roots, $defs: settler.$defs };
}

class Settler {
  readonly #defs = new Map<string, OpenSchema>();
  /** The names of definitions, by all that they lead to. */
  readonly #names = new Map<string, string>();

  get $defs(): Readonly<Record<string, OpenSchema>> {
    return Object.fromEntries([...this.#defs].sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  settle(
    roots: readonly (OpenSchema | undefined)[],
    definitions: Readonly<Record<string, OpenSchema>>,
  ): readonly (OpenSchema | undefined)[] {
    const shared = sharedDefinitions(roots, definitions);
    const names = new Map<string, string>();
    const written: string[] = [];
    for (const key of shared) {
      const meaning = meaningOf(key, definitions);
      const known = this.#names.get(meaning);
      const name = known ?? freeName(readableName(key), this.#defs);
      names.set(key, name);
      if (known !== undefined) continue;
      this.#names.set(meaning, name);
      // The place is kept before the definition is written, for it may refer to itself.
      this.#defs.set(name, {});
      written.push(key);
    }
    const settle = (value: unknown): unknown =>
      mapSchema(value, (schema) => this.#refer(schema, { definitions, names, settle }));
    for (const key of written) this.#defs.set(names.get(key) ?? key, settle(definitions[key]) as OpenSchema);
    return roots.map((root) => settle(root) as OpenSchema | undefined);
  }

  #refer(schema: OpenSchema, { definitions, names, settle }: Settling): OpenSchema {
    if (typeof schema.$ref !== 'string') return parseLiterals(schema);
    const key = nameIn(schema.$ref);
    const { $ref: _, ...beside } = schema;
    const name = names.get(key);
    if (name !== undefined) return { $ref: `#/$defs/${name}`, ...parseLiterals(beside) };
    return parseLiterals({ ...(settle(definitions[key]) as OpenSchema), ...beside });
  }
}

interface Settling {
  readonly definitions: Readonly<Record<string, OpenSchema>>;
  readonly names: ReadonlyMap<string, string>;
  readonly settle: (value: unknown) => unknown;
}

/** The definitions that are met more than once on the way from the roots, in the order of meeting. */
function sharedDefinitions(
  roots: readonly unknown[],
  definitions: Readonly<Record<string, OpenSchema>>,
): ReadonlySet<string> {
  const met = new Set<string>();
  const shared = new Set<string>();
  const visit = (value: unknown): void => {
    mapSchema(value, (schema) => {
      if (typeof schema.$ref !== 'string') return schema;
      const key = nameIn(schema.$ref);
      if (met.has(key)) shared.add(key);
      else {
        met.add(key);
        visit(definitions[key]);
      }
      return schema;
    });
  };
  roots.forEach(visit);
  return shared;
}

/** A definition and all that it leads to, as text: what goes in and what comes out is often the same type. */
function meaningOf(key: string, definitions: Readonly<Record<string, OpenSchema>>): string {
  const reached = new Map<string, OpenSchema | undefined>();
  const visit = (name: string): void => {
    if (reached.has(name)) return;
    reached.set(name, definitions[name]);
    mapSchema(definitions[name], (schema) => {
      if (typeof schema.$ref === 'string') visit(nameIn(schema.$ref));
      return schema;
    });
  };
  visit(key);
  return JSON.stringify([...reached], (_, value: unknown) =>
    value instanceof ClassRef ? `class ${value.name}` : value,
  );
}

/** A copy of a schema in which each object went through `change`, the outer ones after the inner ones. */
function mapSchema(value: unknown, change: (schema: OpenSchema) => OpenSchema): unknown {
  if (Array.isArray(value)) return value.map((item) => mapSchema(item, change));
  if (typeof value !== 'object' || value === null || value instanceof ClassRef || value instanceof LiteralSource)
    return value;
  return change(Object.fromEntries(Object.entries(value).map(([key, held]) => [key, mapSchema(held, change)])));
}

function nameIn(reference: string): string {
  return decodeURIComponent(reference.slice('#/definitions/'.length));
}

function readableName(key: string): string {
  return (
    key
      .replaceAll(/[^A-Za-z0-9]+/g, '_')
      .replaceAll(/^_+|_+$/g, '')
      .slice(0, 60) || 'Type'
  );
}

function freeName(base: string, taken: ReadonlyMap<string, unknown>): string {
  let name = base;
  for (let suffix = 2; taken.has(name); suffix++) name = `${base}${suffix}`;
  return name;
}
