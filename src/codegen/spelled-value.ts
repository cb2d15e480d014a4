import type { OpenSchema } from './compiler.js';

/** A value as a tag spells it: `@example 10115` is a number to a number, and a text to a string. */
export class SpelledValue {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** The JSON value that the text spells, if it is of one of the `types`; else the text itself, if that is. */
  as(types: readonly unknown[]): unknown {
    const json = jsonOrText(this.text);
    return !types.includes(typeOf(json)) && types.includes('string') ? this.text : json;
  }
}

/** A schema with its spelled values as what they are to its type. */
export function readSpelled(schema: OpenSchema): OpenSchema {
  const types = [schema.type ?? []].flat().map((type) => (type === 'integer' ? 'number' : type));
  const read = (value: unknown): unknown => (value instanceof SpelledValue ? value.as(types) : value);
  const { examples } = schema;
  const entries = Object.entries(schema).map(([keyword, value]) => [keyword, read(value)] as const);
  return { ...Object.fromEntries(entries), ...(Array.isArray(examples) ? { examples: examples.map(read) } : {}) };
}

/** The JSON value that a text spells, else the text itself. */
export function jsonOrText(text: string): unknown {
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
