import type { OpenSchema } from './compiler.js';

/** One schema for what any of `parts` admits; types without further rules share one `type`. */
export function unionOf(parts: readonly OpenSchema[]): OpenSchema {
  const [first, ...more] = parts;
  if (first === undefined) return {};
  if (more.length === 0) return first;
  const isPlain = (part: OpenSchema): boolean => Object.keys(part).length === 1 && part.type !== undefined;
  const plain = parts.filter(isPlain).flatMap(({ type }) => type as string);
  const ruled = parts.filter((part) => !isPlain(part));
  const [only, ...several] = ruled;
  if (only === undefined) return { type: plain };
  if (several.length === 0 && plain.length === 1 && plain[0] === 'null') {
    const nulled = withNull(only);
    if (nulled !== undefined) return nulled;
  }
  return { anyOf: [...ruled, ...plain.map((type) => ({ type }))] };
}

/** The same schema with null admitted, where keywords other than `type` and `enum` do not stand in the way. */
function withNull(schema: OpenSchema): OpenSchema | undefined {
  const { type, enum: values } = schema;
  if (typeof type !== 'string' || 'const' in schema || 'instanceOf' in schema) return undefined;
  return { ...schema, type: [type, 'null'], ...(Array.isArray(values) ? { enum: [...values, null] } : {}) };
}
