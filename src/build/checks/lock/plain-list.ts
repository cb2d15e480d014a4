import type { JsonSchema } from '../../../base/json/json-schema.js';
import { isSameJson } from './definition.js';

/** Returns the schema of a list with as few keywords as possible: equal items are not listed, and no others are an upper limit. */
export function plainList(schema: JsonSchema): JsonSchema {
  const { prefixItems, items, ...others } = schema;
  if (prefixItems === undefined) return schema;
  const [first] = prefixItems;
  const maxItems =
    items === false ? Math.min(prefixItems.length, schema.maxItems ?? prefixItems.length) : schema.maxItems;
  const limited = maxItems === undefined ? others : { ...others, maxItems };
  const isFull = maxItems !== undefined && maxItems <= prefixItems.length;
  const rest = isFull ? first : items;
  const isUniform = rest !== undefined && prefixItems.every((item) => isSameJson(item, rest));
  if (isUniform) return { ...limited, items: rest };
  return { ...limited, prefixItems, ...(isFull ? { items: false } : items === undefined ? {} : { items }) };
}
