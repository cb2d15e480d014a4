import type { JsonSchema } from '../json-schema.js';
import { resolveRef } from './schema-pointer.js';
import { shapeOf } from './schema-shape.js';

/** Checks whether a schema accepts `null`, based on its types and alternatives. */
export function acceptsNull(schema: JsonSchema | boolean, root: JsonSchema): boolean {
  const followed = new Set<string>();
  const accepts = (part: JsonSchema | boolean): boolean => {
    const shape = shapeOf(part, { root, pointer: '' });
    if (shape.nullable || shape.kind === 'null' || shape.kind === 'any') return true;
    if (shape.kind === 'union') return shape.branches.some((branch) => accepts(branch.schema));
    if (shape.kind !== 'reference' || followed.has(shape.ref)) return false;
    followed.add(shape.ref);
    const target = resolveRef(root, shape.ref);
    return target !== undefined && accepts(target);
  };
  return accepts(schema);
}
