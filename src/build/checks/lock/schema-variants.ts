import type { JsonSchema, JsonSchemaType } from '../../../base/json/json-schema.js';
import { areDisjoint } from '../../../format/disjoint.js';
import { intersect } from '../../../format/intersection.js';
import { isSchemaObject, resolveRef } from '../../../format/schema-pointer.js';
import { jsonTypeOf } from '../../../format/schema-shape.js';
import { isCondition, valuesOf } from './conditions.js';

/** One way to match a schema: values of one type. The type is undefined if the schema accepts every type. */
export interface SchemaVariant {
  readonly type: JsonSchemaType | undefined;
  /** The only values that are accepted. Undefined for all that the schema accepts. */
  readonly values: readonly unknown[] | undefined;
  /** The schema without references, `allOf`, `anyOf`, `oneOf`, `enum` and `const`. */
  readonly schema: JsonSchema;
}

// A schema with more alternatives is compared as a whole.
const maxVariants = 200;

/** Returns a schema without references and `allOf` at its top. Returns `false` for a schema that accepts nothing. */
export function flatten(schema: unknown, root: JsonSchema): JsonSchema | false {
  if (schema === false) return false;
  if (!isSchemaObject(schema)) return {};
  const flat = intersect([schema], root);
  if (flat !== undefined) return flat;
  // A reference to what contains it is replaced once.
  const { $ref, ...own } = schema;
  const target = $ref === undefined ? undefined : resolveRef(root, $ref);
  return isSchemaObject(target) ? { ...target, ...own } : own;
}

/** Returns the variants of a schema. Returns none for a schema that accepts nothing. */
export function variantsOf(schema: JsonSchema | false, root: JsonSchema): readonly SchemaVariant[] {
  return schema === false ? [] : mergeValues(expand(schema, root, 0));
}

function expand(schema: JsonSchema, root: JsonSchema, depth: number): readonly SchemaVariant[] {
  const keyword = unionOf(schema);
  if (keyword === undefined) return byType(schema);
  const { [keyword]: branches, ...own } = schema;
  if (branches !== undefined && branches.length <= maxVariants && depth < 8) {
    return branches.flatMap((branch) => {
      const merged = intersect([own, branch], root) ?? flatten(branch, root);
      return merged === false ? [] : expand(merged, root, depth + 1);
    });
  }
  return byType(schema);
}

/** Returns the keyword with the alternatives of a schema. Those that say only which properties occur together are none. */
function unionOf(schema: JsonSchema): 'anyOf' | 'oneOf' | undefined {
  const keywords = ['anyOf', 'oneOf'] as const;
  const isOfObjects = (branch: unknown): boolean =>
    isCondition(branch) && (schema.type === 'object' || !isSchemaObject(branch) || branch.type === undefined);
  return keywords.find((keyword) => schema[keyword]?.every(isOfObjects) === false);
}

/** Checks whether a value that matches two alternatives of a schema may be refused for that. */
export function refusesOverlaps(schema: JsonSchema | false, root: JsonSchema): boolean {
  if (schema === false || unionOf(schema) === undefined || schema.oneOf === undefined) return false;
  const values = schema.oneOf.map(valuesOf);
  const listed = values.flatMap((one) => one?.map((value) => JSON.stringify(value)) ?? []);
  const areListed = values.every((one) => one !== undefined) && new Set(listed).size === listed.length;
  return !areListed && !areDisjoint(schema.oneOf, root);
}

/** Checks whether a schema has alternatives. */
export function hasAlternatives(schema: JsonSchema | false): boolean {
  return schema !== false && unionOf(schema) !== undefined;
}

function byType(schema: JsonSchema): readonly SchemaVariant[] {
  const { type, enum: values, const: only, ...rest } = schema;
  const types = type === undefined ? [] : [type].flat();
  if (values !== undefined || 'const' in schema)
    return byValue('const' in schema ? [only] : (values ?? []), types, rest);
  if (types.length === 0) return [{ type: undefined, values: undefined, schema: rest }];
  const known = types.includes('number') ? types.filter((one) => one !== 'integer') : types;
  return known.map((one) => {
    // Multiples of a whole number are whole numbers.
    const own = one === 'number' && isInteger(schema) ? 'integer' : one;
    return {
      type: own,
      values: one === 'null' ? [null] : undefined,
      schema: own === 'integer' ? { ...rest, type: own } : rest,
    };
  });
}

function byValue(
  values: readonly unknown[],
  types: readonly JsonSchemaType[],
  schema: JsonSchema,
): readonly SchemaVariant[] {
  const found = new Map<JsonSchemaType, unknown[]>();
  for (const value of values) {
    const type = jsonTypeOf(value);
    const isAccepted = types.length === 0 || types.includes(type) || (type === 'number' && types.includes('integer'));
    if (isAccepted) found.set(type, [...(found.get(type) ?? []), value]);
  }
  return [...found].map(([type, own]) => {
    // Both values of a boolean are no restriction.
    const isFree = type === 'boolean' && own.includes(true) && own.includes(false);
    return { type, values: isFree ? undefined : own, schema };
  });
}

/** Makes one variant of those that list values of one type. */
function mergeValues(variants: readonly SchemaVariant[]): readonly SchemaVariant[] {
  const merged: SchemaVariant[] = [];
  for (const variant of variants) {
    const index = merged.findIndex((one) => one.values !== undefined && one.type === variant.type);
    const known = merged[index];
    if (known?.values === undefined || variant.values === undefined) merged.push(variant);
    else merged[index] = { ...known, values: [...known.values, ...variant.values] };
  }
  return merged;
}

/** Checks whether a schema accepts whole numbers only. */
export function isInteger({ type, multipleOf }: JsonSchema): boolean {
  return type === 'integer' || (typeof multipleOf === 'number' && Number.isInteger(multipleOf));
}
