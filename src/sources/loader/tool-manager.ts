import { isDeepStrictEqual } from 'node:util';
import { type Observable, Subject, type Subscription } from '../../base/async/rxjs.js';
import { emitWarning } from '../../base/errors/emit-warning.js';
import { checkOptionNames } from '../../base/options/check-options.js';
import { toolkitOptionNames } from '../../facade/toolkit-options.js';
import {
  DefinitionError,
  ToolFormatter,
  Toolkit,
  type ToolkitOptions,
  type ToolSource,
  type ToolSpec,
} from '../../index.js';
import type { CountedSource } from './counted-source.js';
import { findDefinitions } from './find-definitions.js';
import { loadFiles } from './load-files.js';
import {
  type AgentDefinition,
  managerNames,
  type ToolManagerOptions,
  type ToolSetDefinition,
} from './manager-options.js';
import { messageOf } from './message-of.js';
import { PathWatcher } from './path-watcher.js';
import { readAgent, readAll, readToolSet } from './read-agents.js';
import { type ManagerSettings, readSettings } from './read-settings.js';
import { ToolCollection } from './tool-collection.js';
import { type SkippedTool, sourcesOf } from './tool-file.js';
import type { DuplicateTool, LoadedFile } from './tool-table.js';
import { watchedPaths } from './watched-paths.js';

/**
 * The tools, tool sets and agents of a project: loaded from modules, and from definitions in YAML and JSON. Requires the
 * package tinyglobby, and yaml for definitions.
 *
 * @example
 * ```ts
 * await using manager = await ToolManager.load({ dirs: ['tools'], agents: 'agents' });
 * const toolkit = await manager.toolkitFor('analyst');
 * ```
 */
export class ToolManager implements AsyncDisposable {
  readonly #options: ToolManagerOptions;
  readonly #changes = new Subject<void>();
  #collection: ToolCollection;
  /** The number of loadings that have begun. */
  #loadings = 0;
  /** The end of the loading that runs. Loadings run one after the other. */
  #running: Promise<unknown> = Promise.resolve();
  /** The paths that affect what is loaded. */
  #paths: readonly string[] = [];
  #watcher: PathWatcher | undefined;
  #isClosed = false;
  /** The sources whose changes are followed. */
  readonly #followed = new Map<CountedSource, Subscription | undefined>();

  private constructor(options: ToolManagerOptions) {
    this.#options = options;
    const none = { byName: new Map(), errors: [] };
    this.#collection = new ToolCollection({ files: [], toolSets: none, agents: none });
  }

  /**
   * Loads tools, tool sets and agents. What cannot be loaded is listed in `errors` and affects nothing else. Of several
   * tools with one name, the first is used, and a process warning names each other.
   *
   * @throws DefinitionError on an invalid option or configuration, on a path that does not exist, and if there is nothing
   * to load.
   */
  static async load(options: ToolManagerOptions = {}): Promise<ToolManager> {
    checkOptionNames(options, managerNames, 'ToolManager.load');
    const manager = new ToolManager(options);
    try {
      await manager.reload();
      return manager;
    } catch (error) {
      await manager.close();
      throw error;
    }
  }

