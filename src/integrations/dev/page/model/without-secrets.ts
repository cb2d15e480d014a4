import { readField } from './field.js';
import { isJsonObject, type JsonObject, writeJson } from './json.js';
import { resolveSchema } from './schema.js';
import { variantOf } from './variant.js';

/** How deep values and variants are read. A union may contain itself. */
const maxDepth = 50;

const mark = /"writeOnly":true|"format":"password"/;

/**
 * Returns a copy of arguments without the values of parameters that their schema marks as secret, by `writeOnly` or the
 * format `password`. What no property of such a schema describes is left out too.
 */
export function withoutSecrets(schema: JsonObject, value: unknown): unknown {
  return mark.test(writeJson(schema)) ? withoutMarked(schema, value, { root: schema, depth: 0 }) : value;
}

interface Place {
  readonly root: JsonObject;
  readonly depth: number;
}

function withoutMarked(schema: unknown, value: unknown, { root, depth }: Place): unknown {
  if (isSecret(schema, root) || depth > maxDepth) return undefined;
  const inside = { root, depth: depth + 1 };
  const field = readField(schema, root);
  switch (field.kind) {
    case 'object': {
      if (!isJsonObject(value)) return undefined;
      const kept = field.properties.map(({ name, schema: own }): [string, unknown] => {
        return [name, Object.hasOwn(value, name) ? withoutMarked(own, value[name], inside) : undefined];
      });
      return Object.fromEntries(kept.filter(([, part]) => part !== undefined));
    }
    case 'array': {
      if (!Array.isArray(value)) return undefined;
      const items = value.map((item, index) => withoutMarked(field.prefix[index] ?? field.items, item, inside));
      return items.some((item) => item === undefined) ? undefined : items;
    }
    case 'union': {
      if (field.variants.some((variant) => isSecret(variant.schema, root))) return undefined;
      const variant = field.variants[variantOf(field, value, { root, current: 0 })];
      return withoutMarked(variant?.schema, value, inside);
    }
    case 'json':
      return undefined;
    default:
      return typeof value === 'object' && value !== null ? undefined : value;
  }
}

function isSecret(schema: unknown, root: JsonObject): boolean {
  const { writeOnly, format } = resolveSchema(schema, root);
  return writeOnly === true || format === 'password';
}
