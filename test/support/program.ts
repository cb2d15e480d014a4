import ts from 'typescript';

/** The parts of a program. */
export interface ProgramParts {
  /** Absolute. */
  readonly files: readonly string[];
  readonly options: ts.CompilerOptions;
  /** Texts of files that are not on disk, by path. */
  readonly sources?: ReadonlyMap<string, string>;
}

// The declarations of packages and of the language are parsed once for all programs of a spec.
const declarations = ts.createDocumentRegistry();

/** Builds a program. */
export function createProgram({ files, options, sources = new Map() }: ProgramParts): ts.Program {
  const host = ts.createCompilerHost(options);
  const readSource = host.getSourceFile.bind(host);
  host.fileExists = (path) => sources.has(path) || ts.sys.fileExists(path);
  host.readFile = (path) => sources.get(path) ?? ts.sys.readFile(path);
  host.getSourceFile = (path, how, ...rest) => {
    const source = path.includes('/node_modules/') ? host.readFile(path) : undefined;
    if (source === undefined) return readSource(path, how, ...rest);
    const snapshot = ts.ScriptSnapshot.fromString(source);
    return declarations.acquireDocument(path, options, snapshot, '1', ts.ScriptKind.TS, how);
  };
  return ts.createProgram({ rootNames: files, options, host });
}

/** A message of the compiler in one text. */
export function textOf({ messageText }: ts.Diagnostic): string {
  return ts.flattenDiagnosticMessageText(messageText, '\n');
}

/** The line that a message of the compiler is about, counted from 1; 0 where it is about no line. */
export function lineOf({ file, start = 0 }: ts.Diagnostic): number {
  return file === undefined ? 0 : file.getLineAndCharacterOfPosition(start).line + 1;
}
