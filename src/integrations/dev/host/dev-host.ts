import { scheduleAfter } from '../../../base/async/schedule.js';
import { emitWarning } from '../../../base/errors/emit-warning.js';
import { partOfHost } from '../../../call/host-call.js';
import { redactData } from '../../../call/redact-secrets.js';
import { toJsonValue } from '../../../call/response/json-value.js';
import {
  type ApprovalDecision,
  DefinitionError,
  type FinalDecision,
  type PendingApproval,
  pendingApprovalsOf,
  type ToolEvent,
  type Toolkit,
  ToolNotFoundError,
  ValidationError,
} from '../../../index.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import type { Caller } from '../../../tool/spec/access.js';
import { isDirectlyCallable } from '../../../tool/spec/is-directly-callable.js';
import { callRunnerKey } from '../../../toolkit/call-runner.js';
import { stepsOf } from '../../../toolkit/call-steps.js';
import { flowPartKey } from '../../../toolkit/flow-part.js';
import type { CallStep } from '../../../toolkit/pipeline/call-step.js';
import { registeredSpecsOf } from '../../../toolkit/registered-specs.js';
import { findTools } from '../../../toolkit/tool-finder.js';
import type {
  CallParams,
  DecideParams,
  DevChecks,
  DevEvent,
  DevExplanation,
  DevIssue,
  DevLock,
  DevMethod,
  DevPeer,
  DevScope,
  ParamsOf,
  ParsedCall,
  ResultOf,
  ScopeId,
  SearchHit,
  ToolArguments,
} from '../protocol.js';
import { writeCallEvent } from './call-events.js';
import { describeTool, describeTools, listTools, type PlacedTool } from './describe-tools.js';
import { type Decided, DevApprovals, type WaitingCall } from './dev-approvals.js';
import { DevScopes, type DevScopeTools } from './dev-scopes.js';
import { EventWriter } from './event-writer.js';
import { listModelViews } from './model-views.js';
import { parseCalls } from './parse-calls.js';
import { createRememberRule } from './remember-rule.js';
import { restoreCovered } from './restore-covered.js';
import { SecretTexts } from './secret-texts.js';
import { listStateValues, writeStateValue } from './state-values.js';
import { writeConcerns, writeExplanation } from './write-flow.js';

/** The options of a DevHost. */
export interface DevHostOptions {
  /** The name of what is shown. */
  readonly title: string;
  readonly version?: string | undefined;
  /** What is wrong with the tools, one sentence each. @default nothing */
  readonly warnings?: readonly string[] | undefined;
  /** Compares the definitions with the lock file. Resolves to undefined if there is none. @default there is none */
  readonly compareWithLock?: (() => Promise<DevLock | undefined>) | undefined;
  /** Returns for whom tools are listed, or one of them is called. @default no one */
  readonly getCaller?: (() => Caller) | undefined;
}

type Methods = {
  readonly [Method in DevMethod]: (params: ParamsOf<Method>) => ResultOf<Method> | Promise<ResultOf<Method>>;
};

// Changes in quick succession are one event. In milliseconds.
const changeDelayMs = 50;

/** Answers the requests of the developer page with a toolkit, and emits what happens in it. */
export class DevHost implements DevPeer {
  readonly #options: DevHostOptions;
  readonly #getCaller: () => Caller;
  readonly #scopes: DevScopes;
  readonly #approvals: DevApprovals;
  readonly #secrets = new SecretTexts();
  readonly #running = new Map<string, AbortController>();
  readonly #events: readonly { unsubscribe(): void }[];
  #listeners: readonly ((event: DevEvent) => void)[] = [];
  #cancelChange: (() => void) | undefined;

