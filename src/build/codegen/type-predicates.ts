import { ts } from './compiler.js';

/** Checks whether a type is the error type, which the compiler uses for a type that it cannot resolve. */
export function isUnresolved(type: ts.Type): boolean {
  const { intrinsicName } = type as { readonly intrinsicName?: string };
  return (type.flags & ts.TypeFlags.Any) !== 0 && intrinsicName === 'error';
}

/** Checks whether a type is any or unknown. */
export function isAnyOrUnknown(type: ts.Type): boolean {
  return (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0;
}

/** Checks whether a type is undefined or void, which JSON cannot represent. */
export function isUndefinedOrVoid(type: ts.Type): boolean {
  return (type.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) !== 0;
}

/** Checks whether a type accepts undefined. */
export function acceptsUndefined(type: ts.Type): boolean {
  return type.isUnion() ? type.types.some(isUndefinedOrVoid) : isUndefinedOrVoid(type);
}

/** Returns the members of a union, or the type itself, without undefined. */
export function membersOf(type: ts.Type): readonly ts.Type[] {
  return (type.isUnion() ? type.types : [type]).filter((member) => !isUndefinedOrVoid(member));
}

/** The value of a literal type. */
export interface LiteralType {
  readonly value: string | number | boolean | null;
  /** The name of the value, if it is a number of an enum. */
  readonly name?: string;
}

/** Returns the value of a literal type, including null and branded literals. Returns undefined for any other type. */
export function literalOf(type: ts.Type): LiteralType | undefined {
  if (type.isIntersection()) return type.types.map(literalOf).find((literal) => literal !== undefined);
  if (type.flags & ts.TypeFlags.Null) return { value: null };
  const isMember = (type.flags & ts.TypeFlags.EnumLiteral) !== 0;
  if (type.isNumberLiteral() && isMember) return { value: type.value, name: type.symbol.name };
  if (type.isStringLiteral() || type.isNumberLiteral()) return { value: type.value };
  if (type.flags & ts.TypeFlags.BooleanLiteral) {
    return { value: (type as { readonly intrinsicName?: string }).intrinsicName === 'true' };
  }
  return undefined;
}

/** Checks whether values of a type can be called or constructed. */
export function isFunction(type: ts.Type): boolean {
  return type.getCallSignatures().length > 0 || type.getConstructSignatures().length > 0;
}

/** Checks whether a symbol is declared in the library of TypeScript, Node.js or Bun. */
export function isFromLibrary(symbol: ts.Symbol): boolean {
  return isDeclaredIn(symbol, /\/typescript\/lib\/lib\.[^/]*d\.ts$|\/@types\/node\/|\/bun-types\//);
}

/** Checks whether a type is declared by this package under a name that matches: a project may use the same names. */
export function isOwnType(type: ts.Type, names: RegExp): boolean {
  const symbol = type.getSymbol() ?? type.aliasSymbol;
  return symbol !== undefined && names.test(symbol.name) && isDeclaredIn(symbol, ownFiles);
}

/** Checks whether a symbol is the type `Bound` of this package. */
export function isBoundAlias(symbol: ts.Symbol): boolean {
  return symbol.name === 'Bound' && isDeclaredIn(symbol, ownFiles);
}

/** Returns the part of a `Bound` type that has its state key. Undefined for any other type. */
export function boundMarkerOf(type: ts.Type): ts.TypeReference | undefined {
  const isMarker = (part: ts.Type): part is ts.TypeReference => isOwnType(part, /^BoundTo$/);
  return (type.isIntersection() ? type.types : [type]).find(isMarker);
}

const ownFiles = /\/(?:call\/tool-context|call\/response\/[\w-]+|tool\/metadata\/bound)\.(?:d\.)?ts$/;

function isDeclaredIn(symbol: ts.Symbol, files: RegExp): boolean {
  return (symbol.declarations ?? []).some((declaration) => files.test(declaration.getSourceFile().fileName));
}

/** Returns the symbol that an import refers to. */
export function resolveAlias(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** Checks whether a declaration is private or protected, by keyword or by `#`. */
export function isHidden(declaration: ts.Declaration): boolean {
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
  if ((ts.getCombinedModifierFlags(declaration) & hidden) !== 0) return true;
  const name = ts.getNameOfDeclaration(declaration);
  return name !== undefined && ts.isPrivateIdentifier(name);
}
