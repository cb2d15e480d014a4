import { stepsOf } from '../../base/json/json-pointer.js';
import type { JsonSchema } from '../../base/json/json-schema.js';
import { decodeFragment } from './schema-refs.js';
import { editSchemas, isRecord } from './schema-walk.js';

type Properties = Readonly<Record<string, unknown>>;

/**
 * Returns a schema that does not require properties with a default, because a caller may omit them. Generators of JSON
 * Schema that describe the output of a parser require them.
 */
export function relaxDefaults(root: JsonSchema): JsonSchema {
  return editSchemas(root, (schema) => {
    const { properties, required } = schema;
    if (!isRecord(properties) || !Array.isArray(required)) return schema;
    const remaining = required.filter((name: string) => !hasDefault(properties, name, root));
    if (remaining.length === required.length) return schema;
    const entries = Object.entries(schema).map(([keyword, value]) => [
      keyword,
      keyword === 'required' ? Object.freeze(remaining) : value,
    ]);
    return Object.freeze(
      Object.fromEntries(entries.filter(([keyword]) => keyword !== 'required' || remaining.length > 0)),
    );
  });
}

/**
 * Returns the default of a property's schema, or else of the definition to which the schema refers. Longer chains of
 * references are not followed, because an untrusted schema may have a long chain for each of its properties.
 */
export function defaultOf(schema: unknown, root: JsonSchema): { readonly value: unknown } | undefined {
  if (!isRecord(schema)) return undefined;
  const holder = Object.hasOwn(schema, 'default') ? schema : targetOf(schema, root);
  return isRecord(holder) && Object.hasOwn(holder, 'default') ? { value: holder.default } : undefined;
}

function hasDefault(properties: Properties, name: string, root: JsonSchema): boolean {
  return Object.hasOwn(properties, name) && defaultOf(properties[name], root) !== undefined;
}

function targetOf({ $ref }: Properties, root: JsonSchema): unknown {
  if (typeof $ref !== 'string' || !$ref.startsWith('#/')) return undefined;
  let at: unknown = root;
  for (const step of stepsOf(decodeFragment($ref.slice(1)))) {
    at = isRecord(at) && Object.hasOwn(at, step) ? at[step] : undefined;
  }
  return at;
}
