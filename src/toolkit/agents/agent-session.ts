import { DefinitionError, DeniedError } from '../../errors.js';
import type { CallOptions, ToolCall } from '../../execution/call-options.js';
import { joinSignals } from '../../execution/join-signals.js';
import { LayeredState } from '../../state/layered-state.js';
import { ToolState } from '../../state/tool-state.js';
import type { ToolkitCallOptions } from '../background/background-call.js';
import type { RootCall } from '../pipeline/pipeline.js';
import type { AgentRun, ToolScope } from '../tool-scope.js';
import { createSession, type ToolkitSession } from '../toolkit-session.js';

/** The options of an agent that control its session. */
export interface AgentSetup {
  /** The toolkit or session whose tools the agent has. @default the one that runs the call */
  readonly toolkit?: ToolScope | undefined;
  /** The initially active groups of the agent, in addition to the basic one. @default those of its toolkit */
  readonly groups?: readonly string[] | undefined;
  /** The state values of the agent. Bindings look here before the state of the call. A plain object is copied. */
  readonly state?: ToolState | Readonly<Record<string, unknown>> | undefined;
  /** What one run may use: `calls` is the maximum number of its calls. @default no limit */
  readonly budget?: { readonly calls?: number | undefined } | undefined;
  /** The maximum number of agents that run within each other, this one included. @default 3 */
  readonly maxDepth?: number | undefined;
}

/** The call that runs an agent. */
export interface AgentCall {
  readonly call: Readonly<Required<ToolCall>>;
  readonly signal: AbortSignal;
  /** The call of the toolkit. Undefined if the spec itself was called. */
  readonly parent: RootCall | undefined;
}

/** A run of an agent that has started. */
export interface StartedAgent {
  readonly session: ToolkitSession;
  readonly signal: AbortSignal;
  /** Aborts the calls that still run. */
  readonly end: () => void;
}

/**
 * Creates the session of one run of an agent.
 *
 * @throws DeniedError if too many agents run within each other.
 * @throws DefinitionError if the agent has no toolkit, or one of its groups does not exist.
 */
export function startAgent(
  { toolkit, groups, state, budget, maxDepth }: AgentSetup & { readonly maxDepth: number },
  { call, signal: callSignal, parent }: AgentCall,
): StartedAgent {
  // The environment of a call has a toolkit or a session as its scope.
  const caller = parent?.environment.scope as ToolScope | undefined;
  const scope = toolkit ?? caller;
  if (scope === undefined) {
    throw new DefinitionError(
      `agentTool('${call.name}'): the agent has no toolkit. Register the tool and call it through the toolkit, or pass the ` +
        "option 'toolkit'.",
    );
  }
  const depth = (caller?.parts.agent?.depth ?? 0) + 1;
  if (depth > maxDepth) throw createDepthError(call.name, maxDepth);
  const ended = new AbortController();
  const signal = AbortSignal.any([callSignal, ended.signal]);
  const inherit = createInheritance({ call: parent, caller, scope, signal });
  const { options: { auth = undefined } = {} } = parent ?? {};
  const parents = caller === undefined || caller === scope ? [scope] : [scope, caller];
  const session = createSession(
    scope,
    { groups, auth: auth ?? scope.parts.auth },
    {
      state: LayeredState.of(ToolState.from(state), [...(parent === undefined ? [] : [parent.state]), scope.state]),
      events: scope.parts.events.createChild({
        parents: parents.map(({ parts }) => parts.events),
        parentCallId: call.id,
      }),
      completeOptions: (given) => scope.parts.completeOptions(inherit(given)),
      agent: new BudgetedRun(call.name, { depth, maxCalls: budget?.calls }),
    },
  );
  return { session, signal, end: () => ended.abort() };
}

interface Inheritance {
  readonly call: RootCall | undefined;
  readonly caller: ToolScope | undefined;
  readonly scope: ToolScope;
  readonly signal: AbortSignal;
}

/** Creates a function that completes the options of an agent's call by those of the call that runs the agent. */
function createInheritance({
  call,
  caller,
  scope,
  signal,
}: Inheritance): (given: ToolkitCallOptions) => ToolkitCallOptions {
  const { auth, approver, client, request, hostRequest, onLog }: CallOptions = call?.options ?? {};
  // The approver of another toolkit decides on its own calls.
  const inherited =
    approver ?? (scope.parts.approval.approver === undefined ? caller?.parts.approval.approver : undefined);
  return (given) => ({
    ...given,
    auth: given.auth ?? auth,
    approver: given.approver ?? inherited,
    client: given.client ?? client,
    request: given.request ?? request,
    hostRequest: given.hostRequest ?? hostRequest,
    onLog: given.onLog ?? onLog,
    signal: joinSignals(given.signal, signal),
  });
}

function createDepthError(toolName: string, maxDepth: number): DeniedError {
  const running = maxDepth === 1 ? 'an agent runs' : `${maxDepth} agents run within each other`;
  return new DeniedError(
    `The agent '${toolName}' was not run: ${running} already, which is the limit. Continue without another agent.`,
    { toolName, details: { maxDepth } },
  );
}

/** A run of an agent whose calls are limited. */
class BudgetedRun implements AgentRun {
  readonly depth: number;
  readonly #name: string;
  readonly #maxCalls: number | undefined;
  #calls = 0;

  constructor(name: string, { depth, maxCalls }: { readonly depth: number; readonly maxCalls: number | undefined }) {
    this.depth = depth;
    this.#name = name;
    this.#maxCalls = maxCalls;
  }

  admitCall(toolName: string): void {
    this.#calls++;
    const max = this.#maxCalls;
    if (max === undefined || this.#calls <= max) return;
    const calls = max === 1 ? '1 call' : `${max} calls`;
    throw new DeniedError(
      `'${toolName}' was not called: the agent '${this.#name}' may make ${calls}, and 0 are left. Answer with the results ` +
        'that you have.',
      { toolName, details: { max, left: 0 } },
    );
  }
}
