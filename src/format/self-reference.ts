import type { JsonSchema } from '../json-schema.js';
import { resolveRef } from './schema-pointer.js';

/** Whether a definition is made of itself with no object or array between: no finite type says what it means. */
export function leadsBackTo(ref: string, root: JsonSchema): boolean {
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
