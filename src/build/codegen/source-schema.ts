import { type OpenSchema, ts } from './compiler.js';
import { resolveReferences } from './resolve-references.js';
import { literalOf } from './type-predicates.js';
import { TypeSchemas } from './type-schemas.js';
import { UnrepresentableType } from './unrepresentable-type.js';

/**
 * Creates the schema of what a caller sends for the option `inputSchema` or `outputSchema`, from the type of its value: a
 * Standard Schema, a DTO class, or a JSON Schema literal. Undefined if the type does not say it.
 */
export function createSourceSchema(type: ts.Type, checker: ts.TypeChecker): OpenSchema | undefined {
  const standard = propertyType(type, '~standard', checker);
  if (standard !== undefined) {
    const types = propertyType(standard, 'types', checker);
    const input = types && propertyType(checker.getNonNullableType(types), 'input', checker);
    return input && schemaOf(input, checker);
  }
  const [construct] = type.getConstructSignatures();
  if (construct !== undefined) return schemaOf(construct.getReturnType(), checker);
  const value = onlyValueOf(type, checker);
  return typeof value === 'object' && value !== null ? (value as OpenSchema) : undefined;
}

/** Creates the schema of a type with its definitions. Undefined if JSON Schema cannot represent the type. */
export function schemaOf(type: ts.Type, checker: ts.TypeChecker, node?: ts.TypeNode): OpenSchema | undefined {
  try {
    const schemas = new TypeSchemas(checker, { direction: 'input' });
    const schema = schemas.schemaOf(type, node);
    const { roots, $defs } = resolveReferences([{ roots: [schema], definitions: schemas.definitions }]);
    return { ...roots[0]?.[0], $defs };
  } catch (error) {
    if (error instanceof UnrepresentableType) return undefined;
    throw error;
  }
}

function propertyType(type: ts.Type, name: string, checker: ts.TypeChecker): ts.Type | undefined {
  const property = checker.getPropertyOfType(type, name);
  return property && checker.getTypeOfSymbol(property);
}

/** Returns the value that a type has, or undefined if it has more than one. */
function onlyValueOf(type: ts.Type, checker: ts.TypeChecker): unknown {
  const literal = literalOf(type);
  if (literal !== undefined) return literal.value;
  if (checker.isTupleType(type)) {
    const values = checker.getTypeArguments(type as ts.TypeReference).map((item) => onlyValueOf(item, checker));
    return values.includes(undefined) ? undefined : values;
  }
  if ((type.flags & ts.TypeFlags.Object) === 0 || checker.getIndexInfosOfType(type).length > 0) return undefined;
  const entries = checker.getPropertiesOfType(type).map((property) => {
    return [property.name, onlyValueOf(checker.getTypeOfSymbol(property), checker)] as const;
  });
  return entries.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(entries);
}
