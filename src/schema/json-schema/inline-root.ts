import type { JsonSchema } from '../../base/json/json-schema.js';
import { annotations } from './normalize-dialect.js';
import { definitionName } from './schema-refs.js';

/**
 * Replaces a `$ref` at the root (for example of a recursive DTO) by the keywords of the definition, because tool
 * schemas must have their properties at the top level. Returns the schema unchanged if the root contradicts the
 * definition.
 */
export function inlineRoot(schema: JsonSchema): JsonSchema {
  if (schema.$ref === undefined) return schema;
  const { $ref, $defs, ...root } = schema;
  const name = definitionName($ref);
  const definition = name === undefined ? undefined : $defs?.[name];
  if (typeof definition !== 'object' || !areCompatible(root, definition)) return schema;
  const required = [...new Set([...(definition.required ?? []), ...(root.required ?? [])])];
  return inlineRoot({ ...definition, ...root, ...(required.length > 0 ? { required } : {}), $defs });
}

/** Checks whether the keywords of a root can be merged with those of the definition that it refers to. */
function areCompatible(root: JsonSchema, definition: JsonSchema): boolean {
  return Object.entries(root).every(
    ([keyword, value]) =>
      keyword === 'required' ||
      annotations.has(keyword) ||
      !Object.hasOwn(definition, keyword) ||
      JSON.stringify(value) === JSON.stringify(definition[keyword]),
  );
}
