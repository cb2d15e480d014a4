import { relative } from 'node:path';
import { DefinitionError } from '../../base/errors/errors.js';
import { ts } from '../codegen/compiler.js';
import type { DescribedArgument, DescribedClass, PrintedRecord } from '../codegen/describe-file.js';
import { classNameOf, listClasses } from '../codegen/find-tools.js';
import type { ClassImport } from '../codegen/import-names.js';
import {
  insertedDefine as define,
  insertedDefineFunction,
  insertedDefineFunctions,
  insertedDtoModule,
} from '../codegen/inserted-names.js';
import { skipOuter } from '../codegen/resolve-function.js';
import { listCallsOf } from '../codegen/tool-calls.js';
import type { Insertion } from './insertion.js';
import type { ModuleText } from './module-file.js';

/**
 * Creates the insertions that add the records of classes and functions to the text of their module. The text may be TypeScript, or
 * what another compiler made of it. A static block needs no name and no export, and runs before anything in the module
 * can use the class. A function gets its record where it is passed on, so it needs no name and no export either.
 *
 * @throws DefinitionError if the text does not contain one of the classes or calls.
 */
export function createInsertions(
  { code, fileName, format }: ModuleText,
  described: DescribedTools,
): readonly Insertion[] {
  const kind = fileName.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(fileName, code, ts.ScriptTarget.ESNext, true, kind);
  const isModule = format !== 'commonjs' && source.statements.some(isModuleStatement);
  const classes = listClasses(source);
  const blocks = described.classes.map((one): Insertion => {
    const declaration = findClass(classes, one);
    if (declaration === undefined) throw createMissingClassError(one, fileName);
    const target = targetFor(declaration);
    const block = isModule ? printModuleBlock(one, target) : printCommonJsBlock(one, target);
    // The semicolon ends a property that has none.
    return { position: declaration.end - 1, text: `; ${block} `, place: 'member' };
  });
  const wrappers = described.functions.flatMap((one) => createWrapper(source, one, isModule));
  const insertions = [...blocks, ...wrappers];
  return isModule
    ? [{ position: findImportPosition(source), text: printImports(described), place: 'statements' }, ...insertions]
    : insertions;
}

/** The records that belong into one module. */
export interface DescribedTools {
  readonly classes: readonly DescribedClass[];
  readonly functions: readonly DescribedArgument[];
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

function printImports({ classes, functions }: DescribedTools): string {
  const printed = [...classes, ...functions.flatMap((one) => one.functions)];
  const defines = [
    ...(classes.length > 0 ? [`defineToolSchemas as ${define}`] : []),
    ...(functions.some(isFunction) ? [`defineFunctionSchema as ${insertedDefineFunction}`] : []),
    ...(functions.every(isFunction) ? [] : [`defineFunctionSchemas as ${insertedDefineFunctions}`]),
  ];
  const imports = new Map(printed.flatMap((one) => one.imports).map((one) => [one.local, printImport(one)]));
  // Bundles contain what DTO classes need only if a module imports it.
  const dto = printed.some(({ usesDto }) => usesDto) ? [`import ${insertedDtoModule};`] : [];
  return [`import { ${defines.join(', ')} } from 'toolwright/generated';`, ...dto, ...imports.values(), ''].join(' ');
}

/** Checks whether an argument is a function, and not an object of functions. */
function isFunction({ functions }: DescribedArgument): boolean {
  return functions.every(({ key }) => key === undefined);
}

/** Creates the insertions around an argument that pass it to the function that adds the records. */
function createWrapper(source: ts.SourceFile, one: DescribedArgument, isModule: boolean): readonly Insertion[] {
  const calls = listCallsOf(source, one.names);
  const call = calls.length === one.count ? calls[one.index] : undefined;
  const argument = call === undefined ? undefined : findArgument(call, one.path);
  if (argument === undefined) throw createMissingCallError(one, source.fileName);
  const isOne = isFunction(one);
  const imported = isOne ? insertedDefineFunction : insertedDefineFunctions;
  const required = `require('toolwright/generated').${isOne ? 'defineFunctionSchema' : 'defineFunctionSchemas'}`;
  const factories = one.functions.map((record) => {
    const factory = isModule ? `() => (${record.records})` : `() => { ${printCommonJsBody(record)} }`;
    return record.key === undefined ? factory : `${JSON.stringify(record.key)}: ${factory}`;
  });
  const records = isOne ? factories.join() : `{ ${factories.join(', ')} }`;
  return [
    { position: argument.getStart(source), text: `${isModule ? imported : required}(`, place: 'before expression' },
    { position: argument.end, text: `, ${records})`, place: 'after expression' },
  ];
}

function findArgument(call: ts.CallExpression, path: readonly number[]): ts.Expression | undefined {
  const [index = 0, ...steps] = path;
  let found: ts.Expression | undefined = call.arguments[index];
  for (const step of steps) {
    const array: ts.Expression | undefined = found && skipOuter(found);
    found = array !== undefined && ts.isArrayLiteralExpression(array) ? array.elements[step] : undefined;
  }
  return found;
}

function printImport({ specifier, exported, local }: ClassImport): string {
  return `import { ${exported} as ${local} } from ${JSON.stringify(specifier)};`;
}

/** Prints the block for a CommonJS module. */
function printCommonJsBlock(record: DescribedClass, target: string): string {
  return (
    `static { const ${define} = require('toolwright/generated').defineToolSchemas; ` +
    `${define}(${target}, () => { ${printCommonJsBody(record)} }); }`
  );
}

/** Prints what returns records in a CommonJS module, and loads the classes that they refer to when they are read. */
function printCommonJsBody({ records, imports, usesDto }: PrintedRecord): string {
  const dto = usesDto ? [`require(${insertedDtoModule});`] : [];
  const loads = imports.map(({ specifier, exported, local }) => {
    return `const ${local} = require(${JSON.stringify(specifier)}).${exported};`;
  });
  return [...dto, ...loads, `return ${records};`].join(' ');
}

function createMissingClassError({ name }: DescribedClass, fileName: string): DefinitionError {
  return new DefinitionError(
    `${relative('', fileName)}: class '${name}' is not in the text that another plugin or loader passes on. ` +
      'Fix one of: put the toolwright plugin before the others; compile to ES2015 or later before it.',
  );
}

function createMissingCallError({ names }: DescribedArgument, fileName: string): DefinitionError {
  const [name = ''] = names;
  return new DefinitionError(
    `${relative('', fileName)}: the calls of '${name}' are not those of the source text in what another plugin or loader ` +
      'passes on. Put the toolwright plugin before the others.',
  );
}
