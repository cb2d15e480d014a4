import { ts } from './compiler.js';
import { isFromLibrary, resolveAlias } from './type-predicates.js';

/** Checks whether a decorator sets a rule of class-validator: one of its own, or one that is made from them. */
export function setsRule({ expression }: ts.Decorator, checker: ts.TypeChecker): boolean {
  const symbol = decoratorSymbol(expression, checker);
  if (symbol !== undefined && (isFromTransformer(symbol) || isField(symbol))) return false;
  return mentionsRule(expression, { checker, visited: new Set() });
}

/** Checks whether a decorator makes its class a DTO class without setting a rule. */
export function describesDto({ expression }: ts.Decorator, checker: ts.TypeChecker): boolean {
  const symbol = decoratorSymbol(expression, checker);
  return symbol !== undefined && (isFromTransformer(symbol) || isField(symbol));
}

/** Returns the name of a decorator of class-transformer. Returns undefined for any other decorator. */
export function transformerName({ expression }: ts.Decorator, checker: ts.TypeChecker): string | undefined {
  const symbol = decoratorSymbol(expression, checker);
  return symbol !== undefined && isFromTransformer(symbol) ? symbol.name : undefined;
}

function decoratorSymbol(expression: ts.Expression, checker: ts.TypeChecker): ts.Symbol | undefined {
  const symbol = checker.getSymbolAtLocation(ts.isCallExpression(expression) ? expression.expression : expression);
  return symbol === undefined ? undefined : resolveAlias(symbol, checker);
}

interface Search {
  readonly checker: ts.TypeChecker;
  readonly visited: Set<ts.Node>;
}

/**
 * Checks whether an expression or a function refers to class-validator, itself or through the functions that it refers
 * to. Classes are not searched, because `@Type(() => Line)` and similar decorators refer to classes with rules.
 */
function mentionsRule(node: ts.Node, search: Search): boolean {
  if (search.visited.has(node)) return false;
  search.visited.add(node);
  if (ts.isIdentifier(node)) return refersToRule(node, search);
  return ts.forEachChild(node, (child) => mentionsRule(child, search)) === true;
}

function refersToRule(node: ts.Identifier, search: Search): boolean {
  const found = search.checker.getSymbolAtLocation(node);
  const symbol = found === undefined ? undefined : resolveAlias(found, search.checker);
  if (symbol === undefined || isFromLibrary(symbol)) return false;
  // Its decorators and their types begin with a capital; `isString()` only checks a value.
  if (isDeclaredIn(symbol, /\/class-validator\//)) return /^[A-Z]|^registerDecorator$/.test(symbol.name);
  return (symbol.declarations ?? []).some((declaration) => isCode(declaration) && mentionsRule(declaration, search));
}

function isCode(declaration: ts.Declaration): boolean {
  return (
    ts.isFunctionLike(declaration) || ts.isVariableDeclaration(declaration) || ts.isPropertyAssignment(declaration)
  );
}

function isFromTransformer(symbol: ts.Symbol): boolean {
  return isDeclaredIn(symbol, /\/class-transformer\//);
}

function isField(symbol: ts.Symbol): boolean {
  return isDeclaredIn(symbol, /\/decorators\/field\.(?:d\.)?ts$/);
}

function isDeclaredIn({ declarations = [] }: ts.Symbol, files: RegExp): boolean {
  return declarations.some((declaration) => files.test(declaration.getSourceFile().fileName));
}
