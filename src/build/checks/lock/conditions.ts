import type { JsonSchema } from '../../../base/json/json-schema.js';
import { isSchemaObject } from '../../../format/schema-pointer.js';
import { annotationKeywords } from '../../../schema/json-schema/annotation-keywords.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';

/** An object as a condition sees it: the values of the properties that it has. Other values than those named are `others`. */
export type Sample = ReadonlyMap<string, unknown>;

/** A value that no condition names. */
export const others = Symbol('others');

/** The keywords that say which properties may occur together. */
export const conditionKeywords: ReadonlySet<string> = new Set([
  ...['anyOf', 'oneOf', 'allOf', 'not', 'if', 'then', 'else'],
  ...['required', 'dependentRequired', 'dependentSchemas', 'minProperties', 'maxProperties'],
]);

const maxDepth = 6;

/**
 * Checks whether a schema says nothing but which properties may occur together, and with which of some plain values: such as
 * `{ required: ['card'] }` or `{ if: { properties: { kind: { const: 'card' } } }, then: { required: ['number'] } }`.
 */
export function isCondition(schema: unknown, depth = 0): boolean {
  if (typeof schema === 'boolean') return true;
  if (!isSchemaObject(schema) || depth > maxDepth) return false;
  return Object.entries(schema).every(([keyword, value]) => {
    if (annotationKeywords.has(keyword)) return true;
    if (keyword === 'properties') return Object.values(schema.properties ?? {}).every(isValueTest);
    if (keyword === 'type') return value === 'object';
    // In an open object, other properties count too.
    if (!conditionKeywords.has(keyword) || keyword.endsWith('Properties')) return false;
    return partsOf(keyword, value).every((part) => isCondition(part, depth + 1));
  });
}

/** Returns the schemas in the value of a keyword. */
export function partsOf(keyword: string, value: unknown): readonly unknown[] {
  if (keyword === 'required' || keyword === 'dependentRequired' || keyword.endsWith('Properties')) return [];
  if (keyword === 'dependentSchemas') return Object.values(recordOf(value));
  return [value].flat();
}

function isValueTest(schema: unknown): boolean {
  if (typeof schema === 'boolean') return true;
  if (!isSchemaObject(schema)) return false;
  const keywords = Object.keys(schema).filter((keyword) => !annotationKeywords.has(keyword));
  const values = valuesOf(schema);
  if (values === undefined) return keywords.length === 0;
  const arePlain = values.every((value) => typeof value !== 'object');
  return arePlain && keywords.every((keyword) => /^(?:const|enum|type)$/.test(keyword));
}

/** Returns the plain values of a schema with `const` or `enum`. Returns undefined for another schema. */
export function valuesOf(schema: unknown): readonly unknown[] | undefined {
  if (!isSchemaObject(schema)) return undefined;
  return 'const' in schema ? [schema.const] : schema.enum;
}

/** Checks whether a sample meets the conditions of a schema. */
export function meets(sample: Sample, schema: unknown): boolean {
  if (!isSchemaObject(schema)) return schema !== false;
  const holds = (part: unknown): boolean => meets(sample, part);
  const { required = [], properties = {}, anyOf, oneOf, allOf = [], not, minProperties = 0, maxProperties } = schema;
  return (
    required.every((name) => sample.has(name)) &&
    Object.entries(properties).every(([name, test]) => !sample.has(name) || isAccepted(sample.get(name), test)) &&
    (anyOf === undefined || anyOf.some(holds)) &&
    (oneOf === undefined || oneOf.filter(holds).length === 1) &&
    allOf.every(holds) &&
    (not === undefined || !holds(not)) &&
    (schema.if === undefined || holds((holds(schema.if) ? schema.then : schema.else) ?? true)) &&
    sample.size >= minProperties &&
    sample.size <= (maxProperties ?? Number.POSITIVE_INFINITY) &&
    meetsDependents(sample, schema)
  );
}

function isAccepted(value: unknown, test: unknown): boolean {
  return test !== false && (valuesOf(test)?.includes(value) ?? true);
}

function meetsDependents(sample: Sample, { dependentRequired, dependentSchemas }: JsonSchema): boolean {
  const names = Object.entries(recordOf(dependentRequired)).map(([name, required]) => [name, { required }] as const);
  const dependents = [...names, ...Object.entries(recordOf(dependentSchemas))];
  return dependents.every(([name, schema]) => !sample.has(name) || meets(sample, schema));
}

/** Returns the value of a keyword that is an object. */
export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}
