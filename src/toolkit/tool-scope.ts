import { from, lastValueFrom, map, mergeMap, Observable } from 'rxjs';
import { ToolError, ToolNotFoundError } from '../errors.js';
import type { FinalDecision } from '../execution/approver.js';
import type { CallOptions, ToolCall } from '../execution/call-options.js';
import { checkPositive } from '../execution/check-limits.js';
import { refusedCall, toResult } from '../execution/outcome.js';
import type { ToolResponse } from '../response/tool-response.js';
import { ToolResult } from '../response/tool-result.js';
import { ToolSpec } from '../spec/tool-spec.js';
import { LayeredState } from '../state/layered-state.js';
import { ToolState } from '../state/tool-state.js';
import type { ApprovalDesk } from './approval/approval.js';
import type { PendingApproval } from './approval/approval-token.js';
import { ResumedApproval, type Resumption } from './approval/resumed-approval.js';
import { mayLeave, runCall, type ToolkitCallOptions } from './background/background-call.js';
import { BackgroundTasks } from './background/background-tasks.js';
import { dispatch, execute, lastResult } from './pipeline/call-dispatch.js';
import type { CallHistory } from './pipeline/call-history.js';
import type { CallJournal } from './pipeline/call-journal.js';
import { CallRecord } from './pipeline/call-record.js';
import type { CallSite } from './pipeline/call-site.js';
import { errorOf, resultOf } from './pipeline/call-tally.js';
import { type FoundTool, findTool } from './pipeline/found-tool.js';
import { unthrown } from './pipeline/journalled-call.js';
import { MALFORMED, readText } from './pipeline/repaired-arguments.js';
import { startCall } from './pipeline/started-call.js';
import type { ToolCatalog } from './tool-catalog.js';
import type { ToolEvent } from './tool-event.js';
import { ToolView, type ViewParts } from './tool-view.js';

/** How many calls run at once. */
export interface CallToolsOptions extends Omit<ToolkitCallOptions, 'callId' | 'throwOnError'> {
  /** @default no limit */
  readonly concurrency?: number | undefined;
}

/** A call that has found its tool. */
interface FoundCall {
  readonly tool: FoundTool;
  /** What the text of the arguments stands for. */
  readonly parsedArgs: object | undefined;
  /** Whether the spec itself may run the call, now. */
  readonly isDirect: boolean;
}

/** What a scope is made of. */
export interface ScopeParts extends ViewParts {
  readonly journal: CallJournal;
  readonly approval: ApprovalDesk;
}

/**
 * What can be seen and called: the tools of a catalog, with its own groups switched on, its own state and its own
 * events. A toolkit is one; so is each of its sessions.
 */
export abstract class ToolScope extends ToolView {
  readonly #catalog: ToolCatalog;
  readonly #journal: CallJournal;
  readonly #approval: ApprovalDesk;
  /** Made with the first call: most sessions of many only wait. */
  #madeSite: CallSite | undefined;
  #tasks: BackgroundTasks | undefined;

  /** @internal */
  constructor({ journal, approval, ...parts }: ScopeParts) {
    super(parts);
    this.#catalog = parts.catalog;
    this.#journal = journal;
    this.#approval = approval;
  }

  /** What happens to each call, as it happens. */
  get events$(): Observable<ToolEvent> {
    return this.#journal.events$;
  }

  /** The calls that ended. Undefined unless the toolkit was made with `history`. */
  get history(): CallHistory | undefined {
    return this.#journal.history;
  }

  /** The calls that went to the background. */
  get tasks(): BackgroundTasks {
    this.#tasks ??= new BackgroundTasks(() => this.#catalog.maxTasks);
    return this.#tasks;
  }

  /** Runs what a model asks for. An unknown or inactive tool answers too, with what the model can do about it. */
  callTool(call: ToolCall, options: ToolkitCallOptions = {}): Observable<ToolResponse> {
    const responses = this.#responses(call, options);
    if (options.throwOnError !== true) return responses;
    return responses.pipe(
      map((response) => {
        const error = response.isLast ? errorOf(response) : undefined;
        if (error !== undefined) throw error;
        return response;
      }),
    );
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
    if (typeof tool === 'string' || !ToolSpec.is(tool)) return this.#execute(tool, args, options);
    const name = this.#catalog.nameOf(tool) ?? (this.get(tool.name) === tool ? tool.name : undefined);
    if (name !== undefined) return this.#execute(name, args, options);
    // Another tool may have that name.
    const error = new ToolNotFoundError(`'${tool.name}' is not registered as that spec.`, { toolName: tool.name });
    return options.throwOnError === true ? Promise.reject(error) : Promise.resolve(ToolResult.fail(error));
  }

