import { DefinitionError, ToolNotFoundError } from '../base/errors/errors.js';
import { checkOptionNames, type OptionNames, ownOptions } from '../base/options/check-options.js';
import { positive, string } from '../base/options/option-rules.js';
import { brandClass, brands, hasBrand } from '../base/values/brand.js';
import { previewValue } from '../base/values/value-preview.js';
import { partOfHost } from '../call/host-call.js';
import { LayeredState } from '../call/state/layered-state.js';
import { ToolState } from '../call/state/tool-state.js';
import type { BackgroundToolOptions } from '../features/background/task-tools.js';
import { type CodeModeOptions, readCodeModeOptions } from '../features/code-mode/code-options.js';
import { createFinishTool, type FinishToolOptions } from '../features/meta/finish-tool.js';
import type { MetaToolOptions } from '../features/meta/meta-tools.js';
import { type ScopeResults, scopeResultsKey } from '../features/offload/scope-results.js';
import type { SkillOptions } from '../features/skills/add-skills.js';
import type { Skill } from '../features/skills/skill.js';
import type { TaskStore } from '../stores/task-store.js';
import type { SchemaSource } from '../tool/metadata/tool-options.js';
import type { ToolSpec } from '../tool/spec/tool-spec.js';
import type { VersionRange } from '../tool/spec/version-range.js';
import { ActiveGroups } from '../toolkit/active-groups.js';
import { approvalKey } from '../toolkit/approval-part.js';
import { CallRunner, callRunnerKey, seedOf } from '../toolkit/call-runner.js';
import { type HostedTool, hostedGroup, isHostedTool } from '../toolkit/entry/hosted-tool.js';
import type { Middleware } from '../toolkit/entry/middleware.js';
import { type GroupDefinition, groupNames, type ToolGroupOptions } from '../toolkit/entry/tool-group.js';
import { flowPartKey } from '../toolkit/flow-part.js';
import { CallEvents } from '../toolkit/pipeline/call-events.js';
import { CallHistory } from '../toolkit/pipeline/call-history.js';
import {
  checkRegisterOptions,
  createEntries,
  type RegisterOptions,
  type ToolProvider,
} from '../toolkit/registration.js';
import type { DuplicatePolicy } from '../toolkit/resolve-duplicates.js';
import { ToolCatalog } from '../toolkit/tool-catalog.js';
import type { SourceGroup, ToolSource } from '../toolkit/tool-source.js';
import { compileVersions } from '../toolkit/tool-versions.js';
import { createFeature, featureOf } from './features.js';
import { ToolScope } from './tool-scope.js';
import type { AllToolsOf, WithApprover } from './tool-types.js';
import {
  checkProvider,
  needsOfOptions,
  readCallOptionsHook,
  type ToolkitOptions,
  toolkitOptionNames,
} from './toolkit-options.js';
import { type SessionOptions, sessionOptionNames, ToolkitSession } from './toolkit-session.js';

/** The options of `unregister`. */
export interface UnregisterOptions {
  /** The range of the versions to remove: `'1.2.3'`, `'1.2.x'`, `'1.x'` or `'*'`. @default all versions */
  readonly version?: string | undefined;
}

const metaToolNames: OptionNames<MetaToolOptions> = { search: { fromGroups: true } };

const backgroundToolNames: OptionNames<BackgroundToolOptions> = { maxTasks: positive };

const finishToolNames: OptionNames<FinishToolOptions> = { name: string, description: string };

const unregisterOptionNames: OptionNames<UnregisterOptions> = { version: string };

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
// biome-ignore lint/suspicious/noExplicitAny: a toolkit whose tools are not known accepts any, and fits any other one.
export class Toolkit<Tools = any> extends ToolScope<Tools> {
  readonly #runner: CallRunner;
  readonly #catalog: ToolCatalog;
  readonly #options: ToolkitOptions;

  /**
   * @throws DefinitionError on an unknown option, a malformed permission rule, and an `approvalKey` that is not a key or is
   * too short.
   */
  constructor(options: ToolkitOptions = {}) {
    checkOptionNames(options, toolkitOptionNames, 'new Toolkit()');
    // A feature that is installed later has the options of today.
    const own = Object.freeze({ ...ownOptions(options, toolkitOptionNames) });
    const catalog: ToolCatalog = new ToolCatalog(own, (name) => createFeature(name, own, catalog));
    for (const need of needsOfOptions(own)) catalog.features.require(need);
    const runner = new CallRunner(
      {
        catalog,
        events: new CallEvents({ history: createHistory(own.history) }),
        state: ToolState.from(own.state),
        maskErrors: own.maskErrors,
        completeOptions: readCallOptionsHook(own.callOptions),
        agentDepth: 0,
        auth: undefined,
        hostRequest: undefined,
        active: new ActiveGroups([]),
        fixedGroups: false,
        clientTools: true,
        versions: compileVersions(undefined, catalog, 'new Toolkit()'),
      },
      () => undefined,
    );
    super(runner);
    this.#runner = runner;
    this.#catalog = catalog;
    this.#options = own;
  }

  /**
   * Creates a toolkit with the tools of providers, and with their types: of classes for which `toolwright generate --types`
   * has written them, and of specs with a literal name. If the tools of a provider are not known to the compiler, calls of
   * unknown names are allowed.
   *
   * @example
   * ```ts
   * const toolkit = Toolkit.of(new Shop(), new Orders());
   * const { data } = await toolkit.execute('find', { query: 'tea' });
   * ```
   * @throws DefinitionError for the reasons of `register`.
   */
  static of<const Providers extends readonly ToolProvider[]>(...providers: Providers): Toolkit<AllToolsOf<Providers>> {
    const toolkit = new Toolkit<AllToolsOf<Providers>>();
    for (const provider of providers) {
      checkProvider(provider);
      toolkit.register(provider);
    }
    return toolkit;
  }

