import type { OpenSchema } from './compiler.js';

/** Creates a schema that accepts the values of any of `parts`. Plain types without further rules share one `type`. */
export function createUnion(parts: readonly OpenSchema[]): OpenSchema {
  const [first, ...more] = parts;
  if (first === undefined) return {};
  if (more.length === 0) return first;
  const isPlain = (part: OpenSchema): boolean => Object.keys(part).length === 1 && part.type !== undefined;
  const plain = parts.filter(isPlain).flatMap(({ type }) => type as string);
  const ruled = parts.filter((part) => !isPlain(part));
  const [only, ...several] = ruled;
  if (only === undefined) return { type: plain };
  if (several.length === 0 && plain.length === 1 && plain[0] === 'null') {
    const nullable = withNull(only);
    if (nullable !== undefined) return nullable;
  }
  return { anyOf: [...ruled, ...plain.map((type) => ({ type }))] };
}

/** Returns the schema with null accepted, or undefined if that requires more than changing `type` and `enum`. */
function withNull(schema: OpenSchema): OpenSchema | undefined {
  const { type, enum: values } = schema;
  if (typeof type !== 'string' || 'const' in schema || 'instanceOf' in schema || 'dtoCandidate' in schema)
    return undefined;
  return { ...schema, type: [type, 'null'], ...(Array.isArray(values) ? { enum: [...values, null] } : {}) };
}
