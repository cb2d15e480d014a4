import type { JsonSchema } from '../json-schema.js';

const LOCAL_DEF = /^#\/\$defs\/([^/]+)$/;

/**
 * A schema whose root is only a `$ref` (a recursive DTO, say) with the definition's own keywords at the root, because
 * tool schemas must show their properties at the top. Any other schema stays as it is.
 */
export function inlineRoot(schema: JsonSchema): JsonSchema {
  const name = LOCAL_DEF.exec(schema.$ref ?? '')?.[1];
  const definition = name === undefined ? undefined : schema.$defs?.[decodeURIComponent(name)];
  if (typeof definition !== 'object' || definition === null) return schema;
  const { $ref, $defs, ...siblings } = schema;
  return inlineRoot({ ...definition, ...siblings, $defs });
}
