import { type OpenSchema, ts } from './compiler.js';
import { unionOf } from './union-schema.js';

/** The schema of a tuple, of which the schemas of its elements are known. Labels describe what has no other words. */
export function tupleSchema(
  { elementFlags, labeledElementDeclarations, minLength }: ts.TupleType,
  elements: readonly OpenSchema[],
): OpenSchema {
  if (elements.length === 0) return { type: 'array', maxItems: 0 };
  const least = minLength > 0 ? { minItems: minLength } : {};
  const items = elements.map((schema, index) => {
    const label = labeledElementDeclarations?.[index]?.name.getText();
    return label === undefined || schema.description !== undefined ? schema : { ...schema, description: label };
  });
  const rest = elementFlags.findIndex((flag) => (flag & ts.ElementFlags.Variable) !== 0);
  if (rest < 0) return { type: 'array', prefixItems: items, items: false, ...least };
  // JSON Schema has no words for what follows a rest: there, any of the types may stand anywhere.
  const first = rest > 0 ? { prefixItems: items.slice(0, rest) } : {};
  return { type: 'array', ...first, items: unionOf(items.slice(rest)), ...least };
}
