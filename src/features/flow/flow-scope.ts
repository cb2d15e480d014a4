import { DefinitionError, DeniedError } from '../../base/errors/errors.js';
import { type CallLabels, storedLabel } from '../../call/call-labels.js';
import type { CallConcern } from '../../call/client/call-concern.js';
import { PartKey } from '../../call/host-call.js';
import type { Outcome } from '../../call/outcome.js';
import type { ToolState } from '../../call/state/tool-state.js';
import type { FlowLabel } from '../../tool/metadata/flow-options.js';
import type { ToolEntry } from '../../toolkit/entry/tool-entry.js';
import type { FlowPart } from '../../toolkit/flow-part.js';
import type { ProgramFlow } from '../../toolkit/hidden-value.js';
import { type PipelineCall, partOf, type RootCall } from '../../toolkit/pipeline/pipeline.js';
import type { FlowNote } from '../../toolkit/pipeline/tool-event.js';
import type { StoredText } from '../../toolkit/stored-text.js';
import { concernsOfArguments, concernsOfBindings, type FollowedRun, shownText } from './find-concerns.js';
import { type FlowCall, flowCallOf, type ReceivedCall } from './flow-call.js';
import type { FlowOptions } from './flow-options.js';
import type { FlowSession } from './flow-session.js';
import { createLabel, isOpen, joinLabels, type Label } from './labels/label.js';
import type { OffloadedLabels } from './offloaded-labels.js';
import { FlowProgram } from './programs/flow-program.js';
import { adoptLabel } from './saved-flow.js';
import { StoredLabels } from './stored-labels.js';
import type { ToolPolicies } from './tool-policy.js';

const none: readonly CallConcern[] = Object.freeze([]);

/** What is known of calls when they are received. */
type Receipt = Omit<ReceivedCall, 'isOfApp'>;

/** A program from which data is hidden, and the call that runs it. */
interface OpenProgram {
  readonly program: FlowProgram;
  readonly caller: FlowCall;
}

interface ScopeParts {
  readonly receipt?: Receipt | undefined;
  /** The deferred call that runs. Undefined for all other calls. */
  readonly resumed?: { readonly isForProgram: boolean } | undefined;
  readonly open?: OpenProgram | undefined;
}

/** What the scopes of a toolkit have in common. */
export interface FlowRules {
  readonly policies: ToolPolicies;
  readonly onViolation: NonNullable<FlowOptions['onViolation']>;
  readonly offloaded: OffloadedLabels;
  /** Checks whether the labels of an identity may make arguments more trusted. */
  readonly trustsClient: (auth: unknown) => boolean;
}

/** The flow of data in a toolkit, session, agent or program, or in calls that it has received. */
export class FlowScope implements FlowPart {
  readonly session: FlowSession;
  readonly rules: FlowRules;
  readonly #receipt: Receipt | undefined;
  readonly #resumed: ScopeParts['resumed'];
  #open: OpenProgram | undefined;

  /** @param receipt - What was known when calls were received. @default what the session knows at any time */
  constructor(session: FlowSession, rules: FlowRules, { receipt, open, resumed }: ScopeParts = {}) {
    this.session = session;
    this.rules = rules;
    this.#receipt = receipt;
    this.#resumed = resumed;
    this.#open = open;
  }

  /** The program that makes the calls, if data is hidden from it. */
  get program(): FlowProgram | undefined {
    return this.#open?.program;
  }

  /** Whether a deferred call runs, whose arguments have the values of handles. */
  get isResumed(): boolean {
    return this.#resumed !== undefined;
  }

  /** Whether a program, and no model, receives what the call returns. */
  get isForProgram(): boolean {
    return this.#resumed?.isForProgram === true;
  }

