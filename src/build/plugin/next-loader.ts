import { loadCompiler } from './load-compiler.js';
import { ModuleTransformer, mapOf } from './module-transformer.js';
import { checkRecordOptions, type RecordOptions } from './plugin-options.js';
import type { SourceMap } from './source-map.js';

/** The part of a loader's context that Turbopack and webpack provide. */
export interface LoaderContext {
  readonly resourcePath: string;
  getOptions?(): RecordOptions;
  addDependency(file: string): void;
  emitWarning?(warning: Error): void;
  callback(error: null, code: string, map?: SourceMap | unknown): void;
}

const transformers = new Map<string, ModuleTransformer>();

/**
 * The loader for Next.js, which `withToolwright` configures: adds the types, comments and parameter names of each
 * `@Tool()` method to its module.
 */
export default function toolwrightLoader(this: LoaderContext, code: string, map?: unknown): void {
  const transformer = transformerFor(this.getOptions?.() ?? {});
  transformer.refresh();
  const transformed = transformer.transform(code, this.resourcePath);
  if (transformed === undefined) {
    this.callback(null, code, map);
    return;
  }
  for (const file of transformed.typeFiles) this.addDependency(file);
  for (const warning of transformed.warnings) this.emitWarning?.(new Error(warning));
  this.callback(null, transformed.code, map ?? mapOf(transformed, code, this.resourcePath));
}

/** Returns the transformer for some options: the loader runs once per file. */
function transformerFor(options: RecordOptions): ModuleTransformer {
  checkRecordOptions(options, 'toolwright/next-loader');
  const { project, closed } = options;
  const key = JSON.stringify([project, closed]);
  const transformer = transformers.get(key) ?? new ModuleTransformer({ project, closed }, loadCompiler);
  transformers.set(key, transformer);
  return transformer;
}
