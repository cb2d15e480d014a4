import { DefinitionError, ToolExecutionError } from '../../base/errors/errors.js';
import { checkOptionNames } from '../../base/options/check-options.js';
import { memoize } from '../../base/values/memoize.js';
import { previewValue } from '../../base/values/value-preview.js';
import { flowMetaKey } from '../../call/call-labels.js';
import { copyContainers } from '../../call/state/containers.js';
import { FollowedState } from '../../call/state/followed-state.js';
import type { ToolState } from '../../call/state/tool-state.js';
import type { ToolContext } from '../../call/tool-context.js';
import { isRecord } from '../../schema/json-schema/schema-walk.js';
import type { ToolSpec } from '../../tool/spec/tool-spec.js';
import { callRunnerKey } from '../../toolkit/call-runner.js';
import type { ScopeControl } from '../../toolkit/entry/scope-control.js';
import type { ToolEntry } from '../../toolkit/entry/tool-entry.js';
import type { Feature, SavedPart } from '../../toolkit/feature.js';
import { type FollowRequest, type PipelineSteps, partOf, type RootCall } from '../../toolkit/pipeline/pipeline.js';
import { rootOf } from '../../toolkit/pipeline/root-of.js';
import type { ToolkitCallOptions } from '../../toolkit/pipeline/toolkit-call-options.js';
import type { ToolCatalog } from '../../toolkit/tool-catalog.js';
import { explainCall, type FlowExplanation } from './explain.js';
import { FlowCall, flowCallOf, type ReceivedCall } from './flow-call.js';
import type { FlowOptions } from './flow-options.js';
import { type FlowRules, FlowScope, flowKey } from './flow-scope.js';
import { FlowSession, type SeenData, seenNames } from './flow-session.js';
import { observeCall, observeTool } from './follow-calls.js';
import { GivenLabels } from './given-labels.js';
import { createExtractEntry } from './handles/extract-tool.js';
import { parseHandle } from './handles/handle-text.js';
import { valueAt } from './handles/kept-results.js';
import { acceptingHandles, showingHandles } from './handles/publish-handles.js';
import { isOpen, joinLabels, type Label, trustedLabel, untrustedLabel } from './labels/label.js';
import { OffloadedLabels } from './offloaded-labels.js';
import { checkSavedFlow, restoreFlow, saveFlow } from './saved-flow.js';
import { ToolPolicies } from './tool-policy.js';

/** The flow of data: where arguments come from, and who may read them. Labels calls, and says what is against them. */
export class FlowFeature implements Feature {
  readonly name = 'flow';
  readonly steps: PipelineSteps = { observe: observeCall, observeTool };
  readonly saved: SavedPart = {
    key: 'flow',
    check: checkSavedFlow,
    save: (scope, others) => {
      const session = scope.part(flowKey)?.session;
      return session === undefined ? undefined : saveFlow({ scope, session, others });
    },
    restore: (scope, saved, others) => {
      const session = scope.part(flowKey)?.session;
      const { unknownLabel } = this.#rules.policies;
      if (session !== undefined) restoreFlow({ scope, session, others }, { saved, unknownLabel });
    },
  };
  readonly entries: readonly ToolEntry[];
  readonly #rules: FlowRules;
  readonly #catalog: ToolCatalog;
  readonly #trusted = new WeakSet<ToolEntry>();

