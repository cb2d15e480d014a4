import type { JsonSchema } from '../base/json/json-schema.js';
import { resolveRef } from './schema-pointer.js';
import { type SchemaShape, shapeOf } from './schema-shape.js';

/** Checks whether a location of a schema accepts `null`, based on its types and alternatives. */
export function acceptsNull(shape: SchemaShape, root: JsonSchema, followed = new Set<string>()): boolean {
  if (shape.nullable || shape.kind === 'null' || shape.kind === 'any') return true;
  const accepts = (part: JsonSchema | boolean) => acceptsNull(shapeOf(part, { root, pointer: '' }), root, followed);
  if (shape.kind === 'union') return shape.branches.some((branch) => accepts(branch.schema));
  if (shape.kind !== 'reference' || followed.has(shape.ref)) return false;
  followed.add(shape.ref);
  const target = resolveRef(root, shape.ref);
  return target !== undefined && accepts(target);
}
