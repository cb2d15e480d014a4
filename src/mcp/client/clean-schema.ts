import { mapHeldSchemas } from '../../schema/json-schema/schema-walk.js';
import { cleanText, promptText } from './clean-text.js';
import { isSafePattern } from './safe-pattern.js';

type RawSchema = Readonly<Record<string, unknown>>;

/**
 * A stranger's JSON Schema as we use it: its descriptions for prompts, clean and short; and without patterns that could
 * take for ever to match, of which the description tells instead. The server itself checks them all.
 */
export function cleanSchema(schema: unknown, maxChars: number): unknown {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return schema;
  const entries = Object.entries(safePatterns(schema as RawSchema)).map(([keyword, value]) => {
    if (isProse(keyword, value)) return [keyword, promptText(value, maxChars)];
    return [keyword, mapHeldSchemas([keyword, value], (held) => cleanSchema(held, maxChars))];
  });
  return Object.fromEntries(entries);
}

function isProse(keyword: string, value: unknown): value is string {
  return typeof value === 'string' && (keyword === 'description' || keyword === 'title' || keyword === '$comment');
}

function safePatterns(schema: RawSchema): RawSchema {
  const { pattern, patternProperties } = schema;
  const unsafePattern = typeof pattern === 'string' && !isSafePattern(pattern);
  const unsafeNames =
    typeof patternProperties === 'object' &&
    patternProperties !== null &&
    !Object.keys(patternProperties).every(isSafePattern);
  if (!unsafePattern && !unsafeNames) return schema;
  const { pattern: _, patternProperties: __, ...rest } = schema;
  const described = unsafePattern ? describedBy(rest, pattern) : { ...rest, pattern };
  if (!unsafeNames) return { ...described, patternProperties };
  // What the patterns would have allowed must not be refused instead.
  const { additionalProperties: ___, ...open } = described as RawSchema;
  return { ...open, additionalProperties: true };
}

function describedBy(schema: RawSchema, pattern: string): RawSchema {
  const told = `Must match the regular expression ${cleanText(pattern.slice(0, 200))}`;
  const { description } = schema;
  return { ...schema, description: typeof description === 'string' ? `${description} ${told}` : told };
}
