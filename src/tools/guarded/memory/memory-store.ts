import { ToolExecutionError } from '../../../base/errors/errors.js';
import type { TextOwner } from '../../../toolkit/stored-text.js';

/** An entry of a {@link MemoryStore}. */
export interface MemoryEntry {
  /** The names of the entry from the top of the store on, such as `['people', 'ada.md']`. */
  readonly path: MemoryPath;
  readonly kind: 'file' | 'folder';
  /** The size of a file in bytes. 0 for a folder. */
  readonly size: number;
}

/** A path in a {@link MemoryStore}, as names that are neither empty nor `.` nor `..`. The empty list is the top. */
export type MemoryPath = readonly string[];

/**
 * A place for the memory of a model: files of text in folders. {@link MemoryTools} checks before each change that what it
 * changes exists, or does not exist.
 */
export interface MemoryStore extends TextOwner {
  /** Returns the kind and the size of an entry. Undefined if it does not exist. The top exists always. */
  look(path: MemoryPath): Promise<MemoryEntry | undefined>;
  /** Returns where a path leads after all links, for permission rules. @default the store has no links */
  realPath?(path: MemoryPath): Promise<MemoryPath>;
  /** Returns the entries of a folder, sorted by name. */
  list(path: MemoryPath): Promise<readonly MemoryEntry[]>;
  /** Returns the text of a file. */
  read(path: MemoryPath): Promise<string>;
  /** Creates a file with its folders. Rejects if it exists. */
  create(path: MemoryPath, text: string): Promise<void>;
  /** Replaces the text of a file. */
  write(path: MemoryPath, text: string): Promise<void>;
  /** Deletes a file, or a folder with all that it contains. */
  delete(path: MemoryPath): Promise<void>;
  /** Moves a file, or a folder with all that it contains, to a path at which nothing exists. */
  rename(from: MemoryPath, to: MemoryPath): Promise<void>;
}

/** A {@link MemoryStore} in the memory of the process, for tests and short conversations. A folder exists while it has files. */
export class TransientMemoryStore implements MemoryStore {
  readonly #texts = new Map<string, string>();

  async look(path: MemoryPath): Promise<MemoryEntry | undefined> {
    const text = this.#texts.get(keyOf(path));
    if (text !== undefined) return { path, kind: 'file', size: Buffer.byteLength(text) };
    const isFolder = path.length === 0 || this.#filesIn(path).length > 0;
    return isFolder ? { path, kind: 'folder', size: 0 } : undefined;
  }

  async list(path: MemoryPath): Promise<readonly MemoryEntry[]> {
    const names = new Set(this.#filesIn(path).map((file) => file[path.length] as string));
    const entries = await Promise.all([...names].sort().map((name) => this.look([...path, name])));
    return entries.filter((entry) => entry !== undefined);
  }

  async read(path: MemoryPath): Promise<string> {
    return this.#texts.get(keyOf(path)) ?? '';
  }

  async create(path: MemoryPath, text: string): Promise<void> {
    this.#checkFree(path);
    this.#texts.set(keyOf(path), text);
  }

  async write(path: MemoryPath, text: string): Promise<void> {
    this.#texts.set(keyOf(path), text);
  }

  async delete(path: MemoryPath): Promise<void> {
    this.#texts.delete(keyOf(path));
    for (const file of this.#filesIn(path)) this.#texts.delete(keyOf(file));
  }

  async rename(from: MemoryPath, to: MemoryPath): Promise<void> {
    this.#checkFree(to);
    const moved = this.#texts.has(keyOf(from)) ? [from] : this.#filesIn(from);
    for (const file of moved) {
      const text = this.#texts.get(keyOf(file)) ?? '';
      this.#texts.delete(keyOf(file));
      this.#texts.set(keyOf([...to, ...file.slice(from.length)]), text);
    }
  }

  /** Rejects a path that is a file or in one. */
  #checkFree(path: MemoryPath): void {
    for (let length = 1; length <= path.length; length++) {
      const part = path.slice(0, length);
      if (this.#texts.has(keyOf(part))) throw new ToolExecutionError(`'${part.join('/')}' is a file.`);
    }
  }

  #filesIn(folder: MemoryPath): readonly MemoryPath[] {
    const prefix = folder.length === 0 ? '' : `${keyOf(folder)}/`;
    return [...this.#texts.keys()].filter((key) => key.startsWith(prefix)).map((key) => key.split('/'));
  }
}

function keyOf(path: MemoryPath): string {
  return path.join('/');
}
