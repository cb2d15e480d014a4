import type { JsonSchema } from '../../../base/json/json-schema.js';

// Patterns that match all names that occur.
const anyName = /^\^?(?:\.[*+])?\$?$/;

/** Returns the schema of an object without `patternProperties` if all properties have one schema. */
export function plainObject(schema: JsonSchema, isClosed: boolean): JsonSchema {
  const { patternProperties = {}, additionalProperties = !isClosed, ...others } = schema;
  const [[pattern, values] = ['', true], ...more] = Object.entries(patternProperties);
  const isMap = schema.patternProperties !== undefined && more.length === 0 && schema.properties === undefined;
  if (isMap && anyName.test(pattern)) return { ...others, additionalProperties: values };
  if (!isMap || additionalProperties !== false || schema.propertyNames !== undefined) return schema;
  return { ...others, propertyNames: { pattern }, additionalProperties: values };
}