  constructor(toolkit: Toolkit, options: DevHostOptions) {
    this.#options = options;
    this.#getCaller = options.getCaller ?? (() => ({}));
    this.#scopes = new DevScopes(toolkit, { getCaller: this.#getCaller, onChange: () => this.#announceChange() });
    this.#approvals = new DevApprovals({
      cover: (input) => redactData(toJsonValue(input), this.#secrets.list()),
      onWaiting: (id, call) => this.#emitWaiting(id, call),
      onDecided: (id, call, decision) => this.#emitDecided(id, call, decision),
    });
    this.#collectSecrets();
    const follow = (event: ToolEvent | CallStep): void => this.#follow(event);
    this.#events = [toolkit.events$.subscribe(follow), stepsOf(toolkit).subscribe(follow)];
  }

  async request<Method extends DevMethod>(method: Method, params: ParamsOf<Method>): Promise<ResultOf<Method>> {
    const run: Methods[Method] = this.#methods[method];
    const result = await run(params);
    // A snapshot contains no secrets, and is restored as it is.
    if (method === 'snapshot') return result;
    return redactData(toJsonValue(result), this.#secrets.list()) as ResultOf<Method>;
  }

  onEvent(listener: (event: DevEvent) => void): () => void {
    this.#listeners = [...this.#listeners, listener];
    return () => {
      this.#listeners = this.#listeners.filter((one) => one !== listener);
    };
  }

  /** Cancels the calls of the page, and no longer listens to the toolkit. */
  async close(): Promise<void> {
    for (const controller of this.#running.values()) controller.abort();
    for (const one of this.#events) one.unsubscribe();
    this.#scopes.close();
    this.#secrets.close();
    this.#cancelChange?.();
    this.#listeners = [];
  }

  readonly #methods: Methods = {
    describe: ({ scope }) => this.#describe(scope),
    tool: ({ scope, name }) => {
      const at = this.#scopes.get(scope);
      return describeTool(this.#find(at, name), at, this.#getCaller());
    },
    views: ({ name }) => listModelViews(this.#find(this.#scopes.toolkit, name).spec),
    checks: () => this.#check(),
    validate: (given) => this.#validate(given),
    call: (call) => this.#call(call),
    cancel: ({ callId }) => {
      this.#running.get(callId)?.abort();
      return null;
    },
    decide: async (decision) => {
      await this.#approvals.decide(decision.id, await this.#readDecision(decision));
      return null;
    },
    explain: ({ scope, callId }) => this.#explain(scope, callId),
    search: ({ scope, query }) => this.#searchTools(this.#scopes.get(scope), query),
    parse: ({ text }) => this.#parse(text),
    groups: ({ scope, names, active }) => {
      this.#scopes.get(scope).updateGroups(names, active);
      return null;
    },
    setState: ({ scope, key, ...given }) => {
      const { state } = this.#scopes.get(scope);
      if ('value' in given) writeStateValue(state, key, given.value);
      else state.delete(key);
      return null;
    },
    createSession: ({ id }) => ({ id: this.#scopes.create(id) }),
    closeSession: ({ id }) => {
      this.#scopes.forget(id);
      return null;
    },
    snapshot: ({ scope }) => this.#scopes.get(scope).snapshot(),
    restore: ({ scope, snapshot }) => {
      this.#scopes.get(scope).restore(snapshot);
      return null;
    },
  };

  #describe(scope: ScopeId): DevScope {
    const { title, version, warnings = [] } = this.#options;
    const at = this.#scopes.get(scope);
    this.#collectSecrets();
    return {
      scope,
      title,
      ...(version === undefined ? {} : { version }),
      ...describeTools(at, this.#getCaller()),
      sessions: this.#scopes.sessionIds,
      state: listStateValues(at.state),
      warnings,
    };
  }

  #find(scope: DevScopeTools, name: string): PlacedTool {
    const found = listTools(scope, this.#getCaller()).find(({ spec }) => spec.name === name);
    if (found !== undefined) return found;
    throw new ToolNotFoundError(`There is no tool named '${name}'.`, { toolName: name });
  }

  async #check(): Promise<DevChecks> {
    // Few who open the page look at it.
    const { lintTools } = await import('../../../build/checks/lint/lint-tools.js');
    const specs = listTools(this.#scopes.toolkit, this.#getCaller()).map(({ spec }) => spec);
    const found = await lintTools(specs);
    const lock = await this.#options.compareWithLock?.();
    const findings = found.map(({ rule, level, tool, message }) => ({ rule, level, tool, message }));
    return { findings, ...(lock === undefined ? {} : { lock }) };
  }

  async #validate({ scope, name, input }: ToolArguments): Promise<readonly DevIssue[]> {
    const at = this.#scopes.get(scope);
    const result = await this.#find(at, name).spec.validate(input, { state: at.state });
    return result.ok ? [] : result.issues.map(({ path, message }) => ({ path, message }));
  }

  async #call({ scope, name, input, callId, timeoutMs }: CallParams): Promise<{ readonly callId: string }> {
    if (this.#running.has(callId)) throw new DefinitionError(`A call with the ID '${callId}' is running.`);
    const at = this.#scopes.get(scope);
    const controller = new AbortController();
    this.#running.set(callId, controller);
    try {
      const responses = at.iterate(
        { id: callId, name, input },
        {
          approver: (request): Promise<ApprovalDecision> => this.#approvals.ask(request, scope),
          ...this.#getCaller(),
          signal: controller.signal,
          timeoutMs,
        },
      );
      // Only the events of the call are shown.
      for await (const _ of responses);
      return { callId };
    } finally {
      this.#running.delete(callId);
    }
  }

  /** Reads a decision. Throws before anything is decided if its arguments are invalid, or if it cannot be remembered. */
  async #readDecision({ id, decision, input: edited, reason, remember }: DecideParams): Promise<FinalDecision> {
    const { scope, toolName, input: asked, shown } = this.#approvals.get(id);
    if (decision === 'deny') return { kind: 'deny', reason };
    const input = edited === undefined ? undefined : restoreCovered({ edited, shown, original: asked });
    if (input !== undefined && !isRecord(input)) throw new ValidationError('The arguments must be an object.');
    if (input !== undefined) await this.#checkArguments({ scope, name: toolName, input });
    if (remember !== true) return { kind: 'approve', input };
    if (scope === 'toolkit') {
      throw new DefinitionError('Only a session remembers approvals. Make the call in a session.');
    }
    const { spec } = this.#find(this.#scopes.get(scope), toolName);
    return { kind: 'approve', input, remember: { for: 'session', rule: createRememberRule(spec, input ?? asked) } };
  }

  async #checkArguments(given: ToolArguments): Promise<void> {
    const [issue] = await this.#validate(given);
    if (issue === undefined) return;
    const found = redactData(`${issue.path} ${issue.message}`.trim(), this.#secrets.list());
    throw new ValidationError(`The arguments are invalid: ${found}.`);
  }

  #explain(scope: ScopeId, callId: string): DevExplanation | null {
    const at = this.#scopes.get(scope);
    if (!('explain' in at) || partOfHost(at, flowPartKey) === undefined) return null;
    const explanation = at.explain(callId);
    return explanation === undefined ? null : writeExplanation(explanation);
  }

  async #searchTools(scope: DevScopeTools, query: string): Promise<readonly SearchHit[]> {
    const runner = partOfHost(scope, callRunnerKey);
    if (runner === undefined) return [];
    const tools = listTools(scope, this.#getCaller())
      .filter(({ spec }) => isDirectlyCallable(spec))
      .map(({ spec, group, active }) => ({ spec, group, isActive: active }));
    const { found } = await findTools(runner, { query, tools });
    return found.map(({ tool: { spec, group, isActive }, matched }) => {
      return { name: spec.name, group, active: isActive, matched };
    });
  }

  async #parse(text: string): Promise<readonly ParsedCall[]> {
    const names = new Set(listTools(this.#scopes.toolkit, this.#getCaller()).map(({ spec }) => spec.name));
    const calls = await parseCalls(text);
    return calls.map(({ name, input }) => ({ name, input, known: names.has(name) }));
  }

  /** Shows an event of the toolkit. A listener that throws would end the process. */
  #follow(event: ToolEvent | CallStep): void {
    try {
      this.#show(event);
    } catch (error) {
      emitWarning(`The developer page cannot show an event of '${event.toolName}': ${String(error)}`);
    }
  }

  #show(event: ToolEvent | CallStep): void {
    // A tool may have been registered since the last call.
    if (event.type === 'started') this.#collectSecrets();
    const scope = this.#scopes.scopeOf(event);
    this.#emit(writeCallEvent(event, scope, this.#createWriter()));
    if (!('result' in event)) return;
    for (const pending of pendingApprovalsOf(event.result)) {
      this.#approvals.defer(pending, scope, (decision) => this.#resume(pending, decision));
    }
  }

  /** Resumes a deferred call. Rejects if its approval cannot be used, such as after another process has decided. */
  async #resume({ token, sessionId }: PendingApproval, decision: FinalDecision): Promise<boolean> {
    const { error } = await this.#scopes.getFor(sessionId).resumeApproval(token, decision, this.#getCaller());
    if (error?.code === 'denied' && isRecord(error.details) && 'reason' in error.details) throw error;
    return error?.code !== 'invalid_parameters';
  }

  #emitWaiting(id: string, { callId, scope, toolName, shown, concerns }: WaitingCall): void {
    const writer = this.#createWriter();
    // Sessions have the tools of their toolkit.
    const bindings = Object.values(this.#scopes.toolkit.get(toolName)?.bindings ?? {});
    const hidden = bindings.filter(({ preset }) => preset === undefined).map(({ stateKey }) => stateKey);
    const against = concerns.length === 0 ? {} : { concerns: writeConcerns(concerns, writer) };
    const written = { input: writer.write(shown), ...writer.cutField };
    this.#emit({ type: 'approval', id, callId, scope, toolName, hidden, ...against, ...written });
  }

  #emitDecided(id: string, { callId }: WaitingCall, { kind: decision, input }: Decided): void {
    const writer = this.#createWriter();
    const edited = input === undefined ? {} : { input: writer.write(input), ...writer.cutField };
    this.#emit({ type: 'decided', id, callId, decision, ...edited });
  }

  #announceChange(): void {
    this.#cancelChange ??= scheduleAfter(() => {
      this.#cancelChange = undefined;
      this.#emit({ type: 'changed' });
    }, changeDelayMs);
  }

  #emit(event: DevEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  #createWriter(): EventWriter {
    return new EventWriter(this.#secrets.list());
  }

  #collectSecrets(): void {
    this.#secrets.collectFrom(this.#scopes.states, registeredSpecsOf(this.#scopes.toolkit));
  }
}
