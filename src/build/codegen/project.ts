import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DefinitionError } from '../../base/errors/errors.js';
import { ts } from './compiler.js';

/** A TypeScript project and its references, in the form in which one program can read it. */
export interface Project {
  /** The absolute path of the tsconfig file. */
  readonly configPath: string;
  /** The absolute paths of the tsconfig files that were read: the file, what it extends, and what it references. */
  readonly configFiles: readonly string[];
  readonly rootNames: readonly string[];
  readonly options: ts.CompilerOptions;
  /** The options that add to the configuration or override it. */
  readonly readingOptions: ts.CompilerOptions;
  /** Whether the configuration only references other projects. */
  readonly isSolution: boolean;
  readonly references: readonly ts.ProjectReference[];
  /** The parts of the configuration that this compiler does not support. */
  readonly warnings: readonly string[];
}

/**
 * Reads a tsconfig file and the tsconfig files that it references.
 *
 * @param path - The path of the file, or of the folder that contains it.
 * @throws DefinitionError if the file does not exist or is not a tsconfig file.
 */
export function readProject(path: string): Project {
  const configPath = existsSync(path) && statSync(path).isDirectory() ? join(path, 'tsconfig.json') : resolve(path);
  if (!existsSync(configPath)) {
    throw new DefinitionError(`File '${configPath}' does not exist. Set the path of tsconfig.json with --project.`);
  }
  const seen = new Map<string, ts.ParsedCommandLine>();
  const configs = readConfigs(configPath, seen);
  const [main] = configs;
  if (main === undefined) throw new DefinitionError(`'${path}' cannot be read as a tsconfig file.`);
  // A configuration that only references other projects has no relevant options.
  const leading = main.fileNames.length > 0 ? main : (configs.find(({ fileNames }) => fileNames.length > 0) ?? main);
  const warnings = configs.flatMap(({ errors }) => errors.filter(isRelevant).map(messageOf));
  return {
    configPath,
    configFiles: [...seen].flatMap(([path, { options }]) => [path, ...extendedConfigs(options)]),
    rootNames: [...new Set(configs.flatMap(({ fileNames }) => fileNames))],
    options: { ...leading.options, ...createReadingOptions(leading) },
    readingOptions: createReadingOptions(leading),
    isSolution: leading !== main,
    references: configs.flatMap(({ projectReferences }) => projectReferences ?? []),
    warnings: [...new Set(warnings)],
  };
}

/** Creates a project without a tsconfig file, as programs that run TypeScript files directly read it. */
export function createProject(folder: string): Project {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.Preserve,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    strict: true,
    // Parameters can have no other decorators, and DTO classes need them.
    experimentalDecorators: true,
    noEmit: true,
    skipLibCheck: true,
  };
  return {
    configPath: join(folder, 'tsconfig.json'),
    configFiles: [],
    rootNames: [],
    options,
    readingOptions: options,
    isSolution: false,
    references: [],
    warnings: [],
  };
}

/** Creates the program of a project. With a previous program of that project, unchanged files are not read again. */
export function createProgram({ rootNames, options, references }: Project, old?: ts.Program): ts.Program {
  const host = ts.createCompilerHost(options, true);
  // Types come from the sources of the referenced projects, whether those are built or not.
  Object.assign(host, { useSourceOfProjectReferenceRedirect: () => true });
  return ts.createProgram({
    rootNames,
    options,
    projectReferences: references,
    host,
    ...(old === undefined ? {} : { oldProgram: old }),
  });
}

function readConfigs(configPath: string, seen: Map<string, ts.ParsedCommandLine>): readonly ts.ParsedCommandLine[] {
  if (seen.has(configPath)) return [];
  const host: ts.ParseConfigFileHost = {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: (diagnostic) => {
      throw new DefinitionError(`'${configPath}' cannot be read: ${messageOf(diagnostic)}`);
    },
  };
  const { error } = ts.readConfigFile(configPath, ts.sys.readFile);
  if (error !== undefined) host.onUnRecoverableConfigFileDiagnostic(error);
  const parsed = ts.getParsedCommandLineOfConfigFile(configPath, {}, host);
  if (parsed === undefined) return [];
  seen.set(configPath, parsed);
  const references = (parsed.projectReferences ?? []).map((reference) => ts.resolveProjectReferencePath(reference));
  return [parsed, ...references.filter((path) => existsSync(path)).flatMap((path) => readConfigs(path, seen))];
}

/** Returns the files that a tsconfig file extends. The compiler stores the parsed file in its options. */
function extendedConfigs({ configFile }: ts.CompilerOptions): readonly string[] {
  return (configFile as ts.TsConfigSourceFile | undefined)?.extendedSourceFiles ?? [];
}

/** Returns the options for a program that only reads types. */
function createReadingOptions({ options, errors }: ts.ParsedCommandLine): ts.CompilerOptions {
  const isUnsupported = (name: string): boolean => errors.some((error) => messageOf(error).includes(`'--${name}'`));
  return {
    // Newer compilers support targets and libraries that this one does not.
    ...(isUnsupported('target') || options.target === undefined ? { target: ts.ScriptTarget.ESNext } : {}),
    ...(isUnsupported('lib') ? { lib: undefined } : {}),
    // Without this option, the compiler removes null and undefined from types.
    strictNullChecks: true,
    noEmit: true,
    composite: false,
    incremental: false,
    tsBuildInfoFile: undefined,
    declaration: false,
    declarationMap: false,
    skipLibCheck: true,
  };
}

// A project that only references other projects contains no files.
const noFiles = new Set([18002, 18003]);

function isRelevant({ code }: ts.Diagnostic): boolean {
  return !noFiles.has(code);
}

function messageOf({ messageText }: ts.Diagnostic): string {
  const message = ts.flattenDiagnosticMessageText(messageText, ' ');
  // The list of supported values does not help a project that compiles with a newer compiler.
  return message.replace(/^Argument for ('--\w+') option must be.*/s, (_, option: string) => {
    return `${option} has a value that TypeScript ${ts.versionMajorMinor} does not support. The option is ignored.`;
  });
}
