import type { JsonSchema } from '../base/json/json-schema.js';
import { type Intersection, intersect } from './intersection.js';

// Comparing each pair of more alternatives takes too long.
const maxCompared = 64;

/**
 * Checks whether no value matches two alternatives: their types differ, or a required property distinguishes them. Many
 * alternatives count as disjoint only if one property distinguishes all of them.
 */
export function areDisjoint(alternatives: readonly (JsonSchema | boolean)[], root: JsonSchema): boolean {
  const schemas = alternatives.map((schema) => intersect([schema], root));
  if (hasDiscriminator(schemas)) return true;
  if (schemas.length > maxCompared) return false;
  return schemas.every((a, index) => schemas.slice(index + 1).every((b) => areMutuallyExclusive(a, b)));
}

/** Checks whether all alternatives are objects that require one property, each with other values. */
function hasDiscriminator(schemas: readonly Intersection[]): boolean {
  const [first] = schemas;
  if (typeof first !== 'object') return false;
  return (first.required ?? []).some((name) => {
    const seen = new Set<unknown>();
    return schemas.every((schema) => {
      if (typeof schema !== 'object' || schema.type !== 'object' || schema.required?.includes(name) !== true)
        return false;
      const values = propertyValues(schema, name);
      if (values === undefined || values.some((value) => seen.has(value))) return false;
      for (const value of values) seen.add(value);
      return true;
    });
  });
}

function areMutuallyExclusive(a: Intersection, b: Intersection): boolean {
  if (a === false || b === false) return true;
  if (a?.type === undefined || b?.type === undefined) return false;
  const [left, right] = [[a.type].flat(), [b.type].flat()];
  const numeric = (types: readonly string[]) => types.includes('number') || types.includes('integer');
  if (!left.some((type) => right.includes(type)) && !(numeric(left) && numeric(right))) return true;
  return (a.required ?? []).some((name) => {
    const [x, y] = [propertyValues(a, name), propertyValues(b, name)];
    const both = b.required?.includes(name) === true && x !== undefined && y !== undefined;
    return both && !x.some((value) => y.includes(value));
  });
}

function propertyValues(schema: JsonSchema, name: string): readonly unknown[] | undefined {
  const property = schema.properties?.[name];
  if (typeof property !== 'object') return undefined;
  return Object.hasOwn(property, 'const') ? [property.const] : property.enum;
}
