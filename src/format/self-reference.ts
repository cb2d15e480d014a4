import type { JsonSchema } from '../base/json/json-schema.js';
import { resolveRef } from './schema-pointer.js';

/**
 * Checks whether a definition consists of itself without an object or array in between. No finite type expresses it.
 */
export function isSelfReferential(ref: string, root: JsonSchema): boolean {
  const followed = new Set<string>();
  const reaches = (schema: JsonSchema | boolean | undefined): boolean => {
    if (typeof schema !== 'object') return false;
    const { $ref, anyOf = [], oneOf = [], allOf = [] } = schema;
    if ($ref === ref || [...anyOf, ...oneOf, ...allOf].some(reaches)) return true;
    if ($ref === undefined || followed.has($ref)) return false;
    followed.add($ref);
    return reaches(resolveRef(root, $ref));
  };
  return reaches(resolveRef(root, ref));
}
