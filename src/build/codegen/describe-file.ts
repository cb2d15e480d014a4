import { dirname } from 'node:path';
import type { ClassRef } from './class-ref.js';
import { ts } from './compiler.js';
import { describeTool, type ToolRecord } from './describe-tool.js';
import { type ClassTools, classNameOf, findToolsOfFile, listClasses } from './find-tools.js';
import { findTypeFiles } from './find-type-files.js';
import { describeProblem, GenerationProblem } from './generation-problem.js';
import { type ClassImport, ImportNames } from './import-names.js';
import { insertedPrefix } from './inserted-names.js';
import { findOverriddenMethods } from './overridden-methods.js';
import { printInline } from './print-value.js';
import type { Project } from './project.js';
import { resolveAlias } from './type-predicates.js';
import { findWidenedParameters } from './widened-parameters.js';

/** The records of a file's classes, as the text that belongs into each class. */
export interface FileDescription {
  readonly classes: readonly DescribedClass[];
  /** The problems that prevent the description, one line each: file, line, class, method, parameter. */
  readonly problems: readonly string[];
  /** The parameters that are published with a wider type than their TypeScript type, one line each. */
  readonly warnings: readonly string[];
  /** The absolute paths of the files that declare the described types, the file itself included. */
  readonly typeFiles: readonly string[];
}

/** The records of one class. */
export interface DescribedClass {
  readonly name: string;
  /** The position of the class among the classes of its file, in the order of the source text. */
  readonly index: number;
  /** The number of classes in the file. */
  readonly count: number;
  /** The position of the class among the classes of its name. */
  readonly ordinal: number;
  /** The records of the class's methods, as an expression on one line. */
  readonly records: string;
  /** The classes to which the expression refers and that the file has to import. */
  readonly imports: readonly ClassImport[];
  /** Whether the records contain a DTO class. */
  readonly usesDto: boolean;
}

/** The file to describe. */
export interface FileSite {
  readonly fileName: string;
  readonly project: Project;
  /** Whether inputs are closed, unless a tool decides itself. */
  readonly closed: boolean;
}

/** Describes the tools of all classes of one file. Undefined if the program does not contain the file. */
export function describeFile(
  program: ts.Program,
  { fileName, project, closed }: FileSite,
): FileDescription | undefined {
  const file = program.getSourceFile(fileName);
  if (file === undefined) return undefined;
  const checker = program.getTypeChecker();
  const problems: string[] = [];
  const found = findToolsOfFile(file, checker);
  const all = listClasses(file);
  const names = new ImportNames({
    outPath: fileName,
    projectFolder: dirname(project.configPath),
    program,
    importer: file,
    prefix: insertedPrefix,
  });
  const classes = found.map((one) => {
    const used = new Set<string>();
    let usesDto = false;
    const tools: Record<string, ToolRecord> = Object.create(null);
    for (const site of one.tools) {
      try {
        tools[site.method] = describeTool(site, { checker, closed });
      } catch (error) {
        if (!(error instanceof GenerationProblem)) throw error;
        problems.push(describeProblem(error, `${site.owner.name}.${site.method}`));
      }
    }
    const records = printInline(tools, (ref) => {
      // Other classes are global ones, such as Date.
      usesDto ||= ref.symbol !== undefined;
      const name = nameOf(ref, { of: one, names, checker });
      if (name === undefined) problems.push(describeUnreachableClass(ref, one));
      else used.add(name);
      return name ?? ref.name;
    });
    const imports = names.imports.filter(({ local }) => used.has(local));
    const { owner, index } = one;
    const ordinal = all.slice(0, index).filter((other) => classNameOf(other) === owner.name).length;
    return { name: owner.name, index, count: all.length, ordinal, records, imports, usesDto };
  });
  return {
    classes,
    problems,
    warnings: found.flatMap(({ tools }) => tools.flatMap((site) => findWidenedParameters(site, checker))),
    typeFiles: findFilesOf(found, program),
  };
}

interface NameScope {
  readonly of: ClassTools;
  readonly names: ImportNames;
  readonly checker: ts.TypeChecker;
}

/** Returns the expression for a class: a value in the scope of the class with the tools, or a name to import. */
function nameOf({ name, symbol }: ClassRef, { of, names, checker }: NameScope): string | undefined {
  // The module may declare another class with the name of a global one.
  if (symbol === undefined) return `globalThis.${name}`;
  const file = of.owner.declaration.getSourceFile();
  if (symbol.declarations?.[0]?.getSourceFile() !== file) return names.nameOf(symbol);
  const inScope = checker.getSymbolsInScope(of.owner.declaration, ts.SymbolFlags.Class);
  return inScope.some(
    (one) => one.name === name && checker.getExportSymbolOfSymbol(resolveAlias(one, checker)) === symbol,
  )
    ? name
    : undefined;
}

function describeUnreachableClass({ name, symbol }: ClassRef, { owner }: ClassTools): string {
  const declaration = symbol?.declarations?.[0] ?? owner.declaration;
  const message = `its DTO class '${name}' is not exported. Export it, or declare it in the scope of '${owner.name}'.`;
  return describeProblem(new GenerationProblem(declaration, message), owner.name);
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
  const files = [...findTypeFiles(declarations, program)].map(({ fileName }) => fileName);
  return files.sort();
}
