import type { Subscription } from 'rxjs';
import { brandClass, brands, hasBrand } from '../brand.js';
import { DefinitionError, ToolNotFoundError } from '../errors.js';
import { LayeredState } from '../state/layered-state.js';
import { ToolState } from '../state/tool-state.js';
import { CallHistory, type CallHistoryOptions } from './call-history.js';
import { CallJournal } from './call-journal.js';
import { type HostedTool, isHostedTool } from './hosted-tool.js';
import type { Middleware } from './middleware.js';
import { entriesOf, type RegisterOptions, type ToolProvider } from './registration.js';
import { type DuplicatePolicy, ToolCatalog } from './tool-catalog.js';
import type { ToolGroupOptions } from './tool-group.js';
import { ToolScope } from './tool-scope.js';
import type { ToolSource } from './tool-source.js';
import { type SessionOptions, ToolkitSession } from './toolkit-session.js';

/** What a toolkit is made with. */
export interface ToolkitOptions {
  /** Values that bindings find before those of a tool's own state. A plain object is copied. */
  readonly state?: ToolState | Readonly<Record<string, unknown>> | undefined;
  /** What happens to a tool whose name is taken. @default 'error' */
  readonly onDuplicate?: DuplicatePolicy | undefined;
  /** Whether ended calls are kept, for the toolkit and each session. @default false */
  readonly history?: boolean | CallHistoryOptions | undefined;
}

/**
 * A set of tools in groups: what an agent holds. It lists what a model may see, and runs what a model asks for.
 * Order of tools is the order of registration, stable for the sake of prompt caches.
 *
 * @example
 * ```ts
 * const toolkit = new Toolkit();
 * toolkit.register(new KnowledgeBase(store));
 * const tools = toolkit.getJsonSchemas();
 * const result = await toolkit.execute('search', { query: 'streams' });
 * ```
 */
export class Toolkit extends ToolScope {
  readonly #catalog: ToolCatalog;
  readonly #journal: CallJournal;
  readonly #onDuplicate: DuplicatePolicy;
  readonly #history: ToolkitOptions['history'];
  readonly #sources = new Map<string, { readonly source: ToolSource; readonly following: Subscription | undefined }>();

  constructor(options: ToolkitOptions = {}) {
    const catalog = new ToolCatalog();
    const journal = new CallJournal(historyOf(options.history));
    super({ catalog, journal, state: ToolState.from(options.state), active: [] });
    this.#catalog = catalog;
    this.#journal = journal;
    this.#onDuplicate = options.onDuplicate ?? 'error';
    this.#history = options.history;
  }

  /** Whether `value` is a Toolkit, also of another copy of this package. */
  static is(value: unknown): value is Toolkit {
    return hasBrand(value, brands.toolkit);
  }

  /**
   * Makes a group. It is inactive unless told otherwise.
   *
   * @throws DefinitionError if the name is taken.
   */
  createGroup(name: string, options: ToolGroupOptions = {}): void {
    this.#catalog.createGroup(name, options);
    if (options.active === true) this.updateGroups([name], true);
  }

  /** Removes groups and their tools. Throws a DefinitionError on an unknown name, before anything changes. */
  removeGroups(names: readonly string[]): void {
    this.#catalog.removeGroups(names);
  }

  /**
   * Adds tools: all of them, or none if one cannot be added.
   *
   * @throws DefinitionError on a name that is taken, a group that does not exist, options that name no tool or argument,
   * and a mistake in a class.
   */
  register(provider: ToolProvider | HostedTool, options: RegisterOptions = {}): void {
    if (isHostedTool(provider)) this.#catalog.addHosted(provider);
    else this.#catalog.add(entriesOf(provider, options), options.onDuplicate ?? this.#onDuplicate);
  }

  /**
   * Adds the tools of a source, and follows its changes until it is removed.
   *
   * @throws DefinitionError as `register` does, and if a source of that name is there.
   */
  async registerSource(source: ToolSource, options: RegisterOptions = {}): Promise<void> {
    const { name } = source;
    if (this.#sources.has(name)) throw new DefinitionError(`There is a source '${name}' already. Remove it first.`);
    const policy = options.onDuplicate ?? this.#onDuplicate;
    // Kept before its tools are known, so that a second source of that name does not slip in.
    this.#sources.set(name, { source, following: undefined });
    try {
      this.#catalog.add(entriesOf(await source.specs(), options, name), policy);
    } catch (error) {
      this.#sources.delete(name);
      throw error;
    }
    const following = source.changes$?.subscribe(() => {
      this.#refresh(source, options, policy).catch((error: unknown) => {
        // The tools stay as they were: a source that cannot be read now may be read later.
        process.emitWarning(`The tools of '${name}' could not be read again: ${String(error)}`, {
          type: 'ToolwrightWarning',
        });
      });
    });
    this.#sources.set(name, { source, following });
  }

  /** Removes a source with its tools, and closes it. Throws a DefinitionError if there is none of that name. */
  async removeSource(name: string): Promise<void> {
    const held = this.#sources.get(name);
    if (held === undefined) throw new DefinitionError(`There is no source '${name}'. ${this.#sourceNames()}`);
    this.#sources.delete(name);
    held.following?.unsubscribe();
    this.#catalog.removeWhere(({ source }) => source === name);
    await held.source.close();
  }

  /** Removes a tool. Throws a ToolNotFoundError if there is none of that name. */
  unregister(name: string): void {
    if (this.#catalog.remove(name)) return;
    throw new ToolNotFoundError(`There is no tool named '${name}' to remove.`, { toolName: name });
  }

  /** Removes all tools, all sources, and all groups but the basic one. Sources are closed. */
  async clear(): Promise<void> {
    const names = [...this.#sources.keys()];
    this.#catalog.clear();
    await Promise.all(names.map((name) => this.removeSource(name)));
  }

  /** Puts middleware around every call, inside of what is there already. */
  use(...middleware: readonly Middleware[]): this {
    this.#catalog.use(middleware);
    return this;
  }

  /** One conversation over the same tools: its own groups, state and history. Its events show here too. */
  session(options: SessionOptions = {}): ToolkitSession {
    const groups = (options.groups ?? this.activeGroups()).map((name) => this.#catalog.group(name));
    return new ToolkitSession({
      catalog: this.#catalog,
      journal: new CallJournal(historyOf(this.#history), this.#journal),
      state: LayeredState.of(ToolState.from(options.state), [this.state]),
      active: groups,
    });
  }

  async #refresh(source: ToolSource, options: RegisterOptions, policy: DuplicatePolicy): Promise<void> {
    const specs = await source.specs();
    // It may have been removed meanwhile.
    if (this.#sources.get(source.name)?.source !== source) return;
    const entries = entriesOf(specs, options, source.name);
    this.#catalog.removeWhere((entry) => entry.source === source.name);
    this.#catalog.add(entries, policy);
  }

  #sourceNames(): string {
    const names = [...this.#sources.keys()];
    return names.length === 0 ? 'There are none.' : `The sources are ${names.join(', ')}.`;
  }
}
brandClass(Toolkit, brands.toolkit);

function historyOf(history: ToolkitOptions['history']): CallHistory | undefined {
  if (history === undefined || history === false) return undefined;
  return new CallHistory(history === true ? {} : history);
}
