import type { JsonSchema } from '../../base/json/json-schema.js';

// Marks the schemas that this package created. It contains no other state.
const normalizedSchemas = new WeakSet<object>();

/** Marks a frozen schema in the internal dialect, which needs no normalization. Returns the schema. */
export function markNormalized(schema: JsonSchema): JsonSchema {
  normalizedSchemas.add(schema);
  return schema;
}

/** Checks whether a schema was marked by `markNormalized`. */
export function isNormalized(schema: object): schema is JsonSchema {
  return normalizedSchemas.has(schema);
}
