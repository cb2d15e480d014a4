import { ts } from './compiler.js';

/** A method declaration of a class or an interface. */
export type DeclaredMethod = ts.MethodDeclaration | ts.MethodSignature;

/** Finds the methods that a class's method overrides in parent classes or implements from interfaces, nearest first. */
export function findOverriddenMethods(
  owner: ts.Symbol,
  name: string,
  checker: ts.TypeChecker,
): readonly DeclaredMethod[] {
  const found = new Set<DeclaredMethod>();
  const seen = new Set<ts.Symbol>();
  const visit = (symbol: ts.Symbol): void => {
    if (seen.has(symbol)) return;
    seen.add(symbol);
    for (const parent of parentsOf(symbol, checker)) {
      const own = parent.members?.get(ts.escapeLeadingUnderscores(name))?.declarations ?? [];
      for (const one of own) if (ts.isMethodDeclaration(one) || ts.isMethodSignature(one)) found.add(one);
      visit(parent);
    }
  };
  visit(owner);
  return [...found];
}

function parentsOf({ declarations = [] }: ts.Symbol, checker: ts.TypeChecker): readonly ts.Symbol[] {
  const clauses = declarations.flatMap((one) =>
    ts.isClassLike(one) || ts.isInterfaceDeclaration(one) ? [...(one.heritageClauses ?? [])] : [],
  );
  // The extended class comes before the interfaces, because its code is inherited.
  const types = clauses.sort((one, other) => one.token - other.token).flatMap((clause) => [...clause.types]);
  return types.flatMap((type) => checker.getTypeAtLocation(type).getSymbol() ?? []);
}
