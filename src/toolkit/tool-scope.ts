import { from, mergeMap, type Observable } from 'rxjs';
import { DefinitionError, ToolError, ToolNotFoundError } from '../base/errors/errors.js';
import { checkOptionNames, type KnownOptions, type OptionNames } from '../base/options/check-options.js';
import type { CallOptions, ToolCall } from '../execution/call-options.js';
import { callOptionNames, checkPositive } from '../execution/check-limits.js';
import type { FinalDecision } from '../execution/client/approver.js';
import {
  type ChunkSink,
  type RunnableCall,
  toAsyncIterable,
  toObservable,
  toToolResult,
} from '../execution/consumers.js';
import { toToolError } from '../execution/failure.js';
import { type KeyedPart, PartKey } from '../execution/host-call.js';
import { createFailedOutcome, toResult } from '../execution/outcome.js';
import type { ToolResponse } from '../response/tool-response.js';
import { ToolResult } from '../response/tool-result.js';
import type { Caller } from '../spec/access.js';
import { ToolSpec } from '../spec/tool-spec.js';
import { LayeredState } from '../state/layered-state.js';
import { parseStatePattern, StateScope } from '../state/scoped-state.js';
import { ToolState } from '../state/tool-state.js';
import { agentKind } from './agents/agent-kind.js';
import type { ApprovalService } from './approval/approval.js';
import {
  type PendingApproval,
  type SignedApproval,
  type SignedProgram,
  toPendingApproval,
} from './approval/approval-token.js';
import type { RememberedApprovals } from './approval/remembered-approvals.js';
import { ResumedApproval, type Resumption } from './approval/resumed-approval.js';
import {
  createBackgroundCall,
  isBackgroundable,
  type ToolkitCallOptions,
  toolkitCallNames,
} from './background/background-call.js';
import { BackgroundTasks } from './background/background-tasks.js';
import { PendingCalls } from './client-tools/pending-calls.js';
import { checkSuppliedResult, type SuppliedResult } from './client-tools/supply-result.js';
import { codeKind, runCodeName } from './code-mode/code-kind.js';
import type { DurableTasks } from './durable/durable-tasks.js';
import { withDurableCalls } from './durable/run-durably.js';
import { OffloadedResults } from './offload/offloaded-results.js';
import { readResultKind, readResultName } from './offload/read-result.js';
import type { ApprovalGate } from './pipeline/approval-gate.js';
import { CallEvents } from './pipeline/call-events.js';
import type { CallHistory } from './pipeline/call-history.js';
import type { AwaitedCall } from './pipeline/call-waits.js';
import type { MaskErrors } from './pipeline/mask-outcome.js';
import type { PendingCall } from './pipeline/pending-call.js';
import { type CallEnvironment, openInputs } from './pipeline/pipeline.js';
import { ToolkitCall } from './pipeline/toolkit-call.js';
import { checkScopeState, type ScopeState } from './scope-state.js';
import { shownSpec, type ToolEntry } from './tool-entry.js';
import type { ToolEvent } from './tool-event.js';
import { ToolView, type ViewParts } from './tool-view.js';

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
export const callToolsNames: OptionNames<CallToolsOptions> = { ...sharedNames, concurrency: true };

const executeNames: OptionNames<ExecuteOptions> = { ...toolkitCallNames, references: true };

/** The parts of a scope. */
export interface ScopeParts extends ViewParts {
  readonly events: CallEvents;
  readonly approval: ApprovalService;
  readonly maskErrors: MaskErrors | undefined;
  readonly completeOptions: CompleteOptions;
  /** The durable calls. Undefined if the toolkit has no task store. */
  readonly durable?: DurableTasks | undefined;
  /** The number of agents in whose runs the calls are made, one within another. 0 outside of agents. */
  readonly agentDepth: number;
  /** Throws the error of a call that the scope does not admit. @default every call is admitted */
  readonly admit?: ((toolName: string) => void) | undefined;
  /** The call within which the calls of the scope are made. Undefined outside of agents and programs. */
  readonly caller?: AwaitedCall | undefined;
  /** Returns the large results of another session, which are shared. @default results of its own */
  readonly results?: (() => OffloadedResults) | undefined;
}

/** The key of the parts of a scope, from which the session of an agent and the calls of a program are created. */
export const scopePartsKey = new PartKey<ScopeParts>('ScopeParts');

/** A function that completes the options of a call. */
export type CompleteOptions = (options: ToolkitCallOptions) => ToolkitCallOptions;

/**
 * The common base of toolkits and sessions. A scope lists and calls the tools of a catalog, and has its own active
 * groups, state and events.
 */
