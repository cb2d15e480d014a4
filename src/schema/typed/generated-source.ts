import type { GeneratedSchema } from '../../metadata/generated-tools.js';
import { dtoParser } from '../dto/dto-parser.js';
import type { ValueSource } from '../input/value-source.js';
import { createDecoder } from './decoder.js';
import { type GeneratedDefs, GeneratedTypes } from './generated-types.js';
import { anyObject, enforcedSchema, publishedSchema } from './plain-schema.js';

/**
 * Reads a schema that was generated from a TypeScript type. Where it names classes, the method gets instances.
 *
 * @throws DefinitionError if it names a class of which no instance can be made from JSON, or no instance that is valid.
 */
export function readGeneratedSource(schema: GeneratedSchema, $defs: GeneratedDefs, where: string): ValueSource {
  const types = new GeneratedTypes($defs, where);
  types.checkClasses(schema);
  const published = publishedSchema(schema, types);
  const dto = types.dtoOf(schema);
  if (dto !== undefined) return { published, enforced: anyObject, parse: dtoParser(dto) };
  if (!types.converts(schema)) return { published, enforced: published };
  const enforced = types.holdsDto(schema) ? enforcedSchema(schema, types) : published;
  return { published, enforced, parse: createDecoder(schema, types, where) };
}
