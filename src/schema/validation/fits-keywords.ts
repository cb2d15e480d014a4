import type { JsonSchema } from '../../base/json/json-schema.js';

/**
 * Checks whether a literal matches the simple keywords of a schema: type, values, bounds, lengths and pattern. Any
 * other keyword counts as matched. This avoids compiling a schema to check a single default.
 */
export function fitsKeywords(value: unknown, schema: JsonSchema): boolean {
  if (schema.type !== undefined && ![schema.type].flat().some((type) => isOfType(value, type))) return false;
  if (schema.enum !== undefined && !schema.enum.some((one) => isSameJson(one, value))) return false;
  if (Object.hasOwn(schema, 'const') && !isSameJson(schema.const, value)) return false;
  if (typeof value === 'number') return fitsBounds(value, schema);
  if (typeof value === 'string') {
    return isBetween([...value].length, schema.minLength, schema.maxLength) && fitsPattern(value, schema.pattern);
  }
  return !Array.isArray(value) || isBetween(value.length, schema.minItems, schema.maxItems);
}

function isSameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}

function fitsBounds(value: number, schema: JsonSchema): boolean {
  const { exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity, multipleOf } = schema;
  if (!isBetween(value, schema.minimum, schema.maximum)) return false;
  if (value <= exclusiveMinimum || value >= exclusiveMaximum) return false;
  return multipleOf === undefined || Number.isInteger(value / multipleOf);
}

function isBetween(value: number, least = -Infinity, most = Infinity): boolean {
  return value >= least && value <= most;
}

function fitsPattern(value: string, pattern: string | undefined): boolean {
  return pattern === undefined || new RegExp(pattern, 'u').test(value);
}
