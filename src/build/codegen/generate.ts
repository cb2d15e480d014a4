import { dirname, join, relative, resolve } from 'node:path';
import { ClassRef } from './class-ref.js';
import { ts } from './compiler.js';
import { describeTool, type ToolRecord } from './describe-tool.js';
import { describeTypes, type ToolTypeSchemas } from './describe-types.js';
import { findFunctionsOfFile } from './find-functions.js';
import { findTools } from './find-tools.js';
import type { GeneratedFile } from './generated-file.js';
import { describeProblem, formatLocation, GenerationProblem } from './generation-problem.js';
import { ImportNames, type ImportSite } from './import-names.js';
import { describeImportingFiles } from './importing-files.js';
import { findLostRules } from './lost-rules.js';
import { type ClassRecords, type FunctionRecord, printModule } from './print-module.js';
import { printTypes } from './print-types.js';
import { createProgram, type Project, readProject } from './project.js';
import { describeServed, groupFunctions } from './served-functions.js';
import type { DescribedSite, ToolSite } from './tool-site.js';
import { checkTypesPath } from './types-path.js';
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
  const {
    classes,
    types,
    problems: unreadable,
  } = describeTools(sorted, program, {
    ...options,
    check: (record, site) => checkImports(record, site, names),
  });
  problems.push(...unreadable);
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
    typesPath === undefined || text === undefined ? undefined : printFile(types, typesPath, { program, projectFolder });
  return {
    outPath,
    text,
    types: printed?.file,
    problems,
    warnings: [
      ...project.warnings,
      ...(printed?.warnings ?? []),
      ...describeImportingFiles(classes.keys(), outPath),
      ...sorted.flatMap((site) => findWarnings(site, checker)),
      ...new Set(served.flatMap(({ uses }) => uses.flatMap(({ site }) => findWarnings(site, checker)))),
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

/** What the types of a program's tools are written from. */
export interface TypesOptions extends Pick<ProgramOptions, 'closed' | 'getOrCreateRecord'> {
  /** The file to write. */
  readonly types: string;
}

/** The file with the types of a program's tools. */
export interface TypesGeneration {
  /** Undefined if there are problems. */
  readonly file: GeneratedFile | undefined;
  /** The types that JSON Schema cannot represent, one line each. */
  readonly problems: readonly string[];
  /** The classes whose tools have no types in the file, one line each. */
  readonly warnings: readonly string[];
}

/** Generates the file with the types of a program's tools, for a build that does without a generated module. */
export function generateTypes(program: ts.Program, project: Project, options: TypesOptions): TypesGeneration {
  const projectFolder = dirname(project.configPath);
  const outPath = join(projectFolder, 'src/toolwright.gen.ts');
  const typesPath = checkTypesPath(options.types, outPath);
  const checker = program.getTypeChecker();
  const { tools, hidden } = findTools(sourcesOf(program, outPath), checker);
  const { types, problems } = describeTools(sortTools(tools), program, options);
  const unexported = new Set(hidden.map(({ declaration }) => declaration));
  const { file, warnings } = printFile(types, typesPath, { program, projectFolder });
  return {
    file: problems.length > 0 ? undefined : file,
    problems,
    warnings: [
      ...warnings,
      ...[...unexported].map(({ name }) => {
        return `class '${name?.text ?? '(anonymous class)'}' is not exported, so that the types of its tools are not written.`;
      }),
    ],
  };
}

/** The descriptions of the tools of classes. */
interface DescribedTools {
  readonly classes: ReadonlyMap<ts.Symbol, ReadonlyMap<string, ToolRecord>>;
  /** Empty without a file with types. */
  readonly types: ReadonlyMap<ts.Symbol, readonly ToolTypeSchemas[]>;
  readonly problems: readonly string[];
}

interface DescribeOptions extends Pick<ProgramOptions, 'types' | 'closed' | 'onStep' | 'getOrCreateRecord'> {
  /** Throws a GenerationProblem on a record that cannot be written. */
  readonly check?: (record: ToolRecord, site: ToolSite) => void;
}

function describeTools(tools: readonly ToolSite[], program: ts.Program, options: DescribeOptions): DescribedTools {
  const checker = program.getTypeChecker();
  const classes = new Map<ts.Symbol, Map<string, ToolRecord>>();
  const types = new Map<ts.Symbol, ToolTypeSchemas[]>();
  const problems: string[] = [];
  for (const [index, site] of tools.entries()) {
    const where = `${site.owner.name}.${site.method}`;
    options.onStep?.({ subject: where, done: index, total: tools.length });
    try {
      const makeRecord = (): ToolRecord => describeTool(site, { checker, closed: options.closed ?? true });
      const record = options.getOrCreateRecord?.(site, makeRecord) ?? makeRecord();
      options.check?.(record, site);
      const records = classes.get(site.owner.symbol) ?? new Map<string, ToolRecord>();
      classes.set(site.owner.symbol, records.set(site.method, record));
      if (options.types !== undefined && site.options.isOffer !== true) {
        const ofClass = types.get(site.owner.symbol) ?? [];
        types.set(site.owner.symbol, [...ofClass, describeTypes(site, record, checker)]);
      }
    } catch (error) {
      if (!(error instanceof GenerationProblem)) throw error;
      problems.push(describeProblem(error, where));
    }
  }
  return { classes, types, problems };
}

interface PrintedFile {
  readonly file: GeneratedFile;
  readonly warnings: readonly string[];
}

function printFile(
  types: DescribedTools['types'],
  path: string,
  { program, projectFolder }: Pick<ImportSite, 'program' | 'projectFolder'>,
): PrintedFile {
  const checker = program.getTypeChecker();
  const { text, warnings } = printTypes(
    [...types].map(([symbol, tools]) => ({ symbol, parent: findParent(symbol, types, checker), tools })),
    new ImportNames({ outPath: path, projectFolder, program }),
  );
  return { file: { path, text }, warnings };
}

function sourcesOf(program: ts.Program, outPath: string): readonly ts.SourceFile[] {
  const isOwn = (file: ts.SourceFile): boolean => {
    return (
      !file.isDeclarationFile && !program.isSourceFileFromExternalLibrary(file) && resolve(file.fileName) !== outPath
    );
  };
  return program.getSourceFiles().filter(isOwn);
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
      throw new GenerationProblem(declaration, `its ${value.label} is not exported. Export it.`);
    }
    if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit);
  };
  visit(record);
}

function findWarnings(site: DescribedSite, checker: ts.TypeChecker): readonly string[] {
  return [...findWidenedParameters(site, checker), ...findLostRules(site, checker)];
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
