import { mapHeldSchemas } from '../../schema/json-schema/schema-walk.js';
import { cleanText, promptText } from './clean-text.js';
import { isSafePattern } from './safe-pattern.js';

type RawSchema = Readonly<Record<string, unknown>>;

/**
 * Sanitizes the JSON Schema of an untrusted server. Descriptions are cleaned and cut to `maxChars` characters. Patterns
 * that could take forever to match are moved to the description as text: the server still checks them.
 */
export function cleanSchema(schema: unknown, maxChars: number): unknown {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return schema;
  const entries = Object.entries(removeUnsafePatterns(schema as RawSchema)).map(([keyword, value]) => {
    if (isProse(keyword, value)) return [keyword, promptText(value, maxChars)];
    return [keyword, mapHeldSchemas([keyword, value], (held) => cleanSchema(held, maxChars))];
  });
  return Object.fromEntries(entries);
}

function isProse(keyword: string, value: unknown): value is string {
  return typeof value === 'string' && (keyword === 'description' || keyword === 'title' || keyword === '$comment');
}

function removeUnsafePatterns(schema: RawSchema): RawSchema {
  const { pattern, patternProperties } = schema;
  const unsafePattern = typeof pattern === 'string' && !isSafePattern(pattern);
  const unsafeNames =
    typeof patternProperties === 'object' &&
    patternProperties !== null &&
    !Object.keys(patternProperties).every(isSafePattern);
  if (!unsafePattern && !unsafeNames) return schema;
  const { pattern: _, patternProperties: __, ...rest } = schema;
  const described = unsafePattern ? describePattern(rest, pattern) : { ...rest, pattern };
  if (!unsafeNames) return { ...described, patternProperties };
  // Properties that the removed patterns allowed must not be rejected.
  const { additionalProperties: ___, ...open } = described as RawSchema;
  return { ...open, additionalProperties: true };
}

function describePattern(schema: RawSchema, pattern: string): RawSchema {
  const rule = `Must match the regular expression ${cleanText(pattern.slice(0, 200))}`;
  const { description } = schema;
  return { ...schema, description: typeof description === 'string' ? `${description} ${rule}` : rule };
}
