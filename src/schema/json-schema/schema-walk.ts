import type { JsonSchema } from '../../json-schema.js';

/** A schema wherever one may stand: `true` takes everything, `false` nothing. */
export type AnySchema = JsonSchema | boolean;

/**
 * How a keyword holds schemas: one, a list, or a map by name; `items` of older drafts holds one or a list, and
 * `dependencies` a map of schemas and of lists of names.
 */
type Holds = 'one' | 'list' | 'map' | 'one-or-list' | 'map-or-names';

const holders: ReadonlyMap<string, Holds> = new Map<string, Holds>([
  ['additionalItems', 'one'],
  ['additionalProperties', 'one'],
  ['contains', 'one'],
  ['contentSchema', 'one'],
  ['else', 'one'],
  ['if', 'one'],
  ['not', 'one'],
  ['propertyNames', 'one'],
  ['then', 'one'],
  ['unevaluatedItems', 'one'],
  ['unevaluatedProperties', 'one'],
  ['allOf', 'list'],
  ['anyOf', 'list'],
  ['oneOf', 'list'],
  ['prefixItems', 'list'],
  ['$defs', 'map'],
  ['definitions', 'map'],
  ['dependentSchemas', 'map'],
  ['patternProperties', 'map'],
  ['properties', 'map'],
  ['items', 'one-or-list'],
  ['dependencies', 'map-or-names'],
]);

/** Keywords whose schemas judge the very value that the schema around them judges. */
const inPlace: ReadonlySet<string> = new Set([
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependentSchemas',
]);

/** How a keyword of any draft holds schemas; undefined for one that holds none. */
export function schemasHeldBy(keyword: string): Holds | undefined {
  return holders.get(keyword);
}

/** Makes of one schema, found `steps` below the schema that holds it, what shall stand in its place. */
export type SchemaMapper = (schema: unknown, steps: readonly PropertyKey[]) => unknown;

/** A keyword's value with every schema in it replaced; the value itself where it holds none. */
export function mapHeldSchemas([keyword, value]: readonly [string, unknown], map: SchemaMapper): unknown {
  const holds = holders.get(keyword);
  if (holds === undefined) return value;
  if (Array.isArray(value)) return value.map((schema: unknown, index) => map(schema, [keyword, index]));
  if (holds === 'one' || holds === 'one-or-list') return map(value, [keyword]);
  if (!isRecord(value)) return value;
  const mapped: Record<string, unknown> = { ...value };
  for (const name of Object.keys(mapped)) {
    const schema = mapped[name];
    if (!Array.isArray(schema)) mapped[name] = map(schema, [keyword, name]);
  }
  return mapped;
}

/** Calls `visit` for every schema directly below `schema`. */
export function eachHeldSchema(schema: object, visit: (schema: unknown) => void): void {
  for (const [keyword, value] of Object.entries(schema)) eachHeldBy(keyword, value, visit);
}

/** Calls `visit` for every schema that one keyword holds. */
function eachHeldBy(keyword: string, value: unknown, visit: (schema: unknown) => void): void {
  const holds = holders.get(keyword);
  if (holds === undefined) return;
  if (Array.isArray(value)) for (const schema of value as readonly unknown[]) visit(schema);
  else if (holds === 'one' || holds === 'one-or-list') visit(value);
  else if (isRecord(value)) for (const schema of Object.values(value)) if (!Array.isArray(schema)) visit(schema);
}

/** Calls `visit` for every schema object in `schema`, itself and those of definitions included, once for each. */
export function eachSchema(schema: unknown, visit: (schema: Readonly<Record<string, unknown>>) => void): void {
  const seen = new Set<unknown>();
  const walk = (held: unknown): void => {
    if (!isRecord(held) || seen.has(held)) return;
    seen.add(held);
    visit(held);
    eachHeldSchema(held, walk);
  };
  walk(schema);
}

/** Calls `visit` for every schema directly below `schema` that judges the same value. */
export function eachInPlace(schema: object, visit: (schema: unknown) => void): void {
  for (const keyword of Object.keys(schema)) {
    if (inPlace.has(keyword)) eachHeldBy(keyword, (schema as Readonly<Record<string, unknown>>)[keyword], visit);
  }
}

/** Whether a value is an object with names, as schemas, maps and data are. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
