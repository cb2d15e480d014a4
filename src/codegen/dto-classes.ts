import { ts } from './compiler.js';
import { behindAlias } from './type-questions.js';

/** Whether a class, or a parent of it, has properties with rules of class-validator, class-transformer or `@Field()`. */
export function isDtoClass(symbol: ts.Symbol, checker: ts.TypeChecker): boolean {
  return (symbol.declarations ?? []).some((declaration) => {
    if (!ts.isClassLike(declaration)) return false;
    return declaration.members.some((member) => hasRule(member, checker)) || parentIsDto(declaration, checker);
  });
}

function parentIsDto(declaration: ts.ClassLikeDeclaration, checker: ts.TypeChecker): boolean {
  const parent = declaration.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0];
  // The type, not the expression: a mapped class (PartialType(Base)) is an expression too.
  const symbol = parent === undefined ? undefined : checker.getTypeAtLocation(parent).getSymbol();
  return symbol !== undefined && isDtoClass(symbol, checker);
}

function hasRule(member: ts.ClassElement, checker: ts.TypeChecker): boolean {
  if (!ts.isPropertyDeclaration(member)) return false;
  return (ts.getDecorators(member) ?? []).some(({ expression }) => {
    const callee = ts.isCallExpression(expression) ? expression.expression : expression;
    const symbol = checker.getSymbolAtLocation(callee);
    return symbol !== undefined && isRule(behindAlias(symbol, checker));
  });
}

function isRule(symbol: ts.Symbol): boolean {
  return (symbol.declarations ?? []).some((declaration) => {
    const { fileName } = declaration.getSourceFile();
    return /\/class-(?:validator|transformer)\//.test(fileName) || /\/decorators\/field\.(?:d\.)?ts$/.test(fileName);
  });
}