export abstract class ToolScope extends ToolView {
  readonly #parts: ScopeParts;
  #pending: PendingCalls | undefined;
  #environment: CallEnvironment | undefined;
  #tasks: BackgroundTasks | undefined;
  #results: OffloadedResults | undefined;

  /** @internal */
  constructor(parts: ScopeParts) {
    super(parts);
    this.#parts = parts;
  }

  /** @internal */
  hostParts(): readonly KeyedPart[] {
    return [scopePartsKey.of(this.#parts)];
  }

  /**
   * The ID of the session. Undefined for a toolkit.
   *
   * @internal
   */
  protected abstract get sessionId(): string | undefined;

  /**
   * The approvals that the session remembers. Undefined for a toolkit.
   *
   * @internal
   */
  protected abstract get remembered(): RememberedApprovals | undefined;

  /**
   * The large results of the toolkit or session.
   *
   * @internal
   */
  get results(): OffloadedResults {
    this.#results ??= this.#parts.results?.() ?? new OffloadedResults();
    return this.#results;
  }

  /**
   * Whether the toolkit keeps large results out of the context of models.
   *
   * @internal
   */
  get offloadsResults(): boolean {
    return this.#parts.catalog.entry(readResultName)?.spec.kind === readResultKind;
  }

  /** @internal */
  get readsWholeResults(): boolean {
    return false;
  }

  /**
   * Returns the complete text of a result that `offload()` has kept out of the context of a model. Rejects with a
   * NotFoundError if this toolkit or session does not have it (any more).
   */
  readResult(id: string): Promise<string> {
    return this.results.read(id, this.sessionId, this.#parts.catalog.resultStores);
  }

  /** The events of all calls, as they happen. */
  get events$(): Observable<ToolEvent> {
    return this.#parts.events.events$;
  }

  /** The history of ended calls. Undefined unless the toolkit was created with `history`. */
  get history(): CallHistory | undefined {
    return this.#parts.events.history;
  }

  /** The background tasks of this toolkit or session. */
  get tasks(): BackgroundTasks {
    const { catalog, durable } = this.#parts;
    const { limiter } = catalog;
    const sessionId = (): string | undefined => this.sessionId;
    this.#tasks ??= new BackgroundTasks({ limit: () => catalog.maxTasks, durable, sessionId, limiter });
    return this.#tasks;
  }

  /**
   * Runs a tool call that a model emitted, and returns its responses. A call of an unknown or inactive tool ends with
   * an error response that describes how the model can proceed. Each subscription runs the call.
   */
  callTool(call: ToolCall, options: ToolkitCallOptions = {}): Observable<ToolResponse> {
    return toObservable((sink) => this.#createCall({ call, options }, sink));
  }

  /**
   * Runs a tool call that a model emitted, and iterates over its responses. The tool runs only as far as responses are
   * pulled, unless a middleware pulls faster. `break` cancels the call. Each iteration runs the call.
   */
  iterate(call: ToolCall, options: ToolkitCallOptions = {}): AsyncIterable<ToolResponse> {
    return toAsyncIterable((sink) => this.#createCall({ call, options }, sink));
  }

  /**
   * Runs several calls and merges their responses as they arrive. Each response has the `callId` of its call. A call
   * that fails does not affect the others. Aborting ends each call with its final response.
   */
  callTools(calls: readonly ToolCall[], given: CallToolsOptions = {}): Observable<ToolResponse> {
    checkOptionNames(given, callToolsNames, 'callTools');
    const { concurrency, ...options } = given;
    checkPositive(concurrency, 'callTools: concurrency');
    // These options suit a single call only: several calls would share one ID, or end with the first that fails.
    const each: ToolkitCallOptions = { ...options, callId: undefined, throwOnError: false };
    return from(calls).pipe(mergeMap((call) => this.callTool(call, each), concurrency));
  }

  /**
   * Runs a tool and returns its final result. It rejects only with `throwOnError`.
   *
   * @param tool - The name of the tool, or the registered spec, from which the type of the data is inferred.
   */
  execute<T>(tool: ToolSpec<T>, args?: unknown, options?: ExecuteOptions): Promise<ToolResult<T>>;
  execute(tool: string, args?: unknown, options?: ExecuteOptions): Promise<ToolResult>;
  execute(tool: string | ToolSpec, args?: unknown, given: ExecuteOptions = {}): Promise<ToolResult> {
    const { references, ...options } = objectOf(given);
    const execute = (name: string, version?: string): Promise<ToolResult> =>
      toToolResult(
        this.#createCall({
          call: { name, input: args },
          options,
          version,
          references,
          checked: { options: given, names: executeNames },
        }),
      );
    if (typeof tool === 'string' || !ToolSpec.is(tool)) return execute(tool);
    const registered = this.registeredOf(tool);
    const name = this.#parts.catalog.nameOf(registered) ?? (this.shows(registered) ? tool.name : undefined);
    // The version of the spec is called, even if another one is chosen by name.
    if (name !== undefined)
      return execute(name, this.#parts.catalog.versions(name).length > 1 ? tool.version : undefined);
    // Another tool may have that name.
    const error = new ToolNotFoundError(`The spec '${tool.name}' that was passed to execute() is not registered.`, {
      toolName: tool.name,
    });
    return options.throwOnError === true ? Promise.reject(error) : Promise.resolve(ToolResult.fail(error));
  }

  /**
   * Checks whether a call needs a decision that its caller has to obtain: its tool needs approval for the arguments, and
   * neither `options` nor the toolkit or session has an approver. An adapter asks the user of its SDK then, and runs the
   * call with an approver that returns the decision. Resolves to false for a call that ends with an error, such as one
   * with invalid arguments.
   */
  async needsApproval(call: ToolCall, given: ToolkitCallOptions = {}): Promise<boolean> {
    checkOptionNames(given, toolkitCallNames, 'needsApproval');
    const environment = this.#environmentOf();
    const root = new ToolkitCall(environment, { call, options: this.#parts.completeOptions(given) });
    const { context, options } = root;
    const entry = findEntry(environment, call.name, options);
    if (entry === undefined) return false;
    const { sessionId, remembered } = this;
    const called = { ...context.call, context };
    const shown = { spec: shownSpec(entry), extension: entry.extension };
    const inputs = openInputs(root);
    return this.#parts.approval.isUndecided({ ...shown, call: called, inputs, options, sessionId, remembered });
  }

  /**
   * Decides on a deferred call, and runs exactly that call, once, if it is approved. `options.auth` must identify the
   * caller of the deferred call. The call of a session is resumed by a session of the same ID, and the call of a toolkit
   * by a toolkit. The result has a DeniedError if the token is not genuine, has expired or has been used, and if the
   * definition of the tool has changed.
   *
   * @throws DefinitionError if `decision` is invalid, on an unknown option, and if the toolkit has no `approvalKey`.
   */
  async resumeApproval(token: string, decision: FinalDecision, given: CallOptions = {}): Promise<ToolResult> {
    checkOptionNames(given, callOptionNames, 'resumeApproval');
    const options = this.#parts.completeOptions(given);
    return this.#resume({ token, decision, auth: options.auth, sessionId: this.sessionId }, options);
  }

  /**
   * Returns the deferred call of a token, to be shown to the person who decides.
   *
   * @throws DeniedError if the token is not genuine or has expired.
   */
  readApproval(token: string): PendingApproval {
    return toPendingApproval(token, this.#parts.approval.tokens.read(token));
  }

  /**
   * Checks whether a call of a tool can run again with the approval that it has received.
   *
   * @internal
   */
  canReplay(spec: ToolSpec): boolean {
    // The model of an agent answers another run differently, so that its questions would not be the same.
    // A program would repeat its calls.
    return spec.kind !== agentKind && spec.kind !== codeKind && this.#parts.approval.canReplay(spec);
  }

  /**
   * Claims an approval permanently. Rejects with a DeniedError if it has been used.
   *
   * @internal
   */
  claimApproval(approval: Pick<SignedApproval, 'id' | 'expiresAt' | 'toolName'>): Promise<void> {
    return this.#parts.approval.tokens.claim(approval);
  }

  /**
   * Ends a call of a tool that the client runs, with the data or the error that the client returned. Like the result of any
   * tool, it passes the output schema, `postprocess` and the middleware of the tool. Data that does not fit the output
   * schema ends the call with an OutputValidationError. The call of a session is ended through that session, and the call
   * of a toolkit through the toolkit. The caller must check that the client may end the call.
   *
   * @param given - The options for middleware. `auth` defaults to that of the call, if this process has run it.
   * @throws NotFoundError if no call with the ID waits, or its result has been supplied.
   * @throws DefinitionError on a result of another shape. The call still waits.
   */
  async supplyResult(callId: string, supplied: SuppliedResult, given: CallOptions = {}): Promise<ToolResult> {
    checkSuppliedResult(supplied);
    checkOptionNames(given, callOptionNames, 'supplyResult');
    const completed = this.#parts.completeOptions(given);
    const { call, entry, origin } = this.#pendingCalls.find(callId);
    const isCallerStated = given.auth !== undefined && given.auth !== null;
    const auth = origin === undefined || isCallerStated ? completed.auth : origin.auth;
    const environment = { ...this.#createEnvironment(), find: () => this.#parts.catalog.compose(entry) };
    const { toolName: name, input, since } = call;
    const ending = new ToolkitCall(environment, {
      call: { id: callId, name, input },
      options: { ...completed, auth, callId },
      supplied: { result: supplied, since, events: origin?.events, secretsIn: origin?.secretsIn ?? [] },
    });
    // After everything that may refuse the options, and before anything is awaited, so that the first result ends the call.
    this.#pendingCalls.discard(call);
    return toToolResult(ending);
  }

  /**
   * Returns the active groups, the state and the calls that wait for their client as JSON, for `restore()`, with a
   * fingerprint of each tool and group. Values marked as secret are omitted.
   */
  override snapshot(): ScopeState {
    const pendingCalls = this.#pendingCalls.list();
    return { ...super.snapshot(), ...(pendingCalls.length === 0 ? {} : { pendingCalls }) };
  }

  /**
   * Activates exactly the groups of a snapshot, sets the state to its values, and waits for the results of exactly its
   * pending calls. Other values are removed, except those marked as secret and live objects. Other pending calls end with
   * an InterruptedError. A process warning names the tools and groups that are missing or have changed since the
   * snapshot; a group that was removed since then is skipped.
   *
   * @throws DefinitionError on another shape or an unknown group, before anything changes.
   */
  override restore(saved: unknown): void {
    const { pendingCalls = [] } = checkScopeState(saved);
    super.restore(saved);
    this.#pendingCalls.restore(pendingCalls);
  }

  // Created when first needed, because most sessions have no tools that a client runs.
  get #pendingCalls(): PendingCalls {
    this.#pending ??= new PendingCalls({
      events: this.#parts.events,
      limit: this.#parts.catalog.maxPendingCalls,
      findTool: (call) => this.#findClientTool(call),
    });
    return this.#pending;
  }

  /** Returns the registered tool of a pending call, in its version. */
  #findClientTool({ toolName, toolVersion }: PendingCall): ToolEntry | undefined {
    const versions = this.#parts.catalog.versions(toolName);
    return versions.find(({ spec }) => spec.runsOnClient && spec.version === toolVersion);
  }

  #createCall(
    { call, options: given, version, references: paths, checked }: ScopeCall,
    sink?: ChunkSink,
  ): RunnableCall {
    const ownEnvironment =
      version === undefined ? this.#environmentOf() : this.#createEnvironment({ name: call.name, version });
    let environment = ownEnvironment;
    let options: ToolkitCallOptions;
    let references: StateScope | undefined;
    try {
      const { options: passed, names } = checked ?? { options: given, names: toolkitCallNames };
      checkOptionNames(passed, names, call.name);
      this.#parts.admit?.(call.name);
      options = this.#parts.completeOptions(given);
      const durable = this.#durableFor(call.name, options);
      if (durable !== undefined) environment = withDurableCalls(ownEnvironment, durable);
      references = paths && new StateScope(paths.map((path) => parseStatePattern(path, 'references')));
    } catch (thrown) {
      const error = toToolError(thrown, { toolName: call.name, secretsIn: [] });
      return new ToolkitCall({ ...environment, find: () => error }, { call, options: objectOf(given) }, sink);
    }
    if (!isBackgroundable(options)) return new ToolkitCall(environment, { call, options, references }, sink);
    const isDurable = environment !== ownEnvironment;
    const { catalog } = this.#parts;
    return createBackgroundCall({ environment, catalog, isDurable }, { call, options, references }, sink);
  }

  /**
   * Returns the durable calls if a call is one of them.
   *
   * @throws DefinitionError if the toolkit has no task store.
   */
  #durableFor(name: string, { durable, background, auth }: ToolkitCallOptions): DurableTasks | undefined {
    const { durable: tasks } = this.#parts;
    const isDurable = durable ?? this.get(name, { auth })?.durable ?? (background === true && tasks !== undefined);
    if (!isDurable) return undefined;
    if (tasks !== undefined) return tasks;
    throw new DefinitionError(
      `The call of '${name}' is durable, which requires a task store: new Toolkit({ taskStore }).`,
    );
  }

  #environmentOf(): CallEnvironment {
    this.#environment ??= this.#createEnvironment();
    return this.#environment;
  }

  /** @param pinned - The tool that is called in one version only. */
  #createEnvironment(pinned?: PinnedTool): CallEnvironment {
    const catalog = this.#parts.catalog;
    const scope = this;
    return {
      scope,
      sessionId: this.sessionId,
      limiter: catalog.limiter,
      caller: this.#parts.caller,
      ids: catalog.ids,
      approval: this.#parts.approval,
      get remembered() {
        return scope.remembered;
      },
      get pendingCalls() {
        return scope.#pendingCalls;
      },
      events: this.#parts.events,
      maskErrors: this.#parts.maskErrors,
      get middleware() {
        return catalog.middleware;
      },
      find: (name, caller) => {
        const version = pinned !== undefined && name === pinned.name ? pinned.version : undefined;
        const entry = this.entryFor(name, caller, version);
        return ToolError.is(entry) ? entry : catalog.compose(entry);
      },
      stateFor: ({ state }) =>
        state === undefined ? this.state : LayeredState.of(ToolState.from(state), [this.state]),
    };
  }

