import type { HostCall } from '../../execution/host-call.js';
import { isSignal } from '../../execution/on-abort.js';
import { LayeredState } from '../../state/layered-state.js';
import { ToolState } from '../../state/tool-state.js';
import { ActiveGroups } from '../active-groups.js';
import type { ToolkitCallOptions } from '../background/background-call.js';
import { ExtendedModels } from '../extended/extended-models.js';
import { CallEvents } from '../pipeline/call-events.js';
import { rootCallKey } from '../pipeline/root-of.js';
import { pauseForApprover, pauseForClient } from '../pipeline/without-time-limits.js';
import { type ScopeParts, scopePartsKey } from '../tool-scope.js';
import { ToolkitSession } from '../toolkit-session.js';
import { type AgentBudget, createAdmission } from './call-budget.js';

/** The options of the sessions of an agent's runs. */
export interface AgentSessionOptions {
  /** The active groups, in addition to the basic one. @default those of the scope from which the session is created */
  readonly groups?: readonly string[] | undefined;
  readonly state?: ToolState | Readonly<Record<string, unknown>> | undefined;
  readonly budget?: AgentBudget | undefined;
}

/** The run of an agent for which a session is created. */
export interface AgentRunParts {
  readonly agentName: string;
  /** The scope whose tools the session has. */
  readonly own: ScopeParts;
  /** The scope that runs the call of the agent. Undefined outside of toolkits. */
  readonly caller: ScopeParts | undefined;
  /** The call of the agent. */
  readonly outer: HostCall;
  /** The signal that aborts at the end of the run. */
  readonly signal: AbortSignal;
}

/** Returns the scope that runs the call of an agent. Undefined outside of toolkits. */
export function callerOf(outer: HostCall): ScopeParts | undefined {
  return scopePartsKey.findIn(outer.parts());
}

/**
 * Creates the session of one run of an agent. Its calls take over the caller, the approver, the client and the signal of
 * the agent's call. Throws a DefinitionError on an unknown group.
 */
export function createAgentSession(
  { groups, state, budget }: AgentSessionOptions,
  { agentName, ...run }: AgentRunParts,
): ToolkitSession {
  const { own, caller, outer, signal } = run;
  const { catalog } = own;
  const active =
    groups === undefined
      ? catalog.groups.filter((group) => own.active.has(group))
      : groups.map((name) => catalog.group(name));
  return new ToolkitSession({
    ...own,
    id: undefined,
    state: createState(state, run),
    events: createEvents(run),
    approval: createApproval(run),
    completeOptions: (given) => own.completeOptions(completeInnerOptions(given, outer, signal)),
    agentDepth: (caller?.agentDepth ?? 0) + 1,
    caller: rootCallKey.findIn(outer.parts()),
    admit: budget === undefined ? undefined : createAdmission(budget, agentName),
    extended: new ExtendedModels(own.extended),
    auth: outer.options.auth ?? own.auth,
    hostRequest: outer.options.hostRequest ?? own.hostRequest,
    active: new ActiveGroups(active),
    // The client of the caller does not know the session, so it could not supply the results.
    clientTools: false,
  });
}

type RunScopes = Pick<AgentRunParts, 'own' | 'caller' | 'outer'>;

/** Bindings look in the session first, then in the agent's own toolkit, then in the call of the agent. */
function createState(state: AgentSessionOptions['state'], { own, caller, outer }: RunScopes): ToolState {
  const others = own === caller ? [outer.state] : [own.state, outer.state];
  return LayeredState.of(ToolState.from(state).fork(), others);
}

function createEvents({ own, caller, outer }: RunScopes): CallEvents {
  const callers = caller === undefined ? [] : [caller.events];
  const isIncluded = callers.some((events) => events.isIncludedIn(own.events));
  return new CallEvents({
    history: own.events.history?.createEmpty(),
    // An event that reaches the agent's own toolkit through the caller is emitted there once.
    parents: isIncluded ? callers : [own.events, ...callers],
    parentCallId: rootCallKey.findIn(outer.parts())?.callId,
  });
}

/** The approver of an agent's own toolkit decides, else that of the agent's call, else that of its toolkit or session. */
function createApproval({ own, caller, outer }: RunScopes): ScopeParts['approval'] {
  const { approver: passed } = outer.options;
  const approver =
    own === caller ? (passed ?? own.approval.approver) : (own.approval.approver ?? passed ?? caller?.approval.approver);
  return own.approval.withApprover(approver && pauseForApprover(approver, outer.pauseTimeouts));
}

/** Completes the options of a call that is made within another one, with those of the outer call. */
export function completeInnerOptions(
  given: ToolkitCallOptions,
  outer: HostCall,
  signal: AbortSignal,
): ToolkitCallOptions {
  const { options, pauseTimeouts } = outer;
  const { approver, client = options.client } = given;
  return {
    ...given,
    auth: given.auth ?? options.auth,
    meta: given.meta ?? options.meta,
    request: given.request ?? options.request,
    hostRequest: given.hostRequest ?? options.hostRequest,
    onLog: given.onLog ?? options.onLog,
    approver: approver && pauseForApprover(approver, pauseTimeouts),
    client: client && pauseForClient(client, pauseTimeouts),
    signal: joinSignals(signal, given.signal),
  };
}

/** Returns the signal of a call that is aborted by its own signal and by that of the run. */
function joinSignals(signal: AbortSignal, own: AbortSignal | undefined): AbortSignal {
  // The call itself refuses a value that is no signal.
  if (own !== undefined && !isSignal(own)) return own;
  return own === undefined ? signal : AbortSignal.any([own, signal]);
}
