import type { JsonSchema } from '../../base/json/json-schema.js';
import type { GeneratedSchema } from '../../tool/metadata/generated-tools.js';
import { markNormalized } from '../json-schema/normalized-schemas.js';
import { type GeneratedDefs, GeneratedTypes } from './generated-types.js';
import { createPublishedSchema } from './plain-schema.js';

/**
 * Creates the schema of a tool's data from the generated schema of the method's return type.
 *
 * @param where - The owner of the schema, with which error messages begin.
 * @throws DefinitionError if the schema refers to a DTO class of which no instance is valid.
 */
export function generatedOutputSchema(returns: GeneratedSchema, $defs: GeneratedDefs, where: string): JsonSchema {
  return markNormalized(createPublishedSchema(returns, new GeneratedTypes($defs, where)));
}
