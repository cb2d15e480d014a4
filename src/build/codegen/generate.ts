import { dirname, join, relative, resolve } from 'node:path';
import { DefinitionError } from '../../base/errors/errors.js';
import { ClassRef } from './class-ref.js';
import { ts } from './compiler.js';
import { describeTool, type ToolRecord } from './describe-tool.js';
import { describeTypes, type ToolTypeSchemas } from './describe-types.js';
import { findFunctionsOfFile } from './find-functions.js';
import { findTools } from './find-tools.js';
import { describeProblem, formatLocation, GenerationProblem } from './generation-problem.js';
import { ImportNames } from './import-names.js';
import { type ClassRecords, type FunctionRecord, printModule } from './print-module.js';
import { printTypes } from './print-types.js';
import { createProgram, type Project, readProject } from './project.js';
import { describeServed, groupFunctions } from './served-functions.js';
import type { DescribedSite, ToolSite } from './tool-site.js';
import { describeUnserved } from './unserved-functions.js';
import { findWidenedParameters } from './widened-parameters.js';

/** The input and output of a generation. */
export interface GenerateOptions {
  /** The tsconfig file, or its folder. @default 'tsconfig.json' */
  readonly project?: string;
  /** The module to write. @default 'src/toolwright.gen.ts', relative to the folder of the tsconfig file */
  readonly out?: string;
  /** The file with the types of the tools to write, for the compiler alone. @default no such file */
  readonly types?: string;
  /**
   * Whether the inputs of tools reject properties that their types do not declare, at every level. `@Tool({ closed })`
   * decides for one tool. @default true
   */
  readonly closed?: boolean;
  /** Called before each step with the current subject and the progress so far. */
  readonly onStep?: (step: GenerationStep) => void;
}

/** One step of a generation. */
export interface GenerationStep {
  /** The item that is being read: a project, or `Class.method`. */
  readonly subject: string;
  readonly done: number;
  readonly total: number;
}

/** A file to write. */
export interface GeneratedFile {
  /** The absolute path. */
  readonly path: string;
  readonly text: string;
}

/** The result of a generation. */
export interface Generation {
  /** The absolute path of the generated module. */
  readonly outPath: string;
  /** The text of the generated module; undefined if there are problems. */
  readonly text: string | undefined;
  /** The file with types; undefined if there are problems, or without the option `types`. */
  readonly types: GeneratedFile | undefined;
  /** The problems that prevent generation, one line each: file, line, class, method, parameter. */
  readonly problems: readonly string[];
  /** The problems of the project that do not prevent generation. */
  readonly warnings: readonly string[];
  /** The number of methods that are tools. */
  readonly toolCount: number;
  readonly classCount: number;
  /** The number of described functions. */
  readonly functionCount: number;
  /** The time that building the program took, in milliseconds. */
  readonly programMs: number;
  /** The time that reading the tools took, in milliseconds. */
  readonly toolsMs: number;
}

/**
 * Generates the module of a project once.
 *
 * @throws DefinitionError if the project does not exist.
 */
export function generateToolSchemas(options: GenerateOptions = {}): Generation {
  const project = readProject(options.project ?? 'tsconfig.json');
  options.onStep?.({ subject: relative('', project.configPath), done: 0, total: 1 });
  const start = performance.now();
  const program = createProgram(project);
  // Binding belongs to building a program; the compiler does it when the checker is first requested.
  program.getTypeChecker();
  return generateFrom(program, project, { ...options, programMs: performance.now() - start, checksFiles: true });
}

/** The options for generating from an existing program. */
export interface ProgramOptions extends GenerateOptions {
  readonly programMs: number;
  /** Whether the files with tools are also checked for type errors. */
  readonly checksFiles: boolean;
  /** Returns the cached record of a tool, or calls `make` to create it. */
  readonly getOrCreateRecord?: (site: ToolSite, make: () => ToolRecord) => ToolRecord;
}

