import { DefinitionError, ToolNotFoundError } from '../base/errors/errors.js';
import { checkOptionNames, type OptionNames } from '../base/options/check-options.js';
import { brandClass, brands, hasBrand } from '../base/values/brand.js';
import { previewValue } from '../base/values/value-preview.js';
import { checkCoerce, checkCount, checkPositive } from '../execution/check-limits.js';
import type { SchemaSource, StateVisibility } from '../metadata/tool-options.js';
import { checkStateScope } from '../spec/spec-definition.js';
import type { ToolSpec } from '../spec/tool-spec.js';
import { LayeredState } from '../state/layered-state.js';
import { ToolState } from '../state/tool-state.js';
import type { TaskStore } from '../stores/task-store.js';
import { ActiveGroups } from './active-groups.js';
import { type ApprovalOptions, ApprovalService } from './approval/approval.js';
import { type ToolkitCallOptions, toolkitCallNames } from './background/background-call.js';
import { addTaskTools, type BackgroundToolOptions } from './background/task-tools.js';
import { addCodeMode } from './code-mode/add-code-mode.js';
import { type CodeModeOptions, readCodeModeOptions } from './code-mode/code-options.js';
import { DurableTasks } from './durable/durable-tasks.js';
import { ExtendedModels } from './extended/extended-models.js';
import { FollowedSource } from './followed-source.js';
import { type HostedTool, hostedGroup, isHostedTool } from './hosted-tool.js';
import { createFinishTool, type FinishToolOptions } from './meta/finish-tool.js';
import { addMetaTools, type MetaToolOptions } from './meta/meta-tools.js';
import { CallEvents } from './pipeline/call-events.js';
import { CallHistory, type CallHistoryOptions, historyNames } from './pipeline/call-history.js';
import { checkMaskErrors, type MaskErrors } from './pipeline/mask-outcome.js';
import type { Middleware } from './pipeline/middleware.js';
import { checkRegisterOptions, createEntries, type RegisterOptions, type ToolProvider } from './registration.js';
import type { DuplicatePolicy } from './resolve-duplicates.js';
import { addSkillsTo, type SkillOptions } from './skills/add-skills.js';
import type { Skill } from './skills/skill.js';
import { SourceGroups } from './source-groups.js';
import { ToolCatalog } from './tool-catalog.js';
import type { ToolEntry } from './tool-entry.js';
import { groupNames, type ToolGroupOptions } from './tool-group.js';
import { type CompleteOptions, ToolScope } from './tool-scope.js';
import type { ToolSource } from './tool-source.js';
import { compileVersions } from './tool-versions.js';
import { type SessionOptions, ToolkitSession } from './toolkit-session.js';
import type { VersionRange } from './version-range.js';

/** The options of a toolkit. */
export interface ToolkitOptions extends ApprovalOptions {
  /** The state values of the toolkit. Bindings look here before a tool's own state. A plain object is copied. */
  readonly state?: ToolState | Readonly<Record<string, unknown>> | undefined;
  /** What happens to a tool whose name is already in use. @default 'error' */
  readonly onDuplicate?: DuplicatePolicy | undefined;
  /** Whether the tools coerce arguments, unless a tool or a call decides itself. @default true */
  readonly coerce?: boolean | undefined;
  /**
   * Whether `ctx.state` shows tools the entire state of a call, or only the keys that they bind or name, unless a tool
   * decides itself.
   *
   * @default 'all'
   */
  readonly stateScope?: StateVisibility | undefined;
  /**
   * The maximum number of calls that wait for their client, for the toolkit and each session. A new call displaces the
   * oldest one, which ends with a RateLimitError.
   *
   * @default 256
   */
  readonly maxPendingCalls?: number | undefined;
  /**
   * The store of durable calls, which survive this process. Calls with `durable`, of tools with `durable`, and with
   * `background` are stored there, and run by the workers of the store (`serveTasks`).
   *
   * @default all calls run in this process
   */
  readonly taskStore?: TaskStore | undefined;
  /** Whether ended calls are recorded, for the toolkit and each session. @default false */
  readonly history?: boolean | CallHistoryOptions | undefined;
  /**
   * Whether callers receive `Internal error (call ID)` instead of the words of an error that is not a ToolError. The
   * error itself is the `cause`, and is logged as a process warning, or passed to the function. @default false
   */
  readonly maskErrors?: MaskErrors | undefined;
  /**
   * Completes the options of each call of the toolkit and its sessions, before the tool is looked up. It must not return
   * a promise. If it throws, the call fails with that error.
   *
   * @default the options as they are passed
   */
  readonly callOptions?: ((options: ToolkitCallOptions) => ToolkitCallOptions) | undefined;
}

