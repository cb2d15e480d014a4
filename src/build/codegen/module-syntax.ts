import { ts } from './compiler.js';

/** Syntax that only an ES module can have. */
export interface ModuleSyntax {
  readonly what: "'await' outside of a function" | "'import.meta'";
  /** The number of its line, from 1. */
  readonly line: number;
}

/** Checks whether a file without a stated format is an ES module: Node.js decides this by its syntax, too. */
export function isModuleText(code: string, fileName: string): boolean {
  const source = parse(code, fileName);
  if (source.statements.some(isCommonJsStatement)) return false;
  return ts.isExternalModule(source) || findModuleSyntax(code, fileName) !== undefined;
}

/** Finds an `await` outside of functions, or an `import.meta`, which a CommonJS module cannot have. */
export function findModuleSyntax(code: string, fileName: string): ModuleSyntax | undefined {
  if (!/\bawait\b|\bimport\.meta\b/.test(code)) return undefined;
  const source = parse(code, fileName);
  const found = find(source, false);
  if (found === undefined) return undefined;
  const line = source.getLineAndCharacterOfPosition(found.getStart(source)).line + 1;
  return { what: ts.isMetaProperty(found) ? "'import.meta'" : "'await' outside of a function", line };
}

function find(node: ts.Node, isInFunction: boolean): ts.Node | undefined {
  return ts.forEachChild(node, (child) => {
    const isAwait = ts.isAwaitExpression(child) || (ts.isForOfStatement(child) && child.awaitModifier !== undefined);
    if ((isAwait && !isInFunction) || isImportMeta(child)) return child;
    return find(child, isInFunction || ts.isFunctionLike(child));
  });
}

function isImportMeta(node: ts.Node): boolean {
  return ts.isMetaProperty(node) && node.keywordToken === ts.SyntaxKind.ImportKeyword;
}

/** Checks for `import x = require('x')` and `export = x`. */
function isCommonJsStatement(statement: ts.Statement): boolean {
  if (ts.isExportAssignment(statement)) return statement.isExportEquals === true;
  return ts.isImportEqualsDeclaration(statement) && ts.isExternalModuleReference(statement.moduleReference);
}

function parse(code: string, fileName: string): ts.SourceFile {
  return ts.createSourceFile(fileName, code, ts.ScriptTarget.ES2022);
}
