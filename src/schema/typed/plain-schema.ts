import type { JsonSchema } from '../../base/json/json-schema.js';
import type { GeneratedSchema } from '../../tool/metadata/generated-tools.js';
import type { DtoClass } from '../dto/validation-rules.js';
import { hoistDefs } from '../json-schema/edit-schema.js';
import { copyWithDefinitions } from './copy-schema.js';
import { dtoEngineFor } from './dto-engine.js';
import { dtoClassOf, type GeneratedTypes } from './generated-types.js';

/** Creates the published schema of a generated schema: plain JSON Schema in which each DTO has its own schema. */
export function createPublishedSchema(schema: GeneratedSchema, types: GeneratedTypes): JsonSchema {
  const rootDto = types.dtoOf(schema);
  if (rootDto !== undefined) return createTypedSchema(rootDto, schema, types);
  const { nodes, definitions } = types.reach(schema);
  const dtoNodes = new Map<string, readonly [GeneratedSchema, DtoClass]>();
  for (const node of nodes) {
    const dto = dtoClassOf(node);
    if (dto !== undefined) dtoNodes.set(String(dtoNodes.size), [node, dto]);
  }
  if (dtoNodes.size === 0) return copyWithDefinitions(schema, types);
  const roots = [...dtoNodes].map(([key, [node, dto]]) => [key, createTypedSchema(dto, node, types)] as const);
  // Placeholders, so that definitions inside a DTO get different names.
  const taken = Object.fromEntries([...definitions].map((name) => [name, {}]));
  const { properties, $defs } = hoistDefs(Object.fromEntries(roots), taken);
  const inPlace = new Map([...dtoNodes].map(([key, [node]]) => [node, properties[key]]));
  const copy = copyWithDefinitions(schema, types, { replace: (node) => inPlace.get(node) });
  const all = { ...$defs, ...copy.$defs };
  return Object.keys(all).length === 0 ? copy : Object.freeze({ ...copy, $defs: Object.freeze(all) });
}

function createTypedSchema(dto: DtoClass, schema: GeneratedSchema, types: GeneratedTypes): JsonSchema {
  return dtoEngineFor(dto, types.where).typedSchemaOf(dto, schema, types);
}

/** The enforced schema of a DTO, whose parser validates the content. */
export const anyObject: JsonSchema = Object.freeze({ type: 'object' });

/** Creates the enforced schema of a generated schema, in which DTOs are left to their parsers. */
export function createEnforcedSchema(schema: GeneratedSchema, types: GeneratedTypes): JsonSchema {
  return copyWithDefinitions(schema, types, {
    replace: (node) => (dtoClassOf(node) === undefined ? undefined : anyObject),
    rewrite: (node) => withLooseUnion(node, types),
  });
}

/** Replaces `oneOf` by `anyOf` if it contains a DTO, because several branches may accept an unvalidated DTO. */
function withLooseUnion(schema: GeneratedSchema, types: GeneratedTypes): GeneratedSchema {
  const { oneOf, ...others } = schema;
  if (oneOf === undefined || !types.containsDto({ oneOf })) return schema;
  if (others.anyOf === undefined) return { ...others, anyOf: oneOf };
  const allOf = Array.isArray(others.allOf) ? others.allOf : [];
  return { ...others, allOf: [...allOf, { anyOf: oneOf }] };
}