/** The names of the options of a toolkit. */
export const toolkitOptionNames: OptionNames<ToolkitOptions> = {
  state: true,
  onDuplicate: true,
  coerce: true,
  stateScope: true,
  maxPendingCalls: true,
  taskStore: true,
  history: historyNames,
  maskErrors: true,
  callOptions: true,
  approver: true,
  permissions: true,
  exemptReadOnly: true,
  approvalKey: true,
  approvalSubject: true,
  claimApproval: true,
};

/** The options of `unregister`. */
export interface UnregisterOptions {
  /** The range of the versions to remove: `'1.2.3'`, `'1.2.x'`, `'1.x'` or `'*'`. @default all versions */
  readonly version?: string | undefined;
}

const metaToolNames: OptionNames<MetaToolOptions> = { search: { fromGroups: true } };

const backgroundToolNames: OptionNames<BackgroundToolOptions> = { maxTasks: true };

const finishToolNames: OptionNames<FinishToolOptions> = { name: true, description: true };

const unregisterOptionNames: OptionNames<UnregisterOptions> = { version: true };

const sessionOptionNames: OptionNames<SessionOptions> = {
  id: true,
  state: true,
  groups: true,
  fixedGroups: true,
  versions: true,
  clientTools: true,
  approver: true,
  maskErrors: true,
  auth: true,
  hostRequest: true,
};

