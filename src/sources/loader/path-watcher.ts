import { once } from 'node:events';
import { statSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import type { FSWatcher } from 'chokidar';
import { createMissingPackageError } from '../../base/runtime/load-package.js';
import { DefinitionError } from '../../index.js';
import { messageOf } from './message-of.js';

/** The listeners of a watcher. */
export interface PathListeners {
  /** Called after each group of changes. */
  readonly onChange: () => void;
  /** Called when a path cannot be watched. */
  readonly onError: (error: unknown) => void;
}

// Editors write a file in several steps. In milliseconds.
const debounceMs = 50;

type Watch = typeof import('chokidar').watch;

/** Folders whose changes are not reported. */
const ignoredFolders = /[\\/](?:node_modules|\.git)(?:[\\/]|$)/;

/** Watches files and folders, also those that are missing. It keeps the process running until it is closed. */
export class PathWatcher {
  readonly paths: readonly string[];
  readonly #watch: Watch;
  readonly #listeners: PathListeners;
  #watchers: readonly FSWatcher[] = [];
  /** The identity of each path when it was watched. */
  #identities = '';
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  private constructor(watch: Watch, paths: readonly string[], listeners: PathListeners) {
    this.#watch = watch;
    this.paths = paths;
    this.#listeners = listeners;
  }

  /**
   * Begins to watch paths, and resolves when their changes are noticed.
   *
   * @throws DefinitionError if the package chokidar is missing, and if a path cannot be watched.
   */
  static async start(paths: readonly string[], listeners: PathListeners): Promise<PathWatcher> {
    const { watch } = await loadChokidar();
    const started = new PathWatcher(watch, paths, listeners);
    try {
      await started.#begin();
      return started;
    } catch (error) {
      await started.close();
      throw new DefinitionError(`ToolManager: its files cannot be watched: ${messageOf(error)}`, { cause: error });
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#end();
  }

  async #begin(): Promise<void> {
    const identities = this.paths.map(identityOf);
    const existing = this.paths.filter((_, index) => identities[index] !== missing);
    const absent = this.paths.filter((_, index) => identities[index] === missing);
    this.#identities = identities.join();
    const watchers: FSWatcher[] = [];
    if (existing.length > 0)
      watchers.push(this.#watch([...existing], { ignoreInitial: true, ignored: ignoredFolders }));
    // chokidar reports that it watches a missing path before it watches the folder in which the path may appear.
    if (absent.length > 0) {
      const folders = new Set(absent.map((path) => nearestFolderOf(path)));
      watchers.push(this.#watch([...folders], { ignoreInitial: true, ignored: [ignoredFolders, isBeside(absent)] }));
    }
    this.#watchers = watchers;
    for (const watcher of watchers) watcher.on('error', this.#listeners.onError).on('all', () => this.#onEvent());
    await Promise.all(watchers.map((watcher) => once(watcher, 'ready')));
  }

  async #end(): Promise<void> {
    await Promise.all(this.#watchers.map((watcher) => watcher.close()));
  }

  #onEvent(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#report(), debounceMs);
  }

  /** Reports a group of changes. A path that was removed or created is watched again first: its former watcher is dead. */
  async #report(): Promise<void> {
    try {
      if (this.paths.map(identityOf).join() !== this.#identities) {
        await this.#end();
        if (!this.#isClosed) await this.#begin();
      }
    } catch (error) {
      this.#listeners.onError(error);
    }
    if (this.#isClosed) await this.#end();
    else this.#listeners.onChange();
  }
}

const missing = 'missing';

/** Returns a text that another file or folder of the same path does not have. */
function identityOf(path: string): string {
  try {
    const { ino, birthtimeMs } = statSync(path);
    return `${ino}-${birthtimeMs}`;
  } catch {
    return missing;
  }
}

/** Returns the nearest folder above a missing path. */
function nearestFolderOf(path: string): string {
  const folder = dirname(path);
  return identityOf(folder) !== missing || folder === dirname(folder) ? folder : nearestFolderOf(folder);
}

/** Returns a function that recognizes paths that are neither on the way to one of these nor within it. */
function isBeside(paths: readonly string[]): (path: string) => boolean {
  const watched = paths.map((path) => resolve(path));
  return (path) => {
    const found = resolve(path);
    return !watched.some((one) => isWithin(found, one) || isWithin(one, found));
  };
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

async function loadChokidar(): Promise<typeof import('chokidar')> {
  try {
    return await import('chokidar');
  } catch (error) {
    const message = "ToolManager: watch requires the package chokidar. Run: npm install 'chokidar@^5.0.0'.";
    throw createMissingPackageError(message, error);
  }
}
