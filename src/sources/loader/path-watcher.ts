import { once } from 'node:events';
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
    watcher.on('all', () => {
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
    const ignored = /[\\/](?:node_modules|\.git)(?:[\\/]|$)/;
    const watcher = watch([...paths], { ignoreInitial: true, ignored });
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

async function loadChokidar(): Promise<typeof import('chokidar')> {
  try {
    return await import('chokidar');
  } catch (error) {
    const message = "ToolManager: watch requires the package chokidar. Run: npm install 'chokidar@^5.0.0'.";
    throw createMissingPackageError(message, error);
  }
}
