import { NotFoundError, PermissionError, ToolExecutionError } from '../../../base/errors/errors.js';
import { invalidArgument } from '../../definition/invalid-argument.js';
import { excerpt, insertAfter, lineAt, linesOf, numberLines, occurrencesOf } from '../files/text-lines.js';
import type { MemoryCommand, MemoryInput } from './memory-command.js';
import type { MemoryEntry, MemoryStore } from './memory-store.js';

interface MemoryLimits {
  /** The largest file, in bytes. */
  readonly maxFileBytes: number;
}

type Command = (store: MemoryStore, command: MemoryCommand, limits: MemoryLimits) => Promise<string>;

/** The number of levels of a folder that a view shows. */
const shownLevels = 2;
/** The number of entries of a folder that a view shows. */
const mostEntries = 1_000;
/** The largest number of lines of a file that a view shows. */
const mostLines = 999_999;

const commands: Readonly<Record<MemoryInput['command'], Command>> = {
  view: async (store, command) => {
    const entry = await find(store, command, ' Please provide a valid path.');
    return entry.kind === 'folder' ? viewFolder(store, entry, command.shown) : viewFile(store, command);
  },

  create: async (store, { path, shown, text }) => {
    if ((await store.look(path)) !== undefined) throw new ToolExecutionError(`Error: File ${shown} already exists`);
    await store.create(path, text);
    return `File created successfully at: ${shown}`;
  },

  str_replace: async (store, command, limits) => {
    const { path, shown, oldText, text } = command;
    await findFile(store, command, ' Please provide a valid path.');
    const before = await store.read(path);
    const found = occurrencesOf(before, oldText);
    const [at] = found;
    if (at === undefined) {
      const what = `No replacement was performed, old_str \`${oldText}\` did not appear verbatim in ${shown}.`;
      throw new ToolExecutionError(what);
    }
    if (found.length > 1) {
      const lines = found.map((offset) => lineAt(before, offset)).join(', ');
      throw new ToolExecutionError(
        `No replacement was performed. Multiple occurrences of old_str \`${oldText}\` in lines: ${lines}. Please ensure it is unique`,
      );
    }
    const after = before.slice(0, at) + text + before.slice(at + oldText.length);
    await writeWithin(store, { command, text: after }, limits);
    const first = lineAt(after, at);
    return `The memory file has been edited.\n${excerpt(after, first, first + Math.max(0, linesOf(text).length - 1))}`;
  },

  insert: async (store, command, limits) => {
    const { path, shown, line, text } = command;
    await findFile(store, command, '');
    const before = await store.read(path);
    const last = linesOf(before).length;
    if (line < 0 || line > last) {
      throw invalidArgument(
        'insert_line',
        `Error: Invalid \`insert_line\` parameter: ${line}. It should be within the range of lines of the file: [0, ${last}]`,
      );
    }
    await writeWithin(store, { command, text: insertAfter(before, line, text) }, limits);
    return `The file ${shown} has been edited.`;
  },

  delete: async (store, command) => {
    if (command.path.length === 0) throw new PermissionError('Error: The folder /memories cannot be deleted');
    await find(store, command, '');
    await store.delete(command.path);
    return `Successfully deleted ${command.shown}`;
  },

  rename: async (store, command) => {
    const { path, target, shown, shownTarget } = command;
    if (path.length === 0) throw new PermissionError('Error: The folder /memories cannot be renamed');
    await find(store, command, '');
    if ((await store.look(target)) !== undefined) {
      throw new ToolExecutionError(`Error: The destination ${shownTarget} already exists`);
    }
    if (path.every((name, index) => name === target[index])) {
      throw new ToolExecutionError(`Error: The destination ${shownTarget} is within ${shown}`);
    }
    await store.rename(path, target);
    return `Successfully renamed ${shown} to ${shownTarget}`;
  },
};

/** Runs a command on a store, and returns the text that Anthropic's documentation names for its result. */
export function runMemoryCommand(store: MemoryStore, command: MemoryCommand, limits: MemoryLimits): Promise<string> {
  return commands[command.command](store, command, limits);
}

