import { readFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { emitWarning } from '../../base/errors/emit-warning.js';
import { nodeRequire } from '../../base/runtime/node-require.js';
import { createMissingDtoError, dtoPackages } from '../../schema/typed/missing-dto-package.js';
import { loadsDto } from '../codegen/inserted-names.js';
import { announceReading } from './announce-reading.js';
import { canRequireFromHooks } from './hook-abilities.js';
import { ImportResolver } from './import-resolver.js';
import { insertWithMap } from './inline-source-map.js';
import { loadCompiler } from './load-compiler.js';
import { findUp, type ModuleFormat, mayHaveTools, moduleFileOf } from './module-file.js';
import { ModuleTransformer, type TransformedModule } from './module-transformer.js';

/** The result of a `load` hook of Node.js. */
export interface LoadedModule {
  readonly format?: string | null | undefined;
  readonly source?: string | ArrayBuffer | NodeJS.TypedArray | null | undefined;
  readonly shortCircuit?: boolean | undefined;
}

/** A TypeScript file that was compiled as Node.js runs it. */
export interface CompiledModule {
  readonly format: ModuleFormat;
  readonly source: string;
}

/** The result of the next `load` hook: a module, or the error that it failed with. */
export type NextResult = { readonly loaded: LoadedModule } | { readonly error: unknown };

/** Adds the records of tools to the modules that Node.js loads. */
export class NodeModules {
  readonly #transformer = new ModuleTransformer({}, loadCompiler, announceReading);
  /** Finds the TypeScript files that imports refer to. */
  readonly imports = new ImportResolver(this.#transformer);
  #version: string | undefined;

  /**
   * Finishes the loading of a module. A module that another hook compiled is used as it is; any other TypeScript file is
   * compiled here, because Node.js cannot run decorators.
   *
   * @throws the error of the next hook, unless it failed because Node.js cannot run TypeScript.
   */
  finish(url: string, next: NextResult): LoadedModule {
    const fileName = url.startsWith('file:') ? moduleFileOf(fileURLToPath(url)) : undefined;
    this.#noteVersion(url);
    if (fileName === undefined || ('error' in next && !isUnsupported(next.error))) return resultOf(next);
    if ('loaded' in next) {
      const { format, source } = next.loaded;
      const isCompiled = format === 'module' || format === 'commonjs';
      // A CommonJS module without a source is compiled by the loader that extends the CommonJS loader.
      if (isCompiled && (source === undefined || source === null)) return next.loaded;
      if (isCompiled) return { ...next.loaded, source: this.insert(textOf(source), fileName) };
    }
    return this.#load(fileName, next);
  }

  /** Another version of a module may use types that have changed since. */
  #noteVersion(url: string): void {
    const version = /\?version=\d+$/.exec(url)?.[0];
    if (version === undefined || version === this.#version) return;
    this.#version = version;
    this.#transformer.refresh();
  }

  /** Adds the records to the text of a module that is compiled already. */
  insert(code: string, fileName: string): string {
    const file = moduleFileOf(fileName);
    const transformed = file === undefined ? undefined : this.#transform(code, file);
    if (transformed === undefined) return code;
    for (const warning of transformed.warnings) emitWarning(warning);
    return insertWithMap(code, transformed.insertions);
  }

  /** Compiles a TypeScript file, with the records of its tools, in the format that its name or its package states. */
  compile(fileName: string): CompiledModule {
    const text = readFileSync(fileName, 'utf8');
    return this.#compileText(text, fileName, this.#formatOf(text, fileName));
  }

  #load(fileName: string, next: NextResult): LoadedModule {
    const text = readFileSync(fileName, 'utf8');
    const format = detectedFormat(next) ?? this.#formatOf(text, fileName);
    // Node.js can run ES modules without tools and decorators, and starts faster if it does.
    if ('loaded' in next && format === 'module' && !text.includes('@') && !mayHaveTools(text)) return next.loaded;
    // Without a source, the CommonJS loader loads the file, and compiles it.
    if (format === 'commonjs' && !canRequireFromHooks()) return { format, source: null, shortCircuit: true };
    return { ...this.#compileText(text, fileName, format), shortCircuit: true };
  }

  #formatOf(text: string, fileName: string): ModuleFormat {
    return statedFormat(fileName) ?? this.#transformer.compilerOf(fileName).formatOf(text, fileName);
  }

  /** Adds the records. Node.js would name a package that they need and that is missing without what needs it. */
  #transform(text: string, fileName: string): TransformedModule | undefined {
    const transformed = this.#transformer.transform(text, fileName);
    if (transformed?.insertions.some(({ text: inserted }) => loadsDto(inserted)) === true) checkDtoPackages(fileName);
    return transformed;
  }

  #compileText(text: string, fileName: string, format: ModuleFormat): CompiledModule {
    const code = this.#transform(text, fileName)?.code ?? text;
    return { format, source: this.#transformer.compilerOf(fileName).transpile(code, fileName, format) };
  }
}

/** Throws the error of a missing package, if DTO classes need one that is not installed. */
function checkDtoPackages(fileName: string): void {
  const load = nodeRequire();
  for (const name of dtoPackages) {
    try {
      load?.resolve(name);
    } catch (cause) {
      throw createMissingDtoError(`${relative('', fileName)}: an argument of a tool is a DTO class`, name, cause);
    }
  }
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

function detectedFormat(next: NextResult): ModuleFormat | undefined {
  const detected = 'loaded' in next ? next.loaded.format : undefined;
  if (detected === 'module-typescript') return 'module';
  return detected === 'commonjs-typescript' ? 'commonjs' : undefined;
}

/** Returns the format that the name or the package of a file states. */
function statedFormat(fileName: string): ModuleFormat | undefined {
  if (fileName.endsWith('.mts')) return 'module';
  if (fileName.endsWith('.cts')) return 'commonjs';
  const manifest = findUp(dirname(fileName), 'package.json');
  const { type } = (manifest === undefined ? {} : JSON.parse(readFileSync(manifest, 'utf8'))) as {
    readonly type?: string;
  };
  return type === 'module' || type === 'commonjs' ? type : undefined;
}
