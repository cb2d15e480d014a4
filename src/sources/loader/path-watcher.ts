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

/** Watches files and folders. It keeps the process running until it is closed. */
export class PathWatcher {
  readonly paths: readonly string[];
  readonly #watcher: FSWatcher;
  #timer: NodeJS.Timeout | undefined;

  private constructor(watcher: FSWatcher, paths: readonly string[], { onChange, onError }: PathListeners) {
    this.#watcher = watcher;
    this.paths = paths;
    watcher.on('error', onError);
    watcher.on('all', (_event, changed) => {
      if (!paths.some((path) => isWithin(changed, path))) return;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(onChange, debounceMs);
    });
  }

  /**
   * Begins to watch paths, and resolves when their changes are noticed.
   *
   * @throws DefinitionError if the package chokidar is missing, and if a path cannot be watched.
   */
  static async start(paths: readonly string[], listeners: PathListeners): Promise<PathWatcher> {
    const { watch } = await loadChokidar();
    const isElsewhere = (path: string): boolean =>
      !paths.some((watched) => isWithin(path, watched) || isWithin(watched, path));
    const ignored = [/[\\/](?:node_modules|\.git)(?:[\\/]|$)/, isElsewhere];
    // Of a file that is missing, or removed and written again, chokidar overlooks what happens before it watches its folder.
    const watcher = watch([...new Set(paths.map(folderOf))], { ignoreInitial: true, ignored });
    const started = new PathWatcher(watcher, paths, listeners);
    try {
      if (paths.length > 0) await once(watcher, 'ready');
      return started;
    } catch (error) {
      await started.close();
      throw new DefinitionError(`ToolManager: its files cannot be watched: ${messageOf(error)}`, { cause: error });
    }
  }

  async close(): Promise<void> {
    await this.#watcher.close();
    clearTimeout(this.#timer);
  }
}

/** Returns a path if it is that of a folder, and otherwise the nearest folder that contains it. */
function folderOf(path: string): string {
  return isFolder(path) || path === dirname(path) ? path : folderOf(dirname(path));
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function isWithin(path: string, folder: string): boolean {
  const [inner, outer] = [resolve(path), resolve(folder)];
  return inner === outer || inner.startsWith(outer.endsWith(sep) ? outer : outer + sep);
}

async function loadChokidar(): Promise<typeof import('chokidar')> {
  try {
    return await import('chokidar');
  } catch (error) {
    const message = "ToolManager: watch requires the package chokidar. Run: npm install 'chokidar@^5.0.0'.";
    throw createMissingPackageError(message, error);
  }
}
