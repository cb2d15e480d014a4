import { readField } from './field.js';
import type { JsonObject } from './json.js';
import { resolveSchema } from './schema.js';

/** Objects that require themselves end here. */
const maxDepth = 8;

/** Returns the value with which the form of a schema begins: its default, or what is required. Returns undefined for none. */
export function initialValue(schema: unknown, root: JsonObject, depth = 0): unknown {
  const resolved = resolveSchema(schema, root);
  if (Object.hasOwn(resolved, 'default')) return resolved.default;
  const field = readField(schema, root);
  if (depth > maxDepth || field.nullable) return undefined;
  switch (field.kind) {
    case 'const':
      return field.value;
    case 'object': {
      const required = field.properties.filter((property) => property.required || hasDefault(property.schema, root));
      const entries = required.map(({ name, schema: own }): [string, unknown] => [
        name,
        initialValue(own, root, depth + 1),
      ]);
      return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
    }
    case 'array':
      return field.prefix.map((item) => emptyValue(item, root, depth + 1));
    case 'union':
      return initialValue(field.variants[0]?.schema, root, depth + 1);
    default:
      return undefined;
  }
}

/** Returns a value for what a user adds: the initial value, or an empty value of the type. */
export function emptyValue(schema: unknown, root: JsonObject, depth = 0): unknown {
  const initial = initialValue(schema, root, depth);
  if (initial !== undefined) return initial;
  const field = readField(schema, root);
  if (depth > maxDepth) return null;
  switch (field.kind) {
    case 'text':
      return '';
    case 'number':
      return 0;
    case 'boolean':
      return false;
    case 'enum':
      return field.options[0]?.value ?? null;
    case 'const':
      return field.value;
    case 'object':
    case 'array':
      return field.kind === 'array' ? [] : {};
    case 'union':
      return emptyValue(field.variants[0]?.schema, root, depth + 1);
    default:
      return resolveSchema(schema, root).type === 'object' ? {} : null;
  }
}

function hasDefault(schema: unknown, root: JsonObject): boolean {
  return Object.hasOwn(resolveSchema(schema, root), 'default');
}