  constructor(options: FlowOptions, catalog: ToolCatalog) {
    this.#catalog = catalog;
    const { extract, extractTimeoutMs = 60_000, maxExtracts = 100 } = options;
    const sessionOf = (scope: ScopeControl): FlowSession | undefined => scope.part(flowKey)?.session;
    const onRead = (context: ToolContext, label: Label): void => flowCallOf(rootOf(context))?.read(label);
    const settings = extract && { extract, timeoutMs: extractTimeoutMs, maxExtracts, sessionOf, onRead };
    this.entries = settings === undefined ? [] : [createExtractEntry(settings)];
    this.#rules = {
      policies: new ToolPolicies(options),
      onViolation: options.onViolation ?? 'ask',
      trustsClient: (auth) => asksTrue(options.trustsClient, auth),
      offloaded: new OffloadedLabels(),
    };
  }

  /** The rules of the toolkit. */
  get rules(): FlowRules {
    return this.#rules;
  }

  createPart(scope: ScopeControl): FlowScope {
    const { parent, isProgram } = scope;
    const caller = callerOf(scope);
    const isWithinSession = caller?.environment.scope.sessionId !== undefined;
    const shared = isProgram ? parent?.part(flowKey) : isWithinSession ? caller.part(flowKey) : undefined;
    // The calls of another version of this package are followed apart.
    if (shared instanceof FlowScope) return new FlowScope(shared.session, this.#rules);
    return new FlowScope(new FlowSession(this.#initialLabel(scope), () => reportFull(scope)), this.#rules);
  }

  /** Returns the label of what the model of a new scope writes. */
  #initialLabel(scope: ScopeControl): Label {
    const caller = callerOf(scope);
    if (caller !== undefined) return flowCallOf(caller)?.label ?? this.#rules.policies.unknownLabel;
    return scope.sessionId === undefined ? untrustedLabel : trustedLabel;
  }

  receive(scope: ScopeControl): FlowScope | undefined {
    return scope.part(flowKey)?.receive();
  }

  followState(state: ToolState, { environment, options, caller }: FollowRequest): ToolState {
    const scope = partOf(environment, flowKey);
    if (scope === undefined) return state;
    // What a call within a tool is given is a part of what the tool has read, and so is what it returns to the tool.
    environment.limiter.follow();
    const { received, shown } = scope.receipt;
    const within = [caller, ...environment.limiter.running].map((call) => flowCallOf(call)?.label ?? trustedLabel);
    const read = within.reduce(joinLabels, trustedLabel);
    return new FollowedState(
      state,
      new FlowCall(scope.session, {
        received: joinLabels(received, read),
        shown,
        isOfApp: options.origin === 'app' && isOpen(read),
        ...this.#labelsOf(scope, options, caller),
      }),
    );
  }

  /** Returns what the sender of a call says of its arguments. */
  #labelsOf(
    scope: FlowScope,
    { callId, meta, auth }: ToolkitCallOptions,
    caller: FollowRequest['caller'],
  ): Pick<ReceivedCall, 'given' | 'isResolved'> {
    const expected = callId === undefined ? undefined : scope.session.takeExpected(callId);
    if (expected !== undefined) {
      return { given: GivenLabels.read(expected, true), isResolved: expected.isResolved === true };
    }
    const said = meta?.[flowMetaKey];
    if (said === undefined) return {};
    const isResolved = isRecord(said) && said.isResolved === true;
    // An agent, a program or a tool passes the labels of its own call on, whose arguments were others.
    const isVouched = caller === undefined && this.#rules.trustsClient(auth);
    return { given: GivenLabels.read(said, isVouched), isResolved };
  }

  checkTool(spec: ToolSpec): void {
    this.#rules.policies.check(spec);
  }

  /** Shows models which arguments accept handles. Programs have values. */
  show(entry: ToolEntry, shown: ToolSpec): ToolSpec {
    const { policies } = this.#rules;
    const { callsByProgram } = this.#catalog.features;
    if (entry === this.entries[0] && callsByProgram) return callableByPrograms(shown);
    if (!policies.haveHandles || entry.actsOnScope === true || entry.spec.offer !== undefined) return shown;
    const isForPrograms = callsByProgram && shown.allowedCallers?.includes('direct') !== true;
    if (isForPrograms) return shown;
    return policies.of(entry).show === 'handle' ? showingHandles(shown) : acceptingHandles(shown);
  }

  onListed(scope: ScopeControl, entries: readonly ToolEntry[]): void {
    const session = scope.part(flowKey)?.session;
    if (session === undefined || session.label.trust === 'untrusted') return;
    if (entries.some((entry) => !this.#hasTrustedDefinition(entry))) session.saw(untrustedLabel);
  }

  #hasTrustedDefinition(entry: ToolEntry): boolean {
    if (this.#trusted.has(entry)) return true;
    const { hasTrustedDefinition } = this.#rules.policies.of(entry);
    if (hasTrustedDefinition) this.#trusted.add(entry);
    return hasTrustedDefinition;
  }

  /** Adds what the user of a session has written. */
  said(scope: ScopeControl, text: string): void {
    scope.part(flowKey)?.session.said(text);
  }

  /** Adds what the model of a session has seen in another way than by a call. */
  saw(scope: ScopeControl, seen: SeenData): void {
    checkOptionNames(seen, seenNames, 'saw()');
    if (seen.readers !== undefined && seen.readers !== 'anyone') this.#rules.policies.notePrivate();
    scope.part(flowKey)?.session.sawData(seen);
  }

  /** Returns the value of a handle of a session. */
  reveal(scope: ScopeControl, text: string): unknown {
    const handle = parseHandle(String(text));
    const kept = handle && scope.part(flowKey)?.session.kept.find(handle.id);
    const found = kept && valueAt(kept, handle.pointer);
    if (found === undefined) throw new DefinitionError(`reveal: the session keeps no ${previewValue(text)}.`);
    return copyContainers(found.value);
  }

  /** Explains a call of a session. */
  explain(scope: ScopeControl, callId: string): FlowExplanation | undefined {
    const session = scope.part(flowKey)?.session;
    return session && explainCall(session, callId);
  }
}

/** Asks a function of the application. One that fails, or returns anything but true, denies. */
function asksTrue(decide: FlowOptions['trustsClient'], auth: unknown): boolean {
  try {
    return decide?.(auth) === true;
  } catch {
    return false;
  }
}

const callableByPrograms = memoize((spec: ToolSpec): ToolSpec => spec.with({ allowedCallers: ['direct', 'code'] }));

/** Returns the call within which the calls of a scope are made. */
function callerOf(scope: ScopeControl): RootCall | undefined {
  return scope.part(callRunnerKey)?.parts.caller as RootCall | undefined;
}

function reportFull(scope: ScopeControl): void {
  const failure = new ToolExecutionError('The session has seen more than can be compared, so that nothing is trusted.');
  const events = scope.part(callRunnerKey)?.parts.events;
  events?.emit({ type: 'degraded', callId: '', toolName: '', at: Date.now(), part: 'flow', failure: failure.toJSON() });
}
