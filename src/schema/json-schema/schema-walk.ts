import type { JsonSchema } from '../../base/json/json-schema.js';

/** A schema at any position where a schema is allowed: `true` accepts every value, `false` rejects every value. */
export type AnySchema = JsonSchema | boolean;

/**
 * The form in which a keyword contains schemas: one, a list, or a map by name. `items` of older drafts contains one or
 * a list, and `dependencies` a map of schemas and lists of names.
 */
type SchemaContainer = 'one' | 'list' | 'map' | 'one-or-list' | 'map-or-names';

const containers: ReadonlyMap<string, SchemaContainer> = new Map<string, SchemaContainer>([
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

/** The keywords whose schemas validate the same value as the schema that contains them. */
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

/** Returns the form in which a keyword of any draft contains schemas, or undefined if it contains none. */
export function schemasHeldBy(keyword: string): SchemaContainer | undefined {
  return containers.get(keyword);
}

/** Returns the replacement of a schema that is located `steps` below the schema that contains it. */
export type SchemaMapper = (schema: unknown, steps: readonly PropertyKey[]) => unknown;

/** Replaces every schema in the value of a keyword. Returns the value itself if the keyword contains no schemas. */
export function mapHeldSchemas([keyword, value]: readonly [string, unknown], map: SchemaMapper): unknown {
  const container = containers.get(keyword);
  if (container === undefined) return value;
  if (Array.isArray(value)) return value.map((schema: unknown, index) => map(schema, [keyword, index]));
  if (container === 'one' || container === 'one-or-list') return map(value, [keyword]);
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

/** Calls `visit` for every schema that one keyword contains. */
function eachHeldBy(keyword: string, value: unknown, visit: (schema: unknown) => void): void {
  const container = containers.get(keyword);
  if (container === undefined) return;
  if (Array.isArray(value)) for (const schema of value as readonly unknown[]) visit(schema);
  else if (container === 'one' || container === 'one-or-list') visit(value);
  else if (isRecord(value)) for (const schema of Object.values(value)) if (!Array.isArray(schema)) visit(schema);
}

/** Calls `visit` once for every schema object in `schema`, including itself and its definitions. */
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

type SchemaRecord = Readonly<Record<string, unknown>>;

/**
 * Replaces every schema object in `schema`, including itself and its definitions, by what `edit` returns for it, after
 * the schemas that it contains. Parts that `edit` does not change remain the same objects.
 */
export function editSchemas(schema: JsonSchema, edit: (schema: SchemaRecord) => SchemaRecord): JsonSchema {
  const done = new Map<unknown, unknown>();
  const visit = (held: unknown): unknown => {
    if (!isRecord(held)) return held;
    const existing = done.get(held);
    if (existing !== undefined) return existing;
    const edited = edit(editHeld(held, visit));
    done.set(held, edited);
    return edited;
  };
  return visit(schema) as JsonSchema;
}

function editHeld(schema: SchemaRecord, visit: (schema: unknown) => unknown): SchemaRecord {
  let changed = false;
  const entries = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
    let heldChanged = false;
    const mapped = mapHeldSchemas([keyword, value], (held) => {
      const result = visit(held);
      heldChanged ||= result !== held;
      return result;
    });
    changed ||= heldChanged;
    return [keyword, heldChanged ? Object.freeze(mapped) : value];
  });
  return changed ? Object.freeze(Object.fromEntries(entries)) : schema;
}

/** Calls `visit` for every schema directly below `schema` that validates the same value. */
export function eachInPlace(schema: object, visit: (schema: unknown) => void): void {
  for (const keyword of Object.keys(schema)) {
    if (inPlace.has(keyword)) eachHeldBy(keyword, (schema as Readonly<Record<string, unknown>>)[keyword], visit);
  }
}

/** Checks whether a value is an object that is not an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
