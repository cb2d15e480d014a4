import { ts } from './compiler.js';
import { acceptsUndefined } from './type-predicates.js';

/**
 * Returns the properties of a type in an order that does not depend on the types that the compiler has processed
 * before: in the order of declaration, inherited properties first; properties without a declaration by name.
 */
export function propertiesOf(type: ts.Type, checker: ts.TypeChecker): readonly ts.Symbol[] {
  const properties = checker.getPropertiesOfType(type);
  if (!isMapped(type) && !(type.isIntersection() && type.types.some(isMapped))) {
    const inherited = [...new Set(parentsOf(type, checker).flatMap((parent) => namesOf(parent, checker)))];
    const own = properties.filter(({ name }) => !inherited.includes(name));
    return [...inherited.flatMap((name) => properties.find((property) => property.name === name) ?? []), ...own];
  }
  const keyed = properties.map((property) => ({ property, key: locationOf(property) ?? `~${property.name}` }));
  return keyed.sort(compareKeys).map(({ property }) => property);
}

function namesOf(type: ts.Type, checker: ts.TypeChecker): readonly string[] {
  return propertiesOf(type, checker).map(({ name }) => name);
}

function parentsOf(type: ts.Type, checker: ts.TypeChecker): readonly ts.BaseType[] {
  const { target = type } = type as Partial<ts.TypeReference>;
  return target.isClassOrInterface() ? checker.getBaseTypes(target) : [];
}

/** Checks whether a type is a mapped type. */
export function isMapped(type: ts.Type): boolean {
  const { objectFlags = 0 } = type as Partial<ts.ObjectType>;
  return (objectFlags & ts.ObjectFlags.Mapped) !== 0;
}

/** Returns the location of a symbol's declaration as a text that sorts by location. */
export function locationOf({ declarations }: ts.Symbol): string | undefined {
  const [first] = declarations ?? [];
  return first && `${first.getSourceFile().fileName}:${String(first.pos).padStart(9, '0')}`;
}

/** Compares two items by their unique keys, for sorting. */
export function compareKeys(one: { readonly key: string }, other: { readonly key: string }): number {
  return one.key < other.key ? -1 : 1;
}

/** Checks whether a property is optional. */
export function isOptional(property: ts.Symbol, checker: ts.TypeChecker): boolean {
  return (property.flags & ts.SymbolFlags.Optional) !== 0 || acceptsUndefined(checker.getTypeOfSymbol(property));
}

/** Checks whether a property is declared as a method. */
export function isMethod(property: ts.Symbol): boolean {
  return (property.flags & ts.SymbolFlags.Method) !== 0;
}

/** Returns the type of a property as its author wrote it, if it is declared with one. */
export function typeNodeOf(property: ts.Symbol): ts.TypeNode | undefined {
  const declaration = property.valueDeclaration ?? property.declarations?.[0];
  if (declaration === undefined) return undefined;
  const isTyped = ts.isPropertyDeclaration(declaration) || ts.isPropertySignature(declaration);
  return isTyped ? declaration.type : undefined;
}