async function find(store: MemoryStore, { path, shown }: MemoryCommand, advice: string): Promise<MemoryEntry> {
  const entry = await store.look(path);
  if (entry !== undefined) return entry;
  const start = advice === '' ? 'Error: ' : '';
  const end = advice === '' ? '' : '.';
  throw new NotFoundError(`${start}The path ${shown} does not exist${end}${advice}`);
}

async function findFile(store: MemoryStore, command: MemoryCommand, advice: string): Promise<void> {
  const entry = await store.look(command.path);
  if (entry?.kind === 'file') return;
  const end = advice === '' ? '' : '.';
  throw new NotFoundError(`Error: The path ${command.shown} does not exist${end}${advice}`);
}

async function viewFile(store: MemoryStore, { path, shown, range }: MemoryCommand): Promise<string> {
  const lines = linesOf(await store.read(path));
  if (lines.length > mostLines)
    throw new ToolExecutionError(`File ${shown} exceeds maximum line limit of 999,999 lines.`);
  const [from = 1, to = -1] = range ?? [];
  const last = to === -1 ? lines.length : Math.min(to, lines.length);
  const isValid = from >= 1 && to >= -1 && (from <= last || lines.length === 0);
  if (range !== undefined && !isValid) {
    throw invalidArgument('view_range', `Expected lines from 1 to ${lines.length}, the first one before the last one.`);
  }
  const numbered = numberLines(lines.slice(from - 1, last), from);
  return `Here's the content of ${shown} with line numbers:\n${numbered}`;
}

async function viewFolder(store: MemoryStore, folder: MemoryEntry, shown: string): Promise<string> {
  const rows: { readonly size: number; readonly path: string }[] = [];
  const total = await addRows(store, { folder, shown: shown.replace(/\/+$/, ''), level: 1, rows });
  const title = `Here're the files and directories up to ${shownLevels} levels deep in ${shown}, excluding hidden items and node_modules:`;
  return [
    title,
    `${formatSize(total)}\t${shown}`,
    ...rows.map(({ size, path }) => `${formatSize(size)}\t${path}`),
  ].join('\n');
}

interface FolderRows {
  readonly folder: MemoryEntry;
  readonly shown: string;
  readonly level: number;
  readonly rows: { readonly size: number; readonly path: string }[];
}

/** Adds a row for each entry, and returns the size of the files that are shown. */
async function addRows(store: MemoryStore, { folder, shown, level, rows }: FolderRows): Promise<number> {
  let total = 0;
  for (const entry of await store.list(folder.path)) {
    const name = entry.path.at(-1) as string;
    if (name.startsWith('.') || name === 'node_modules' || rows.length >= mostEntries) continue;
    const path = `${shown}/${name}`;
    const at = rows.push({ size: entry.size, path }) - 1;
    if (entry.kind === 'folder' && level < shownLevels) {
      const size = await addRows(store, { folder: entry, shown: path, level: level + 1, rows });
      rows[at] = { size, path };
    }
    total += rows[at]?.size ?? 0;
  }
  return total;
}

/** Formats a size as `du -h` does: 0, 512, 1.5K, 20K. */
function formatSize(bytes: number): string {
  let [size, unit] = [bytes, ''];
  for (const next of ['K', 'M', 'G']) {
    if (size < 1_024) break;
    [size, unit] = [size / 1_024, next];
  }
  const digits = unit !== '' && size < 10 ? 1 : 0;
  return `${size.toFixed(digits)}${unit}`;
}

async function writeWithin(
  store: MemoryStore,
  { command, text }: { readonly command: MemoryCommand; readonly text: string },
  { maxFileBytes }: MemoryLimits,
): Promise<void> {
  if (Buffer.byteLength(text) > maxFileBytes) {
    throw new ToolExecutionError(`Error: The file ${command.shown} would exceed its limit of ${maxFileBytes} bytes`);
  }
  await store.write(command.path, text);
}