/** Generates the module of a program. */
export function generateFrom(program: ts.Program, project: Project, options: ProgramOptions): Generation {
  const start = performance.now();
  const projectFolder = dirname(project.configPath);
  const outPath = options.out === undefined ? join(projectFolder, 'src/toolwright.gen.ts') : resolve(options.out);
  const typesPath = options.types === undefined ? undefined : checkTypesPath(options.types, outPath);
  const checker = program.getTypeChecker();
  const files = sourcesOf(program, outPath);
  const { tools, hidden } = findTools(files, checker);
  const problems = hidden.map(({ declaration, method }) => {
    const name = declaration.name?.text ?? '(anonymous class)';
    const message = `class '${name}' is not exported, and neither is a class that extends it. Export one of them.`;
    return describeProblem(
      new GenerationProblem(declaration.name ?? declaration, message),
      `${name}.${method.name.getText()}`,
    );
  });
  const names = new ImportNames({ outPath, projectFolder, program });
  const sorted = sortTools(tools);
  const classes = new Map<ts.Symbol, Map<string, ToolRecord>>();
  const types = new Map<ts.Symbol, ToolTypeSchemas[]>();
  for (const [index, site] of sorted.entries()) {
    const where = `${site.owner.name}.${site.method}`;
    options.onStep?.({ subject: where, done: index, total: sorted.length });
    try {
      const makeRecord = (): ToolRecord => describeTool(site, { checker, closed: options.closed ?? true });
      const record = options.getOrCreateRecord?.(site, makeRecord) ?? makeRecord();
      checkImports(record, site, names);
      const records = classes.get(site.owner.symbol) ?? new Map<string, ToolRecord>();
      classes.set(site.owner.symbol, records.set(site.method, record));
      if (options.types !== undefined) {
        const ofClass = types.get(site.owner.symbol) ?? [];
        types.set(site.owner.symbol, [...ofClass, describeTypes(site, record, checker)]);
      }
    } catch (error) {
      if (!(error instanceof GenerationProblem)) throw error;
      problems.push(describeProblem(error, where));
    }
  }
  const { served, unserved } = groupFunctions(
    sortFiles(files).flatMap((file) => findFunctionsOfFile(file, checker)),
    files,
    names,
  );
  const functions = served.flatMap((one): readonly FunctionRecord[] => {
    const [{ site } = {}] = one.uses;
    try {
      const record = describeServed(one, { checker, closed: options.closed ?? true });
      if (site !== undefined) checkImports(record, site, names);
      return [{ symbol: one.symbol, record }];
    } catch (error) {
      if (!(error instanceof GenerationProblem)) throw error;
      problems.push(describeProblem(error, site?.method ?? one.symbol.name));
      return [];
    }
  });
  const records = [...classes].map(([symbol, found]): ClassRecords => ({ symbol, tools: found }));
  const text = problems.length > 0 ? undefined : printModule({ classes: records, functions }, names);
  const printed =
    typesPath === undefined || text === undefined
      ? undefined
      : printTypes(
          [...types].map(([symbol, tools]) => ({ symbol, parent: findParent(symbol, types, checker), tools })),
          new ImportNames({ outPath: typesPath, projectFolder, program }),
        );
  return {
    outPath,
    text,
    types: typesPath === undefined || printed === undefined ? undefined : { path: typesPath, text: printed.text },
    problems,
    warnings: [
      ...project.warnings,
      ...(printed?.warnings ?? []),
      ...sorted.flatMap((site) => findWidenedParameters(site, checker)),
      ...new Set(served.flatMap(({ uses }) => uses.flatMap(({ site }) => findWidenedParameters(site, checker)))),
      ...describeUnserved(unserved, checker),
      ...(options.checksFiles ? findTypeErrors(program, sorted) : []),
    ],
    toolCount: sorted.length,
    classCount: classes.size,
    functionCount: functions.length,
    programMs: options.programMs,
    toolsMs: performance.now() - start,
  };
}

function sourcesOf(program: ts.Program, outPath: string): readonly ts.SourceFile[] {
  const isOwn = (file: ts.SourceFile): boolean => {
    return (
      !file.isDeclarationFile && !program.isSourceFileFromExternalLibrary(file) && resolve(file.fileName) !== outPath
    );
  };
  return program.getSourceFiles().filter(isOwn);
}

/** Returns the absolute path of the file with types. Throws a DefinitionError on a path that it cannot have. */
function checkTypesPath(types: string, outPath: string): string {
  const path = resolve(types);
  if (!/\.[cm]?ts$/.test(path)) throw new DefinitionError(`The file with types must end with .ts, not '${types}'.`);
  if (path === outPath) throw new DefinitionError(`The file with types cannot be the module with schemas, '${types}'.`);
  return path;
}

/** Returns the nearest parent of a class that is one of the given classes. */
function findParent(
  symbol: ts.Symbol,
  classes: ReadonlyMap<ts.Symbol, unknown>,
  checker: ts.TypeChecker,
): ts.Symbol | undefined {
  const type = checker.getDeclaredTypeOfSymbol(symbol);
  const [base] = type.isClassOrInterface() ? checker.getBaseTypes(type) : [];
  const parent = base?.getSymbol();
  return parent === undefined || classes.has(parent) ? parent : findParent(parent, classes, checker);
}

function sortFiles(files: readonly ts.SourceFile[]): readonly ts.SourceFile[] {
  return [...files].sort((one, other) => (one.fileName < other.fileName ? -1 : 1));
}

/** Sorts tools by file and position. The order does not depend on the order in which the compiler visits files. */
function sortTools(tools: readonly ToolSite[]): readonly ToolSite[] {
  const key = ({ owner, declaration }: ToolSite): string => {
    const positions = [owner.declaration, declaration].map((node) => {
      return `${node.getSourceFile().fileName}:${String(node.getStart()).padStart(9, '0')}`;
    });
    return positions.join(' ');
  };
  return [...tools].sort((one, other) => (key(one) < key(other) ? -1 : 1));
}

/** Throws a GenerationProblem for a class that the module has to import but that is not exported. */
function checkImports(record: unknown, site: DescribedSite, names: ImportNames): void {
  const visit = (value: unknown): void => {
    if (value instanceof ClassRef) {
      if (value.symbol === undefined || names.nameOf(value.symbol) !== undefined) return;
      const declaration = value.symbol.declarations?.[0] ?? site.declaration;
      throw new GenerationProblem(declaration, `its DTO class '${value.name}' is not exported. Export it.`);
    }
    if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit);
  };
  visit(record);
}

/** Returns the type errors of the files with tools as warnings, because the types of the tools may still be correct. */
function findTypeErrors(program: ts.Program, tools: readonly ToolSite[]): readonly string[] {
  const files = [...new Set(tools.map(({ declaration }) => declaration.getSourceFile()))];
  return files.flatMap((file) => {
    const errors = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    return errors.map(({ start, messageText }) => {
      return `${formatLocation(file, start ?? 0)} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    });
  });
}
