import { ts } from './compiler.js';

/** Whether a type is the one that the compiler puts where it could not find the real one. */
export function isUnresolved(type: ts.Type): boolean {
  const { intrinsicName } = type as { readonly intrinsicName?: string };
  return (type.flags & ts.TypeFlags.Any) !== 0 && intrinsicName === 'error';
}

/** Whether a type says nothing of its values. */
export function isAnything(type: ts.Type): boolean {
  return (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0;
}

/** Whether a type has no value that JSON could show: undefined and void. */
export function isNothing(type: ts.Type): boolean {
  return (type.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) !== 0;
}

/** Whether undefined is among a type's values. */
export function admitsUndefined(type: ts.Type): boolean {
  return type.isUnion() ? type.types.some(isNothing) : isNothing(type);
}

/** The members of a union, or the type itself; without undefined. */
export function membersOf(type: ts.Type): readonly ts.Type[] {
  return (type.isUnion() ? type.types : [type]).filter((member) => !isNothing(member));
}

/** The value of a literal type, null and branded ones included; undefined for any other. */
export function literalOf(type: ts.Type): { readonly value: string | number | boolean | null } | undefined {
  if (type.isIntersection()) return type.types.map(literalOf).find((literal) => literal !== undefined);
  if (type.flags & ts.TypeFlags.Null) return { value: null };
  if (type.isStringLiteral() || type.isNumberLiteral()) return { value: type.value };
  if (type.flags & ts.TypeFlags.BooleanLiteral) {
    return { value: (type as { readonly intrinsicName?: string }).intrinsicName === 'true' };
  }
  return undefined;
}

/** Whether a value of the type can be called or constructed. */
export function isFunction(type: ts.Type): boolean {
  return type.getCallSignatures().length > 0 || type.getConstructSignatures().length > 0;
}

/** Whether a symbol is one of TypeScript's own library, or of Node's. */
export function isFromLibrary(symbol: ts.Symbol): boolean {
  return isDeclaredIn(symbol, /\/typescript\/lib\/lib\.[^/]*d\.ts$|\/@types\/node\/|\/bun-types\//);
}

/** Whether a type is one of this package's own, and which: a project may have types of the same names. */
export function isOwnType(type: ts.Type, names: RegExp): boolean {
  const symbol = type.getSymbol() ?? type.aliasSymbol;
  return symbol !== undefined && names.test(symbol.name) && isDeclaredIn(symbol, ownFiles);
}

const ownFiles = /\/(?:execution\/tool-context|response\/[\w-]+)\.(?:d\.)?ts$/;

function isDeclaredIn(symbol: ts.Symbol, files: RegExp): boolean {
  return (symbol.declarations ?? []).some((declaration) => files.test(declaration.getSourceFile().fileName));
}

/** The symbol behind an import. */
export function behindAlias(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** Whether a declaration is private or protected, by keyword or by `#`. */
export function isHidden(declaration: ts.Declaration): boolean {
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
  if ((ts.getCombinedModifierFlags(declaration) & hidden) !== 0) return true;
  const name = ts.getNameOfDeclaration(declaration);
  return name !== undefined && ts.isPrivateIdentifier(name);
}
