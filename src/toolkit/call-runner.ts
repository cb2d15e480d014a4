import { from, mergeMap, type Observable } from '../base/async/rxjs.js';
import { ToolError, ToolNotFoundError } from '../base/errors/errors.js';
import { checkOptionNames, type OptionNames } from '../base/options/check-options.js';
import { type KnownOptions, positive, strings } from '../base/options/option-rules.js';
import type { CallOptions, ToolCall } from '../call/call-options.js';
import { callNamed, checkCalls, createToolNameError, findCallProblem } from '../call/check-call.js';
import { callOptionNames } from '../call/check-limits.js';
import type { AwaitedCall } from '../call/concurrency/call-waits.js';
import { type ChunkSink, type RunnableCall, toAsyncIterable, toObservable, toToolResult } from '../call/consumers.js';
import { toToolError } from '../call/failure.js';
import { PartKey } from '../call/host-call.js';
import type { ToolResponse } from '../call/response/tool-response.js';
import { ToolResult } from '../call/response/tool-result.js';
import { LayeredState } from '../call/state/layered-state.js';
import { parseStatePattern, StateScope } from '../call/state/scoped-state.js';
import { ToolState } from '../call/state/tool-state.js';
import type { Caller } from '../tool/spec/access.js';
import { ToolSpec } from '../tool/spec/tool-spec.js';
import type { ListedTool, ScopeControl } from './entry/scope-control.js';
import type { ToolEntry } from './entry/tool-entry.js';
import type { ToolGroup } from './entry/tool-group.js';
import { needsOfCall } from './feature.js';
import type { CallEvents } from './pipeline/call-events.js';
import type { MaskErrors } from './pipeline/mask-errors.js';
import { type CallEnvironment, withParts } from './pipeline/pipeline.js';
import { ToolkitCall } from './pipeline/toolkit-call.js';
import { type ToolkitCallOptions, toolkitCallNames } from './pipeline/toolkit-call-options.js';
import { checkScopeState, type SelectionState } from './scope-state.js';
import { Selection, type SelectionParts } from './selection.js';
import type { ToolFilter } from './tool-filter.js';

/** The options of `callTools`. They apply to each call. */
export interface CallToolsOptions extends Omit<ToolkitCallOptions, 'callId' | 'throwOnError'> {
  /** The maximum number of calls that run at the same time. @default no limit */
  readonly concurrency?: number | undefined;
}

/** The options of `execute`. */
export interface ExecuteOptions extends ToolkitCallOptions {
  /**
   * The state paths that references in string arguments may read, such as `['session.**']` for `${session.user.name}`.
   * Each path includes those below it, and `*` is any key. A string that is one reference receives the value with its
   * type. `\\${` is a literal `${`. A path that is missing or not listed ends the call with an UnboundStateError. Use it
   * only for arguments that the application writes, never for those of a model.
   *
   * @default references are not resolved
   */
  readonly references?: readonly string[] | undefined;
}

const { callId: _callId, throwOnError: _throwOnError, ...sharedNames } = toolkitCallNames;

/** The names of the options of `callTools`. */
export const callToolsNames: OptionNames<CallToolsOptions> = { ...sharedNames, concurrency: positive };

const executeNames: OptionNames<ExecuteOptions> = { ...toolkitCallNames, references: strings };

/** A function that completes the options of a call. */
export type CompleteOptions = (options: ToolkitCallOptions) => ToolkitCallOptions;

/** The part of a feature in a scope that is created from another one. */
export interface PartSeed {
  readonly name: string;
  /**
   * Creates the part.
   *
   * @param own - Creates the part that the feature has in a new scope. Returns undefined if it is not installed.
   */
  create(own: () => unknown): unknown;
}

/** Creates the seed of a part. */
export function seedOf<Part>(key: PartKey<Part>, create: (own: Part) => Part | undefined): PartSeed {
  return {
    name: key.name,
    create: (createOwn) => {
      const own = key.read(createOwn());
      return own === undefined ? undefined : create(own);
    },
  };
}

