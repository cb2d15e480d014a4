import { ts } from './compiler.js';
import { isExcluded } from './dto-classes.js';
import { isOptional } from './properties-of.js';
import { isFromLibrary, isFunction, isHidden, isUndefinedOrVoid, membersOf } from './type-predicates.js';
import { UnrepresentableType } from './unrepresentable-type.js';

/** The direction of values: arguments arrive as JSON and may become instances; results are sent as JSON. */
export type Direction = 'input' | 'output';

/** The context in which a property is examined. */
export interface PropertySite {
  /** The type that has the property. */
  readonly owner: ts.Symbol | undefined;
  /** Whether `owner` is a DTO class, whose methods are not arguments. */
  readonly isDto: boolean;
  readonly direction: Direction;
  readonly checker: ts.TypeChecker;
}

/**
 * Checks whether a property appears in JSON.
 *
 * @throws UnrepresentableType for a required property that is a function.
 */
export function isInJson(property: ts.Symbol, { owner, isDto, direction, checker }: PropertySite): boolean {
  // The compiler uses internal names for symbols and private names. Tools never accept `__proto__`.
  if (/^__(?:@|#|proto__$)/.test(property.name)) return false;
  if ((property.declarations ?? []).some(isHidden)) return false;
  // Accessors of a class are on its prototype. Members inherited from the library, such as an Error's message, are not
  // enumerable.
  if (property.declarations?.some((one) => ts.isAccessor(one) && ts.isClassLike(one.parent)) === true) return false;
  if (owner !== undefined && !isFromLibrary(owner) && isFromLibrary(property)) return false;
  const type = checker.getTypeOfSymbol(property);
  if (type.flags & ts.TypeFlags.Never || isUndefinedOrVoid(type)) return false;
  if (direction === 'output' && type.flags & ts.TypeFlags.ESSymbolLike) return false;
  if (direction === 'input' && isDto && owner !== undefined && isExcluded({ dto: owner, property, checker }))
    return false;
  if (!membersOf(type).every(isFunction)) return true;
  // A function that a caller may omit, or that JSON omits from a result, is not an error.
  if (isDto || direction === 'output' || isOptional(property, checker)) return false;
  throw new UnrepresentableType('a function', [property.name]);
}
