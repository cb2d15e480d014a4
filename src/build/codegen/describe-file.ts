import { dirname } from 'node:path';
import { checkFunctionOptions } from './check-function-options.js';
import type { ClassRef } from './class-ref.js';
import { ts } from './compiler.js';
import { describeTool, type ToolRecord } from './describe-tool.js';
import { type FunctionArgument, findFunctionsOfFile } from './find-functions.js';
import { type ClassTools, classNameOf, findToolsOfFile, listClasses } from './find-tools.js';
import { findTypeFiles } from './find-type-files.js';
import { describeProblem, GenerationProblem } from './generation-problem.js';
import { type ClassImport, ImportNames, type ImportSite } from './import-names.js';
import { insertedPrefix } from './inserted-names.js';
import { findLostRules } from './lost-rules.js';
import { findOverriddenMethods } from './overridden-methods.js';
import { printInline } from './print-value.js';
import type { Project } from './project.js';
import type { ToolCall } from './tool-calls.js';
import { type DescribedSite, siteName } from './tool-site.js';
import { resolveAlias } from './type-predicates.js';
import { findWidenedParameters } from './widened-parameters.js';

/** The records of a file's classes and functions, as the texts that belong into them. */
export interface FileDescription {
  readonly classes: readonly DescribedClass[];
  readonly functions: readonly DescribedArgument[];
  /** The problems that prevent the description, one line each: file, line, class, method, parameter. */
  readonly problems: readonly string[];
  /** The parameters that are published with a wider type than their TypeScript type, one line each. */
  readonly warnings: readonly string[];
  /** The absolute paths of the files that declare the described types, the file itself included. */
  readonly typeFiles: readonly string[];
}

/** Records as a text. */
export interface PrintedRecord {
  /** The records, as an expression on one line. */
  readonly records: string;
  /** The classes to which the expression refers and that the file has to import. */
  readonly imports: readonly ClassImport[];
  /** Whether the records contain a DTO class. */
  readonly usesDto: boolean;
}

/** The records of one class, by the names of its methods. */
export interface DescribedClass extends PrintedRecord {
  readonly name: string;
  /** The position of the class among the classes of its file, in the order of the source text. */
  readonly index: number;
  /** The number of classes in the file. */
  readonly count: number;
  /** The position of the class among the classes of its name. */
  readonly ordinal: number;
}

/** The records of the functions that are passed to a call that makes tools of them. */
export interface DescribedArgument extends Pick<ToolCall, 'names' | 'index' | 'count'>, Pick<FunctionArgument, 'path'> {
  readonly functions: readonly DescribedFunction[];
}

/** The record of one function. */
export interface DescribedFunction extends PrintedRecord {
  /** The key of the function in the object that is passed. Undefined for a function that is passed by itself. */
  readonly key: string | undefined;
}

/** The file to describe. */
export interface FileSite {
  readonly fileName: string;
  readonly project: Project;
  /** Whether inputs are closed, unless a tool decides itself. */
  readonly closed: boolean;
  /** The format of the file in the output of a compiler that leaves imports in the records as they are. */
  readonly emitted?: ImportSite['emitted'];
}

/** Describes the tools of one file: of all its classes, and the functions of which it makes tools. */
export function describeFile(
  program: ts.Program,
  { fileName, project, closed, emitted }: FileSite,
): FileDescription | undefined {
  const file = program.getSourceFile(fileName);
  // What compiles the file reports an error of its syntax. A type in such a file would be the wrong thing to report.
  if (file === undefined || program.getSyntacticDiagnostics(file).length > 0) return undefined;
  const checker = program.getTypeChecker();
  const found = findToolsOfFile(file, checker);
  const called = findFunctionsOfFile(file, checker);
  const names = new ImportNames({
    outPath: fileName,
    projectFolder: dirname(project.configPath),
    program,
    importer: file,
    emitted,
    prefix: insertedPrefix,
  });
  const { experimentalDecorators: isLegacy = false } = program.getCompilerOptions();
  const scope: FileScope = { file, names, checker, closed, isLegacy, problems: [] };
  const classes = describeClasses(found, scope);
  const functions = called.flatMap((argument) => describeArgument(argument, scope) ?? []);
  const sites: readonly DescribedSite[] = [
    ...found.flatMap(({ tools }) => tools),
    ...called.flatMap((argument) => argument.functions),
  ];
  return {
    classes,
    functions,
    problems: scope.problems,
    warnings: sites.flatMap((site) => [...findWidenedParameters(site, checker), ...findLostRules(site, checker)]),
    typeFiles: [
      ...new Set([
        ...findFilesOf(found, program),
        ...findFilesOfFunctions(called, program),
        ...(called.length > 0 ? [fileName] : []),
      ]),
    ].sort(),
  };
}

/** What the descriptions of one file share. */
interface FileScope {
  readonly file: ts.SourceFile;
  readonly names: ImportNames;
  readonly checker: ts.TypeChecker;
  readonly closed: boolean;
  /** Whether compilers keep the decorators of parameters. */
  readonly isLegacy: boolean;
  readonly problems: string[];
}

