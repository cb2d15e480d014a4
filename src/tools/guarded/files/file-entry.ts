import { type BigIntStats, constants } from 'node:fs';
import { access, lstat, open, readlink, realpath } from 'node:fs/promises';
import { errnoOf } from './file-errors.js';

/** An existing entry of the file system: a file, a folder or a link, never what a link points to. */
export interface FileEntry {
  /** A path through which the operating system reaches this entry. */
  readonly path: string;
  readonly stats: BigIntStats;
  close(): Promise<void>;
}

/** Opens entries without following links in the last part of a path. */
export interface EntryOpener {
  /** Whether a place is an open descriptor, which stays the same when names change. */
  readonly isPinned: boolean;
  /** Opens the folder that the host has configured. A caller checks where it is, because links are followed. */
  openRoot(folder: string): Promise<FileEntry>;
  /** Opens an entry of a folder. Undefined if it does not exist. */
  openEntry(folder: FileEntry, name: string): Promise<FileEntry | undefined>;
  /** Returns where a place is now, as a path of the host. */
  locate(place: FileEntry): Promise<string>;
}

const descriptors = '/proc/self/fd';

/** Opens an entry without reading it, so that a pipe or a device has no effect. Node.js has no name for it. */
const O_PATH = 0x200000;

/** Holds each entry open by a descriptor and reaches its children through the descriptor, as openat does. Linux only. */
const descriptorOpener: EntryOpener = {
  isPinned: true,
  openRoot: (folder) => hold(folder, O_PATH | constants.O_DIRECTORY),
  openEntry: (folder, name) => orUndefined(hold(`${folder.path}/${name}`, O_PATH | constants.O_NOFOLLOW)),
  locate: (place) => readlink(place.path),
};

async function hold(path: string, flags: number): Promise<FileEntry> {
  const handle = await open(path, flags);
  try {
    const stats = await handle.stat({ bigint: true });
    return { path: `${descriptors}/${handle.fd}`, stats, close: () => handle.close() };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Reaches entries by their paths, where there is no /proc. Names may change between two steps. */
const pathOpener: EntryOpener = {
  isPinned: false,
  openRoot: async (folder) => look(await realpath(folder)),
  openEntry: (folder, name) => orUndefined(look(`${folder.path}/${name}`)),
  locate: (place) => realpath(place.path),
};

async function look(path: string): Promise<FileEntry> {
  const stats = await lstat(path, { bigint: true });
  return { path, stats, close: async () => undefined };
}

/** Returns the strictest way of this system to open entries. */
export async function chooseEntryOpener(): Promise<EntryOpener> {
  if (process.platform !== 'linux') return pathOpener;
  const hasDescriptors = await access(descriptors).then(
    () => true,
    () => false,
  );
  return hasDescriptors ? descriptorOpener : pathOpener;
}

async function orUndefined(opening: Promise<FileEntry>): Promise<FileEntry | undefined> {
  try {
    return await opening;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
