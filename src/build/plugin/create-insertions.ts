import { relative } from 'node:path';
import { DefinitionError } from '../../base/errors/errors.js';
import { ts } from '../codegen/compiler.js';
import type { DescribedClass } from '../codegen/describe-file.js';
import { classNameOf, listClasses } from '../codegen/find-tools.js';
import type { ClassImport } from '../codegen/import-names.js';
import { insertedDefine as define } from '../codegen/inserted-names.js';
import type { Insertion } from './insertion.js';

/**
 * Creates the insertions that add the records of classes to the text of their module. The text may be TypeScript, or
 * what another compiler made of it. A static block needs no name and no export, and runs before anything in the module
 * can use the class.
 *
 * @throws DefinitionError if the text does not contain one of the classes.
 */
export function createInsertions(
  code: string,
  fileName: string,
  described: readonly DescribedClass[],
): readonly Insertion[] {
  const kind = fileName.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(fileName, code, ts.ScriptTarget.ESNext, true, kind);
  const isModule = source.statements.some(isModuleStatement);
  const classes = listClasses(source);
  const blocks = described.map((one): Insertion => {
    const declaration = findClass(classes, one);
    if (declaration === undefined) throw createMissingClassError(one, fileName);
    const target = targetFor(declaration);
    const block = isModule ? printModuleBlock(one, target) : printCommonJsBlock(one, target);
    // The semicolon ends a property that has none.
    return { position: declaration.end - 1, text: `; ${block} ` };
  });
  return isModule ? [{ position: findImportPosition(source), text: printImports(described) }, ...blocks] : blocks;
}

/** Checks whether a statement makes a file an ES module, or TypeScript that is compiled from one. */
function isModuleStatement(statement: ts.Statement): boolean {
  if (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) return true;
  if (ts.isExportAssignment(statement)) return statement.isExportEquals !== true;
  const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
}

/** Returns the position of the first statement that is not a directive such as 'use server'. */
function findImportPosition(source: ts.SourceFile): number {
  const isDirective = (statement: ts.Statement): boolean =>
    ts.isExpressionStatement(statement) && ts.isStringLiteral(statement.expression);
  const first = source.statements.find((statement) => !isDirective(statement));
  return first === undefined ? source.end : first.getStart(source);
}

/** Finds a described class. Compilers keep the order of classes, but may add some and change names. */
function findClass(
  classes: readonly ts.ClassLikeDeclaration[],
  { name, index, count, ordinal }: DescribedClass,
): ts.ClassLikeDeclaration | undefined {
  if (classes.length === count) return classes[index];
  // Compilers prepend underscores to the name of a class that refers to itself.
  return classes.filter((one) => classNameOf(one).replace(/^_+/, '') === name.replace(/^_+/, ''))[ordinal];
}

/** Returns the expression for a class in its static block. */
function targetFor(declaration: ts.ClassLikeDeclaration): string {
  // For older targets, TypeScript replaces `this` with undefined in the static members of a decorated class.
  return (ts.getDecorators(declaration) ?? []).length > 0 ? (declaration.name?.text ?? 'this') : 'this';
}

function printModuleBlock({ records }: DescribedClass, target: string): string {
  return `static { ${define}(${target}, () => (${records})); }`;
}

function printImports(described: readonly DescribedClass[]): string {
  const imports = new Map(described.flatMap((one) => one.imports).map((one) => [one.local, printImport(one)]));
  // Bundles contain what DTO classes need only if a module imports it.
  const dto = described.some(({ usesDto }) => usesDto) ? ["import 'toolwright/dto';"] : [];
  return [
    `import { defineToolSchemas as ${define} } from 'toolwright/generated';`,
    ...dto,
    ...imports.values(),
    '',
  ].join(' ');
}

function printImport({ specifier, exported, local }: ClassImport): string {
  return `import { ${exported} as ${local} } from ${JSON.stringify(specifier)};`;
}

/** Prints the block for a CommonJS module, which loads the classes that it refers to when the records are read. */
function printCommonJsBlock({ records, imports, usesDto }: DescribedClass, target: string): string {
  const dto = usesDto ? ["require('toolwright/dto');"] : [];
  const loads = imports.map(({ specifier, exported, local }) => {
    return `const ${local} = require(${JSON.stringify(specifier)}).${exported};`;
  });
  const body = [...dto, ...loads, `return ${records};`].join(' ');
  return `static { const ${define} = require('toolwright/generated').defineToolSchemas; ${define}(${target}, () => { ${body} }); }`;
}

function createMissingClassError({ name }: DescribedClass, fileName: string): DefinitionError {
  return new DefinitionError(
    `${relative('', fileName)}: class '${name}' is not in the text that another plugin or loader passes on. ` +
      'Fix one of: put the toolwright plugin before the others; compile to ES2015 or later before it.',
  );
}
