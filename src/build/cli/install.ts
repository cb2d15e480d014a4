import { existsSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Changed, type ChangeIo, changeFile, type EditedText } from './change-file.js';
import type { EntryOptions } from './entry-options.js';
import { createEntryFailure, fileOf, serves } from './find-entry.js';
import { type ListedEntry, listEntries, writeEntry } from './host-files/edit-entry.js';
import type { Host } from './hosts/host.js';
import { createHostEntry, type HostEntry, type ServerStart } from './hosts/host-entry.js';
import { isInCache, startOf } from './hosts/server-command.js';
import { identityOf, keyOf } from './hosts/server-identity.js';
import { loadServer } from './load-server.js';
import { loadTools, type ToolPlace } from './load-tools.js';
import { isRecord } from './shared/is-record.js';
import type { CommandResult, Report } from './shared/report.js';

/** The command line of `toolwright install`. */
export interface InstallCommand extends EntryOptions {
  /** The tools to serve. Undefined for a server at a URL. */
  readonly place: ToolPlace | undefined;
  readonly url: string | undefined;
  /** The environment variables of the server. A variable without a value is read where the host runs. */
  readonly env: ReadonlyMap<string, string | undefined>;
}

/** Runs `toolwright install`: adds a server of tools to the configuration of a host. */
export async function install(command: InstallCommand, io: ChangeIo): Promise<CommandResult> {
  const { host, place, dryRun } = command;
  const path = fileOf(command);
  // A host would show only that the server has failed.
  const key = place === undefined ? undefined : await checkTools(place, io.report);
  const entry = createHostEntry(host, command.name ?? key ?? '', startFor(command, io.report));
  if (command.file === undefined && !command.project && !existsSync(dirname(path))) {
    io.report.warn(`The folder '${dirname(path)}' does not exist, so ${host.title} may not be installed.`);
  }
  const isPrivate = warnOfSecrets(command, path, io.report);
  const edit = (text: string): EditedText => {
    const edited = writeEntry(text, entry);
    checkOwner(listEntries(text, host.list), entry, { command, path });
    return { text: edited, entry: { list: host.list, name: entry.name, value: entry.value } };
  };
  const changed = await changeFile({ ...command, path, isPrivate, edit }, io);
  return toResult({ changed, entry, path, dryRun });
}

/** Reports who else may read the values of `--env`. Returns whether there are any. */
function warnOfSecrets({ env, project }: InstallCommand, path: string, report: Report): boolean {
  const names = [...env].flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (names.length === 0) return false;
  if (project) {
    report.warn('The value of --env is stored in a file of the project. Do not commit it if it is a secret.');
  } else if (isReadByOthers(path)) {
    report.warn(
      `Other users of this computer may read '${path}', which contains the value of ${names.join(', ')}. Run: chmod 600 '${path}'`,
    );
  }
  return true;
}

function isReadByOthers(path: string): boolean {
  // Windows grants access with lists, which the mode does not show.
  return process.platform !== 'win32' && ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o044) !== 0;
}

/** Loads tools as a host would, and returns the name of their entry. @throws CommandFailure if they cannot be served. */
async function checkTools(place: ToolPlace, report: Report): Promise<string> {
  const module = await loadTools(place);
  await module.close?.();
  for (const warning of module.warnings) report.warn(warning);
  await loadServer(place.modulePath);
  return keyOf(identityOf(place.modulePath, module.info));
}

function startFor({ host, place, url, env, project }: InstallCommand, report: Report): ServerStart {
  if (url !== undefined || place === undefined) return { kind: 'http', url: String(url) };
  const start = startOf(place, env);
  const command = start.args.find((arg) => isInCache(arg));
  if (command !== undefined) {
    report.warn(`'${command}' is in the cache of npx, which npm may delete. Install toolwright in the project.`);
  }
  const variable = project ? host.projectVariable : undefined;
  const args = variable === undefined ? start.args : start.args.map((arg) => toShared(arg, variable));
  checkReplaced(args, host, variable);
  for (const arg of variable === undefined ? [] : args.filter(isAbsoluteFile)) {
    report.warn(`'${arg}' is outside of the project, so the entry works only where this file exists.`);
  }
  return { ...start, args };
}

/**
 * Refuses an argument in which a host would replace a part other than the folder of the project. No host has an escape.
 *
 * @throws CommandFailure that names the argument.
 */
function checkReplaced(args: readonly string[], { title, reference }: Host, projectVariable = ''): void {
  // A host that cannot refer to variables replaces nothing.
  if (reference === undefined) return;
  for (const arg of args) {
    const [replaced] = /\$\{[^}]*\}/.exec(arg.replace(projectVariable, '')) ?? [];
    if (replaced === undefined) continue;
    throw createEntryFailure(`${title} would replace '${replaced}' in '${arg}'. Use a path without it.`);
  }
}

/** Replaces the folder of the project, because other members of the project have it elsewhere. */
function toShared(path: string, variable: NonNullable<Host['projectVariable']>): string {
  const folder = process.cwd();
  const url = pathToFileURL(folder + sep).href;
  if (path.startsWith(url)) return `file://${variable}/${path.slice(url.length)}`;
  return path.startsWith(folder + sep) ? join(variable, relative(folder, path)).replaceAll(sep, '/') : path;
}

function isAbsoluteFile(arg: string): boolean {
  return isAbsolute(arg) || (arg.startsWith('file:') && !arg.startsWith('file://${'));
}

/** Refuses to replace an entry that serves something else, unless it is named. */
function checkOwner(
  entries: readonly ListedEntry[],
  { name, value }: HostEntry,
  { command, path }: { readonly command: InstallCommand; readonly path: string },
): void {
  const known = entries.find((entry) => entry.name === name);
  if (known === undefined || command.name !== undefined) return;
  const isSame =
    command.url === undefined ? serves(known, command.place?.modulePath ?? '') : urlOf(known) === value.url;
  if (isSame) return;
  throw createEntryFailure(
    `'${path}' has another server '${name}'. To replace it, pass --name ${name}; to add this one, pass another --name.`,
  );
}

function urlOf({ value }: ListedEntry): unknown {
  return isRecord(value) ? value.url : undefined;
}

interface Outcome {
  readonly changed: Changed;
  readonly entry: HostEntry;
  readonly path: string;
  readonly dryRun: boolean;
}

function toResult({ changed, entry: { host, name }, path, dryRun }: Outcome): CommandResult {
  const { difference, isChanged, backup } = changed;
  const data = { host: host.id, name, file: path, isChanged, difference, backup: backup ?? null };
  if (dryRun && difference !== '') return { data, text: difference };
  if (!isChanged) return { data, text: `${host.title} has '${name}' in '${path}' already. Nothing was changed.` };
  const copy = backup === undefined ? '' : ` The previous content is in '${backup}'.`;
  return { data, text: `Added '${name}' to '${path}'.${copy} Restart ${host.title} to use it.` };
}
