import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DefinitionError } from '../../base/errors/errors.js';
import { previewValue } from '../../base/values/value-preview.js';
import {
  checkSnapshotLimits,
  createFullStoreError,
  type SnapshotLimits,
  type SnapshotStore,
} from '../../features/code-mode/snapshot-store.js';

const extension = '.snapshot';
const idPattern = /^[\w-]+(?:\.\d+)?$/;

interface StoredFile {
  readonly path: string;
  readonly bytes: number;
  readonly expiresAt: number;
}

/**
 * Stores waiting programs as files in a folder, which several processes of one machine may share. Only the user of the
 * process can read the files. The time until which a program is stored is the modification time of its file.
 *
 * @example
 * ```ts
 * toolkit.enableCodeMode({ engine, snapshots: new FolderSnapshotStore('var/programs') });
 * ```
 */
export class FolderSnapshotStore implements SnapshotStore {
  readonly #folder: string;
  readonly #limits: Required<SnapshotLimits>;

  /**
   * @param folder - The path of the folder, which is created when the first program is stored.
   * @throws DefinitionError if the folder is no path, or a limit is unknown or invalid.
   */
  constructor(folder: string, limits: SnapshotLimits = {}) {
    if (typeof folder !== 'string' || folder === '') {
      throw new DefinitionError(`new FolderSnapshotStore(): folder must be a path, not ${previewValue(folder)}.`);
    }
    this.#folder = folder;
    this.#limits = checkSnapshotLimits(limits, 'new FolderSnapshotStore()');
  }

  async put(id: string, bytes: Uint8Array, expiresAt: number): Promise<void> {
    const path = this.#pathOf(id);
    const { maxBytes, maxAgeMs } = this.#limits;
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const others = (await this.#removeExpired()).filter((file) => file.path !== path);
    const total = others.reduce((sum, file) => sum + file.bytes, bytes.length);
    if (total > maxBytes) throw createFullStoreError(maxBytes);
    // Another process must not read a file that is half written.
    const draft = `${path}.${crypto.randomUUID()}`;
    try {
      await writeFile(draft, bytes, { mode: 0o600 });
      const until = new Date(Math.min(expiresAt, Date.now() + maxAgeMs));
      await utimes(draft, until, until);
      await rename(draft, path);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  async get(id: string): Promise<Uint8Array | undefined> {
    const path = this.#pathOf(id);
    const file = await readFileInfo(path);
    if (file === undefined || file.expiresAt <= Date.now()) return undefined;
    return readFile(path).catch(ignoreMissing);
  }

  async delete(id: string): Promise<void> {
    await rm(this.#pathOf(id), { force: true });
  }

  #pathOf(id: string): string {
    if (idPattern.test(id)) return join(this.#folder, `${id}${extension}`);
    throw new DefinitionError(`A snapshot cannot have the ID ${previewValue(id)}.`);
  }

  /** Removes expired files, with drafts that a process has left, and returns the others. */
  async #removeExpired(): Promise<readonly StoredFile[]> {
    const names = (await readdir(this.#folder)).filter((name) => name.includes(extension));
    const files = await Promise.all(names.map((name) => readFileInfo(join(this.#folder, name))));
    const kept: StoredFile[] = [];
    for (const file of files) {
      if (file === undefined) continue;
      const isDraft = !file.path.endsWith(extension);
      const isOver = isDraft ? file.expiresAt <= Date.now() - draftAgeMs : file.expiresAt <= Date.now();
      if (isOver) await rm(file.path, { force: true });
      else kept.push(file);
    }
    return kept;
  }
}

// A draft is renamed at once, unless its process has ended.
const draftAgeMs = 60_000;

async function readFileInfo(path: string): Promise<StoredFile | undefined> {
  const info = await stat(path).catch(ignoreMissing);
  return info === undefined ? undefined : { path, bytes: info.size, expiresAt: info.mtimeMs };
}

/** Returns undefined for a file that does not exist, or that another process has removed. */
function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
