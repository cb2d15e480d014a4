import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  declaration: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ES2022,
  lib: ['lib.es2022.d.ts'],
  types: [],
};

/** What TypeScript says against each of the sources, one module each, by name. */
export function compileErrors(sources: Readonly<Record<string, string>>): readonly string[] {
  const folder = dirname(fileURLToPath(import.meta.url));
  const files = new Map(Object.entries(sources).map(([name, text]) => [join(folder, `${name}.generated.ts`), text]));
  const host = ts.createCompilerHost(options);
  const readFile = host.getSourceFile;
  host.getSourceFile = (path, version) => {
    const text = files.get(path);
    return text === undefined ? readFile.call(host, path, version) : ts.createSourceFile(path, text, version);
  };
  host.fileExists = (path) => files.has(path) || ts.sys.fileExists(path);
  const program = ts.createProgram([...files.keys()], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`);
}
