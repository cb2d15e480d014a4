import { from, mergeMap, type Observable } from 'rxjs';
import { ToolError, ToolNotFoundError } from '../errors.js';
import type { CallOptions, ToolCall } from '../execution/call-options.js';
import { checkPositive } from '../execution/check-limits.js';
import type { FinalDecision } from '../execution/client/approver.js';
import { type ChunkSink, type RunnableCall, toObservable, toToolResult } from '../execution/consumers.js';
import { createFailedOutcome, toResult } from '../execution/outcome.js';
import type { ToolResponse } from '../response/tool-response.js';
import { ToolResult } from '../response/tool-result.js';
import { ToolSpec } from '../spec/tool-spec.js';
import { LayeredState } from '../state/layered-state.js';
import { ToolState } from '../state/tool-state.js';
import type { ApprovalService } from './approval/approval.js';
import type { PendingApproval } from './approval/approval-token.js';
import { ResumedApproval, type Resumption } from './approval/resumed-approval.js';
import { createBackgroundCall, isBackgroundable, type ToolkitCallOptions } from './background/background-call.js';
import { BackgroundTasks } from './background/background-tasks.js';
import type { CallEvents } from './pipeline/call-events.js';
import type { CallHistory } from './pipeline/call-history.js';
import type { CallEnvironment } from './pipeline/pipeline.js';
import { ToolkitCall } from './pipeline/toolkit-call.js';
import type { ToolCatalog } from './tool-catalog.js';
import type { ToolEvent } from './tool-event.js';
import { ToolView, type ViewParts } from './tool-view.js';

/** How many calls run at once. */
export interface CallToolsOptions extends Omit<ToolkitCallOptions, 'callId' | 'throwOnError'> {
  /** @default no limit */
  readonly concurrency?: number | undefined;
}

/** What a scope is made of. */
export interface ScopeParts extends ViewParts {
  readonly events: CallEvents;
  readonly approval: ApprovalService;
}

/**
 * What can be seen and called: the tools of a catalog, with its own groups switched on, its own state and its own
 * events. A toolkit is one; so is each of its sessions.
 */
export abstract class ToolScope extends ToolView {
  readonly #catalog: ToolCatalog;
  readonly #events: CallEvents;
  readonly #approval: ApprovalService;
  #environment: CallEnvironment | undefined;
  #tasks: BackgroundTasks | undefined;

  /** @internal */
  constructor({ events, approval, ...parts }: ScopeParts) {
    super(parts);
    this.#catalog = parts.catalog;
    this.#events = events;
    this.#approval = approval;
  }

  /** What happens to each call, as it happens. */
  get events$(): Observable<ToolEvent> {
    return this.#events.events$;
  }

  /** The calls that ended. Undefined unless the toolkit was made with `history`. */
  get history(): CallHistory | undefined {
    return this.#events.history;
  }

  /** The calls that went to the background. */
  get tasks(): BackgroundTasks {
    this.#tasks ??= new BackgroundTasks(() => this.#catalog.maxTasks);
    return this.#tasks;
  }

  /** Runs what a model asks for. An unknown or inactive tool answers too, with what the model can do about it. */
  callTool(call: ToolCall, options: ToolkitCallOptions = {}): Observable<ToolResponse> {
    return toObservable((sink) => this.#createCall({ call, options }, sink));
  }

  /**
   * Runs several calls, and merges their responses as they come: each keeps its callId. One that fails leaves the others
   * alone; aborting ends each with its one last response.
   */
  callTools(calls: readonly ToolCall[], { concurrency, ...options }: CallToolsOptions = {}): Observable<ToolResponse> {
    checkPositive(concurrency, 'callTools: concurrency');
    // Of one call alone: all others would answer to the same id, or end with the first that fails.
    const each: ToolkitCallOptions = { ...options, callId: undefined, throwOnError: false };
    return from(calls).pipe(mergeMap((call) => this.callTool(call, each), concurrency));
  }

  /**
   * Runs a tool and gives the whole outcome. Only `throwOnError` makes it throw.
   *
   * @param tool - Its name; or the spec that was registered, which tells the compiler the type of the data.
   */
  execute<T>(tool: ToolSpec<T>, args?: unknown, options?: ToolkitCallOptions): Promise<ToolResult<T>>;
  execute(tool: string, args?: unknown, options?: ToolkitCallOptions): Promise<ToolResult>;
  execute(tool: string | ToolSpec, args?: unknown, options: ToolkitCallOptions = {}): Promise<ToolResult> {
    const execute = (name: string): Promise<ToolResult> =>
      toToolResult(this.#createCall({ call: { name, input: args }, options }));
    if (typeof tool === 'string' || !ToolSpec.is(tool)) return execute(tool);
    const name = this.#catalog.nameOf(tool) ?? (this.get(tool.name) === tool ? tool.name : undefined);
    if (name !== undefined) return execute(name);
    // Another tool may have that name.
    const error = new ToolNotFoundError(`'${tool.name}' is not registered as that spec.`, { toolName: tool.name });
    return options.throwOnError === true ? Promise.reject(error) : Promise.resolve(ToolResult.fail(error));
  }

  /**
   * Decides on a call that was put off, and runs it if it is approved: exactly that call, once. `options.auth` is the
   * caller's, as it was then. A token that is not genuine, has expired or been used gives a result with a DeniedError.
   *
   * @throws DefinitionError on something that is no decision, and without an `approvalKey`.
   */
  resumeApproval(token: string, decision: FinalDecision, options: CallOptions = {}): Promise<ToolResult> {
    return this.#resume({ token, decision, auth: options.auth }, options);
  }

  /**
   * What a token asks for, to be shown to whoever decides.
   *
   * @throws DeniedError on a token that is not genuine or has expired.
   */
  readApproval(token: string): PendingApproval {
    const { callId, toolName, input, expiresAt } = this.#approval.tokens.read(token);
    return Object.freeze({ token, callId, toolName, input, expiresAt });
  }

  #createCall({ call, options }: ScopeCall, sink?: ChunkSink): RunnableCall {
    this.#environment ??= this.#createEnvironment();
    const environment = this.#environment;
    if (!isBackgroundable(options)) return new ToolkitCall(environment, { call, options }, sink);
    return createBackgroundCall({ environment, catalog: this.#catalog }, { call, options }, sink);
  }

  #createEnvironment(): CallEnvironment {
    const catalog = this.#catalog;
    return {
      scope: this,
      limiter: catalog.limiter,
      ids: catalog.ids,
      approval: this.#approval,
      events: this.#events,
      get middleware() {
        return catalog.middleware;
      },
      find: (name, auth) => {
        const entry = this.entryFor(name, auth);
        return ToolError.is(entry) ? entry : catalog.compose(entry);
      },
      stateFor: ({ state }) =>
        state === undefined ? this.state : LayeredState.of(ToolState.from(state), [this.state]),
    };
  }

  async #resume(resumption: Resumption, options: CallOptions): Promise<ToolResult> {
    try {
      const approval = new ResumedApproval(this.#approval, resumption);
      const { call } = approval;
      const environment = { ...this.#createEnvironment(), approval };
      return await toToolResult(new ToolkitCall(environment, { call, options: { ...options, callId: call.id } }));
    } catch (error) {
      if (!ToolError.is(error) || error.code !== 'denied' || options.throwOnError === true) throw error;
      return toResult(createFailedOutcome(error.toolName ?? '', error), { callId: '', elapsedMs: 0 });
    }
  }
}

interface ScopeCall {
  readonly call: ToolCall;
  readonly options: ToolkitCallOptions;
}
