import * as classTransformer from 'class-transformer';
import * as classValidator from 'class-validator';
import { transformSync } from 'esbuild';
import * as toolwright from 'toolwright';
import * as generated from 'toolwright/generated';
import * as rest from 'toolwright/rest';
import ts from 'typescript';

/** The compiler and its options for a piece of code. */
export interface Compilation {
  readonly compiler: 'tsc' | 'esbuild';
  readonly decorators: 'legacy' | 'tc39';
  /** @default ES2022 */
  readonly target?: ts.ScriptTarget;
  /** @default on for legacy decorators */
  readonly emitsTypes?: boolean;
}

const modules: Readonly<Record<string, unknown>> = {
  toolwright,
  'toolwright/generated': generated,
  'toolwright/rest': rest,
  'class-transformer': classTransformer,
  'class-validator': classValidator,
};

/** Compiles a module without type checks, runs it with the package under test, and returns its exports. */
export function evaluate(source: string, compilation: Compilation): Readonly<Record<string, unknown>> {
  const module = { exports: {} };
  const load = (name: string): unknown => modules[name];
  const code = compilation.compiler === 'tsc' ? byTsc(source, compilation) : byEsbuild(source, compilation);
  new Function('require', 'module', 'exports', code)(load, module, module.exports);
  return module.exports;
}

function byTsc(source: string, { decorators, target, emitsTypes = true }: Compilation): string {
  const isLegacy = decorators === 'legacy';
  const compilerOptions: ts.CompilerOptions = {
    target: target ?? ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.CommonJS,
    experimentalDecorators: isLegacy,
    emitDecoratorMetadata: isLegacy && emitsTypes,
  };
  return ts.transpileModule(source, { compilerOptions }).outputText;
}

function byEsbuild(source: string, { decorators }: Compilation): string {
  const tsconfigRaw = { compilerOptions: { experimentalDecorators: decorators === 'legacy' } };
  return transformSync(source, { loader: 'ts', format: 'cjs', target: 'es2022', tsconfigRaw }).code;
}
