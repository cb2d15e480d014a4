import { ts } from './compiler.js';
import { admitsUndefined } from './type-questions.js';

/**
 * The properties of a type, in an order that does not depend on what the compiler looked at before: as they are
 * declared, where they are, those of parents first; else by name.
 */
export function propertiesOf(type: ts.Type, checker: ts.TypeChecker): readonly ts.Symbol[] {
  const properties = checker.getPropertiesOfType(type);
  if (!isMapped(type) && !(type.isIntersection() && type.types.some(isMapped))) {
    const inherited = [...new Set(parentsOf(type, checker).flatMap((parent) => namesOf(parent, checker)))];
    const own = properties.filter(({ name }) => !inherited.includes(name));
    return [...inherited.flatMap((name) => properties.find((property) => property.name === name) ?? []), ...own];
  }
  const placed = properties.map((property) => ({ property, key: placeOf(property) ?? `~${property.name}` }));
  return placed.sort(byKey).map(({ property }) => property);
}

function namesOf(type: ts.Type, checker: ts.TypeChecker): readonly string[] {
  return propertiesOf(type, checker).map(({ name }) => name);
}

function parentsOf(type: ts.Type, checker: ts.TypeChecker): readonly ts.BaseType[] {
  const { target = type } = type as Partial<ts.TypeReference>;
  return target.isClassOrInterface() ? checker.getBaseTypes(target) : [];
}

/** Whether the compiler makes a type of another one's keys. */
export function isMapped(type: ts.Type): boolean {
  const { objectFlags = 0 } = type as Partial<ts.ObjectType>;
  return (objectFlags & ts.ObjectFlags.Mapped) !== 0;
}

/** Where a symbol is declared, as a text by which places can be sorted. */
export function placeOf({ declarations }: ts.Symbol): string | undefined {
  const [first] = declarations ?? [];
  return first && `${first.getSourceFile().fileName}:${String(first.pos).padStart(9, '0')}`;
}

/** For sorting what has a key that tells it from all others. */
export function byKey(one: { readonly key: string }, other: { readonly key: string }): number {
  return one.key < other.key ? -1 : 1;
}

/** Whether a value of the type does without a property. */
export function isOptional(property: ts.Symbol, checker: ts.TypeChecker): boolean {
  return (property.flags & ts.SymbolFlags.Optional) !== 0 || admitsUndefined(checker.getTypeOfSymbol(property));
}

/** Whether a property is declared as a method. */
export function isMethod(property: ts.Symbol): boolean {
  return (property.flags & ts.SymbolFlags.Method) !== 0;
}
