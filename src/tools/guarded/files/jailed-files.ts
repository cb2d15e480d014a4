import { randomUUID } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { constants } from 'node:fs';
import { type FileHandle, open, opendir, rename, rmdir, unlink } from 'node:fs/promises';
import { NotFoundError, PermissionError, ToolExecutionError } from '../../../base/errors/errors.js';
import type { EntryOpener, FileEntry } from './file-entry.js';
import { isFolder, toFileError } from './file-errors.js';
import { Jail } from './jail.js';

/** The kind of an entry of a folder. `other` is a link or a special file. @description */
export type EntryKind = 'file' | 'folder' | 'other';

/** An entry of a folder. */
export interface FolderEntry {
  readonly name: string;
  readonly kind: EntryKind;
  /** The size of a file in bytes. 0 for anything else. */
  readonly size: number;
}

/** Where a path is, and how it is shown to a model. */
export interface Location {
  readonly names: readonly string[];
  readonly shown: string;
}

/** What may be read and written. */
export interface JailedFilesOptions {
  readonly folder: string;
  /** The folder as a model knows it. */
  readonly shown: string;
  readonly isDenied: (name: string) => boolean;
  /** The largest file that is read or written, in bytes. */
  readonly maxFileBytes: number;
  readonly allowHardLinks: boolean;
}

const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_NOCTTY = 0 } = constants;

/** Text files in a folder that no path leaves. */
export class JailedFiles {
  readonly #jail: Jail;
  readonly #options: JailedFilesOptions;

  constructor(options: JailedFilesOptions) {
    this.#options = options;
    this.#jail = new Jail(options.folder, options.shown, options.isDenied);
  }

  /** The real path of the folder. */
  get folder(): string {
    return this.#jail.folder;
  }

  /** Returns what a path leads to, without following a link at its end. Undefined if it, or a folder of it, does not exist. */
  async look({ names, shown }: Location): Promise<FolderEntry | undefined> {
    try {
      return await this.#guard(shown, () =>
        this.#jail.visit(names, { followLast: false }, async ({ name, place }) =>
          place === undefined ? undefined : toEntry(name, place.stats),
        ),
      );
    } catch (error) {
      if (NotFoundError.is(error)) return undefined;
      throw error;
    }
  }

  /** Returns the names of where a path leads, after all links. Names that do not exist are returned as they are. */
  realNames({ names, shown }: Location): Promise<readonly string[]> {
    return this.#guard(shown, () => this.#jail.realNames(names));
  }

  /** Runs an action with a path through which the operating system reaches a folder, whatever changes meanwhile. */
  useFolder<T>({ names, shown }: Location, action: (path: string) => Promise<T>): Promise<T> {
    return this.#guard(shown, () =>
      this.#jail.visit(names, {}, ({ place }) => {
        if (place === undefined) throw new NotFoundError(`There is no '${shown}'.`);
        if (!place.stats.isDirectory()) throw new NotFoundError(`'${shown}' is not a folder.`);
        return action(place.path);
      }),
    );
  }

  /** Reads a text file. */
  read({ names, shown }: Location): Promise<string> {
    return this.#guard(shown, () =>
      this.#jail.visit(names, {}, ({ place, opener }) => {
        if (place === undefined) throw new NotFoundError(`There is no '${shown}'.`);
        return this.#readPlace(place, opener, shown);
      }),
    );
  }

  /** Replaces a text file, or creates it with its folders. A reader sees the old or the new text, and no part of it. */
  write(
    { names, shown }: Location,
    text: string,
    { isNew = false }: { readonly isNew?: boolean } = {},
  ): Promise<{ readonly created: boolean }> {
    const bytes = Buffer.from(text, 'utf8');
    return this.#guard(shown, () => {
      if (bytes.length > this.#options.maxFileBytes) throw this.#tooLarge(shown, bytes.length);
      return this.#jail.visit(names, { createFolders: true, followLast: !isNew }, async (visited) => {
        const { folder, name, place } = visited;
        if (folder === undefined) throw isFolder(shown);
        if (place !== undefined && isNew) throw new ToolExecutionError(`'${shown}' already exists.`);
        if (place !== undefined) this.#checkFile(place.stats, shown);
        if (isNew) await createFile(`${folder.path}/${name}`, bytes);
        else await replaceFile(folder, name, { bytes, old: place?.stats });
        return { created: place === undefined };
      });
    });
  }

  /** Deletes a file, a link or an empty folder; with `deep`, a folder with all that it contains. */
  remove({ names, shown }: Location, { deep = false }: { readonly deep?: boolean } = {}): Promise<void> {
    return this.#guard(shown, () =>
      this.#jail.visit(names, { followLast: false }, async ({ folder, name, place, opener }) => {
        if (folder === undefined) throw new PermissionError(`'${shown}' is a root, which cannot be deleted.`);
        if (place === undefined) throw new NotFoundError(`There is no '${shown}'.`);
        if (deep) await removeDeep(opener, { folder, name, place });
        else if (place.stats.isDirectory()) await rmdir(`${folder.path}/${name}`);
        else await unlink(`${folder.path}/${name}`);
      }),
    );
  }

  /** Gives a file or a folder another path in the jail, at which nothing exists. */
  move(from: Location, to: Location): Promise<void> {
    return this.#guard(from.shown, () =>
      this.#jail.visit(from.names, { followLast: false }, (source) =>
        this.#jail.visit(to.names, { followLast: false, createFolders: true }, async (target) => {
          if (source.folder === undefined)
            throw new PermissionError(`'${from.shown}' is a root, which cannot be moved.`);
          if (source.place === undefined) throw new NotFoundError(`There is no '${from.shown}'.`);
          if (kindOf(source.place.stats) === 'other') throw isSpecial(from.shown);
          if (target.folder === undefined || target.place !== undefined) {
            throw new ToolExecutionError(`'${to.shown}' already exists.`);
          }
          await rename(`${source.folder.path}/${source.name}`, `${target.folder.path}/${target.name}`);
        }),
      ),
    );
  }

  /** Lists a folder by name, without denied names. At most `most` entries are read. */
  list({ names, shown }: Location, most: number): Promise<readonly FolderEntry[]> {
    return this.#guard(shown, () =>
      this.#jail.visit(names, {}, async ({ place, opener }) => {
        if (place === undefined) throw new NotFoundError(`There is no '${shown}'.`);
        if (!place.stats.isDirectory()) throw new NotFoundError(`'${shown}' is not a folder.`);
        const entries: FolderEntry[] = [];
        for await (const { name } of await opendir(place.path)) {
          if (entries.length >= most) break;
          if (this.#jail.isDenied(name)) continue;
          const entry = await opener.openEntry(place, name);
          if (entry === undefined) continue;
          entries.push(toEntry(name, entry.stats));
          await entry.close();
        }
        return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
      }),
    );
  }

  async #readPlace(place: FileEntry, opener: EntryOpener, shown: string): Promise<string> {
    this.#checkFile(place.stats, shown);
    const { maxFileBytes } = this.#options;
    if (place.stats.size > maxFileBytes) throw this.#tooLarge(shown, Number(place.stats.size));
    // A descriptor in /proc is a link itself.
    const noFollow = opener.isPinned ? 0 : O_NOFOLLOW;
    const file = await open(place.path, O_RDONLY | O_NONBLOCK | O_NOCTTY | noFollow);
    try {
      const stats = await file.stat({ bigint: true });
      if (stats.ino !== place.stats.ino || stats.dev !== place.stats.dev) throw isSpecial(shown);
      const bytes = await readAtMost(file, maxFileBytes + 1);
      if (bytes.length > maxFileBytes) throw this.#tooLarge(shown, bytes.length);
      return decodeText(bytes, shown);
    } finally {
      await file.close();
    }
  }

  #checkFile(stats: BigIntStats, shown: string): void {
    if (stats.isDirectory()) throw isFolder(shown);
    if (!stats.isFile()) throw isSpecial(shown);
    if (stats.nlink > 1n && !this.#options.allowHardLinks) {
      throw new PermissionError(`'${shown}' has further names, which may be outside of its root (a hard link).`);
    }
  }

  #tooLarge(shown: string, size: number): ToolExecutionError {
    const { maxFileBytes } = this.#options;
    return new ToolExecutionError(`'${shown}' has ${size} bytes, and the limit is ${maxFileBytes} bytes.`);
  }

  async #guard<T>(shown: string, action: () => Promise<T>): Promise<T> {
    try {
      return await action();
    } catch (error) {
      throw toFileError(error, shown);
    }
  }
}

