import { dirname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findSource } from './find-source.js';
import { moduleFileOf } from './module-file.js';
import type { ModuleTransformer } from './module-transformer.js';

/** Finds the TypeScript files that imports refer to, which Node.js alone does not find. */
export class ImportResolver {
  readonly #transformer: ModuleTransformer;

  constructor(transformer: ModuleTransformer) {
    this.#transformer = transformer;
  }

  /** Returns the path that takes precedence over the one that Node.js finds. Undefined for other imports. */
  findBefore(specifier: string, importer: string | undefined): string | undefined {
    const isOfTypeScript = importer !== undefined && moduleFileOf(importer) !== undefined;
    return isOfTypeScript && isRelative(specifier) ? findSource(resolve(dirname(importer), specifier)) : undefined;
  }

  /**
   * Returns the path of an import that Node.js has not resolved. The compiler resolves those that are not relative, by
   * `paths` and `baseUrl` in tsconfig.json, and by `imports` in package.json.
   */
  findAfter(specifier: string, importer: string | undefined, error: unknown): string | undefined {
    if (importer === undefined || isOfPackage(importer) || !isUnresolved(error)) return undefined;
    if (isRelative(specifier)) return findSource(resolve(dirname(importer), specifier));
    const isConfigured = moduleFileOf(importer) !== undefined && this.#transformer.configOf(importer) !== undefined;
    return isConfigured ? this.#resolveByConfig(specifier, importer) : undefined;
  }

  #resolveByConfig(specifier: string, importer: string): string | undefined {
    try {
      return this.#transformer.compilerOf(importer).resolve(specifier, importer);
    } catch {
      // The error of Node.js, which the caller throws, is the one that programs with optional packages catch.
      return undefined;
    }
  }
}

/** Returns the path of the module with a URL. Undefined if it is not a file. */
export function importerOf(url: string | undefined): string | undefined {
  return url?.startsWith('file:') === true ? fileURLToPath(url) : undefined;
}

/**
 * Splits the specifier of an ES module into a path and a query. A relative specifier is a URL, so its path is decoded.
 * The path is empty if Node.js refuses the specifier.
 */
export function splitSpecifier(specifier: string): { readonly path: string; readonly query: string } {
  const at = specifier.search(/[?#]/);
  const [path, query] = at <= 0 ? [specifier, ''] : [specifier.slice(0, at), specifier.slice(at)];
  return { path: isRelative(path) ? decodePath(path) : path, query };
}

function decodePath(path: string): string {
  if (/%(?:2f|5c)/i.test(path)) return '';
  try {
    return decodeURIComponent(path);
  } catch {
    return '';
  }
}

/** Returns the URL of a file with the query of the specifier that refers to it. */
export function urlOf(file: string, query: string): string {
  return `${pathToFileURL(file).href}${query}`;
}

function isRelative(specifier: string): boolean {
  return /^\.{1,2}(?:\/|$)/.test(specifier);
}

function isOfPackage(path: string): boolean {
  return path.split(/[\\/]/).includes('node_modules');
}

const unresolvedCodes: ReadonlySet<unknown> = new Set([
  'ERR_MODULE_NOT_FOUND',
  'ERR_PACKAGE_IMPORT_NOT_DEFINED',
  'ERR_UNSUPPORTED_DIR_IMPORT',
  'MODULE_NOT_FOUND',
]);

function isUnresolved(error: unknown): boolean {
  return error instanceof Error && 'code' in error && unresolvedCodes.has(error.code);
}
