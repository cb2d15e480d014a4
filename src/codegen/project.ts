import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DefinitionError } from '../errors.js';
import { ts } from './compiler.js';

/** A TypeScript project, its references included, as one program can read it. */
export interface Project {
  /** Absolute. */
  readonly configPath: string;
  readonly rootNames: readonly string[];
  readonly options: ts.CompilerOptions;
  /** What `options` say beyond, or against, the configuration. */
  readonly readingOptions: ts.CompilerOptions;
  /** Whether the configuration only refers to others. */
  readonly isSolution: boolean;
  readonly references: readonly ts.ProjectReference[];
  /** What of the configuration this compiler does not know. */
  readonly warnings: readonly string[];
}

/**
 * Reads a tsconfig file and those it refers to.
 *
 * @param path - Of the file, or of the folder that it is in.
 * @throws DefinitionError if there is none, or it is none.
 */
export function readProject(path: string): Project {
  const configPath = existsSync(path) && statSync(path).isDirectory() ? join(path, 'tsconfig.json') : resolve(path);
  if (!existsSync(configPath)) {
    throw new DefinitionError(`There is no file '${configPath}'. Name the project's tsconfig.json with --project.`);
  }
  const configs = readConfigs(configPath, new Map());
  const [main] = configs;
  if (main === undefined) throw new DefinitionError(`'${path}' cannot be read as a tsconfig file.`);
  // A configuration that only refers to others has no options to go by.
  const leading = main.fileNames.length > 0 ? main : (configs.find(({ fileNames }) => fileNames.length > 0) ?? main);
  const warnings = configs.flatMap(({ errors }) => errors.filter(isTrouble).map(messageOf));
  return {
    configPath,
    rootNames: [...new Set(configs.flatMap(({ fileNames }) => fileNames))],
    options: { ...leading.options, ...readingOptions(leading) },
    readingOptions: readingOptions(leading),
    isSolution: leading !== main,
    references: configs.flatMap(({ projectReferences }) => projectReferences ?? []),
    warnings: [...new Set(warnings)],
  };
}

/** Builds the program. With an earlier one of the same project, what did not change is not read again. */
export function createProgram({ rootNames, options, references }: Project, old?: ts.Program): ts.Program {
  const host = ts.createCompilerHost(options, true);
  // Types come from the sources of the projects that are referred to, whether those are built or not.
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
  const referred = (parsed.projectReferences ?? []).map((reference) => ts.resolveProjectReferencePath(reference));
  return [parsed, ...referred.filter((path) => existsSync(path)).flatMap((path) => readConfigs(path, seen))];
}

/** What matters to whoever only reads types. */
function readingOptions({ options, errors }: ts.ParsedCommandLine): ts.CompilerOptions {
  const isUnknown = (name: string): boolean => errors.some((error) => messageOf(error).includes(`'--${name}'`));
  return {
    // Newer compilers know targets and libraries that this one does not.
    ...(isUnknown('target') || options.target === undefined ? { target: ts.ScriptTarget.ESNext } : {}),
    ...(isUnknown('lib') ? { lib: undefined } : {}),
    // Without it, null and undefined would be invisible.
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

// A project that only refers to others has no files of its own.
const noFiles = new Set([18002, 18003]);

function isTrouble({ code }: ts.Diagnostic): boolean {
  return !noFiles.has(code);
}

function messageOf({ messageText }: ts.Diagnostic): string {
  const message = ts.flattenDiagnosticMessageText(messageText, ' ');
  // The list of all that would have been known is of no use to a project that compiles with a newer compiler.
  return message.replace(/^Argument for ('--\w+') option must be.*/s, (_, option: string) => {
    return `${option} has a value that TypeScript ${ts.versionMajorMinor} does not know. It is passed over.`;
  });
}
