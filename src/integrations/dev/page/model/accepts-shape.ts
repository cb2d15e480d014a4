import { readField } from './field.js';
import { isJsonObject, isSameJson, type JsonObject } from './json.js';
import { resolveSchema } from './schema.js';
import { isOfKind } from './variant.js';

/** How many values and variants are compared, and how deep. A union may contain itself. */
const maxSteps = 10_000;
const maxDepth = 50;

interface Place {
  readonly root: JsonObject;
  readonly depth: number;
  readonly budget: { left: number };
}

/**
 * Checks whether a value has the types and the properties that a schema describes. Missing properties and limits do not
 * count: the value may be incomplete.
 */
export function acceptsShape(schema: JsonObject, value: unknown): boolean {
  return accepts(schema, value, { root: schema, depth: 0, budget: { left: maxSteps } });
}

function accepts(schema: unknown, value: unknown, place: Place): boolean {
  const { root, depth, budget } = place;
  budget.left -= 1;
  if (budget.left < 0 || depth > maxDepth) return false;
  const inside = { ...place, depth: depth + 1 };
  const field = readField(schema, root);
  if (value === null && field.nullable) return true;
  switch (field.kind) {
    case 'object': {
      const isClosed = field.additional === undefined && resolveSchema(schema, root).additionalProperties === false;
      const accepted = ([name, part]: [string, unknown]): boolean => {
        const property = field.properties.find((known) => known.name === name);
        return property === undefined ? !isClosed : accepts(property.schema, part, inside);
      };
      return isJsonObject(value) && Object.entries(value).every(accepted);
    }
    case 'array':
      return (
        Array.isArray(value) && value.every((item, index) => accepts(field.prefix[index] ?? field.items, item, inside))
      );
    case 'union':
      return field.variants.some((variant) => accepts(variant.schema, value, inside));
    case 'enum':
      return field.options.some((option) => isSameJson(option.value, value));
    case 'const':
      return isSameJson(field.value, value);
    default:
      return isOfKind(field, value);
  }
}
