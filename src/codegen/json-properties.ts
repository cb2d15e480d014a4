import { ts } from './compiler.js';
import { isOptional } from './properties-of.js';
import { isFromLibrary, isFunction, isHidden, isNothing, membersOf } from './type-questions.js';
import { UnrepresentableType } from './unrepresentable-type.js';

/** Which way values go: arguments come in as JSON and may become instances, results go out as JSON. */
export type Direction = 'input' | 'output';

/** Where a property is looked at. */
export interface PropertySite {
  /** The type that has the property. */
  readonly owner: ts.Symbol | undefined;
  /** Whether that is a DTO class, whose methods are nobody's arguments. */
  readonly isDto: boolean;
  readonly direction: Direction;
  readonly checker: ts.TypeChecker;
}

/**
 * Whether a property shows in JSON. Throws UnrepresentableType on one that is a function and that callers would have to
 * send.
 */
export function isInJson(property: ts.Symbol, { owner, isDto, direction, checker }: PropertySite): boolean {
  // Symbols and private names have names of the compiler's own. No JSON that a tool takes has a `__proto__`.
  if (/^__(?:@|#|proto__$)/.test(property.name)) return false;
  if ((property.declarations ?? []).some(isHidden)) return false;
  // Accessors of a class stand on its prototype, and what it has from the library, as an Error's message, is not enumerated.
  if (property.declarations?.some((one) => ts.isAccessor(one) && ts.isClassLike(one.parent)) === true) return false;
  if (owner !== undefined && !isFromLibrary(owner) && isFromLibrary(property)) return false;
  const type = checker.getTypeOfSymbol(property);
  if (type.flags & ts.TypeFlags.Never || isNothing(type)) return false;
  if (direction === 'output' && type.flags & ts.TypeFlags.ESSymbolLike) return false;
  if (!membersOf(type).every(isFunction)) return true;
  // What a caller may leave out, or a result does not show, need not be said.
  if (isDto || direction === 'output' || isOptional(property, checker)) return false;
  throw new UnrepresentableType('a function', [property.name]);
}
