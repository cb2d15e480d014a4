import { promptText } from '../../../base/text/clean-text.js';
import { mapHeldSchemas } from '../../../schema/json-schema/schema-walk.js';

/** Sanitizes the JSON Schema of an untrusted server: descriptions are cleaned and cut to `maxChars` characters. */
export function cleanSchema(schema: unknown, maxChars: number): unknown {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return schema;
  const entries = Object.entries(schema).map(([keyword, value]: [string, unknown]) => {
    if (isProse(keyword, value)) return [keyword, promptText(value, maxChars)];
    return [keyword, mapHeldSchemas([keyword, value], (held) => cleanSchema(held, maxChars))];
  });
  return Object.fromEntries(entries);
}

function isProse(keyword: string, value: unknown): value is string {
  return typeof value === 'string' && (keyword === 'description' || keyword === 'title' || keyword === '$comment');
}
