import type { JsonSchema } from '../../json-schema.js';
import type { GeneratedSchema } from '../../metadata/generated-tools.js';
import { type GeneratedDefs, GeneratedTypes } from './generated-types.js';
import { createPublishedSchema } from './plain-schema.js';

// Marks the schemas that this package created. It contains no other state.
const generatedSchemas = new WeakSet<object>();

/**
 * Creates the schema of a tool's data from the generated schema of the method's return type.
 *
 * @param where - The owner of the schema, with which error messages begin.
 * @throws DefinitionError if the schema refers to a DTO class of which no instance is valid.
 */
export function generatedOutputSchema(returns: GeneratedSchema, $defs: GeneratedDefs, where: string): JsonSchema {
  const schema = createPublishedSchema(returns, new GeneratedTypes($defs, where));
  generatedSchemas.add(schema);
  return schema;
}

/** Checks whether a schema was created by `generatedOutputSchema` and therefore needs no normalization. */
export function isGeneratedOutput(schema: object): schema is JsonSchema {
  return generatedSchemas.has(schema);
}
