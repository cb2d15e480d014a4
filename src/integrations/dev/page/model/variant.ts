import { type Field, type ObjectField, readField, type UnionField } from './field.js';
import { isJsonObject, isSameJson, type JsonObject } from './json.js';

/** The score of a value that a schema does not accept. */
const refused = -100;

/** Values deeper than this do not matter for the choice of a variant. */
const maxDepth = 1;

interface Place {
  readonly root: JsonObject;
  readonly depth: number;
}

/** Returns the index of the variant that describes a value best. The current variant stays if no other is better. */
export function variantOf(
  field: UnionField,
  value: unknown,
  { root, current }: { readonly root: JsonObject; readonly current: number },
): number {
  const scores = field.variants.map(({ schema }) => scoreOf(schema, value, { root, depth: 0 }));
  const best = Math.max(...scores);
  return scores[current] === best ? current : scores.indexOf(best);
}

function scoreOf(schema: unknown, value: unknown, place: Place): number {
  if (value === undefined || place.depth > maxDepth) return 0;
  const field = readField(schema, place.root);
  if (value === null && field.nullable) return 1;
  switch (field.kind) {
    case 'object':
      return isJsonObject(value) ? scoreOfObject(field, value, place) : refused;
    case 'array':
      return Array.isArray(value) ? 2 + scoreOf(field.items, value[0], inside(place)) / 100 : refused;
    case 'union':
      return Math.max(...field.variants.map((variant) => scoreOf(variant.schema, value, inside(place))));
    case 'const':
    case 'enum': {
      const values = field.kind === 'const' ? [field.value] : field.options.map((option) => option.value);
      return values.some((accepted) => isSameJson(accepted, value)) ? 10 : refused;
    }
    default:
      return isOfKind(field, value) ? 2 : refused;
  }
}

/** Checks whether a value has the type of a field for a single value. */
export function isOfKind(field: Field, value: unknown): boolean {
  switch (field.kind) {
    case 'text':
      return typeof value === 'string';
    case 'number':
      return field.integer ? Number.isInteger(value) : typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    case 'null':
      return value === null;
    default:
      return true;
  }
}

function scoreOfObject(field: ObjectField, value: JsonObject, place: Place): number {
  const scores = Object.entries(value).map(([name, entry]) => {
    const property = field.properties.find((known) => known.name === name);
    if (property === undefined) return field.additional === undefined ? -1 : 0;
    const score = scoreOf(property.schema, entry, inside(place));
    if (score > refused) return 1 + score / 100;
    // Another value decides only where it is constant, such as the name of a variant: what is being entered may be wrong.
    return readField(property.schema, place.root).kind === 'const' ? refused / 2 : 0;
  });
  return scores.reduce((sum, score) => sum + score, 2);
}

function inside({ root, depth }: Place): Place {
  return { root, depth: depth + 1 };
}
