import { statSync } from 'node:fs';
import { Subject } from '../../base/async/rxjs.js';
import { LATE, settleWithin } from '../../base/async/settle-within.js';
import type { ToolSource, ToolSpec } from '../../index.js';
import { PathWatcher } from '../../sources/loader/path-watcher.js';
import type { SourceGroup } from '../../toolkit/tool-source.js';
import { CommandFailure, exitCodes, missingPackageCode } from './shared/exit-codes.js';
import { messageOf } from './shared/message-of.js';

/** The time to load a version, in milliseconds. A top-level `await` in it may never end. */
const longestLoadMs = 30_000;

/** The tools of one version of a file. */
export interface FileTools {
  readonly specs: readonly ToolSpec[];
  /** The groups of the tools. Undefined if all tools are active. */
  readonly groups?: readonly SourceGroup[] | undefined;
  /** What was not loaded, one sentence each. */
  readonly warnings: readonly string[];
}

/** A file whose tools are updated when it changes. */
export interface WatchedFile {
  readonly path: string;
  /** Returns the paths of the file and of the files that it imports. */
  readonly listFiles: () => readonly string[];
  /** Loads the tools. The version is 0 at first, and increases with each change. */
  readonly load: (version: number) => Promise<FileTools>;
  /** Called after each change: with what was updated, or why it was not. */
  readonly onUpdate: (update: FileUpdate) => void;
}

/** The result of a change: warnings, which are empty if everything was loaded. */
export interface FileUpdate {
  readonly isUpdated: boolean;
  readonly warnings: readonly string[];
}

/** The tools of a file, which are loaded again when it or a file that it imports changes. */
export class WatchedSource implements ToolSource {
  readonly name: string;
  readonly #file: WatchedFile;
  readonly #changes = new Subject<void>();
  #tools: FileTools;
  #watcher: PathWatcher | undefined;
  #version = 0;
  #running: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  private constructor(file: WatchedFile, tools: FileTools) {
    this.name = file.path;
    this.#file = file;
    this.#tools = tools;
  }

  /**
   * Loads the tools of a file, and begins to watch it.
   *
   * @throws CommandFailure if the file cannot be loaded or watched.
   */
  static async start(file: WatchedFile): Promise<WatchedSource> {
    const before = versionsOf(file.listFiles());
    const source = new WatchedSource(file, await file.load(0));
    try {
      await source.#watch(before);
    } catch (error) {
      const message = messageOf(error).replace(/^ToolManager: /, '--watch: ');
      throw new CommandFailure(message, exitCodes.usage, { code: missingPackageCode });
    }
    return source;
  }

  get changes$(): Subject<void> {
    return this.#changes;
  }

  get groups(): readonly SourceGroup[] | undefined {
    return this.#tools.groups;
  }

  get warnings(): readonly string[] {
    return this.#tools.warnings;
  }

  async specs(): Promise<readonly ToolSpec[]> {
    return this.#tools.specs;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#watcher?.close();
  }

  /**
   * Watches the files as they are now.
   *
   * @param loaded - The versions of the files before they were loaded.
   */
  async #watch(loaded: string): Promise<void> {
    await this.#watchPaths(this.#file.listFiles());
    // A file may have changed before it was watched.
    if (versionsOf(this.#file.listFiles()) !== loaded) this.#reloadNext();
  }

  async #watchPaths(paths: readonly string[]): Promise<void> {
    const before = this.#watcher;
    if (this.#isClosed || before?.paths.join() === paths.join()) return;
    const onError = (error: unknown): void => {
      this.#file.onUpdate({ isUpdated: false, warnings: [`The files cannot be watched: ${messageOf(error)}`] });
    };
    this.#watcher = await PathWatcher.start(paths, { onChange: () => this.#reloadNext(), onError });
    await before?.close();
    if (this.#isClosed) await this.#watcher.close();
  }

  #reloadNext(): void {
    this.#running = this.#running.then(() => this.#reload());
  }

  async #reload(): Promise<void> {
    this.#version += 1;
    const loaded = versionsOf(this.#file.listFiles());
    try {
      const tools = await settleWithin(this.#file.load(this.#version), longestLoadMs);
      if (tools === LATE) {
        throw new CommandFailure(`It was not loaded in ${longestLoadMs / 1000} seconds.`, exitCodes.module);
      }
      this.#tools = tools;
      this.#changes.next();
      this.#file.onUpdate({ isUpdated: true, warnings: this.#tools.warnings });
    } catch (error) {
      this.#file.onUpdate({ isUpdated: false, warnings: [messageOf(error)] });
    }
    // The imports may have changed, also those of a file that cannot be loaded.
    await this.#watch(loaded).catch((error: unknown) => {
      this.#file.onUpdate({ isUpdated: false, warnings: [messageOf(error)] });
    });
  }
}

function versionsOf(paths: readonly string[]): string {
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
