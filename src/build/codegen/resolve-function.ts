import { ts } from './compiler.js';
import { resolveAlias } from './type-predicates.js';

/** A function to which an expression refers. */
export interface ResolvedFunction {
  readonly name: string | undefined;
  /** The implementation, or what a declaration file has of it. */
  readonly declaration: ts.SignatureDeclaration;
  /** The first declared signature, with type arguments resolved. */
  readonly signature: ts.Signature;
  readonly presetCount: number;
  /** The module-level declarations and constants whose value is the function itself, the nearest first. */
  readonly holders: readonly ts.Symbol[];
  /** Whether the value is another function, which has the type of this one. @default false */
  readonly isWrapped?: true;
}

/** Returns an expression without parentheses, type assertions and type arguments. */
export function skipOuter(expression: ts.Expression): ts.Expression {
  let inner = expression;
  while (
    ts.isParenthesizedExpression(inner) ||
    ts.isAsExpression(inner) ||
    ts.isSatisfiesExpression(inner) ||
    ts.isTypeAssertionExpression(inner) ||
    ts.isNonNullExpression(inner) ||
    ts.isExpressionWithTypeArguments(inner)
  ) {
    inner = inner.expression;
  }
  return inner;
}

/**
 * Finds the one function to which an expression refers, through constants, imports, properties, `bind` and calls that
 * return a function. Undefined for an expression that may be one of several functions: a variable that can change, the
 * entry of a table, the parameter of another function.
 */
export function resolveFunction(expression: ts.Expression, checker: ts.TypeChecker): ResolvedFunction | undefined {
  const inner = skipOuter(expression);
  if (ts.isFunctionExpression(inner) || ts.isArrowFunction(inner)) return create(expression, inner, checker);
  if (ts.isCallExpression(inner)) return resolveBound(inner, checker) ?? resolveReturned(inner, checker);
  if (!ts.isIdentifier(inner) && !ts.isPropertyAccessExpression(inner)) return undefined;
  const symbol = checker.getSymbolAtLocation(inner);
  return symbol === undefined ? undefined : resolveSymbol(symbol, expression, checker);
}

/** Returns the functions of an object literal, of a constant that is one, or of a module, by their keys. */
export function listMembers(
  expression: ts.Expression,
  checker: ts.TypeChecker,
): readonly (readonly [string, ResolvedFunction])[] {
  const inner = skipOuter(expression);
  if (ts.isObjectLiteralExpression(inner)) return membersOf(inner, checker);
  const found = ts.isIdentifier(inner) ? checker.getSymbolAtLocation(inner) : undefined;
  if (found === undefined) return [];
  const symbol = resolveAlias(found, checker);
  if (symbol.flags & ts.SymbolFlags.ValueModule) {
    return checker.getExportsOfModule(symbol).flatMap((one) => entryOf(one, inner, checker));
  }
  const declaration = symbol.valueDeclaration;
  const initializer = declaration === undefined ? undefined : initializerOf(declaration);
  return initializer === undefined ? [] : listMembers(initializer, checker);
}

function membersOf(
  literal: ts.ObjectLiteralExpression,
  checker: ts.TypeChecker,
): readonly (readonly [string, ResolvedFunction])[] {
  return literal.properties.flatMap((property) => {
    const symbol = property.name === undefined ? undefined : checker.getSymbolAtLocation(property.name);
    const value = ts.isShorthandPropertyAssignment(property)
      ? checker.getShorthandAssignmentValueSymbol(property)
      : symbol;
    const found = value === undefined ? undefined : resolveSymbol(value, literal, checker);
    return symbol === undefined || found === undefined ? [] : [[symbol.name, found] as const];
  });
}

function entryOf(
  symbol: ts.Symbol,
  at: ts.Expression,
  checker: ts.TypeChecker,
): readonly (readonly [string, ResolvedFunction])[] {
  const found = resolveSymbol(symbol, at, checker);
  return found === undefined ? [] : [[symbol.name, found]];
}