  /** What is known when a call is received. */
  get receipt(): Receipt {
    if (this.#receipt !== undefined) return this.#receipt;
    const { label, shown } = this.session;
    if (this.#open === undefined) return { received: label, shown: shown.size };
    // The model has written the program before it ran.
    const { program, caller } = this.#open;
    return { received: program.label, shown: caller.shown };
  }

  /** The label of what the model has written. */
  get label(): Label {
    return this.receipt.received;
  }

  get sharedLabel(): Label {
    return this.session.labelOfWords;
  }

  saw({ trust, readers }: Label): void {
    this.session.saw(createLabel(trust, readers));
  }

  sawOffloaded(id: string): void {
    this.session.saw(this.rules.offloaded.find(id) ?? this.rules.policies.unknownLabel);
  }

  adopt({ trust, readers }: Label, state: ToolState): void {
    adoptLabel(this.session, state, createLabel(trust, readers));
  }

  delegates(root: RootCall, own: FlowPart | undefined): void {
    // Another version of this package follows the calls of the agent apart.
    if (!(own instanceof FlowScope)) flowCallOf(root)?.read(this.rules.policies.unknownLabel);
  }

  /** Returns the flow of calls that are received now. */
  receive(): FlowScope {
    return new FlowScope(this.session, this.rules, { receipt: this.receipt, open: this.#open });
  }

  concernsAbout(call: PipelineCall, entry: ToolEntry): readonly CallConcern[] {
    const flow = flowCallOf(call.root);
    if (flow === undefined) return none;
    const policy = this.rules.policies.of(entry);
    flow.begin(call.root, policy);
    // A call that is only asked about has not been observed.
    if (!flow.isObserved && readsHandles(call.root, this.rules, entry)) flow.readHandles();
    const run: FollowedRun = { call, flow, policy };
    const bound = concernsOfBindings(run);
    const concerns = this.#isHarmless(run) ? bound : [...bound, ...concernsOfArguments(run)];
    if (concerns.length === 0) return none;
    flow.concerns = Object.freeze(concerns);
    return this.#decide(flow, concerns);
  }

  noteOn(root: RootCall, outcome: Outcome | undefined): FlowNote | undefined {
    return flowCallOf(root)?.noteOn?.(outcome);
  }

  labelsOf(root: RootCall): CallLabels | undefined {
    return flowCallOf(root)?.labels;
  }

  expect(callId: string, labels: CallLabels): void {
    this.session.expect(callId, labels);
  }

  labelOfResult(callId: string): FlowLabel | undefined {
    return storedLabel(this.session.find(callId)?.result);
  }

  openProgram(root: RootCall): ProgramFlow {
    const caller = flowCallOf(root);
    if (caller === undefined) throw new DefinitionError('The call of a program is not followed.');
    const program = new FlowProgram({
      kept: this.session.kept,
      written: caller.received,
      unknown: () => this.rules.policies.unknownLabel,
      onLook: (label) => caller.read(label),
    });
    this.#open = { program, caller };
    return program;
  }

  async onTextRead(root: RootCall, stored: StoredText): Promise<void> {
    const labels = StoredLabels.of(stored.owner);
    const label = await labels.find(stored);
    if (labels.areAnyPrivate) this.rules.policies.notePrivate();
    flowCallOf(root)?.read(label ?? this.rules.policies.unknownLabel);
  }

  async onTextGone(stored: Omit<StoredText, 'text'>): Promise<void> {
    await StoredLabels.of(stored.owner).forget(stored);
  }

  async onTextWritten(root: RootCall, stored: StoredText): Promise<void> {
    const label = flowCallOf(root)?.written ?? this.rules.policies.unknownLabel;
    await StoredLabels.of(stored.owner).write(stored, label);
  }

  labelOf(root: RootCall): FlowLabel | undefined {
    const label = flowCallOf(root)?.label;
    return label === undefined || isOpen(label) ? undefined : storedLabel(label);
  }

  resume(given: FlowLabel | undefined, { isForProgram }: { readonly isForProgram: boolean }): FlowScope {
    const { label } = this.session;
    const received = given === undefined ? label : joinLabels(label, createLabel(given.trust, given.readers));
    const receipt = { received, shown: this.session.shown.size };
    return new FlowScope(this.session, this.rules, { receipt, resumed: { isForProgram } });
  }

  #isHarmless({ call, flow, policy }: FollowedRun): boolean {
    if (flow.isOpen && flow.isAsSent(call.input, call.root)) return true;
    if (!policy.isReadOnly || policy.isOpenWorld || policy.opensAddresses) return false;
    // Those to whom an argument goes receive it, also of a tool that reaches no one else.
    return !policy.hasDecidingArgument && policy.params.all.every(({ readers }) => readers === undefined);
  }

  #decide(flow: FlowCall, concerns: readonly CallConcern[]): readonly CallConcern[] {
    const { onViolation } = this.rules;
    flow.decision = onViolation === 'ask' ? 'asked' : onViolation === 'deny' ? 'denied' : 'allowed';
    if (onViolation === 'deny') throw createDenial(flow, concerns);
    return onViolation === 'ask' ? concerns : [];
  }
}

/**
 * Checks whether texts of the arguments of a call may be handles. Only models write them: what an application or a tool passes
 * on may be a text of others. The tools of the toolkit itself receive what was sent.
 */
export function readsHandles(root: RootCall, { policies }: FlowRules, { actsOnScope }: ToolEntry): boolean {
  if (actsOnScope === true || flowCallOf(root)?.isOfApp === true) return false;
  const scope = partOf(root.environment, flowKey);
  if (scope?.program !== undefined) return root.caller === root.environment.caller;
  return policies.haveHandles && scope?.isResumed !== true && isOfModel(root);
}

/** Checks whether the model of a session or an agent has made a call. All callers of a toolkit share its scope. */
export function isOfModel({ caller, environment }: RootCall): boolean {
  const { scope, caller: own } = environment;
  return caller === own && !scope.isProgram && (scope.sessionId !== undefined || own !== undefined);
}

/** The key of the flow of data, as this feature itself sees it. */
export const flowKey: PartKey<FlowScope> = new PartKey('flow');

/** Creates the error that the model receives. It does not repeat what others have written, such as names in a kept result. */
function createDenial(flow: FlowCall, concerns: readonly CallConcern[]): DeniedError {
  const { toolName } = flow;
  const handled = flow.handled.map(shownText);
  const isIn = (argument: string, outer: string): boolean => argument === outer || argument.startsWith(`${outer}/`);
  const placeOf = (argument: string): string => handled.find((outer) => isIn(argument, outer)) ?? argument;
  const names = [...new Set(concerns.flatMap(({ argument }) => (argument === undefined ? [] : placeOf(argument))))];
  const place = names.length === 0 ? '' : ` (${names.join(', ')})`;
  const reason = concerns.every(({ kind }) => kind === 'unread')
    ? `private data must not reach those who may not read it${place}. Leave it out, or ask the user.`
    : `what others have written must not decide it${place}. Use values that the user has written, or ask the user.`;
  return new DeniedError(`The call of '${toolName}' was denied: ${reason}`, {
    toolName,
    details: { reason: 'flow', arguments: names },
  });
}
