import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CommandFailure, exitCodes } from './exit-codes.js';
import { isRecord } from './is-record.js';
import { messageOf } from './message-of.js';

/**
 * Loads a module of either kind and gives its exports by name.
 *
 * @param path - Of the JavaScript file, from the current folder.
 * @throws CommandFailure if there is no such file, or it fails to load.
 */
export async function importModule(path: string): Promise<Readonly<Record<string, unknown>>> {
  const file = resolve(path);
  if (!existsSync(file)) throw new CommandFailure(`There is no file '${path}'.`, exitCodes.module);
  if (!statSync(file).isFile()) {
    throw new CommandFailure(`'${path}' is no file. Name the module's JavaScript file.`, exitCodes.module);
  }
  try {
    return exportsOf(await import(pathToFileURL(file).href));
  } catch (error) {
    const hint = /\.[cm]?tsx?$/.test(file) ? ' Compile it first, and name the JavaScript file.' : '';
    throw new CommandFailure(`Cannot load '${path}': ${messageOf(error)}${hint}`, exitCodes.module);
  }
}

/** Node sees only some of what a CommonJS module exports by name; all of it stands under `default`. */
function exportsOf(module: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return isRecord(module.default) ? { ...module.default, ...module } : module;
}