function resolveSymbol(found: ts.Symbol, at: ts.Expression, checker: ts.TypeChecker): ResolvedFunction | undefined {
  const symbol = resolveAlias(found, checker);
  const { declarations = [] } = symbol;
  const implementation = declarations.find((one) => isImplementable(one) && one.body !== undefined);
  const declaration = implementation ?? declarations.find(isImplementable);
  if (declaration !== undefined && isImplementable(declaration)) {
    const [signature] = signaturesOf(symbol, at, checker);
    const written = signature?.getDeclaration();
    if (signature === undefined || written === undefined) return undefined;
    const name = declaration.name === undefined ? undefined : textOf(declaration.name);
    return {
      name,
      declaration: implementation === undefined ? written : declaration,
      signature,
      presetCount: 0,
      holders: ts.isFunctionDeclaration(declaration) ? [checker.getExportSymbolOfSymbol(symbol)] : [],
    };
  }
  const [only] = declarations;
  if (only === undefined) return undefined;
  if (ts.isShorthandPropertyAssignment(only)) {
    const value = checker.getShorthandAssignmentValueSymbol(only);
    return value === undefined ? undefined : resolveSymbol(value, at, checker);
  }
  const initializer = initializerOf(only);
  const name = ts.isExportAssignment(only) ? undefined : ts.getNameOfDeclaration(only);
  const named = name !== undefined && ts.isIdentifier(name) ? name.text : undefined;
  if (initializer !== undefined) {
    const resolved = resolveFunction(initializer, checker);
    // A function has the name of the first constant that it is assigned to.
    const isAlias = ts.isIdentifier(skipOuter(initializer));
    if (resolved === undefined) return undefined;
    const [own] = checker.getTypeAtLocation(at).getCallSignatures();
    // The type of the expression has the type arguments of its object, or its own.
    const signature = own?.getDeclaration() === resolved.declaration ? own : resolved.signature;
    const isHolder = ts.isVariableDeclaration(only) || ts.isExportAssignment(only);
    // The parameters of a function that `bind` returns cannot be read at runtime.
    const holder = isHolder && !isBindCall(initializer) ? [checker.getExportSymbolOfSymbol(symbol)] : [];
    return {
      ...resolved,
      signature,
      name: isAlias ? resolved.name : (named ?? resolved.name),
      holders: [...holder, ...resolved.holders],
    };
  }
  return resolveAmbient(only, checker);
}

/** Resolves a constant of a declaration file, which has a type in place of the function. */
function resolveAmbient(declaration: ts.Declaration, checker: ts.TypeChecker): ResolvedFunction | undefined {
  const isAmbient = ts.isVariableDeclaration(declaration) && declaration.getSourceFile().isDeclarationFile;
  if (!isAmbient || declaration.type === undefined || !ts.isFunctionTypeNode(declaration.type)) return undefined;
  const [signature] = checker.getTypeAtLocation(declaration).getCallSignatures();
  const name = ts.isIdentifier(declaration.name) ? declaration.name.text : undefined;
  return signature && { name, declaration: declaration.type, signature, presetCount: 0, holders: [] };
}

function signaturesOf(symbol: ts.Symbol, at: ts.Expression, checker: ts.TypeChecker): readonly ts.Signature[] {
  // The type of the expression has the type arguments of its object, or its own.
  const ofExpression = checker.getTypeAtLocation(at).getCallSignatures();
  return ofExpression.length > 0 ? ofExpression : checker.getTypeOfSymbolAtLocation(symbol, at).getCallSignatures();
}

function isImplementable(declaration: ts.Declaration): declaration is ts.FunctionDeclaration | ts.MethodDeclaration {
  return ts.isFunctionDeclaration(declaration) || ts.isMethodDeclaration(declaration);
}

/** Returns the value of a declaration that has one value only. */
function initializerOf(declaration: ts.Declaration): ts.Expression | undefined {
  if (ts.isExportAssignment(declaration)) return declaration.expression;
  if (ts.isPropertyAssignment(declaration) || ts.isPropertyDeclaration(declaration)) return declaration.initializer;
  if (!ts.isVariableDeclaration(declaration)) return undefined;
  return ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const ? declaration.initializer : undefined;
}

/** Resolves `f.bind(object)`. Further arguments are the values of the first parameters. */
function resolveBound(call: ts.CallExpression, checker: ts.TypeChecker): ResolvedFunction | undefined {
  const callee = call.expression;
  if (!ts.isPropertyAccessExpression(callee) || callee.name.text !== 'bind') return undefined;
  if (call.arguments.some(ts.isSpreadElement)) return undefined;
  const target = resolveFunction(callee.expression, checker);
  const added = Math.max(0, call.arguments.length - 1);
  return target && { ...target, presetCount: target.presetCount + added, holders: [] };
}

function isBindCall(expression: ts.Expression): boolean {
  const inner = skipOuter(expression);
  if (!ts.isCallExpression(inner) || !ts.isPropertyAccessExpression(inner.expression)) return false;
  return inner.expression.name.text === 'bind';
}

/** Resolves a call that returns the type of a function that it is passed, such as a wrapper with the type of what it wraps. */
function resolveReturned(call: ts.CallExpression, checker: ts.TypeChecker): ResolvedFunction | undefined {
  const [signature, ...others] = checker.getTypeAtLocation(call).getCallSignatures();
  const declaration = signature?.getDeclaration();
  if (signature === undefined || declaration === undefined || others.length > 0) return undefined;
  // Any other call may return one of several functions that have the same type and other names.
  const isPassed = call.arguments.some((one) => resolveFunction(one, checker)?.declaration === declaration);
  return isPassed
    ? { name: undefined, declaration, signature, presetCount: 0, holders: [], isWrapped: true }
    : undefined;
}

function create(
  expression: ts.Expression,
  declaration: ts.FunctionExpression | ts.ArrowFunction,
  checker: ts.TypeChecker,
): ResolvedFunction | undefined {
  const [signature] = checker.getTypeAtLocation(expression).getCallSignatures();
  return signature && { name: declaration.name?.text, declaration, signature, presetCount: 0, holders: [] };
}

function textOf(name: ts.PropertyName): string | undefined {
  return ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : undefined;
}
