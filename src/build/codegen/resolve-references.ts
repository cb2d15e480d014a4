import { ClassRef } from './class-ref.js';
import type { OpenSchema } from './compiler.js';
import { LiteralSource, parseLiterals } from './literal-source.js';

/** Schemas that refer to the generator's definitions by the generator's names. */
export interface UnresolvedSchemas {
  readonly roots: readonly (OpenSchema | undefined)[];
  readonly definitions: Readonly<Record<string, OpenSchema>>;
}

/** Schemas that refer to shared `$defs`. */
export interface ResolvedSchemas {
  /** The root schemas of each group, in the order of the input. */
  readonly roots: readonly (readonly (OpenSchema | undefined)[])[];
  readonly $defs: Readonly<Record<string, OpenSchema>>;
}

/** Returns the definition that a reference of the generator points to. */
export function definitionOf(
  reference: string,
  definitions: Readonly<Record<string, OpenSchema>>,
): OpenSchema | undefined {
  return definitions[nameIn(reference)];
}

/**
 * Renames definitions to readable names that need no escaping in a URI. A type that is used once is inlined; a type
 * that is used several times or refers to itself is moved to `$defs`.
 */
export function resolveReferences(groups: readonly UnresolvedSchemas[]): ResolvedSchemas {
  const resolver = new ReferenceResolver();
  const roots = groups.map((group) => resolver.resolve(group.roots, group.definitions));
  return { roots, $defs: resolver.$defs };
}

class ReferenceResolver {
  readonly #defs = new Map<string, OpenSchema>();
  /** The names of definitions, by the text of everything that they refer to. */
  readonly #names = new Map<string, string>();

  get $defs(): Readonly<Record<string, OpenSchema>> {
    return Object.fromEntries([...this.#defs].sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  resolve(
    roots: readonly (OpenSchema | undefined)[],
    definitions: Readonly<Record<string, OpenSchema>>,
  ): readonly (OpenSchema | undefined)[] {
    const shared = findSharedDefinitions(roots, definitions);
    const names = new Map<string, string>();
    const added: string[] = [];
    for (const key of shared) {
      const content = printDefinition(key, definitions);
      const existing = this.#names.get(content);
      const name = existing ?? findFreeName(toReadableName(key), this.#defs);
      names.set(key, name);
      if (existing !== undefined) continue;
      this.#names.set(content, name);
      // The name is reserved before the definition is added, because the definition may refer to itself.
      this.#defs.set(name, {});
      added.push(key);
    }
    const resolve = (value: unknown): unknown =>
      mapSchema(value, (schema) => this.#resolveReference(schema, { definitions, names, resolve }));
    for (const key of added) this.#defs.set(names.get(key) ?? key, resolve(definitions[key]) as OpenSchema);
    return roots.map((root) => resolve(root) as OpenSchema | undefined);
  }

  #resolveReference(schema: OpenSchema, { definitions, names, resolve }: Resolution): OpenSchema {
    if (typeof schema.$ref !== 'string') return parseLiterals(schema);
    const key = nameIn(schema.$ref);
    const { $ref: _, ...siblings } = schema;
    const name = names.get(key);
    if (name !== undefined) return { $ref: `#/$defs/${name}`, ...parseLiterals(siblings) };
    return parseLiterals({ ...(resolve(definitions[key]) as OpenSchema), ...siblings });
  }
}

interface Resolution {
  readonly definitions: Readonly<Record<string, OpenSchema>>;
  readonly names: ReadonlyMap<string, string>;
  readonly resolve: (value: unknown) => unknown;
}

/** Finds the definitions that are referenced more than once, in the order of their second reference. */
function findSharedDefinitions(
  roots: readonly unknown[],
  definitions: Readonly<Record<string, OpenSchema>>,
): ReadonlySet<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  const visit = (value: unknown): void => {
    mapSchema(value, (schema) => {
      if (typeof schema.$ref !== 'string') return schema;
      const key = nameIn(schema.$ref);
      if (seen.has(key)) shared.add(key);
      else {
        seen.add(key);
        visit(definitions[key]);
      }
      return schema;
    });
  };
  roots.forEach(visit);
  return shared;
}

/** Prints a definition with everything that it refers to: input and output often use the same type. */
function printDefinition(key: string, definitions: Readonly<Record<string, OpenSchema>>): string {
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

/** Returns a copy of a schema in which `change` was applied to each object, inner objects first. */
function mapSchema(value: unknown, change: (schema: OpenSchema) => OpenSchema): unknown {
  if (Array.isArray(value)) return value.map((item) => mapSchema(item, change));
  if (typeof value !== 'object' || value === null || value instanceof ClassRef || value instanceof LiteralSource)
    return value;
  return change(Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapSchema(inner, change)])));
}

function nameIn(reference: string): string {
  return decodeURIComponent(reference.slice('#/definitions/'.length));
}

function toReadableName(key: string): string {
  return (
    key
      .replaceAll(/[^A-Za-z0-9]+/g, '_')
      .replaceAll(/^_+|_+$/g, '')
      .slice(0, 60) || 'Type'
  );
}

function findFreeName(base: string, taken: ReadonlyMap<string, unknown>): string {
  let name = base;
  for (let suffix = 2; taken.has(name); suffix++) name = `${base}${suffix}`;
  return name;
}
