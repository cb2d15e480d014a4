import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { emitWarning } from '../../base/errors/emit-warning.js';
import { DefinitionError } from '../../base/errors/errors.js';
import { insertWithMap } from './inline-source-map.js';
import { loadCompiler } from './load-compiler.js';
import { findUp, type ModuleFormat, mayHaveTools, moduleFileOf } from './module-file.js';
import { ModuleTransformer } from './module-transformer.js';

/** The result of a `load` hook of Node.js. */
export interface LoadedModule {
  readonly format?: string | null | undefined;
  readonly source?: string | ArrayBuffer | NodeJS.TypedArray | null | undefined;
  readonly shortCircuit?: boolean | undefined;
}

/** The result of the next `load` hook: a module, or the error that it failed with. */
export type NextResult = { readonly loaded: LoadedModule } | { readonly error: unknown };

/** Adds the records of tools to the modules that Node.js loads. */
export class NodeModules {
  readonly #transformer = new ModuleTransformer({}, loadCompiler);

  /**
   * Finishes the loading of a module. A module that another hook compiled is used as it is; any other TypeScript file is
   * compiled here, because Node.js cannot run decorators.
   *
   * @throws the error of the next hook, unless it failed because Node.js cannot run TypeScript.
   */
  finish(url: string, next: NextResult): LoadedModule {
    const fileName = url.startsWith('file:') ? moduleFileOf(fileURLToPath(url)) : undefined;
    if (fileName === undefined || ('error' in next && !isUnsupported(next.error))) return resultOf(next);
    if ('loaded' in next) {
      const { format, source } = next.loaded;
      const isCompiled = format === 'module' || format === 'commonjs';
      // A CommonJS module without a source is compiled by the loader that extends the CommonJS loader.
      if (isCompiled && (source === undefined || source === null)) return next.loaded;
      if (isCompiled) return { ...next.loaded, source: this.insert(textOf(source), fileName) };
    }
    return this.#compile(fileName, next);
  }

  /** Adds the records to the text of a module that is compiled already. */
  insert(code: string, fileName: string): string {
    const file = moduleFileOf(fileName);
    const transformed = file === undefined ? undefined : this.#transformer.transform(code, file);
    if (transformed === undefined) return code;
    for (const warning of transformed.warnings) emitWarning(warning);
    return insertWithMap(code, transformed.insertions);
  }

  #compile(fileName: string, next: NextResult): LoadedModule {
    const text = readFileSync(fileName, 'utf8');
    // Node.js can run ES modules without tools and decorators, and starts faster if it does.
    const format = formatOf(fileName, next);
    if ('loaded' in next && format === 'module' && !text.includes('@') && !mayHaveTools(text)) return next.loaded;
    if (format === 'commonjs' && !canRequireFromHooks()) {
      throw new DefinitionError(
        `'${fileName}' is a CommonJS module in TypeScript, which toolwright/register cannot compile in this version of ` +
          'Node.js. Fix one of: use Node.js 24 or later; run it with tsx; set "type": "module" in package.json.',
      );
    }
    const code = this.#transformer.transform(text, fileName)?.code ?? text;
    const source = this.#transformer.compilerOf(fileName).transpile(code, fileName, format);
    return { format, source, shortCircuit: true };
  }
}

/** Checks whether a CommonJS module that a hook has compiled can require ES modules, which it cannot before Node.js 24. */
function canRequireFromHooks(): boolean {
  return Number.parseInt(process.versions.node, 10) >= 24;
}

function resultOf(next: NextResult): LoadedModule {
  if ('error' in next) throw next.error;
  return next.loaded;
}

/** Checks whether Node.js failed because it cannot run TypeScript files, or cannot strip the types of one. */
function isUnsupported(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ERR_UNKNOWN_FILE_EXTENSION' || code === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX';
}

function textOf(source: LoadedModule['source']): string {
  return typeof source === 'string' ? source : new TextDecoder().decode(source as ArrayBuffer);
}

function formatOf(fileName: string, next: NextResult): ModuleFormat {
  if (fileName.endsWith('.mts')) return 'module';
  if (fileName.endsWith('.cts')) return 'commonjs';
  const detected = 'loaded' in next ? next.loaded.format : undefined;
  if (detected === 'module-typescript') return 'module';
  if (detected === 'commonjs-typescript') return 'commonjs';
  const manifest = findUp(dirname(fileName), 'package.json');
  const { type } = (manifest === undefined ? {} : JSON.parse(readFileSync(manifest, 'utf8'))) as {
    readonly type?: string;
  };
  return type === 'module' ? 'module' : 'commonjs';
}
