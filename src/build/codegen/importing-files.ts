import { dirname, resolve } from 'node:path';
import { ts } from './compiler.js';
import { formatLocation } from './generation-problem.js';

/**
 * Describes the classes whose file imports the generated module, one line each. The module imports the classes, so that it would
 * run first, and find them uninitialised.
 *
 * @param outPath - The absolute path of the generated module.
 */
export function describeImportingFiles(classes: Iterable<ts.Symbol>, outPath: string): readonly string[] {
  return [...classes].flatMap(({ name, declarations: [declaration] = [] }) => {
    const statement = declaration && findImport(declaration.getSourceFile(), outPath);
    if (statement === undefined) return [];
    const place = formatLocation(statement.getSourceFile(), statement.getStart());
    return (
      `${place} class '${name}' is declared in a file that imports the generated module, which would use the class before it ` +
      'exists. Move the class to another file.'
    );
  });
}

function findImport(file: ts.SourceFile, outPath: string): ts.Statement | undefined {
  return file.statements.find((statement) => {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return false;
    const { text } = statement.moduleSpecifier;
    return (
      text.startsWith('.') && withoutExtension(resolve(dirname(file.fileName), text)) === withoutExtension(outPath)
    );
  });
}

function withoutExtension(path: string): string {
  return path.replace(/\.[cm]?[jt]sx?$/, '');
}
