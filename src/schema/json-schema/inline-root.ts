import type { JsonSchema } from '../../json-schema.js';
import { annotations } from './normalize-dialect.js';
import { definitionName } from './schema-refs.js';

/**
 * A schema whose root is a `$ref` (a recursive DTO, say) with the definition's own keywords at the root, because tool
 * schemas must show their properties at the top. Stays as it is where the root says otherwise than the definition.
 */
export function inlineRoot(schema: JsonSchema): JsonSchema {
  if (schema.$ref === undefined) return schema;
  const { $ref, $defs, ...root } = schema;
  const name = definitionName($ref);
  const definition = name === undefined ? undefined : $defs?.[name];
  if (typeof definition !== 'object' || !areAtOne(root, definition)) return schema;
  const required = [...new Set([...(definition.required ?? []), ...(root.required ?? [])])];
  return inlineRoot({ ...definition, ...root, ...(required.length > 0 ? { required } : {}), $defs });
}

/** Whether the keywords of a root may stand among those of the definition that it refers to. */
function areAtOne(root: JsonSchema, definition: JsonSchema): boolean {
  return Object.entries(root).every(
    ([keyword, value]) =>
      keyword === 'required' ||
      annotations.has(keyword) ||
      !Object.hasOwn(definition, keyword) ||
      JSON.stringify(value) === JSON.stringify(definition[keyword]),
  );
}
