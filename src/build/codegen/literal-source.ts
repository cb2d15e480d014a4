import type { OpenSchema } from './compiler.js';

/**
 * The source text of a literal in a tag. `@example 10115` is a number for a number type, and text for a string type.
 */
export class LiteralSource {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /**
   * Parses the text as a JSON value of one of the `types`. Returns the text itself if it has none of these types and a
   * string is acceptable.
   */
  as(types: readonly unknown[]): unknown {
    const json = parseJsonOrText(this.text);
    return !types.includes(typeOf(json)) && types.includes('string') ? this.text : json;
  }
}

/** Parses the literals of a schema as values of the schema's type. */
export function parseLiterals(schema: OpenSchema): OpenSchema {
  const types = [schema.type ?? []].flat().map((type) => (type === 'integer' ? 'number' : type));
  const read = (value: unknown): unknown => (value instanceof LiteralSource ? value.as(types) : value);
  const { examples } = schema;
  const entries = Object.entries(schema).map(([keyword, value]) => [keyword, read(value)] as const);
  return { ...Object.fromEntries(entries), ...(Array.isArray(examples) ? { examples: examples.map(read) } : {}) };
}

/** Parses a text as JSON. Returns the text itself if it is not JSON. */
export function parseJsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
