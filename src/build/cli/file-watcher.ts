import { statSync } from 'node:fs';
import { type PathListeners, PathWatcher } from '../../sources/loader/path-watcher.js';

/** Watches files whose list may change, such as a module and what it imports. */
export class FileWatcher {
  readonly #listFiles: () => readonly string[];
  readonly #listeners: PathListeners;
  #watcher: PathWatcher | undefined;
  #isClosed = false;

  constructor(listFiles: () => readonly string[], listeners: PathListeners) {
    this.#listFiles = listFiles;
    this.#listeners = listeners;
  }

  /**
   * Watches the files as they are listed now.
   *
   * @param known - The versions of the files before they were read: a file may have changed before it was watched.
   * @throws DefinitionError if the package chokidar is missing, and if a file cannot be watched.
   */
  async watch(known: string): Promise<void> {
    await this.#watchPaths(this.#listFiles());
    if (!this.#isClosed && versionsOf(this.#listFiles()) !== known) this.#listeners.onChange();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#watcher?.close();
  }

  async #watchPaths(paths: readonly string[]): Promise<void> {
    const before = this.#watcher;
    if (this.#isClosed || before?.paths.join() === paths.join()) return;
    this.#watcher = await PathWatcher.start(paths, this.#listeners);
    await before?.close();
    if (this.#isClosed) await this.#watcher.close();
  }
}

/** Returns the versions of files, as a text to be compared. */
export function versionsOf(paths: readonly string[]): string {
  return paths.map((path) => `${path} ${changeOf(path)}`).join();
}

/** Returns when a file was changed. Undefined for one that cannot be read. */
function changeOf(path: string): number | undefined {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return undefined;
  }
}
