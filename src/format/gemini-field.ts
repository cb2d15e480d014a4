import type { GeminiSchema } from './gemini-schema.js';
import type { SchemaShape } from './schema-shape.js';

const textCounts: Readonly<Record<string, SchemaShape['kind']>> = {
  minLength: 'string',
  maxLength: 'string',
  minItems: 'array',
  maxItems: 'array',
  minProperties: 'object',
  maxProperties: 'object',
};

/** Converts a keyword to a field of Gemini's dialect. Returns undefined if the dialect has none at this location. */
export function toGeminiField(keyword: string, shape: SchemaShape): GeminiSchema | undefined {
  const value = shape.schema[keyword];
  const { kind } = shape;
  const isNumeric = kind === 'number' || kind === 'integer';
  // In addition to `anyOf`, the API accepts a description and few other fields.
  if (keyword === 'default') return kind === 'union' ? undefined : { default: value };
  if (keyword === 'examples' && Array.isArray(value)) return kind === 'union' ? undefined : { example: value[0] };
  if (keyword === 'pattern' && kind === 'string') return { pattern: String(value) };
  if (keyword === 'format') return supportsFormat(String(value), kind) ? { format: String(value) } : undefined;
  if (Object.hasOwn(textCounts, keyword))
    return textCounts[keyword] === kind ? { [keyword]: String(value) } : undefined;
  if (!isNumeric || typeof value !== 'number') return undefined;
  if (/^(exclusiveM|m)inimum$/.test(keyword)) return { minimum: lowerBoundOf(shape) };
  if (/^(exclusiveM|m)aximum$/.test(keyword)) return { maximum: upperBoundOf(shape) };
  return undefined;
}

function lowerBoundOf({ kind, schema }: SchemaShape): number {
  const { minimum = -Infinity, exclusiveMinimum = -Infinity } = schema;
  return Math.max(minimum, kind === 'integer' ? Math.floor(exclusiveMinimum) + 1 : exclusiveMinimum);
}

function upperBoundOf({ kind, schema }: SchemaShape): number {
  const { maximum = Infinity, exclusiveMaximum = Infinity } = schema;
  return Math.min(maximum, kind === 'integer' ? Math.ceil(exclusiveMaximum) - 1 : exclusiveMaximum);
}

function supportsFormat(format: string, kind: SchemaShape['kind']): boolean {
  if (kind === 'integer') return format === 'int32' || format === 'int64';
  if (kind === 'number') return format === 'float' || format === 'double';
  return kind === 'string';
}

/** Checks whether the field is equivalent to the keyword. Only an exclusive bound of non-integers is not. */
export function isExactField(keyword: string, shape: SchemaShape): boolean {
  return !keyword.startsWith('exclusive') || shape.kind === 'integer';
}