  /** Checks whether `value` is a Toolkit, including one from another copy of this package. */
  static is(value: unknown): value is Toolkit {
    return hasBrand(value, brands.toolkit);
  }

  /** The store of durable calls. Undefined if the toolkit was created without one. */
  get taskStore(): TaskStore | undefined {
    return this.#options.taskStore;
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
    else this.#catalog.add(createEntries(provider, options), options.onDuplicate ?? this.#duplicatePolicy);
  }

  /**
   * Adds the tools of a source with the groups that it declares, and follows its changes until it is removed. A source
   * that cannot be added is not closed. Rejects with the error of the source if its tools cannot be read.
   *
   * @throws DefinitionError if a source of that name exists, or for the reasons of `register`.
   */
  async registerSource(source: ToolSource, options: RegisterOptions = {}): Promise<void> {
    checkRegisterOptions(options, 'registerSource');
    const policy = options.onDuplicate ?? this.#duplicatePolicy;
    const createGroup = ({ name, ...group }: SourceGroup): void => this.createGroup(name, group);
    await featureOf(this.#runner, 'sources').add({ source, options, policy, createGroup });
  }

  get #duplicatePolicy(): DuplicatePolicy {
    return this.#options.onDuplicate ?? 'error';
  }

  /** Removes a source with its tools, and closes it. Throws a DefinitionError if it does not exist. */
  async removeSource(name: string): Promise<void> {
    await featureOf(this.#runner, 'sources').remove(name);
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
    this.#catalog.clear();
    await featureOf(this.#runner, 'sources').removeAll();
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
    featureOf(this.#runner, 'meta').enable(options);
  }

  /**
   * Adds the tools with which models manage background tasks: `view_task`, `wait_task` and `cancel_task`. Otherwise
   * they are added by the first call that may run in the background.
   *
   * @throws DefinitionError if another tool has one of these names.
   */
  enableBackground(options: BackgroundToolOptions = {}): void {
    checkOptionNames(options, backgroundToolNames, 'enableBackground');
    featureOf(this.#runner, 'background').enable(options.maxTasks);
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
    featureOf(this.#runner, 'code-mode').enable(readCodeModeOptions(options));
  }

  /**
   * Adds skills: all of them, or none if one cannot be added. `getGroupInstructions` names them while their group is
   * active, and models read them with the tool `read_skill`, which the first skill adds.
   *
   * @throws DefinitionError on a malformed skill, a name that is already in use, a group that does not exist, and a skill
   * that names a tool that is not registered.
   */
  async addSkills(skills: readonly Skill[] | PromiseLike<readonly Skill[]>, options: SkillOptions = {}): Promise<void> {
    featureOf(this.#runner, 'skills').add(await skills, options);
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
  session(options?: WithApprover<Tools, SessionOptions>): ToolkitSession<Tools>;
  session(given: object = {}): ToolkitSession<Tools> {
    const options: SessionOptions = given;
    checkOptionNames(options, sessionOptionNames, 'session');
    const { groups = this.activeGroups(), approver, auth, hostRequest } = options;
    if (approver !== undefined) this.#catalog.features.require({ name: 'approval', what: 'session: approver' });
    const { completeOptions, events, state } = this.#runner.parts;
    const shared = ToolkitSession.is(groups) ? partOfHost(groups, callRunnerKey) : undefined;
    const active = shared?.parts.active ?? new ActiveGroups(listGroups(groups, this.#catalog));
    return new ToolkitSession(options.id, {
      parent: this.#runner,
      catalog: this.#catalog,
      events: new CallEvents({ history: createHistory(this.#options.history), parents: [events] }),
      agentDepth: 0,
      state: LayeredState.of(ToolState.from(options.state), [state]),
      seeds: [
        ...(approver === undefined ? [] : [seedOf(approvalKey, (own) => own.withApprover(approver))]),
        ...(shared === undefined
          ? []
          : [
              seedOf(scopeResultsKey, (own) => shareResults(own, shared)),
              seedOf(flowPartKey, (own) => shared.part(flowPartKey) ?? own),
            ]),
      ],
      maskErrors: options.maskErrors ?? this.#options.maskErrors,
      completeOptions: (given) =>
        completeOptions({ ...given, auth: given.auth ?? auth, hostRequest: given.hostRequest ?? hostRequest }),
      auth,
      hostRequest,
      active,
      fixedGroups: options.fixedGroups === true,
      clientTools: options.clientTools !== false,
      versions: compileVersions(options.versions, this.#catalog, 'session: versions'),
    });
  }
}
brandClass(Toolkit, brands.toolkit);

/** Returns the groups that a session names. Throws a DefinitionError if they are no names, or one is unknown. */
function listGroups(groups: unknown, catalog: ToolCatalog): readonly GroupDefinition[] {
  if (Array.isArray(groups)) return groups.map((name: string) => catalog.group(name));
  throw new DefinitionError(`session: groups must be an array of names or a session, not ${previewValue(groups)}.`);
}

function shareResults(own: ScopeResults, other: CallRunner): ScopeResults {
  const results = other.part(scopeResultsKey);
  return results === undefined ? own : own.sharing(results);
}

function createHistory(history: ToolkitOptions['history']): CallHistory | undefined {
  if (history === undefined || history === false) return undefined;
  return new CallHistory(history === true ? {} : history);
}
