import { join, relative } from 'node:path';
import ts from 'typescript';
import { createProgram, lineOf, textOf } from '../support/program.js';
import { root } from '../support/repository.js';

const folder = join(root, 'test/fixtures');

/** Returns the type errors of fixtures under legacy or TC39 decorators, as `file:line message`, by fixture. */
export function typeErrors(
  fixtures: readonly string[],
  decorators: 'legacy' | 'tc39',
): Readonly<Record<string, readonly string[]>> {
  const files = fixtures.map((fixture) => join(folder, fixture));
  const isLegacy = decorators === 'legacy';
  const options: ts.CompilerOptions = {
    strict: true,
    noUncheckedIndexedAccess: true,
    noImplicitOverride: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2023.d.ts'],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: ['node'],
    experimentalDecorators: isLegacy,
    emitDecoratorMetadata: isLegacy,
    paths: { toolwright: [join(root, 'src/index.ts')] },
  };
  const program = createProgram({ files, options });
  const errorsOf = (file: string): readonly string[] => {
    const errors = ts.getPreEmitDiagnostics(program, program.getSourceFile(file));
    return errors.map((error) => `${relative(folder, file)}:${lineOf(error)} ${textOf(error)}`);
  };
  return Object.fromEntries(files.map((file) => [relative(folder, file), errorsOf(file)]));
}
