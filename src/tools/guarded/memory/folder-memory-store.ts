import { JailedFiles, type Location } from '../files/jailed-files.js';
import type { MemoryEntry, MemoryPath, MemoryStore } from './memory-store.js';

/** The number of entries that are read of one folder. */
const mostEntries = 1_000;

/** A {@link MemoryStore} in a folder of the host, which no path leaves. */
export class FolderMemoryStore implements MemoryStore {
  readonly #files: JailedFiles;

  constructor(folder: string, maxFileBytes: number) {
    const shown = locate([]).shown;
    this.#files = new JailedFiles({ folder, shown, maxFileBytes, isDenied: () => false, allowHardLinks: false });
  }

  async look(path: MemoryPath): Promise<MemoryEntry | undefined> {
    const entry = await this.#files.look(locate(path));
    return entry === undefined || entry.kind === 'other' ? undefined : { path, kind: entry.kind, size: entry.size };
  }

  realPath(path: MemoryPath): Promise<MemoryPath> {
    return this.#files.realNames(locate(path));
  }

  async list(path: MemoryPath): Promise<readonly MemoryEntry[]> {
    const entries = await this.#files.list(locate(path), mostEntries);
    return entries.flatMap(({ name, kind, size }) => (kind === 'other' ? [] : [{ path: [...path, name], kind, size }]));
  }

  read(path: MemoryPath): Promise<string> {
    return this.#files.read(locate(path));
  }

  async create(path: MemoryPath, text: string): Promise<void> {
    await this.#files.write(locate(path), text, { isNew: true });
  }

  async write(path: MemoryPath, text: string): Promise<void> {
    await this.#files.write(locate(path), text);
  }

  delete(path: MemoryPath): Promise<void> {
    return this.#files.remove(locate(path), { deep: true });
  }

  rename(from: MemoryPath, to: MemoryPath): Promise<void> {
    return this.#files.move(locate(from), locate(to));
  }
}

function locate(path: MemoryPath): Location {
  return { names: path, shown: `/${['memories', ...path].join('/')}` };
}
