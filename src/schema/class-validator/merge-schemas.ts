import type { JsonSchema, JsonSchemaType } from '../../base/json/json-schema.js';
import { joinSentences } from '../../base/text/join-sentences.js';
import { listOf } from '../../base/values/list-of.js';

/** Merges schemas into one that requires all of them. Keywords that cannot be combined become entries of `allOf`. */
export function mergeSchemas(parts: readonly JsonSchema[]): JsonSchema {
  return normalizeExclusions(parts.reduce(mergeTwo, {}));
}

/** Returns a schema that also accepts null. */
export function nullable(schema: JsonSchema): JsonSchema {
  const { description: words, anyOf, ...others } = schema;
  if (anyOf !== undefined && Object.keys(others).length === 0)
    return { ...schema, anyOf: [...anyOf, { type: 'null' }] };
  const open = removeExcludedNull(schema);
  if (Object.keys(open).some((keyword) => nullSensitiveKeywords.has(keyword)) || refusesNull(open.not)) {
    const { description, ...rest } = schema;
    return { ...(description === undefined ? {} : { description }), anyOf: [rest, { type: 'null' }] };
  }
  const admitting: Record<string, unknown> = { ...open };
  if (open.type !== undefined) admitting.type = withNullType(open.type);
  if (open.enum !== undefined) admitting.enum = withNull(open.enum);
  return admitting;
}

/** Returns the types that a schema accepts, or undefined if it has no `type`. */
export function typesOf({ type }: JsonSchema): readonly JsonSchemaType[] | undefined {
  return typeof type === 'string' ? [type] : type;
}

/** Checks whether a schema accepts only strings, numbers, booleans and null. */
export function isPrimitive(schema: JsonSchema): boolean {
  const types = typesOf(schema);
  if (types !== undefined) return types.every((type) => type !== 'object' && type !== 'array');
  const values = schema.enum ?? (Object.hasOwn(schema, 'const') ? [schema.const] : undefined);
  return values?.every((value) => typeof value !== 'object' || value === null) ?? false;
}

// The keywords that null may violate although its type is accepted.
const nullSensitiveKeywords: ReadonlySet<string> = new Set(['const', 'allOf', 'anyOf', '$ref']);

function refusesNull(not: JsonSchema | boolean | undefined): boolean {
  return not !== undefined && excludedValues(not)?.includes(null) !== false;
}

function removeExcludedNull(schema: JsonSchema): JsonSchema {
  const excluded = excludedValues(schema.not);
  if (excluded?.includes(null) !== true) return schema;
  const { not, ...rest } = schema;
  const left = excluded.filter((value) => value !== null);
  return left.length === 0 ? rest : { ...rest, not: { enum: left } };
}

function withNull(values: readonly unknown[]): readonly unknown[] {
  return values.includes(null) ? values : [...values, null];
}

function withNullType(type: JsonSchemaType | readonly JsonSchemaType[]): readonly JsonSchemaType[] {
  const types = listOf(type);
  return types.includes('null') ? types : [...types, 'null'];
}

/** A function that combines two values of one keyword, or returns undefined if that is not possible. */
type Combine = (one: never, other: never) => unknown;

const larger: Combine = (one: number, other: number) => Math.max(one, other);
const smaller: Combine = (one: number, other: number) => Math.min(one, other);

const combiners: Readonly<Record<string, Combine>> = {
  type: commonTypes,
  minimum: larger,
  exclusiveMinimum: larger,
  minLength: larger,
  minItems: larger,
  minProperties: larger,
  maximum: smaller,
  exclusiveMaximum: smaller,
  maxLength: smaller,
  maxItems: smaller,
  enum: commonValues,
  not: joinExclusions,
  allOf: (one: readonly unknown[], other: readonly unknown[]) => [...one, ...other],
  items: (one: JsonSchema, other: JsonSchema) => mergeSchemas([one, other]),
  description: joinSentences,
};

function mergeTwo(one: JsonSchema, other: JsonSchema): JsonSchema {
  if (isEmptySchema(one)) return other;
  if (isEmptySchema(other)) return one;
  const merged: Record<string, unknown> = { ...one };
  const apart: JsonSchema[] = [];
  for (const keyword of Object.keys(other)) {
    const value: unknown = other[keyword];
    if (!Object.hasOwn(merged, keyword) || isSame(merged[keyword], value)) {
      merged[keyword] = value;
      continue;
    }
    const combined = combiners[keyword]?.(merged[keyword] as never, value as never);
    if (combined !== undefined) merged[keyword] = combined;
    else apart.push({ [keyword]: value });
  }
  return apart.length === 0 ? merged : { ...merged, allOf: [...((merged.allOf as JsonSchema[]) ?? []), ...apart] };
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** Checks whether a schema has no keyword. */
function isEmptySchema(schema: JsonSchema): boolean {
  for (const _ in schema) return false;
  return true;
}

type Types = JsonSchemaType | readonly JsonSchemaType[];

function commonTypes(one: Types, other: Types): Types | undefined {
  const common = new Set<JsonSchemaType>();
  for (const first of listOf(one)) {
    for (const second of listOf(other)) {
      if (first === second || (first === 'integer' && second === 'number')) common.add(first);
      else if (first === 'number' && second === 'integer') common.add(second);
    }
  }
  const [only, ...more] = common;
  return more.length > 0 ? [...common] : only;
}

function commonValues(one: readonly unknown[], other: readonly unknown[]): readonly unknown[] | undefined {
  const common = one.filter((value) => other.includes(value));
  return common.length > 0 ? common : undefined;
}

function joinExclusions(one: JsonSchema, other: JsonSchema): JsonSchema | undefined {
  const [excluded, more] = [excludedValues(one), excludedValues(other)];
  return excluded && more ? { enum: [...new Set([...excluded, ...more])] } : undefined;
}

/** Returns the values that `not` excludes, or undefined if it has other keywords than a list of values. */
export function excludedValues(not: JsonSchema | boolean | undefined): readonly unknown[] | undefined {
  return typeof not === 'object' && Object.keys(not).length === 1 ? not.enum : undefined;
}

/** Removes redundant excluded values, and expresses the exclusion of `''` as a minimum length. */
function normalizeExclusions(schema: JsonSchema): JsonSchema {
  const excluded = excludedValues(schema.not);
  if (excluded === undefined) return schema;
  const { not, ...rest } = schema;
  if (rest.enum !== undefined) {
    const values = rest.enum.filter((value) => !excluded.includes(value));
    return values.length > 0 ? { ...rest, enum: values } : schema;
  }
  const types = typesOf(rest);
  const isString = types?.length === 1 && types[0] === 'string';
  const left = excluded.filter((value) => hasType(value, types) && !(isString && value === ''));
  const short = isString && excluded.includes('') ? { minLength: Math.max(1, rest.minLength ?? 0) } : {};
  return { ...rest, ...short, ...(left.length > 0 ? { not: { enum: left } } : {}) };
}

function hasType(value: unknown, types: readonly JsonSchemaType[] | undefined): boolean {
  if (types === undefined) return true;
  if (value === null) return types.includes('null');
  if (typeof value === 'number')
    return types.includes('number') || (types.includes('integer') && Number.isInteger(value));
  return types.includes(typeof value as JsonSchemaType);
}
