import { ts } from './compiler.js';
import { resolveAlias } from './type-predicates.js';

/**
 * Checks whether a class or one of its parents has properties with decorators of class-validator or class-transformer,
 * or with `@Field()`.
 */
export function isDtoClass(symbol: ts.Symbol, checker: ts.TypeChecker): boolean {
  return (symbol.declarations ?? []).some((declaration) => {
    if (!ts.isClassLike(declaration)) return false;
    return declaration.members.some((member) => hasRule(member, checker)) || hasDtoParent(declaration, checker);
  });
}

function hasDtoParent(declaration: ts.ClassLikeDeclaration, checker: ts.TypeChecker): boolean {
  const parent = declaration.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0];
  // Uses the type, not the expression, because a mapped class (PartialType(Base)) is an expression.
  const symbol = parent === undefined ? undefined : checker.getTypeAtLocation(parent).getSymbol();
  return symbol !== undefined && isDtoClass(symbol, checker);
}

function hasRule(member: ts.ClassElement, checker: ts.TypeChecker): boolean {
  if (!ts.isPropertyDeclaration(member)) return false;
  return (ts.getDecorators(member) ?? []).some(({ expression }) => {
    const callee = ts.isCallExpression(expression) ? expression.expression : expression;
    const symbol = checker.getSymbolAtLocation(callee);
    return symbol !== undefined && isRule(resolveAlias(symbol, checker));
  });
}

function isRule(symbol: ts.Symbol): boolean {
  return (symbol.declarations ?? []).some((declaration) => {
    const { fileName } = declaration.getSourceFile();
    return /\/class-(?:validator|transformer)\//.test(fileName) || /\/decorators\/field\.(?:d\.)?ts$/.test(fileName);
  });
}
