import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../support/repository.js';

/** What the type checker says against fixtures, under legacy or TC39 decorators, as `file:line message`. */
export function typeErrors(fixtures: readonly string[], decorators: 'legacy' | 'tc39'): readonly string[] {
  const files = fixtures.map((fixture) => join(root, 'test/fixtures', fixture));
  const isLegacy = decorators === 'legacy';
  const program = ts.createProgram(files, {
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
  });
  return files.flatMap((file, index) => {
    const source = program.getSourceFile(file);
    return ts.getPreEmitDiagnostics(program, source).map(({ start, messageText }) => {
      const line = source?.getLineAndCharacterOfPosition(start ?? 0).line ?? 0;
      return `${fixtures[index]}:${line + 1} ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
    });
  });
}
