import { ts } from './compiler.js';
import { resolveAlias } from './type-predicates.js';

/**
 * Finds the files that declare the types of some declarations, the files of the declarations included. Every name in a
 * declaration is followed to its own declarations, but not into function bodies whose return type is annotated, and not
 * within packages. A change of any other file does not change the types.
 */
export function findTypeFiles(declarations: readonly ts.Node[], program: ts.Program): ReadonlySet<ts.SourceFile> {
  const checker = program.getTypeChecker();
  const files = new Set<ts.SourceFile>();
  const seen = new Set<ts.Node>();
  const visitDeclaration = (declaration: ts.Node): void => {
    if (seen.has(declaration)) return;
    seen.add(declaration);
    const file = declaration.getSourceFile();
    if (program.isSourceFileDefaultLibrary(file)) return;
    files.add(file);
    if (!program.isSourceFileFromExternalLibrary(file) && !ts.isSourceFile(declaration)) visit(declaration);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      for (const declaration of declarationsOf(node, checker)) visitDeclaration(declaration);
    }
    if (ts.isFunctionLike(node) && node.type !== undefined && 'body' in node) {
      ts.forEachChild(node, (child) => (child === node.body ? undefined : visit(child)));
    } else ts.forEachChild(node, visit);
  };
  declarations.forEach(visitDeclaration);
  return files;
}

/** Returns the declarations that a name refers to: those of an import itself, and those of what it imports. */
function declarationsOf(name: ts.Identifier, checker: ts.TypeChecker): readonly ts.Declaration[] {
  const symbol = checker.getSymbolAtLocation(name);
  if (symbol === undefined) return [];
  return [...(symbol.declarations ?? []), ...(resolveAlias(symbol, checker).declarations ?? [])];
}
