import type { JsonSchema } from '../../../base/json/json-schema.js';
import { freezeDeep } from '../../../schema/json-schema/freeze-deep.js';
import { markNormalized } from '../../../schema/json-schema/normalized-schemas.js';
import type { SchemaPool } from './schema-pool.js';

/** Adds the definitions that a converted schema uses. The result needs no normalization, so that it shares them. */
export function createSchema(root: JsonSchema, schemas: SchemaPool): JsonSchema {
  const $defs = schemas.definitionsOf([root]);
  return markNormalized(freezeDeep(Object.keys($defs).length === 0 ? { ...root } : { ...root, $defs }));
}
