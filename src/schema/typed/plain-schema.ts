import type { JsonSchema } from '../../json-schema.js';
import type { GeneratedSchema } from '../../metadata/generated-tools.js';
import { isDtoClass } from '../dto/dto-schema.js';
import type { DtoClass } from '../dto/validation-rules.js';
import { hoistDefs } from '../json-schema/edit-schema.js';
import { copyWithDefinitions } from './copy-schema.js';
import { typedDtoSchema } from './dto-types.js';
import type { GeneratedTypes } from './generated-types.js';

/** What models see of a generated schema: plain JSON Schema, with what each DTO says of itself in its place. */
export function publishedSchema(schema: GeneratedSchema, types: GeneratedTypes): JsonSchema {
  const whole = types.dtoOf(schema);
  if (whole !== undefined) return typedDtoSchema(whole, schema, types);
  const { nodes, definitions } = types.reach(schema);
  const places = new Map<string, readonly [GeneratedSchema, DtoClass]>();
  for (const node of nodes) {
    if (isDtoClass(node.instanceOf)) places.set(String(places.size), [node, node.instanceOf]);
  }
  if (places.size === 0) return copyWithDefinitions(schema, types);
  const roots = [...places].map(([key, [node, dto]]) => [key, typedDtoSchema(dto, node, types)] as const);
  // Stand-ins, so that definitions inside a DTO get names of their own.
  const taken = Object.fromEntries([...definitions].map((name) => [name, {}]));
  const { properties, $defs } = hoistDefs(Object.fromEntries(roots), taken);
  const inPlace = new Map([...places].map(([key, [node]]) => [node, properties[key]]));
  const copy = copyWithDefinitions(schema, types, { replace: (node) => inPlace.get(node) });
  const all = { ...$defs, ...copy.$defs };
  return Object.keys(all).length === 0 ? copy : Object.freeze({ ...copy, $defs: Object.freeze(all) });
}

/** What is enforced of a DTO before its parser decides. */
export const anyObject: JsonSchema = Object.freeze({ type: 'object' });

/** What the compiled validator decides of a generated schema: everything but what is a DTO's to decide. */
export function enforcedSchema(schema: GeneratedSchema, types: GeneratedTypes): JsonSchema {
  return copyWithDefinitions(schema, types, {
    replace: (node) => (isDtoClass(node.instanceOf) ? anyObject : undefined),
    rewrite: (node) => withLooseUnion(node, types),
  });
}

/** `oneOf` as `anyOf` where a DTO is inside: open, several branches may accept what only one would. */
function withLooseUnion(schema: GeneratedSchema, types: GeneratedTypes): GeneratedSchema {
  const { oneOf, ...others } = schema;
  if (oneOf === undefined || !types.holdsDto({ oneOf })) return schema;
  if (others.anyOf === undefined) return { ...others, anyOf: oneOf };
  const allOf = Array.isArray(others.allOf) ? others.allOf : [];
  return { ...others, allOf: [...allOf, { anyOf: oneOf }] };
}
