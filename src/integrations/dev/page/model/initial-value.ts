import { readField } from './field.js';
import type { JsonObject } from './json.js';
import { resolveSchema } from './schema.js';

/** Objects that require themselves end here. */
const maxDepth = 8;

/** How many values are created at once. A schema may require itself several times. */
const maxValues = 1_000;

interface Place {
  readonly root: JsonObject;
  readonly depth: number;
  readonly budget: { left: number };
}

/** Returns the value with which the form of a schema begins: its default, or what is required. Returns undefined for none. */
export function initialValue(schema: unknown, root: JsonObject): unknown {
  return createInitial(schema, { root, depth: 0, budget: { left: maxValues } });
}

/** Returns a value for what a user adds: the initial value, or an empty value of the type. */
export function emptyValue(schema: unknown, root: JsonObject): unknown {
  return createEmpty(schema, { root, depth: 0, budget: { left: maxValues } });
}

function createInitial(schema: unknown, place: Place): unknown {
  const { root, depth, budget } = place;
  budget.left -= 1;
  if (depth > maxDepth || budget.left < 0) return undefined;
  const resolved = resolveSchema(schema, root);
  if (Object.hasOwn(resolved, 'default')) return resolved.default;
  const field = readField(schema, root);
  if (field.nullable) return undefined;
  switch (field.kind) {
    case 'const':
      return field.value;
    case 'object': {
      const required = field.properties.filter((property) => property.required || hasDefault(property.schema, root));
      const entries = required.map(({ name, schema: own }): [string, unknown] => [
        name,
        createInitial(own, inside(place)),
      ]);
      return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
    }
    case 'array':
      return field.prefix.map((item) => createEmpty(item, inside(place)));
    case 'union':
      return createInitial(field.variants[0]?.schema, inside(place));
    default:
      return undefined;
  }
}

function createEmpty(schema: unknown, place: Place): unknown {
  const initial = createInitial(schema, place);
  if (initial !== undefined) return initial;
  if (place.depth > maxDepth || place.budget.left < 0) return null;
  const field = readField(schema, place.root);
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
    case 'array':
      return [];
    case 'object':
      return {};
    case 'union':
      return createEmpty(field.variants[0]?.schema, inside(place));
    default:
      return resolveSchema(schema, place.root).type === 'object' ? {} : null;
  }
}

function hasDefault(schema: unknown, root: JsonObject): boolean {
  return Object.hasOwn(resolveSchema(schema, root), 'default');
}

function inside(place: Place): Place {
  return { ...place, depth: place.depth + 1 };
}
