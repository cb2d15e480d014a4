import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { createProgram, textOf } from '../support/program.js';

const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  declaration: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ES2022,
  lib: ['lib.es2022.d.ts'],
  types: [],
};

/** Returns the errors of TypeScript for each of the sources, one module each, by name. */
export function compileErrors(sources: Readonly<Record<string, string>>): readonly string[] {
  const folder = dirname(fileURLToPath(import.meta.url));
  const files = new Map(Object.entries(sources).map(([name, text]) => [join(folder, `${name}.generated.ts`), text]));
  const program = createProgram({ files: [...files.keys()], options, sources: files });
  return ts.getPreEmitDiagnostics(program).map((error) => `${error.file?.fileName}: ${textOf(error)}`);
}
