import { type OpenSchema, ts } from './compiler.js';
import { docOf } from './doc-comment.js';
import { createTextPattern } from './literal-schemas.js';

/** What the keywords for undeclared properties are created with. */
export interface OtherProperties {
  readonly checker: ts.TypeChecker;
  /** Whether a type without an index signature rejects the properties that it does not declare. */
  readonly isClosed: boolean;
  /** Creates the schema of the values of an index signature. */
  createValue(type: ts.Type, declaration: ts.IndexSignatureDeclaration | undefined): OpenSchema;
}

/** Creates the keywords for the properties that a type does not declare by name. */
export function describeOtherProperties(
  type: ts.Type,
  { checker, isClosed, createValue }: OtherProperties,
): OpenSchema {
  const patterns: Record<string, unknown> = {};
  const indexed: OpenSchema = {};
  for (const { keyType, type: valueType, declaration } of checker.getIndexInfosOfType(type)) {
    if (keyType.flags & ts.TypeFlags.ESSymbolLike) continue;
    if (declaration !== undefined && docOf(declaration).isIgnored) continue;
    const schema = valueType.flags & ts.TypeFlags.Never ? false : createValue(valueType, declaration);
    if (keyType.flags & ts.TypeFlags.String) {
      indexed.additionalProperties = isAnySchema(schema) ? true : schema;
    } else if (keyType.flags & ts.TypeFlags.Number) patterns['^[0-9]+$'] = schema;
    else patterns[createTextPattern([keyType])] = schema;
  }
  if (Object.keys(patterns).length > 0) return { ...indexed, patternProperties: patterns };
  const isIndexed = Object.keys(indexed).length > 0;
  return !isIndexed && isClosed && declaresProperties(type, checker) ? { additionalProperties: false } : indexed;
}

/** Checks whether a type declares a property. A type without one is `{}`, to which every object can be assigned. */
function declaresProperties(type: ts.Type, checker: ts.TypeChecker): boolean {
  return checker.getPropertiesOfType(type).length > 0;
}

function isAnySchema(schema: OpenSchema | false): boolean {
  return schema !== false && Object.keys(schema).length === 0;
}