/** The parts of the runner of a toolkit, session, agent or program. */
export interface RunnerParts extends SelectionParts {
  readonly events: CallEvents;
  readonly maskErrors: MaskErrors | undefined;
  readonly completeOptions: CompleteOptions;
  /** The number of agents in whose runs the calls are made, one within another. 0 outside of agents. */
  readonly agentDepth: number;
  /** Throws the error of a call that the scope does not admit. @default every call is admitted */
  readonly admit?: ((toolName: string) => void) | undefined;
  /** The call within which the calls of the scope are made. Undefined outside of agents and programs. */
  readonly caller?: AwaitedCall | undefined;
  /** The scope from which this one is created. Undefined for a toolkit. */
  readonly parent?: CallRunner | undefined;
  /** Whether a program makes the calls. @default false */
  readonly isProgram?: boolean | undefined;
  /** The parts of features that differ from those of a new scope. */
  readonly seeds?: readonly PartSeed[] | undefined;
}

/** The key of the runner of a toolkit or session. */
export const callRunnerKey: PartKey<CallRunner> = new PartKey('CallRunner');

/** Runs the calls of a toolkit, session, agent or program, and has what features keep for it. */
export class CallRunner implements ScopeControl {
  readonly parts: RunnerParts;
  readonly selection: Selection;
  readonly #sessionId: () => string | undefined;
  readonly #featureParts = new Map<string, unknown>();
  #environment: CallEnvironment | undefined;

  /** @param sessionId - Returns the ID of the session. Returns undefined for a toolkit. */
  constructor(parts: RunnerParts, sessionId: () => string | undefined) {
    this.parts = parts;
    this.#sessionId = sessionId;
    this.selection = new Selection(this, parts);
  }

  get sessionId(): string | undefined {
    return this.#sessionId();
  }

  get parent(): CallRunner | undefined {
    return this.parts.parent;
  }

  get isProgram(): boolean {
    return this.parts.isProgram === true;
  }

  part<Part>(key: PartKey<Part>): Part | undefined {
    const { name } = key;
    if (name === callRunnerKey.name) return key.read(this);
    const known = this.#featureParts.get(name);
    if (known !== undefined) return key.read(known);
    const seed = this.parts.seeds?.find((one) => one.name === name);
    const createOwn = (): unknown => this.parts.catalog.features.find(name)?.createPart?.(this);
    const part = seed === undefined ? createOwn() : seed.create(createOwn);
    if (part !== undefined) this.#featureParts.set(name, part);
    return key.read(part);
  }

  groups(): readonly ToolGroup[] {
    return this.selection.groups();
  }

  updateGroups(names: readonly string[], active: boolean): void {
    this.selection.updateGroups(names, active);
  }

  getGroupInstructions(): string {
    return this.selection.getGroupInstructions();
  }

  get activationHint(): string {
    return this.selection.activationHint;
  }

  get groupSwitch(): string | undefined {
    return this.selection.groupSwitch;
  }

  isDeferred(name: string): boolean {
    return this.selection.isDeferred(name);
  }

  get loadedTools(): readonly string[] {
    return this.selection.loadedTools;
  }

  loadTools(names: readonly string[]): void {
    this.selection.loadTools(names);
  }

  list(filter: ToolFilter): readonly ToolSpec[] {
    return this.selection.list(filter);
  }

  tools(caller: Caller, isWanted: (tool: ListedTool) => boolean): readonly ListedTool[] {
    return this.selection.tools(caller, isWanted);
  }

  callTool(call: ToolCall, options: ToolkitCallOptions): Observable<ToolResponse> {
    return this.#stream({ call, options, method: 'callTool', received: this.#receive() });
  }

  iterate(call: ToolCall, options: ToolkitCallOptions): AsyncIterable<ToolResponse> {
    const received = this.#receive();
    return toAsyncIterable((sink) => this.#createCall({ call, options, method: 'iterate', received }, sink));
  }

  callTools(calls: readonly ToolCall[], given: CallToolsOptions): Observable<ToolResponse> {
    checkCalls(calls);
    checkOptionNames(given, callToolsNames, 'callTools');
    const { concurrency, ...options } = given;
    // These options suit a single call only: several calls would share one ID, or end with the first that fails.
    const each: ToolkitCallOptions = { ...options, callId: undefined, throwOnError: false };
    const received = this.#receive();
    const run = (call: ToolCall) => this.#stream({ call, options: each, method: 'callTools', received });
    return from(calls).pipe(mergeMap(run, concurrency));
  }

  /** Returns the parts of features for calls that are received now. Undefined if no feature has one. */
  #receive(): ReadonlyMap<string, unknown> | undefined {
    const parts = this.parts.catalog.features.installed
      .map((feature) => [feature.name, feature.receive?.(this)] as const)
      .filter(([, part]) => part !== undefined);
    return parts.length === 0 ? undefined : new Map(parts);
  }