  /** The tools, in the order of `dirs`, and sorted by path within each folder. */
  get tools(): readonly ToolSpec[] {
    return Object.freeze([...this.#collection.table.tools.values()].map(({ spec }) => spec));
  }

  /** The tools that are not used, because an earlier one has their name. */
  get duplicates(): readonly DuplicateTool[] {
    return this.#collection.table.duplicates;
  }

  /** The files and the exports without tools, with the reasons. */
  get skipped(): readonly SkippedTool[] {
    return this.#collection.files.flatMap(({ skipped }) => skipped);
  }

  /**
   * The errors of files, definitions, tool sets and agents. Those of YAML and JSON begin with the file, the line and the
   * column, which are also in `details`.
   */
  get errors(): readonly DefinitionError[] {
    return this.#collection.errors;
  }

  /** The files that were loaded, with their tools. The paths are absolute. */
  get files(): ReadonlyMap<string, readonly ToolSpec[]> {
    return new Map(this.#collection.files.map(({ path, parts }) => [path, parts.flatMap(({ specs }) => specs)]));
  }

  /** The tool sets. */
  get toolSets(): readonly ToolSetDefinition[] {
    return [...this.#collection.toolSets.values()].map(({ definition: _, ...toolSet }) => Object.freeze(toolSet));
  }

  /** The agents. */
  get agents(): readonly AgentDefinition[] {
    return [...this.#collection.agents.values()].map(({ definition: _, ...agent }) => Object.freeze(agent));
  }

  /** Fires when the tools have changed. */
  get changes$(): Observable<void> {
    return this.#changes;
  }

  /** Returns a tool. @throws ToolNotFoundError if it does not exist. */
  getTool(name: string): ToolSpec {
    return this.#collection.getTool(name);
  }

  /**
   * Returns the tools of a set.
   *
   * @throws DefinitionError if the set does not exist, or names a tool that does not exist.
   */
  getToolSet(name: string): readonly ToolSpec[] {
    return this.#collection.getToolSet(name);
  }

  /**
   * Creates a toolkit with the tools of an agent: those in `tools`, then those of its tool sets. All their groups are
   * active. The toolkit is updated when the tools change.
   *
   * @throws DefinitionError if the agent does not exist, or names a tool or a tool set that does not exist.
   */
  async toolkitFor(agent: string, options: ToolkitOptions = {}): Promise<Toolkit> {
    checkOptionNames(options, toolkitOptionNames, 'toolkitFor');
    const toolkit = new Toolkit(options);
    await toolkit.registerSource(this.toolSource(agent));
    return toolkit;
  }

  /**
   * Creates the formatter of an agent from its output strategy.
   *
   * @throws DefinitionError if the agent does not exist.
   */
  formatterFor(agent: string): ToolFormatter {
    return new ToolFormatter(this.#collection.getAgent(agent).outputStrategy);
  }

  /**
   * Creates a source of the tools of an agent, or of all tools with the resources and prompts, for `toolkit.registerSource`. Closing it does not close
   * the manager.
   */
  toolSource(agent?: string): ToolSource {
    const read = (): readonly ToolSpec[] =>
      agent === undefined ? [...this.tools, ...this.#collection.offers] : this.#collection.toolsOf(agent);
    const groups = (): ToolSource['groups'] => this.#collection.groupsOf(read(), { active: agent !== undefined });
    const sources = (): ToolSource['sources'] => sourcesOf(this.#collection.files).map(({ source }) => source);
    return {
      name: agent === undefined ? 'tool-manager' : `tool-manager:${agent}`,
      specs: async () => read(),
      get groups() {
        return groups();
      },
      get sources() {
        return sources();
      },
      changes$: this.#changes,
      close: async () => {},
    };
  }

  /**
   * Finds the files again, and reads those that were added or changed. Toolkits are updated, and calls that run continue.
   * A file that cannot be read keeps its former tools. Resolves to whether anything has changed.
   *
   * Only changed files are imported again, not the modules that they import. Node.js never releases a former version of
   * a module.
   *
   * @throws DefinitionError for the reasons of `ToolManager.load`. Then everything remains as it is.
   */
  async reload(): Promise<boolean> {
    return this.#runNext(async () => {
      let isChanged = await this.#load();
      // A file may have changed before it was watched.
      while (await this.#watch()) isChanged = (await this.#load()) || isChanged;
      return isChanged;
    });
  }

  /** Stops watching files, and closes the connections of tools to MCP servers. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#runNext(async () => {
      this.#changes.complete();
      this.#follow([]);
      const sources = sourcesOf(this.#collection.files);
      await Promise.allSettled([this.#watcher?.close(), ...sources.map((source) => source.close())]);
    });
  }

  /** Stops watching files, and closes the connections of tools to MCP servers. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** Runs a loading after all that have begun. */
  #runNext<T>(run: () => Promise<T>): Promise<T> {
    const next = this.#running.then(run);
    this.#running = next.catch(() => {});
    return next;
  }

  /** Watches the files if that is requested. Resolves to whether they were not watched before. */
  async #watch(): Promise<boolean> {
    const before = this.#watcher;
    if (this.#options.watch !== true || isDeepStrictEqual(before?.paths, this.#paths)) return false;
    this.#watcher = await PathWatcher.start(this.#paths, {
      onChange: () => void this.#reloadChanged(),
      onError: (error) => emitWarning(`ToolManager cannot watch its files: ${messageOf(error)}`),
    });
    await before?.close();
    return true;
  }

  /** Reads the changed files. What cannot be loaded is reported once. */
  async #reloadChanged(): Promise<void> {
    const known = new Set(this.errors.map(({ message }) => message));
    try {
      await this.reload();
    } catch (error) {
      if (!this.#isClosed) emitWarning(`The tools remain as they are: ${messageOf(error)}`);
      return;
    }
    for (const { message } of this.errors) if (!known.has(message)) emitWarning(message);
  }

  /** Loads everything, and resolves to whether it differs from what was loaded before. */
  async #load(): Promise<boolean> {
    if (this.#isClosed) throw new DefinitionError('ToolManager: it is closed. Load another one.');
    const version = this.#loadings++;
    const before = this.#collection;
    const settings = await readSettings(this.#options, version);
    const files = await loadFiles(settings, { files: before.files, version });
    this.#paths = watchedPaths(settings, files);
    try {
      this.#replace(await createCollection(settings, files));
    } catch (error) {
      retireSources(files, before.files);
      throw error;
    }
    return !this.#collection.equals(before);
  }

  /** Replaces the tools. Sources that are no longer used are closed when their calls have ended. */
  #replace(collection: ToolCollection): void {
    const before = this.#collection;
    this.#collection = collection;
    const known = new Set(before.table.duplicates.map(({ name, file }) => `${name} ${file}`));
    for (const duplicate of collection.table.duplicates) {
      if (!known.has(`${duplicate.name} ${duplicate.file}`)) warnOfDuplicate(duplicate);
    }
    this.#follow(sourcesOf(collection.files));
    if (!collection.equals(before)) this.#changes.next();
    retireSources(before.files, collection.files);
  }

  /** Follows the changes of sources, and of no others. */
  #follow(sources: readonly CountedSource[]): void {
    for (const [source, subscription] of this.#followed) {
      if (sources.includes(source)) continue;
      subscription?.unsubscribe();
      this.#followed.delete(source);
    }
    for (const source of sources) {
      if (this.#followed.has(source)) continue;
      const onChange = (): void => void this.#runNext(() => this.#refresh(source)).catch(warnOfSource(source));
      this.#followed.set(source, source.source.changes$?.subscribe(onChange));
    }
  }

  /** Reads the tools of a source again. */
  async #refresh(source: CountedSource): Promise<void> {
    if (!this.#followed.has(source)) return;
    this.#replace(this.#collection.withTools(source, await source.specs()));
  }
}

async function createCollection(settings: ManagerSettings, files: readonly LoadedFile[]): Promise<ToolCollection> {
  const [toolSets, agents] = await Promise.all([
    findDefinitions(settings.toolSets, settings.environment),
    findDefinitions(settings.agents, settings.environment),
  ]);
  return new ToolCollection({ files, toolSets: readAll(toolSets, readToolSet), agents: readAll(agents, readAgent) });
}

function warnOfSource({ source }: CountedSource): (error: unknown) => void {
  return (error) => emitWarning(`The tools of '${source.name}' could not be read again: ${messageOf(error)}`);
}

function warnOfDuplicate({ name, file, usedFile }: DuplicateTool): void {
  emitWarning(`The tool '${name}' of ${file} is not used, because ${usedFile} defines a tool of this name.`);
}

/** Closes the sources that no kept file has, when no call uses them. */
function retireSources(files: readonly LoadedFile[], kept: readonly LoadedFile[]): void {
  const used = new Set(sourcesOf(kept));
  for (const source of sourcesOf(files)) if (!used.has(source)) source.retire();
}
