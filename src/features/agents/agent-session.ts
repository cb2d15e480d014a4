import type { HostCall } from '../../call/host-call.js';
import { LayeredState } from '../../call/state/layered-state.js';
import { ToolState } from '../../call/state/tool-state.js';
import { ToolkitSession } from '../../facade/toolkit-session.js';
import { ActiveGroups } from '../../toolkit/active-groups.js';
import { approvalKey } from '../../toolkit/approval-part.js';
import { type CallRunner, type PartSeed, seedOf } from '../../toolkit/call-runner.js';
import { completeInnerOptions } from '../../toolkit/inner-options.js';
import { CallEvents } from '../../toolkit/pipeline/call-events.js';
import { rootCallKey } from '../../toolkit/pipeline/root-of.js';
import { pauseForApprover } from '../../toolkit/pipeline/without-time-limits.js';
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
  readonly own: CallRunner;
  /** The scope that runs the call of the agent. Undefined outside of toolkits. */
  readonly caller: CallRunner | undefined;
  /** The call of the agent. */
  readonly outer: HostCall;
  /** The signal that aborts at the end of the run. */
  readonly signal: AbortSignal;
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
  const { parts } = own;
  const { catalog } = parts;
  const active =
    groups === undefined
      ? catalog.groups.filter((group) => parts.active.has(group))
      : groups.map((name) => catalog.group(name));
  return new ToolkitSession(undefined, {
    ...parts,
    parent: own,
    isProgram: false,
    seeds: [createApproval(run), ...(parts.seeds ?? [])],
    state: createState(state, run),
    events: createEvents(run),
    completeOptions: (given) => parts.completeOptions(completeInnerOptions(given, outer, signal)),
    agentDepth: (caller?.parts.agentDepth ?? 0) + 1,
    caller: outer.part(rootCallKey),
    admit: budget === undefined ? undefined : createAdmission(budget, agentName),
    auth: outer.options.auth ?? parts.auth,
    hostRequest: outer.options.hostRequest ?? parts.hostRequest,
    active: new ActiveGroups(active),
    // The client of the caller does not know the session, so it could not supply the results.
    clientTools: false,
  });
}

type RunScopes = Pick<AgentRunParts, 'own' | 'caller' | 'outer'>;

/** Bindings look in the session first, then in the agent's own toolkit, then in the call of the agent. */
function createState(state: AgentSessionOptions['state'], { own, caller, outer }: RunScopes): ToolState {
  const others = own === caller ? [outer.state] : [own.parts.state, outer.state];
  return LayeredState.of(ToolState.from(state).fork(), others);
}

function createEvents({ own, caller, outer }: RunScopes): CallEvents {
  const callers = caller === undefined ? [] : [caller.parts.events];
  const isIncluded = callers.some((events) => events.isIncludedIn(own.parts.events));
  return new CallEvents({
    history: own.parts.events.history?.createEmpty(),
    // An event that reaches the agent's own toolkit through the caller is emitted there once.
    parents: isIncluded ? callers : [own.parts.events, ...callers],
    parentCallId: outer.part(rootCallKey)?.callId,
  });
}

/** The approver of an agent's own toolkit decides, else that of the agent's call, else that of its toolkit or session. */
function createApproval({ own, caller, outer }: RunScopes): PartSeed {
  return seedOf(approvalKey, (approval) => {
    const { approver: passed } = outer.options;
    const ownApprover = own.part(approvalKey)?.approver;
    const approver =
      own === caller ? (passed ?? ownApprover) : (ownApprover ?? passed ?? caller?.part(approvalKey)?.approver);
    return approval.withApprover(approver && pauseForApprover(approver, outer.pauseTimeouts));
  });
}
