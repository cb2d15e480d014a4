import { denyFilter } from '../files/deny-list.js';
import { JailedFiles, type Location } from '../files/jailed-files.js';
import type { MemoryEntry, MemoryPath, MemoryStore } from './memory-store.js';

/** The number of entries that are read of one folder. */
const mostEntries = 1_000;

/** The file at the top of the folder with the labels of the others. No path leads to a file of this name. */
const labelsName = '.toolwright-labels.json';
const maxLabelBytes = 4_194_304;

/** A {@link MemoryStore} in a folder of the host, which no path leaves. */
export class FolderMemoryStore implements MemoryStore {
  readonly #files: JailedFiles;
  readonly #labels: JailedFiles;

  constructor(folder: string, maxFileBytes: number) {
    const options = { folder, shown: locate([]).shown, allowHardLinks: false };
    this.#files = new JailedFiles({ ...options, maxFileBytes, isDenied: denyFilter([labelsName], 'MemoryTools') });
    this.#labels = new JailedFiles({ ...options, maxFileBytes: maxLabelBytes, isDenied: () => false });
  }

  async loadLabels(): Promise<string | undefined> {
    const location = locate([labelsName]);
    return (await this.#labels.look(location)) === undefined ? undefined : this.#labels.read(location);
  }

  async saveLabels(labels: string): Promise<void> {
    await this.#labels.write(locate([labelsName]), labels);
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
