import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { explainLoadError } from './explain-load-error.js';
import { CommandFailure, createLoadFailure, exitCodes } from './shared/exit-codes.js';
import { isRecord } from './shared/is-record.js';

/**
 * Loads an ES module or a CommonJS module and returns its exports by name. TypeScript is compiled, with the types of its
 * tools.
 *
 * @param path - The path of the JavaScript or TypeScript file, relative to the current folder.
 * @param version - A number that differs from those of earlier imports, so that Node.js loads a changed file again.
 * @throws CommandFailure if the file does not exist or fails to load.
 */
export async function importModule(path: string, version = 0): Promise<Readonly<Record<string, unknown>>> {
  const file = resolve(path);
  if (!existsSync(file)) throw new CommandFailure(`File '${path}' does not exist.`, exitCodes.module);
  // Loaded only for TypeScript, because the hooks change how every module is loaded.
  if (/\.[cm]?tsx?$/.test(file)) (await import('../plugin/module-hooks.js')).registerModuleHooks();
  try {
    return exportsOf(await import(`${pathToFileURL(file).href}${version === 0 ? '' : `?version=${version}`}`));
  } catch (error) {
    throw createLoadFailure(`Cannot load '${path}': ${await explainLoadError(error, file)}`, error);
  }
}

/** Returns the exports of a module. Node detects only some named exports of CommonJS modules; `default` has all. */
function exportsOf(module: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return isRecord(module.default) ? { ...module.default, ...module } : module;
}
