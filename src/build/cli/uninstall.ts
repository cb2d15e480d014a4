import { type ChangeIo, changeFile, type EditedText } from './change-file.js';
import type { EntryOptions } from './entry-options.js';
import { fileOf, nameToRemove } from './find-entry.js';
import { listEntries, removeEntry } from './host-files/edit-entry.js';
import type { CommandResult } from './shared/report.js';

/** The command line of `toolwright uninstall`. */
export interface UninstallCommand extends EntryOptions {
  readonly modulePath: string | undefined;
}

/** Runs `toolwright uninstall`: removes a server from the configuration of a host. */
export async function uninstall(command: UninstallCommand, io: ChangeIo): Promise<CommandResult> {
  const { host, modulePath, dryRun } = command;
  const path = fileOf(command);
  let name = command.name ?? '';
  const edit = (text: string): EditedText => {
    name = nameToRemove(listEntries(text, host.list), { name: command.name, modulePath, path });
    return { text: removeEntry(text, { list: host.list, name }), entry: { list: host.list, name, value: {} } };
  };
  const { isChanged, difference, backup } = await changeFile({ ...command, path, isPrivate: false, edit }, io);
  const data = { host: host.id, name, file: path, isChanged, difference, backup: backup ?? null };
  const copy = backup === undefined ? '' : ` The previous content is in '${backup}'.`;
  return { data, text: dryRun ? difference : `Removed '${name}' from '${path}'.${copy}` };
}