  #stream(call: ScopeCall): Observable<ToolResponse> {
    return toObservable((sink) => this.#createCall(call, sink));
  }

  execute(tool: string | ToolSpec, args: unknown, given: ExecuteOptions): Promise<ToolResult> {
    const options = objectOf(given);
    const execute = (name: string, version?: string): Promise<ToolResult> =>
      toToolResult(
        this.#createCall({
          call: { name, input: args },
          options: given,
          method: 'execute',
          version,
          names: executeNames,
        }),
      );
    const fail = (error: ToolError): Promise<ToolResult> =>
      options.throwOnError === true ? Promise.reject(error) : Promise.resolve(ToolResult.fail(error));
    if (typeof tool === 'string') return execute(tool);
    if (!ToolSpec.is(tool)) return fail(createToolNameError(tool));
    const { catalog } = this.parts;
    const registered = this.selection.registeredOf(tool);
    const name = catalog.nameOf(registered) ?? (this.selection.shows(registered) ? tool.name : undefined);
    // The version of the spec is called, even if another one is chosen by name.
    if (name !== undefined) return execute(name, catalog.versions(name).length > 1 ? tool.version : undefined);
    // Another tool may have that name.
    const message = `The spec '${tool.name}' that was passed to execute() is not registered.`;
    return fail(new ToolNotFoundError(message, { toolName: tool.name }));
  }

  /** Runs an entry that is not a tool, such as a resource. Resolves with its final result. */
  executeEntry(entry: ToolEntry, given: EntryCall): Promise<ToolResult> {
    return toToolResult(this.#createCall(entryCall(entry, given)));
  }

  /** Runs an entry that is not a tool. Each subscription runs it. */
  streamEntry(entry: ToolEntry, given: EntryCall): Observable<ToolResponse> {
    return this.#stream(entryCall(entry, given));
  }

  /** Returns the options of a call with those of the toolkit or session. */
  completeOptions(options: ToolkitCallOptions): ToolkitCallOptions {
    return this.parts.completeOptions(options);
  }

  /** The environment of the calls of this scope. */
  get environment(): CallEnvironment {
    this.#environment ??= this.createEnvironment();
    return this.#environment;
  }

  /** @param pinned - The tool that is called in one version only. */
  createEnvironment(pinned?: PinnedTool): CallEnvironment {
    const { catalog, caller, events, maskErrors, state } = this.parts;
    const { features } = catalog;
    return {
      scope: this,
      limiter: catalog.limiter,
      caller,
      ids: catalog.ids,
      events,
      maskErrors,
      get middleware() {
        return catalog.middleware;
      },
      get steps() {
        return features.steps;
      },
      find: (name, foundFor) => {
        const version = pinned !== undefined && name === pinned.name ? pinned.version : undefined;
        const entry = this.selection.entryFor(name, foundFor, version);
        return ToolError.is(entry) ? entry : catalog.compose(entry);
      },
      stateFor: ({ state: own }) => (own === undefined ? state : LayeredState.of(ToolState.from(own), [state])),
      followState: (followed, request) =>
        features.installed.reduce((one, feature) => feature.followState?.(one, request) ?? one, followed),
    };
  }

  #createCall(made: ScopeCall, sink?: ChunkSink): RunnableCall {
    const problem = findCallProblem(made.call, made.method);
    if (problem !== undefined) return this.#refuse(problem, { call: callNamed(made.call), options: {} }, sink);
    const { call, options: passed, version, names = toolkitCallNames } = made;
    const environment = withParts(
      made.entry === undefined ? this.#environmentFor(call.name, version) : this.#entering(made.entry),
      made.received,
    );
    const { features } = this.parts.catalog;
    let options: ToolkitCallOptions;
    let references: StateScope | undefined;
    try {
      checkOptionNames(passed, names, call.name);
      this.parts.admit?.(call.name);
      const { references: paths } = passed;
      options = this.parts.completeOptions(paths === undefined ? passed : withoutReferences(passed));
      for (const need of needsOfCall(options)) features.require(need);
      references = paths && new StateScope(paths.map((path) => parseStatePattern(path, 'references')));
    } catch (thrown) {
      const error = toToolError(thrown, { toolName: call.name, secretsIn: [] });
      return this.#refuse(error, { call, options: objectOf(passed) }, sink);
    }
    const request = { call, options, references };
    for (const feature of features.installed) feature.onCall?.(this, call.name);
    for (const feature of features.installed) {
      const opened = feature.open?.(environment, request, sink);
      if (opened !== undefined) return opened;
    }
    return new ToolkitCall(environment, request, sink);
  }

  #environmentFor(name: string, version: string | undefined): CallEnvironment {
    return version === undefined ? this.environment : this.createEnvironment({ name, version });
  }

  /** Returns the environment of the call of an entry that is not a tool. */
  #entering(entry: ToolEntry): CallEnvironment {
    const { environment, parts } = this;
    const { name } = entry.spec;
    return {
      ...environment,
      find: (wanted, caller) => (wanted === name ? parts.catalog.compose(entry) : environment.find(wanted, caller)),
    };
  }

  /** Creates a call that ends with an error instead of running a tool. */
  #refuse(error: ToolError, request: Pick<ScopeCall, 'call' | 'options'>, sink?: ChunkSink): RunnableCall {
    return new ToolkitCall({ ...this.environment, find: () => error }, request, sink);
  }

  /** Returns the groups, the state and the parts of features as JSON, for `restore`. */
  snapshot(): SelectionState & Readonly<Record<string, unknown>> {
    const selected = this.selection.snapshot();
    const parts: Record<string, unknown> = {};
    for (const { key, save } of this.parts.catalog.features.savedParts) {
      const part = save(this, { id: this.sessionId, ...selected, ...parts });
      if (part !== undefined) parts[key] = part;
    }
    return { ...selected, ...parts };
  }

  /**
   * Restores a snapshot. Returns the ID of the session that it has, if any.
   *
   * @throws DefinitionError on another shape or an unknown group, before anything changes.
   */
  restore(given: unknown): string | undefined {
    const { features } = this.parts.catalog;
    const { id, parts, ...selected } = checkScopeState(given, features);
    this.selection.restore(selected);
    const others: Record<string, unknown> = { id, ...selected };
    for (const { key, restore } of features.savedParts) {
      const part = parts.get(key);
      restore(this, part, { ...others });
      if (part !== undefined) others[key] = part;
    }
    return id;
  }
}