  #execute(name: string, input: unknown, options: ToolkitCallOptions): Promise<ToolResult> {
    const call = { name, input };
    const site = this.#site;
    const found = this.#find(call, options);
    if (found === undefined) return lastResult(this.#responsesAtLength(call, options), options);
    const { tool, parsedArgs, isDirect } = found;
    if (!isDirect) return execute(startCall(site, call, options), tool);
    const { gate, journal } = site;
    const { spec } = tool.entry;
    gate.pass();
    const { passed: onSettled } = gate;
    const state = site.stateFor(options);
    if (!journal.isHeard) return spec.execFor({ state, parsedArgs, onSettled }, input, options);
    const callId = options.callId ?? site.ids.next();
    const witness = new CallRecord(journal, { id: callId, name });
    witness.started(input, undefined);
    return spec.execFor({ state, callId, parsedArgs, onSettled, witness }, input, options);
  }

  /** The tool that a call is for, where that and what its arguments say is all there is to find out about it first. */
  #find({ name, input }: ToolCall, options: ToolkitCallOptions): FoundCall | undefined {
    const parsedArgs = readText(input);
    if (parsedArgs === MALFORMED || mayLeave(options)) return undefined;
    const site = this.#site;
    const known = this.#catalog.known(name);
    const tool = known !== undefined && this.hasAsItIs(known.entry) ? known : this.#findAnew(site, name, options.auth);
    if (tool === undefined) return undefined;
    const isDirect = tool.isBare && !site.gate.isNeeded(tool.concurrency);
    return { tool, parsedArgs, isDirect };
  }

  #findAnew(site: CallSite, name: string, auth: unknown): FoundTool | undefined {
    const tool = findTool(site, name, auth);
    if (ToolError.is(tool)) return undefined;
    this.#catalog.remember(name, tool);
    return tool;
  }

  /**
   * Decides on a call that was put off, and runs it if it is approved: exactly that call, once. `options.auth` is the
   * caller's, as it was then. A token that is not genuine, has expired or been used gives a result with a DeniedError.
   *
   * @throws DefinitionError on something that is no decision, and without an `approvalKey`.
   */
  async resumeApproval(token: string, decision: FinalDecision, options: CallOptions = {}): Promise<ToolResult> {
    const result = await this.#resume({ token, decision, auth: options.auth }, options);
    if (result.error !== undefined && options.throwOnError === true) throw result.error;
    return result;
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

  get #site(): CallSite {
    this.#madeSite ??= this.#createSite();
    return this.#madeSite;
  }

  #createSite(): CallSite {
    const catalog = this.#catalog;
    return {
      scope: this,
      gate: catalog.gate,
      ids: catalog.ids,
      clearance: this.#approval,
      journal: this.#journal,
      get middleware() {
        return catalog.middleware;
      },
      find: (name, auth) => this.entryFor(name, auth),
      groupMiddleware: (group) => catalog.groupMiddleware(group),
      stateFor: ({ state }) =>
        state === undefined ? this.state : LayeredState.of(ToolState.from(state), [this.state]),
    };
  }

  async #resume(resumption: Resumption, options: CallOptions): Promise<ToolResult> {
    try {
      const clearance = new ResumedApproval(this.#approval, resumption);
      const { call } = clearance;
      return resultOf(
        await lastValueFrom(dispatch({ ...this.#site, clearance }, call, { ...options, callId: call.id })),
      );
    } catch (error) {
      if (!ToolError.is(error) || error.code !== 'denied') throw error;
      return toResult(refusedCall(error.toolName ?? '', error), '');
    }
  }

  /** The responses of a call, which may go to the background. */
  #responses(call: ToolCall, options: ToolkitCallOptions): Observable<ToolResponse> {
    return new Observable((reader) => {
      const site = this.#site;
      const found = this.#journal.isHeard ? undefined : this.#find(call, options);
      if (found === undefined || !found.isDirect) {
        return this.#responsesAtLength(call, options).subscribe(reader);
      }
      const { gate } = site;
      const { tool, parsedArgs } = found;
      gate.pass();
      const callId = options.callId ?? call.id;
      const surroundings = { state: site.stateFor(options), callId, parsedArgs, reader };
      const leave = tool.entry.spec.streamFor(surroundings, call.input, unthrown(options));
      return () => {
        leave();
        gate.passed();
      };
    });
  }

  #responsesAtLength(call: ToolCall, options: ToolkitCallOptions): Observable<ToolResponse> {
    return runCall({ site: this.#site, catalog: this.#catalog }, call, options);
  }
}