function isSpecial(shown: string): PermissionError {
  return new PermissionError(`'${shown}' is a link or a special file, such as a pipe or a device.`);
}

function kindOf(stats: BigIntStats): EntryKind {
  if (stats.isFile()) return 'file';
  return stats.isDirectory() ? 'folder' : 'other';
}

function toEntry(name: string, stats: BigIntStats): FolderEntry {
  const kind = kindOf(stats);
  return { name, kind, size: kind === 'file' ? Number(stats.size) : 0 };
}

/** Reads until the end or the limit. Files of some systems have a size of 0 and contain text. */
async function readAtMost(file: FileHandle, most: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  while (length < most) {
    const buffer = Buffer.alloc(Math.min(65_536, most - length));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, null);
    if (bytesRead === 0) break;
    parts.push(buffer.subarray(0, bytesRead));
    length += bytesRead;
  }
  return Buffer.concat(parts);
}

function decodeText(bytes: Buffer, shown: string): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Falls through to the error for anything that is no text.
  }
  throw new ToolExecutionError(`'${shown}' is not a text file in UTF-8.`);
}

async function createFile(path: string, bytes: Buffer, mode = 0o666): Promise<void> {
  const file = await open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode);
  try {
    await file.writeFile(bytes);
  } catch (error) {
    await unlink(path).catch(() => undefined);
    throw error;
  } finally {
    await file.close();
  }
}

/** Writes next to the file and renames, which neither follows a link nor opens what has the name. */
async function replaceFile(
  folder: FileEntry,
  name: string,
  { bytes, old }: { readonly bytes: Buffer; readonly old: BigIntStats | undefined },
): Promise<void> {
  const temporary = `${folder.path}/.toolwright-${randomUUID()}.tmp`;
  await createFile(temporary, bytes, old === undefined ? 0o666 : Number(old.mode & 0o777n));
  try {
    await rename(temporary, `${folder.path}/${name}`);
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw error;
  }
}

type Existing = { readonly folder: FileEntry; readonly name: string; readonly place: FileEntry };

/** Deletes a folder from its deepest entries on, through its descriptors. */
async function removeDeep(opener: EntryOpener, { folder, name, place }: Existing): Promise<void> {
  if (!place.stats.isDirectory()) return unlink(`${folder.path}/${name}`);
  for await (const child of await opendir(place.path)) {
    const entry = await opener.openEntry(place, child.name);
    if (entry === undefined) continue;
    try {
      await removeDeep(opener, { folder: place, name: child.name, place: entry });
    } finally {
      await entry.close();
    }
  }
  return rmdir(`${folder.path}/${name}`);
}
