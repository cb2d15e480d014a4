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

/** A keyword as a field of Gemini's dialect; undefined if it has none for it at this place. */
export function geminiField(keyword: string, shape: SchemaShape): GeminiSchema | undefined {
  const value = shape.schema[keyword];
  const { kind } = shape;
  const isNumeric = kind === 'number' || kind === 'integer';
  // Beside `anyOf` the API takes a description and little else.
  if (keyword === 'default') return kind === 'union' ? undefined : { default: value };
  if (keyword === 'examples' && Array.isArray(value)) return kind === 'union' ? undefined : { example: value[0] };
  if (keyword === 'pattern' && kind === 'string') return { pattern: String(value) };
  if (keyword === 'format') return takesFormat(String(value), kind) ? { format: String(value) } : undefined;
  if (Object.hasOwn(textCounts, keyword))
    return textCounts[keyword] === kind ? { [keyword]: String(value) } : undefined;
  if (!isNumeric || typeof value !== 'number') return undefined;
  if (/^(exclusiveM|m)inimum$/.test(keyword)) return { minimum: lowestOf(shape) };
  if (/^(exclusiveM|m)aximum$/.test(keyword)) return { maximum: highestOf(shape) };
  return undefined;
}

function lowestOf({ kind, schema }: SchemaShape): number {
  const { minimum = -Infinity, exclusiveMinimum = -Infinity } = schema;
  return Math.max(minimum, kind === 'integer' ? Math.floor(exclusiveMinimum) + 1 : exclusiveMinimum);
}

function highestOf({ kind, schema }: SchemaShape): number {
  const { maximum = Infinity, exclusiveMaximum = Infinity } = schema;
  return Math.min(maximum, kind === 'integer' ? Math.ceil(exclusiveMaximum) - 1 : exclusiveMaximum);
}

function takesFormat(format: string, kind: SchemaShape['kind']): boolean {
  if (kind === 'integer') return format === 'int32' || format === 'int64';
  if (kind === 'number') return format === 'float' || format === 'double';
  return kind === 'string';
}

/** Whether the field says all that the keyword says: only a number between two whole ones makes a bound inexact. */
export function isExactField(keyword: string, shape: SchemaShape): boolean {
  return !keyword.startsWith('exclusive') || shape.kind === 'integer';
}
