import type { GeneratedSchema } from '../../tool/metadata/generated-tools.js';
import type { ValueSource } from '../values/value-source.js';
import { createDecoder } from './decoder.js';
import { dtoEngineFor } from './dto-engine.js';
import { type GeneratedDefs, GeneratedTypes } from './generated-types.js';
import { anyObject, createEnforcedSchema, createPublishedSchema } from './plain-schema.js';

/**
 * Reads a schema that was generated from a TypeScript type. For classes in the schema, the method receives instances.
 *
 * @throws DefinitionError if the schema refers to a class of which no instance can be created from JSON or is valid.
 */
export function readGeneratedSource(schema: GeneratedSchema, $defs: GeneratedDefs, where: string): ValueSource {
  const types = new GeneratedTypes($defs, where);
  types.checkClasses(schema);
  const published = createPublishedSchema(schema, types);
  const dto = types.dtoOf(schema);
  if (dto !== undefined) return { published, enforced: anyObject, parse: dtoEngineFor(dto, where).parserOf(dto) };
  if (!types.converts(schema)) return { published, enforced: published };
  const enforced = types.containsDto(schema) ? createEnforcedSchema(schema, types) : published;
  return { published, enforced, parse: createDecoder(schema, types, where) };
}
