import { dateSchema } from '../../schema/json-schema/date-text.js';
import { type OpenSchema, ts } from './compiler.js';
import { isMethod } from './properties-of.js';
import { isFromLibrary } from './type-predicates.js';
import { UnrepresentableType } from './unrepresentable-type.js';

/** The functions that create the parts of a library type's schema. */
export interface LibraryParts {
  /** Creates the schema of a collection's elements. */
  createElement(type: ts.Type | undefined): OpenSchema;
  /** Adds the class whose instance is created from the value, if the schema is for input. */
  withInstance(schema: OpenSchema, className: string): OpenSchema;
}

/**
 * Creates the schema of a built-in type that has a conventional JSON form. Returns undefined for a type that is plain
 * data.
 *
 * @throws UnrepresentableType for any other built-in type.
 */
export function createLibrarySchema(
  type: ts.Type,
  checker: ts.TypeChecker,
  { createElement, withInstance }: LibraryParts,
): OpenSchema | undefined {
  const name = type.getSymbol()?.name ?? '';
  const [first, second] = checker.getTypeArguments(type as ts.TypeReference);
  switch (name) {
    case 'Date':
      return createDateSchema(withInstance({}, 'Date'));
    case 'Uint8Array':
    case 'Buffer':
      return withInstance({ type: 'string', contentEncoding: 'base64' }, name);
    case 'Set':
    case 'ReadonlySet':
      return withInstance({ type: 'array', items: createElement(first), uniqueItems: true }, 'Set');
    case 'Map':
    case 'ReadonlyMap':
      return withInstance(createMapSchema(createElement(first), createElement(second)), 'Map');
    default:
      if (!isClass(type, checker)) return undefined;
      throw new UnrepresentableType(`an instance of '${name}'`);
  }
}

/** Creates the schema of a `Date`: the texts that are read as one, or the text that `JSON.stringify` writes. */
function createDateSchema(instance: OpenSchema): OpenSchema {
  return 'instanceOf' in instance ? { ...dateSchema, ...instance } : { type: 'string', format: 'date-time' };
}

/** Checks whether a type is a built-in class whose instances can be created from JSON. */
export function isLibraryInstance(type: ts.Type): boolean {
  const symbol = type.getSymbol();
  return symbol !== undefined && isFromLibrary(symbol) && /^(?:Date|Uint8Array|Buffer|Map|Set)$/.test(symbol.name);
}

function createMapSchema({ type, ...rules }: OpenSchema, value: OpenSchema): OpenSchema {
  if (type !== 'string' || 'instanceOf' in rules) throw new UnrepresentableType('a Map with non-string keys');
  const keys = Object.keys(rules).length === 0 ? {} : { propertyNames: rules };
  return { type: 'object', ...keys, additionalProperties: value };
}

/** Checks whether the values of a library's type are more than data: they are constructed or have methods. */
function isClass(type: ts.Type, checker: ts.TypeChecker): boolean {
  const { flags = 0 } = type.getSymbol() ?? {};
  return (flags & ts.SymbolFlags.Value) !== 0 || checker.getPropertiesOfType(type).some(isMethod);
}
