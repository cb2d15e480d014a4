import { type OpenSchema, ts } from './compiler.js';
import { isMethod } from './properties-of.js';
import { isFromLibrary } from './type-questions.js';
import { UnrepresentableType } from './unrepresentable-type.js';

/** How the parts of a library type become schemas. */
export interface LibraryParts {
  /** The schema of what a collection holds. */
  inside(type: ts.Type | undefined): OpenSchema;
  /** The schema of what becomes an instance, where values come in. */
  instance(schema: OpenSchema, className: string): OpenSchema;
}

/**
 * The schema of a type of JavaScript's own that has an agreed JSON form; undefined for one that is plain data. Throws
 * UnrepresentableType on any other.
 */
export function librarySchema(
  type: ts.Type,
  checker: ts.TypeChecker,
  { inside, instance }: LibraryParts,
): OpenSchema | undefined {
  const name = type.getSymbol()?.name ?? '';
  const [first, second] = checker.getTypeArguments(type as ts.TypeReference);
  switch (name) {
    case 'Date':
      return instance({ type: 'string', format: 'date-time' }, 'Date');
    case 'Uint8Array':
    case 'Buffer':
      return instance({ type: 'string', contentEncoding: 'base64' }, name);
    case 'Set':
    case 'ReadonlySet':
      return instance({ type: 'array', items: inside(first), uniqueItems: true }, 'Set');
    case 'Map':
    case 'ReadonlyMap':
      return instance(mapSchema(inside(first), inside(second)), 'Map');
    default:
      if (!isClass(type, checker)) return undefined;
      throw new UnrepresentableType(`an instance of '${name}'`);
  }
}

/** Whether a type of JavaScript's own has values that are made of JSON. */
export function isLibraryInstance(type: ts.Type): boolean {
  const symbol = type.getSymbol();
  return symbol !== undefined && isFromLibrary(symbol) && /^(?:Date|Uint8Array|Buffer|Map|Set)$/.test(symbol.name);
}

function mapSchema({ type, ...rules }: OpenSchema, value: OpenSchema): OpenSchema {
  if (type !== 'string' || 'instanceOf' in rules) throw new UnrepresentableType('a Map whose keys are no strings');
  const keys = Object.keys(rules).length === 0 ? {} : { propertyNames: rules };
  return { type: 'object', ...keys, additionalProperties: value };
}

/** Whether values of a library's type are more than their data: they are constructed, or have methods. */
function isClass(type: ts.Type, checker: ts.TypeChecker): boolean {
  const { flags = 0 } = type.getSymbol() ?? {};
  return (flags & ts.SymbolFlags.Value) !== 0 || checker.getPropertiesOfType(type).some(isMethod);
}
