import { Subject } from '../../base/async/rxjs.js';
import { LATE, settleWithin } from '../../base/async/settle-within.js';
import type { ToolSource, ToolSpec } from '../../index.js';
import type { SourceGroup } from '../../toolkit/tool-source.js';
import { FileWatcher, versionsOf } from './file-watcher.js';
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
  readonly #watcher: FileWatcher;
  #version = 0;
  #running: Promise<unknown> = Promise.resolve();

  private constructor(file: WatchedFile, tools: FileTools) {
    this.name = file.path;
    this.#file = file;
    this.#tools = tools;
    this.#watcher = new FileWatcher(file.listFiles, {
      onChange: () => this.#reloadNext(),
      onError: (error) => this.#report(`The files cannot be watched: ${messageOf(error)}`),
    });
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
      await source.#watcher.watch(before);
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
    await this.#watcher.close();
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
      this.#report(messageOf(error));
    }
    // The imports may have changed, also those of a file that cannot be loaded.
    await this.#watcher.watch(loaded).catch((error: unknown) => this.#report(messageOf(error)));
  }

  /** Reports why the tools were not updated. */
  #report(warning: string): void {
    this.#file.onUpdate({ isUpdated: false, warnings: [warning] });
  }
}
