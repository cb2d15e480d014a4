import type { OpenSchema } from './compiler.js';

/** The source of a literal in a tag. `@example 10115` is a number for a number, and a text for a string. */
export class LiteralSource {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /**
   * Parses the text as a JSON value of one of the `types`. Where that fails and a string will do, gives the text
   * itself.
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

/** Parses a text as JSON. Gives the text itself where it is none. */
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
