import type { JsonSchema } from '../../json-schema.js';
import type { GeneratedSchema } from '../../metadata/generated-tools.js';
import { type GeneratedDefs, GeneratedTypes } from './generated-types.js';
import { publishedSchema } from './plain-schema.js';

// Not state: what is known of schemas of our own making.
const made = new WeakSet<object>();

/**
 * What was generated of a method's return type, as a schema for the tool's data.
 *
 * @param where - Whose data it is: how errors begin.
 * @throws DefinitionError if it names a DTO class of which no instance is valid.
 */
export function generatedOutputSchema(returns: GeneratedSchema, $defs: GeneratedDefs, where: string): JsonSchema {
  const schema = publishedSchema(returns, new GeneratedTypes($defs, where));
  made.add(schema);
  return schema;
}

/** Whether a schema was made by `generatedOutputSchema`, so that there is nothing to normalise in it. */
export function isGeneratedOutput(schema: object): schema is JsonSchema {
  return made.has(schema);
}