/**
 * A set of tools in groups, for an agent. It exports the active tools for a model, and runs the calls that the model
 * emits. Tools are listed in the order of registration, which keeps prompt caches valid.
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
  readonly #durable: DurableTasks | undefined;
  readonly #events: CallEvents;
  readonly #approval: ApprovalService;
  readonly #extended: ExtendedModels;
  readonly #onDuplicate: DuplicatePolicy;
  readonly #history: ToolkitOptions['history'];
  readonly #maskErrors: MaskErrors | undefined;
  readonly #completeOptions: CompleteOptions;
  readonly #sources = new Map<string, FollowedSource>();
  /** The groups that were created for sources. */
  readonly #sourceGroups: SourceGroups;

  /**
   * @throws DefinitionError on an unknown option, a malformed permission rule, and an `approvalKey` that is not a key or is
   * too short.
   */
  constructor(options: ToolkitOptions = {}) {
    checkOptionNames(options, toolkitOptionNames, 'new Toolkit()');
    checkCoerce(options.coerce, 'new Toolkit()');
    checkMaskErrors(options.maskErrors, 'new Toolkit()');
    checkStateScope(options.stateScope, 'new Toolkit()');
    if (options.maxPendingCalls !== undefined) checkCount(options.maxPendingCalls, 'new Toolkit(): maxPendingCalls');
    const catalog = new ToolCatalog(options);
    const events = new CallEvents({ history: createHistory(options.history) });
    const approval = new ApprovalService(options);
    const extended = new ExtendedModels();
    const durable = options.taskStore && new DurableTasks(options.taskStore);
    const completeOptions = readCallOptionsHook(options.callOptions);
    super({
      durable,
      catalog,
      events,
      state: ToolState.from(options.state),
      approval,
      extended,
      maskErrors: options.maskErrors,
      completeOptions,
      agentDepth: 0,
      auth: undefined,
      hostRequest: undefined,
      active: new ActiveGroups([]),
      fixedGroups: false,
      clientTools: true,
      versions: compileVersions(undefined, catalog, 'new Toolkit()'),
      hides: (tool) => approval.hides(tool),
    });
    this.#catalog = catalog;
    this.#durable = durable;
    this.#sourceGroups = new SourceGroups(catalog, ({ name, ...options }) => this.createGroup(name, options));
    this.#events = events;
    this.#approval = approval;
    this.#extended = extended;
    this.#onDuplicate = options.onDuplicate ?? 'error';
    this.#history = options.history;
    this.#maskErrors = options.maskErrors;
    this.#completeOptions = completeOptions;
  }

  /** Checks whether `value` is a Toolkit, including one from another copy of this package. */
  static is(value: unknown): value is Toolkit {
    return hasBrand(value, brands.toolkit);
  }

  /** The store of durable calls. Undefined if the toolkit was created without one. */
  get taskStore(): TaskStore | undefined {
    return this.#durable?.store;
  }

  /** @internal */
  protected override get sessionId(): undefined {
    return undefined;
  }

  /** @internal */
  protected override get remembered(): undefined {
    return undefined;
  }

  /**
   * Creates a group. It is inactive unless `active` is true.
   *
   * @throws DefinitionError if the name is already in use or is not 1 to 64 letters, digits, `_`, `.` or `-`, or if
   * middleware is not a function or `deferLoading` not a boolean.
   */
  createGroup(name: string, options: ToolGroupOptions = {}): void {
    checkOptionNames(options, groupNames, `createGroup('${name}')`);
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
   * @throws DefinitionError on a name that is already in use, a group that does not exist, options that name unknown
   * tools or arguments, and an invalid tool definition in a class.
   */
  register(provider: ToolProvider | HostedTool, options: RegisterOptions = {}): void {
    if (isHostedTool(provider)) this.#catalog.addHosted(provider, hostedGroup(provider, options));
    else this.#catalog.add(this.#checked(createEntries(provider, options)), options.onDuplicate ?? this.#onDuplicate);
  }

  /**
   * Adds the tools of a source with the groups that it declares, and follows its changes until it is removed. A source
   * that cannot be added is not closed. Rejects with the error of the source if its tools cannot be read.
   *
   * @throws DefinitionError if a source of that name exists, or for the reasons of `register`.
   */
  async registerSource(source: ToolSource, options: RegisterOptions = {}): Promise<void> {
    checkRegisterOptions(options, 'registerSource');
    const { name } = source;
    if (this.#sources.has(name)) throw new DefinitionError(`There is a source '${name}' already. Remove it first.`);
    const policy = options.onDuplicate ?? this.#onDuplicate;
    let hasChanged = false;
    const followed = new FollowedSource(source, (specs) => {
      const entries = this.#checked(createEntries(specs, options, { source: name, hasChanged }));
      this.#sourceGroups.create(source.groups ?? [], entries);
      try {
        this.#catalog.replaceSource(name, entries, policy);
      } finally {
        this.#sourceGroups.removeEmpty();
      }
      hasChanged = true;
    });
    // Added before its tools are read, so that a second source of that name is rejected meanwhile.
    this.#sources.set(name, followed);
    try {
      await followed.open();
    } catch (error) {
      followed.stop();
      if (this.#sources.get(name) === followed) this.#sources.delete(name);
      throw error;
    }
  }

  /** Returns tools whose arguments the permission rules name correctly. Throws a DefinitionError if they do not. */
  #checked(entries: readonly ToolEntry[]): readonly ToolEntry[] {
    for (const { spec } of entries) this.#approval.checkTool(spec);
    return entries;
  }

  /** Removes a source with its tools, and closes it. Throws a DefinitionError if it does not exist. */
  async removeSource(name: string): Promise<void> {
    const followed = this.#sources.get(name);
    if (followed === undefined) throw new DefinitionError(`There is no source '${name}'. ${this.#sourceNames()}`);
    this.#sources.delete(name);
    followed.stop();
    this.#catalog.removeWhere(({ source }) => source === name);
    this.#sourceGroups.removeEmpty();
    await followed.source.close();
  }

  /**
   * Removes a tool with all its versions, or only the versions in a range.
   *
   * @throws ToolNotFoundError if it does not exist.
   * @throws DefinitionError on an unknown option, and on a range that no registered version matches.
   */
  unregister(name: string, options: UnregisterOptions = {}): void {
    checkOptionNames(options, unregisterOptionNames, 'unregister');
    const { version } = options;
    const isKnown = this.#catalog.versions(name).length > 0;
    const range = version !== undefined && isKnown ? this.#rangeOf(name, version) : undefined;
    if (range === undefined ? this.#catalog.remove(name) : this.#catalog.removeVersions(name, range)) return;
    throw new ToolNotFoundError(`There is no tool named '${name}' to remove.`, { toolName: name });
  }

  #rangeOf(name: string, version: string): VersionRange | undefined {
    return compileVersions({ [name]: version }, this.#catalog, 'unregister: version').get(name);
  }

  /**
   * Removes all tools, all skills, all sources, the toolkit's extended models, and all groups except the basic one. The tools are
   * removed synchronously. The promise settles when all sources have been closed, and rejects with the error of the
   * first source that cannot be closed.
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
   * Adds the tool `activate_tool_groups`, with which models activate groups themselves, in the toolkit and each
   * session. With many groups it also adds `search_tools`, with which models search for tools. Another call changes the
   * options.
   *
   * @throws DefinitionError if another tool has one of these names.
   */
  enableMetaTool(options: MetaToolOptions = {}): void {
    checkOptionNames(options, metaToolNames, 'enableMetaTool');
    addMetaTools(this.#catalog, options);
  }

  /**
   * Adds the tools with which models manage background tasks: `view_task`, `wait_task` and `cancel_task`. Otherwise
   * they are added by the first call that may run in the background.
   *
   * @throws DefinitionError if another tool has one of these names.
   */
  enableBackground(options: BackgroundToolOptions = {}): void {
    checkOptionNames(options, backgroundToolNames, 'enableBackground');
    const { maxTasks } = options;
    checkPositive(maxTasks, 'enableBackground: maxTasks');
    addTaskTools(this.#catalog);
    this.#catalog.maxTasks = maxTasks ?? this.#catalog.maxTasks;
  }

  /**
   * Enables code mode: models receive `search_tools`, `describe_tools` and `run_code` in place of the tools, and call the
   * tools by programs that run in a sandbox. Each call of a program is a call of the toolkit like any other, with
   * validation, access, approval and events. The option `allowedCallers` of a tool decides whether a model can also, or
   * only, call it directly. Another call changes the options.
   *
   * @example
   * ```ts
   * toolkit.enableCodeMode({ engine: new QuickJsEngine(), budgets: { calls: 20 } });
   * ```
   * @throws DefinitionError if another tool has one of these names, an option is invalid, or there is no engine.
   */
  enableCodeMode(options: CodeModeOptions): void {
    addCodeMode(this.#catalog, readCodeModeOptions(options));
  }

  /**
   * Adds skills: all of them, or none if one cannot be added. `getGroupInstructions` names them while their group is
   * active, and models read them with the tool `read_skill`, which the first skill adds.
   *
   * @throws DefinitionError on a malformed skill, a name that is already in use, a group that does not exist, and a skill
   * that names a tool that is not registered.
   */
  async addSkills(skills: readonly Skill[] | PromiseLike<readonly Skill[]>, options: SkillOptions = {}): Promise<void> {
    addSkillsTo(this.#catalog, await skills, options);
  }

  /**
   * Adds a tool with which a model submits its final answer. The fields of `model` are the tool's arguments. The
   * validated answer is the data of the call, and `metadata.structuredOutput` of its final response.
   *
   * @throws DefinitionError if the name is already in use.
   */
  finishTool(model: SchemaSource, options: FinishToolOptions = {}): ToolSpec {
    checkOptionNames(options, finishToolNames, 'finishTool');
    const spec = createFinishTool(model, options);
    this.register(spec, { onDuplicate: 'error' });
    return spec;
  }

  /**
   * Adds middleware around every call, inside the middleware added before.
   *
   * @throws DefinitionError on middleware that is not a function.
   */
  use(...middleware: readonly Middleware[]): this {
    this.#catalog.use(middleware);
    return this;
  }

  /**
   * Creates a session: one conversation over the tools of the toolkit, with its own active groups, state and history.
   * Its events are emitted by the toolkit too.
   *
   * @throws DefinitionError on an unknown option, an unknown group, an `id` that is not a text, and a range of versions
   * that no registered version matches.
   */
  session(options: SessionOptions = {}): ToolkitSession {
    checkOptionNames(options, sessionOptionNames, 'session');
    checkMaskErrors(options.maskErrors, 'session');
    const { groups = this.activeGroups(), auth, hostRequest } = options;
    const active =
      'sharedGroups' in groups
        ? groups.sharedGroups
        : new ActiveGroups(groups.map((name) => this.#catalog.group(name)));
    return new ToolkitSession({
      id: options.id,
      catalog: this.#catalog,
      events: new CallEvents({ history: createHistory(this.#history), parents: [this.#events] }),
      agentDepth: 0,
      durable: this.#durable,
      state: LayeredState.of(ToolState.from(options.state), [this.state]),
      approval: this.#approval.withApprover(options.approver),
      extended: new ExtendedModels(this.#extended),
      maskErrors: options.maskErrors ?? this.#maskErrors,
      completeOptions: (given) =>
        this.#completeOptions({ ...given, auth: given.auth ?? auth, hostRequest: given.hostRequest ?? hostRequest }),
      auth,
      hostRequest,
      active,
      fixedGroups: options.fixedGroups === true,
      clientTools: options.clientTools !== false,
      versions: compileVersions(options.versions, this.#catalog, 'session: versions'),
      results: 'sharedGroups' in groups ? () => groups.results : undefined,
      hides: (tool) => this.#approval.hides(tool),
    });
  }

  #sourceNames(): string {
    const names = [...this.#sources.keys()];
    return names.length === 0 ? 'No source is registered.' : `The sources are ${names.join(', ')}.`;
  }
}
brandClass(Toolkit, brands.toolkit);

const keepOptions: CompleteOptions = (options) => options;

function readCallOptionsHook(hook: ToolkitOptions['callOptions']): CompleteOptions {
  if (hook === undefined) return keepOptions;
  if (typeof hook !== 'function') {
    throw new DefinitionError(`new Toolkit(): callOptions must be a function, not ${previewValue(hook)}.`);
  }
  return (given) => {
    const options = hook(given);
    checkOptionNames(options, toolkitCallNames, 'callOptions of the toolkit');
    return options;
  };
}

function createHistory(history: ToolkitOptions['history']): CallHistory | undefined {
  if (history === undefined || history === false) return undefined;
  return new CallHistory(history === true ? {} : history);
}
