import { resolve } from 'node:path';
import type { EntryOptions } from './entry-options.js';
import { createFileFailure } from './host-files/config-file.js';
import type { ListedEntry } from './host-files/edit-entry.js';
import { JsonProblem, placeOf } from './host-files/json-problem.js';
import { absolutePathOf } from './hosts/server-command.js';
import { CommandFailure, exitCodes } from './shared/exit-codes.js';
import { isRecord } from './shared/is-record.js';

/** Returns the configuration file that the options select. */
export function fileOf({ host, file, project }: EntryOptions): string {
  if (file !== undefined) return file;
  return project && host.projectFile !== undefined ? resolve(host.projectFile) : host.userFile();
}

/** Returns the path of the module that an entry serves, if this command has written the entry. */
function servedBy({ value }: ListedEntry): string | undefined {
  const args = isRecord(value) && Array.isArray(value.args) ? value.args.map(String) : [];
  const index = args.findIndex((arg) => /[\\/]build[\\/]cli[\\/]main\.js$/.test(arg));
  const [verb, module] = index < 0 ? [] : args.slice(index + 1);
  if (verb !== 'serve' || module === undefined) return undefined;
  return module.replace(/^\$\{workspaceFolder\}/, () => process.cwd());
}

/** Checks whether an entry serves a module, as this command writes it. */
export function serves(entry: ListedEntry, modulePath: string): boolean {
  const served = servedBy(entry);
  return served !== undefined && absolutePathOf(served) === absolutePathOf(modulePath);
}

/**
 * Runs a function on the text of a configuration file.
 *
 * @throws CommandFailure with the line and the column if the text cannot be read.
 */
export function withText<T>(path: string, text: string, run: (text: string) => T): T {
  try {
    return run(text);
  } catch (error) {
    if (!(error instanceof JsonProblem)) throw error;
    throw createFileFailure(path, `${placeOf(text, error.offset)}: ${error.message}`);
  }
}

/** Returns the name of the entry that `uninstall` removes. @throws CommandFailure if there is none, or more than one. */
export function nameToRemove(
  entries: readonly ListedEntry[],
  {
    name,
    modulePath,
    path,
  }: { readonly name: string | undefined; readonly modulePath: string | undefined; readonly path: string },
): string {
  const found = entries.filter((entry) => (name === undefined ? serves(entry, modulePath ?? '') : entry.name === name));
  const [first, second] = found;
  if (first !== undefined && second === undefined) return first.name;
  if (first !== undefined) {
    throw createEntryFailure(
      `'${path}' has several entries for '${modulePath}': ${namesOf(found)}. Select one with --name.`,
    );
  }
  const known = entries.length === 0 ? 'It has no servers.' : `Its servers are ${namesOf(entries)}.`;
  const what = name === undefined ? `no entry of toolwright for '${modulePath}'` : `no server '${name}'`;
  throw createEntryFailure(
    `'${path}' has ${what}. ${known}${name === undefined ? ' To remove another one, pass --name.' : ''}`,
  );
}

/** Creates the error for an entry that is missing, or that belongs to something else. */
export function createEntryFailure(message: string): CommandFailure {
  return new CommandFailure(message, exitCodes.usage, { code: 'configuration' });
}

function namesOf(entries: readonly ListedEntry[]): string {
  return entries.map(({ name }) => `'${name}'`).join(', ');
}
