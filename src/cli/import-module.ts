import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CommandFailure, exitCodes } from './exit-codes.js';
import { isRecord } from './is-record.js';
import { messageOf } from './message-of.js';

/**
 * Loads an ES module or a CommonJS module and returns its exports by name.
 *
 * @param path - The path of the JavaScript file, relative to the current folder.
 * @throws CommandFailure if the file does not exist or fails to load.
 */
export async function importModule(path: string): Promise<Readonly<Record<string, unknown>>> {
  const file = resolve(path);
  if (!existsSync(file)) throw new CommandFailure(`File '${path}' does not exist.`, exitCodes.module);
  if (!statSync(file).isFile()) {
    throw new CommandFailure(
      `'${path}' is not a file. Set the path of the module's JavaScript file.`,
      exitCodes.module,
    );
  }
  try {
    return exportsOf(await import(pathToFileURL(file).href));
  } catch (error) {
    const hint = /\.[cm]?tsx?$/.test(file) ? ' Compile it first, and set the path of the JavaScript file.' : '';
    throw new CommandFailure(`Cannot load '${path}': ${messageOf(error)}${hint}`, exitCodes.module);
  }
}

/** Returns the exports of a module. Node detects only some named exports of CommonJS modules; `default` has all. */
function exportsOf(module: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return isRecord(module.default) ? { ...module.default, ...module } : module;
}