function describeClasses(found: readonly ClassTools[], scope: FileScope): readonly DescribedClass[] {
  const all = listClasses(scope.file);
  return found.map((one) => {
    const { owner, index } = one;
    const tools: Record<string, ToolRecord> = Object.create(null);
    for (const site of one.tools) {
      const record = describeSite(site, scope, () => checkDecorators(site.declaration, scope));
      if (record !== undefined) tools[site.method] = record;
    }
    const printed = printRecord(tools, { name: owner.name, node: owner.declaration }, scope);
    const ordinal = all.slice(0, index).filter((other) => classNameOf(other) === owner.name).length;
    return { name: owner.name, index, count: all.length, ordinal, ...printed };
  });
}

/**
 * Checks the decorators of parameters, which the compilers of many tools drop without a word in the other mode.
 *
 * @throws GenerationProblem for a decorator that would be dropped.
 */
function checkDecorators({ parameters }: ts.MethodDeclaration, { isLegacy }: FileScope): void {
  if (isLegacy) return;
  const [decorator] = parameters.flatMap((parameter) => ts.getDecorators(parameter) ?? []);
  if (decorator === undefined) return;
  throw new GenerationProblem(
    decorator,
    `the decorator '${decorator.getText()}' of a parameter would be dropped. Fix one of: set "experimentalDecorators": true ` +
      'in the tsconfig file that includes this file, such as tsconfig.app.json; use the options params, bind and ctx of @Tool().',
  );
}

/** Describes the functions of one argument. Returns undefined for an argument without a function that can be read. */
function describeArgument(argument: FunctionArgument, scope: FileScope): DescribedArgument | undefined {
  const { call, path, expression, options, functions } = argument;
  const records = functions.flatMap((site) => {
    const record = describeSite(site, scope, () => {
      if (options !== undefined) checkFunctionOptions(site, options, scope.checker);
    });
    if (record === undefined) return [];
    const named = site.name === undefined ? record : { name: site.name, ...record };
    return [{ key: site.key, ...printRecord(named, { name: site.method, node: expression }, scope) }];
  });
  const { names, index, count } = call;
  return records.length === 0 ? undefined : { names, index, count, path, functions: records };
}

/** Describes a tool. Returns undefined if it has a problem, which is reported. */
function describeSite(site: DescribedSite, scope: FileScope, check?: () => void): ToolRecord | undefined {
  try {
    check?.();
    return describeTool(site, scope);
  } catch (error) {
    if (!(error instanceof GenerationProblem)) throw error;
    scope.problems.push(describeProblem(error, siteName(site)));
    return undefined;
  }
}

/** The place that a record is inserted at, and its name in messages. */
interface RecordPlace {
  readonly name: string;
  readonly node: ts.Node;
}

function printRecord(value: unknown, place: RecordPlace, scope: FileScope): PrintedRecord {
  const { names, problems } = scope;
  const used = new Set<string>();
  let usesDto = false;
  const records = printInline(value, (ref) => {
    // Classes without a symbol are global ones, such as Date. A candidate may have no rules, and then needs no packages.
    usesDto ||= ref.symbol !== undefined && !ref.isCandidate;
    const name = nameOf(ref, place, scope);
    if (name === undefined) problems.push(describeUnreachableClass(ref, place));
    else used.add(name);
    return name ?? ref.name;
  });
  return { records, imports: names.imports.filter(({ local }) => used.has(local)), usesDto };
}

/** Returns the expression for a class: a value in the scope of the tools, or a name to import. */
function nameOf({ name, symbol }: ClassRef, { node }: RecordPlace, scope: FileScope): string | undefined {
  const { file, names, checker } = scope;
  // The module may declare another class with the name of a global one.
  if (symbol === undefined) return `globalThis.${name}`;
  if (symbol.declarations?.[0]?.getSourceFile() !== file) return names.nameOf(symbol);
  const inScope = checker.getSymbolsInScope(node, ts.SymbolFlags.Class);
  return inScope.some(
    (one) => one.name === name && checker.getExportSymbolOfSymbol(resolveAlias(one, checker)) === symbol,
  )
    ? name
    : undefined;
}

function describeUnreachableClass({ label, symbol }: ClassRef, place: RecordPlace): string {
  const declaration = symbol?.declarations?.[0] ?? place.node;
  const message = `its ${label} is not exported. Export it, or declare it in the scope of '${place.name}'.`;
  return describeProblem(new GenerationProblem(declaration, message), place.name);
}

function findFilesOf(found: readonly ClassTools[], program: ts.Program): readonly string[] {
  const checker = program.getTypeChecker();
  const declarations = found.flatMap(({ owner, tools }) => [
    ...(owner.declaration.heritageClauses ?? []),
    ...tools.flatMap(({ declaration, method, signature }) => [
      declaration,
      signature.getDeclaration(),
      ...findOverriddenMethods(owner.symbol, method, checker),
    ]),
  ]);
  return [...findTypeFiles(declarations, program)].map(({ fileName }) => fileName);
}

function findFilesOfFunctions(found: readonly FunctionArgument[], program: ts.Program): readonly string[] {
  const checker = program.getTypeChecker();
  const declarations = found.flatMap(({ functions }) =>
    functions.flatMap(({ declaration, signature }) => [declaration, signature.getDeclaration()]),
  );
  // The files of the names alone: one of them may declare a function from now on.
  const named = found.flatMap(({ expression }) => {
    const symbol = ts.isIdentifier(expression) ? checker.getSymbolAtLocation(expression) : undefined;
    return symbol === undefined ? [] : (resolveAlias(symbol, checker).declarations ?? []);
  });
  const files = [...findTypeFiles(declarations, program), ...named.map((one) => one.getSourceFile())];
  return files.map(({ fileName }) => fileName);
}
