import type { JsonSchema } from '../../base/json/json-schema.js';
import { definitionName } from './schema-refs.js';
import { isRecord } from './schema-walk.js';

/** A schema with keywords. */
export type SchemaRecord = Readonly<Record<string, unknown>>;

/** Returns a schema and all that it combines or refers to. */
export function alternatives(schema: unknown, root: JsonSchema): readonly SchemaRecord[] {
  const found = new Set<SchemaRecord>();
  const visit = (one: unknown): void => {
    if (!isRecord(one) || found.has(one)) return;
    found.add(one);
    const definition = typeof one.$ref === 'string' ? definitionName(one.$ref) : undefined;
    if (definition !== undefined) visit(root.$defs?.[definition]);
    for (const combined of ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => one[keyword] ?? [])) visit(combined);
  };
  visit(schema);
  return [...found];
}

/** Returns the schemas with those of their elements. */
export function withItems(schemas: readonly SchemaRecord[], root: JsonSchema): readonly SchemaRecord[] {
  return schemas.flatMap((schema) => [schema, ...alternatives(schema.items, root)]);
}

/** Returns the schema of a property, or an empty array if the schema describes none of this name. */
export function propertyOf(schema: SchemaRecord, key: string): readonly unknown[] {
  if (!isRecord(schema.properties) || !Object.hasOwn(schema.properties, key)) return [];
  return [schema.properties[key]];
}

/** Returns the names of the properties that a schema describes. */
export function propertyNames(schema: SchemaRecord): readonly string[] {
  return isRecord(schema.properties) ? Object.keys(schema.properties) : [];
}
