import { brandClass, brands, hasBrand } from '../brand.js';
import { DefinitionError, ToolNotFoundError } from '../errors.js';
import { checkPositive } from '../execution/check-limits.js';
import type { SchemaSource } from '../metadata/tool-options.js';
import type { ToolSpec } from '../spec/tool-spec.js';
import { LayeredState } from '../state/layered-state.js';
import { ToolState } from '../state/tool-state.js';
import { type ApprovalOptions, ApprovalService } from './approval/approval.js';
import { addTaskTools, type BackgroundToolOptions } from './background/task-tools.js';
import { ExtendedModels } from './extended/extended-models.js';
import { FollowedSource } from './followed-source.js';
import { type HostedTool, hostedGroup, isHostedTool } from './hosted-tool.js';
import { createFinishTool, type FinishToolOptions } from './meta/finish-tool.js';
import { addMetaTools, type MetaToolOptions } from './meta/meta-tools.js';
import type { Middleware } from './middleware/middleware.js';
import { CallEvents } from './pipeline/call-events.js';
import { CallHistory, type CallHistoryOptions } from './pipeline/call-history.js';
import { entriesOf, type RegisterOptions, type ToolProvider } from './registration.js';
import { type DuplicatePolicy, ToolCatalog } from './tool-catalog.js';
import type { ToolGroupOptions } from './tool-group.js';
import { ToolScope } from './tool-scope.js';
import type { ToolSource } from './tool-source.js';
import { type SessionOptions, ToolkitSession } from './toolkit-session.js';

/** What a toolkit is made with. */
export interface ToolkitOptions extends ApprovalOptions {
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
  readonly #events: CallEvents;
  readonly #approval: ApprovalService;
  readonly #extended: ExtendedModels;
  readonly #onDuplicate: DuplicatePolicy;
  readonly #history: ToolkitOptions['history'];
  readonly #sources = new Map<string, FollowedSource>();

  constructor(options: ToolkitOptions = {}) {
    const catalog = new ToolCatalog();
    const events = new CallEvents(historyOf(options.history));
    const approval = new ApprovalService(options);
    const extended = new ExtendedModels();
    super({ catalog, events, state: ToolState.from(options.state), approval, extended, active: [] });
    this.#catalog = catalog;
    this.#events = events;
    this.#approval = approval;
    this.#extended = extended;
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
   * @throws DefinitionError if the name is taken, or is none that every provider takes: letters, digits, `_`, `.`, `-`; or
   * on middleware that is no function.
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
    if (isHostedTool(provider)) this.#catalog.addHosted(provider, hostedGroup(provider, options));
    else this.#catalog.add(entriesOf(provider, options), options.onDuplicate ?? this.#onDuplicate);
  }

  /**
   * Adds the tools of a source, and follows its changes until it is removed. A source that fails here is not closed.
   *
   * @throws DefinitionError as `register` does, and if a source of that name is there; whatever the source throws.
   */
  async registerSource(source: ToolSource, options: RegisterOptions = {}): Promise<void> {
    const { name } = source;
    if (this.#sources.has(name)) throw new DefinitionError(`There is a source '${name}' already. Remove it first.`);
    const policy = options.onDuplicate ?? this.#onDuplicate;
    let hasChanged = false;
    const followed = new FollowedSource(source, (specs) => {
      this.#catalog.replaceSource(name, entriesOf(specs, options, { source: name, hasChanged }), policy);
      hasChanged = true;
    });
    // Kept before its tools are known, so that a second source of that name does not slip in.
    this.#sources.set(name, followed);
    try {
      await followed.open();
    } catch (error) {
      followed.stop();
      if (this.#sources.get(name) === followed) this.#sources.delete(name);
      throw error;
    }
  }

  /** Removes a source with its tools, and closes it. Throws a DefinitionError if there is none of that name. */
  async removeSource(name: string): Promise<void> {
    const followed = this.#sources.get(name);
    if (followed === undefined) throw new DefinitionError(`There is no source '${name}'. ${this.#sourceNames()}`);
    this.#sources.delete(name);
    followed.stop();
    this.#catalog.removeWhere(({ source }) => source === name);
    await followed.source.close();
  }

  /** Removes a tool. Throws a ToolNotFoundError if there is none of that name. */
  unregister(name: string): void {
    if (this.#catalog.remove(name)) return;
    throw new ToolNotFoundError(`There is no tool named '${name}' to remove.`, { toolName: name });
  }

  /**
   * Removes all tools, all sources, the toolkit's extended models, and all groups but the basic one. Sources are closed:
   * the tools are gone at once, and the promise is for the sources. It rejects as the first that cannot be closed, after
   * all have been.
   */
  async clear(): Promise<void> {
    const names = [...this.#sources.keys()];
    this.#extended.clear();
    this.#catalog.clear();
    const closed = await Promise.allSettled(names.map((name) => this.removeSource(name)));
    const failed = closed.find((one) => one.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }

  /**
   * Lets models switch groups themselves, here and in each session, by the tool `activate_tool_groups`; and look for
   * tools by `search_tools` where there are many groups. A second time it changes the options.
   *
   * @throws DefinitionError if another tool has such a name.
   */
  enableMetaTool(options: MetaToolOptions = {}): void {
    addMetaTools(this.#catalog, options);
  }

  /**
   * Adds the tools by which models follow background calls: `view_task`, `wait_task` and `cancel_task`. Without it they
   * are added when the first call goes to the background.
   *
   * @throws DefinitionError if another tool has such a name.
   */
  enableBackground({ maxTasks }: BackgroundToolOptions = {}): void {
    checkPositive(maxTasks, 'enableBackground: maxTasks');
    addTaskTools(this.#catalog);
    this.#catalog.maxTasks = maxTasks ?? this.#catalog.maxTasks;
  }

  /**
   * Adds a tool by which a model gives its final answer: the fields of `model` are its arguments. The validated answer is
   * the call's data, and `metadata.structuredOutput` of its last response.
   *
   * @throws DefinitionError if the name is taken.
   */
  finishTool(model: SchemaSource, options: FinishToolOptions = {}): ToolSpec {
    const spec = createFinishTool(model, options);
    this.register(spec, { onDuplicate: 'error' });
    return spec;
  }

  /**
   * Puts middleware around every call, inside of what is there already.
   *
   * @throws DefinitionError on what is no function.
   */
  use(...middleware: readonly Middleware[]): this {
    this.#catalog.use(middleware);
    return this;
  }

  /** One conversation over the same tools: its own groups, state and history. Its events show here too. */
  session(options: SessionOptions = {}): ToolkitSession {
    const groups = (options.groups ?? this.activeGroups()).map((name) => this.#catalog.group(name));
    return new ToolkitSession({
      catalog: this.#catalog,
      events: new CallEvents(historyOf(this.#history), this.#events),
      state: LayeredState.of(ToolState.from(options.state), [this.state]),
      approval: this.#approval.withApprover(options.approver),
      extended: new ExtendedModels(this.#extended),
      active: groups,
    });
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
