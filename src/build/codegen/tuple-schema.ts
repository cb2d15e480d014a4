import { type OpenSchema, ts } from './compiler.js';
import { createUnion } from './union-schema.js';

/** Creates the schema of a tuple from the schemas of its elements. A label describes an element without a comment. */
export function createTupleSchema(
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
  // JSON Schema cannot express elements after a rest element: from there, each item may have any of the types.
  const first = rest > 0 ? { prefixItems: items.slice(0, rest) } : {};
  return { type: 'array', ...first, items: createUnion(items.slice(rest)), ...least };
}