/** Returns options as they are, or an object without options for null, which the check of their names reports. */
function objectOf<Options extends object>(given: Options | null): Options {
  return given ?? ({} as Options);
}

function withoutReferences({ references: _references, ...options }: ExecuteOptions): ToolkitCallOptions {
  return options;
}

/** The call of an entry that is not a tool. */
export interface EntryCall {
  readonly input: Readonly<Record<string, unknown>>;
  readonly options: CallOptions;
  /** The method that makes the call, for errors. */
  readonly method: string;
}

function entryCall(entry: ToolEntry, { input, options, method }: EntryCall): ScopeCall {
  return { call: { name: entry.spec.name, input }, options, method, entry, names: callOptionNames };
}

interface ScopeCall {
  readonly call: ToolCall;
  /** The parts of features for the call, by name, since it was received. @default it is received when it runs */
  readonly received?: ReadonlyMap<string, unknown> | undefined;
  /** The entry that is called. @default the tool that the scope finds by the name */
  readonly entry?: ToolEntry | undefined;
  /** The options as they were passed. */
  readonly options: ExecuteOptions;
  /** The method that makes the call, for errors. */
  readonly method: string;
  /** The version of the tool to call. @default the version that the scope chooses */
  readonly version?: string | undefined;
  /** The names of the options. @default those of a call */
  readonly names?: KnownOptions | undefined;
}

interface PinnedTool {
  readonly name: string;
  readonly version: string | undefined;
}
