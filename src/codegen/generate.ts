import { dirname, join, relative, resolve } from 'node:path';
import { ClassRef } from './class-ref.js';
import { ts } from './compiler.js';
import { describeTool, type ToolRecord } from './describe-tool.js';
import { findTools, type ToolSite } from './find-tools.js';
import { GenerationProblem } from './generation-problem.js';
import { ImportNames } from './import-names.js';
import { type ClassRecords, printModule } from './print-module.js';
import { createProgram, type Project, readProject } from './project.js';

/** What to generate from, and where to. */
export interface GenerateOptions {
  /** The tsconfig file, or its folder. @default 'tsconfig.json' */
  readonly project?: string;
  /** The module to write. @default 'src/toolwright.gen.ts', beside the tsconfig file */
  readonly out?: string;
  /** Told before each step: what is being done, and how far it has come. */
  readonly onStep?: (step: GenerationStep) => void;
}

/** One step of a generation. */
export interface GenerationStep {
  /** What is being read: a project, or `Class.method`. */
  readonly subject: string;
  readonly done: number;
  readonly total: number;
}

/** What a generation came to. */
export interface Generation {
  /** Absolute. */
  readonly outPath: string;
  /** The module's text; undefined if there are problems. */
  readonly text: string | undefined;
  /** What keeps the module from being made, a line each: file, line, class, method, parameter. */
  readonly problems: readonly string[];
  /** What is wrong in the project without keeping the module from being made. */
  readonly warnings: readonly string[];
  readonly toolCount: number;
  readonly classCount: number;
  /** How long the program took to build, in milliseconds. */
  readonly programMs: number;
  /** How long the tools took to read, in milliseconds. */
  readonly toolsMs: number;
}

/** Generates the module of a project once. Throws a DefinitionError if there is no such project. */
export function generateToolSchemas(options: GenerateOptions = {}): Generation {
  const project = readProject(options.project ?? 'tsconfig.json');
  options.onStep?.({ subject: relative('', project.configPath), done: 0, total: 1 });
  const start = performance.now();
  const program = createProgram(project);
  // Binding is part of reading a program; the checker does it when first asked for.
  program.getTypeChecker();
  return generateFrom(program, project, { ...options, programMs: performance.now() - start, checksFiles: true });
}

/** How to generate from a program that exists. */
export interface ProgramOptions extends GenerateOptions {
  readonly programMs: number;
  /** Whether the type errors of files with tools are looked for, too. */
  readonly checksFiles: boolean;
  /** Gives the record of a tool that is known already, or has it made. */
  readonly recall?: (site: ToolSite, make: () => ToolRecord) => ToolRecord;
}

/** Generates the module of a program. */
export function generateFrom(program: ts.Program, project: Project, options: ProgramOptions): Generation {
  const start = performance.now();
  const projectFolder = dirname(project.configPath);
  const outPath = options.out === undefined ? join(projectFolder, 'src/toolwright.gen.ts') : resolve(options.out);
  const checker = program.getTypeChecker();
  const files = sourcesOf(program, outPath);
  const { tools, hidden } = findTools(files, checker);
  const problems = hidden.map(({ declaration, method }) => {
    const name = declaration.name?.text ?? '(anonymous class)';
    const message = `no module exports the class '${name}', nor a class that extends it. Export it.`;
    return describeProblem(
      new GenerationProblem(declaration.name ?? declaration, message),
      `${name}.${method.name.getText()}`,
    );
  });
  const names = new ImportNames({ outPath, projectFolder, program });
  const sorted = sortTools(tools);
  const classes = new Map<ts.Symbol, Map<string, ToolRecord>>();
  for (const [index, site] of sorted.entries()) {
    const where = `${site.owner.name}.${site.method}`;
    options.onStep?.({ subject: where, done: index, total: sorted.length });
    try {
      const makeRecord = (): ToolRecord => describeTool(site, checker);
      const record = options.recall?.(site, makeRecord) ?? makeRecord();
      checkImports(record, site, names);
      const records = classes.get(site.owner.symbol) ?? new Map<string, ToolRecord>();
      classes.set(site.owner.symbol, records.set(site.method, record));
    } catch (error) {
      if (!(error instanceof GenerationProblem)) throw error;
      problems.push(describeProblem(error, where));
    }
  }
  const records = [...classes].map(([symbol, found]): ClassRecords => ({ symbol, tools: found }));
  const text = problems.length > 0 ? undefined : printModule(records, names);
  return {
    outPath,
    text,
    problems,
    warnings: [...project.warnings, ...(options.checksFiles ? typeErrors(program, sorted) : [])],
    toolCount: sorted.length,
    classCount: classes.size,
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

/** By file, then by place in it: never by the order in which the compiler came across them. */
function sortTools(tools: readonly ToolSite[]): readonly ToolSite[] {
  const key = ({ owner, declaration }: ToolSite): string => {
    const places = [owner.declaration, declaration].map((node) => {
      return `${node.getSourceFile().fileName}:${String(node.getStart()).padStart(9, '0')}`;
    });
    return places.join(' ');
  };
  return [...tools].sort((one, other) => (key(one) < key(other) ? -1 : 1));
}

/** Refuses a class that the module would have to import and cannot. */
function checkImports(record: unknown, site: ToolSite, names: ImportNames): void {
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

/** The type errors of the files that have tools: a warning each, since the tools' own types may be sound. */
function typeErrors(program: ts.Program, tools: readonly ToolSite[]): readonly string[] {
  const files = [...new Set(tools.map(({ declaration }) => declaration.getSourceFile()))];
  return files.flatMap((file) => {
    const errors = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    return errors.map(({ start, messageText }) => {
      return `${placeOf(file, start ?? 0)} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    });
  });
}

function describeProblem({ node, message }: GenerationProblem, where: string): string {
  return `${placeOf(node.getSourceFile(), node.getStart())} ${where}: ${message}`;
}

function placeOf(file: ts.SourceFile, position: number): string {
  const { line, character } = file.getLineAndCharacterOfPosition(position);
  return `${relative('', file.fileName)}:${line + 1}:${character + 1}`;
}