  /** Runs the deferred call of a program, and continues the program when all calls that it waits for are decided. */
  async #continueProgram({ approval, program, run }: ProgramApproval, options: CallOptions): Promise<ToolResult> {
    const { catalog } = this.#parts;
    const { codeMode } = catalog;
    if (codeMode === undefined) {
      throw new DefinitionError('The approval is for a program. Call enableCodeMode() before resumeApproval().');
    }
    const tokens = this.#parts.approval.tokens;
    const paused = await codeMode.read(program, tokens, this.codeTools(options));
    const { callId: parentCallId } = program;
    const result = await run(new CallEvents({ parents: [this.#parts.events], parentCallId }));
    // A decision that was refused, or whose edited arguments are invalid, can be made again.
    if (!approval.isClaimed) return result;
    const next = await codeMode.answer(paused, { call: program.call, result, tokens });
    if ('ended' in next) return next.ended;
    const environment: CallEnvironment = {
      ...this.#createEnvironment(),
      // The call that runs the program has been approved before.
      approval: withoutApproval,
      find: () => catalog.compose(next.entry),
    };
    const call = { id: paused.callId, name: runCodeName, input: { code: paused.code } };
    return toToolResult(new ToolkitCall(environment, { call, options: { ...options, callId: paused.callId } }));
  }

  async #resume(resumption: Resumption, options: CallOptions): Promise<ToolResult> {
    try {
      const approval = new ResumedApproval(this.#parts.approval, resumption);
      const { call, version, program } = approval;
      const environment = { ...this.#createEnvironment({ name: call.name, version }), approval };
      const run = (events: CallEvents): Promise<ToolResult> =>
        toToolResult(new ToolkitCall({ ...environment, events }, { call, options: { ...options, callId: call.id } }));
      if (program === undefined) return await run(environment.events);
      return await this.#continueProgram({ approval, program, run }, options);
    } catch (error) {
      if (!ToolError.is(error) || error.code !== 'denied' || options.throwOnError === true) throw error;
      return toResult(createFailedOutcome(error.toolName ?? '', error), { callId: '', elapsedMs: 0 });
    }
  }
}

/** Returns options as they are, or an object without options for null, which the check of their names reports. */
function objectOf<Options extends object>(given: Options | null): Options {
  return given ?? ({} as Options);
}

/** Returns a tool, or undefined if the caller cannot call it. */
function findEntry({ find }: CallEnvironment, name: string, caller: Caller): ToolEntry | undefined {
  try {
    const found = find(name, caller);
    return ToolError.is(found) ? undefined : found.entry;
  } catch {
    // The call itself reports a predicate of the tool that throws.
    return undefined;
  }
}

/** A gate for calls that have been approved. */
const withoutApproval: ApprovalGate = {
  isNeeded: () => false,
  check: async ({ spec, extension, call, inputs, options: { coerce } }) => {
    const checked = await inputs.check({ spec, extension, input: call.input }, { state: call.context.state, coerce });
    return { kind: 'run', checked, isEdited: false };
  },
};

/** A decision on a call for which a program waits. */
interface ProgramApproval {
  readonly approval: ResumedApproval;
  readonly program: SignedProgram;
  /** Runs the call. */
  readonly run: (events: CallEvents) => Promise<ToolResult>;
}

interface ScopeCall {
  readonly call: ToolCall;
  readonly options: ToolkitCallOptions;
  /** The version of the tool to call. @default the version that the scope chooses */
  readonly version?: string | undefined;
  /** The state paths that references in the arguments may read. @default references are not resolved */
  readonly references?: readonly string[] | undefined;
  /** The options as they were passed, with their names. @default `options`, which are those of a call */
  readonly checked?: { readonly options: object; readonly names: KnownOptions } | undefined;
}

interface PinnedTool {
  readonly name: string;
  readonly version: string | undefined;
}
