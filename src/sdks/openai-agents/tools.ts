import type { ToolCall } from '../../call/call-options.js';
import type { ToolScope } from '../../facade/tool-scope.js';
import { checkScope } from '../../toolkit/check-scope.js';
import type { ExportFilter } from '../../toolkit/tool-filter.js';
import { type AgentCallOptions, type AgentOptions, separateOptions } from '../shared/agent-options.js';
import { joinSignals } from '../shared/join-signals.js';
import { type AgentTool, listAllTools } from '../shared/list-tools.js';
import { needsApproval, runCall } from '../shared/run-calls.js';
import { type AgentsOutputPart, toOutput } from './results.js';

/** The context of a run of the OpenAI Agents SDK. */
export interface AgentsRunContext<Context = unknown> {
  /** The value that the application passed to `run`. */
  readonly context: Context;
  /** Checks whether the user has approved a call. Undefined if the user has not decided. */
  isToolApproved(approval: { toolName: string; callId: string }): boolean | undefined;
}

/** The call that the OpenAI Agents SDK passes to a tool. */
export interface AgentsCallDetails {
  readonly toolCall?: { readonly callId: string } | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A tool of the OpenAI Agents SDK. */
export interface AgentsTool {
  type: 'function';
  name: string;
  description: string;
  // biome-ignore lint/suspicious/noExplicitAny: the SDK types schemas by zod.
  parameters: any;
  strict: false;
  /** Checks whether a call has to wait for the user's approval. */
  // biome-ignore lint/suspicious/noExplicitAny: the context of a run has any type.
  needsApproval(runContext: AgentsRunContext<any>, input: unknown, callId?: string): Promise<boolean>;
  /** Checks whether the group of the tool is active, and the caller has access to the tool. */
  // biome-ignore lint/suspicious/noExplicitAny: the context of a run has any type.
  isEnabled(runContext: AgentsRunContext<any>): Promise<boolean>;
  /** Runs a call. A call that fails returns the text of its error. */
  invoke(
    // biome-ignore lint/suspicious/noExplicitAny: the context of a run has any type.
    runContext: AgentsRunContext<any>,
    input: string,
    details?: AgentsCallDetails,
  ): Promise<string | AgentsOutputPart[]>;
}

/** The options of `agentTools`. Functions receive the value that the application passed to `run`. */
export interface AgentToolsOptions<Context = unknown> extends Omit<AgentOptions, 'auth' | 'state'> {
  /** The identity of the caller, or a function that returns it. @default none */
  readonly auth?: unknown;
  /** The state values of the run, or a function that returns them. @default none */
  readonly state?: AgentCallOptions['state'] | ((context: Context) => AgentCallOptions['state']);
}

/**
 * Returns the tools of a toolkit or session for an agent of the OpenAI Agents SDK. The SDK receives the tools of the groups
 * that are active in each turn, and to which the caller has access. A call that needs approval interrupts the run, unless
 * the toolkit, the session or `options` has an approver.
 *
 * @example
 * ```ts
 * const agent = new Agent({
 *   name: 'Clerk',
 *   instructions: agentInstructions(toolkit, 'Be brief.'),
 *   tools: agentTools<User>(toolkit, { auth: (user: User) => user.role }),
 * });
 * ```
 * @throws DefinitionError on an unknown group, name or version in `options`.
 */
export function agentTools<Context = unknown>(
  scope: ToolScope,
  options: AgentToolsOptions<Context> = {},
): AgentsTool[] {
  checkScope(scope, 'agentTools');
  const { auth, state, ...fixed } = options;
  const { filter, calls } = separateOptions(fixed, 'agentTools');
  const forRun = ({ context }: AgentsRunContext): AgentCallOptions => ({
    ...calls,
    auth: typeof auth === 'function' ? (auth as (context: unknown) => unknown)(context) : auth,
    state: typeof state === 'function' ? state(context as Context) : state,
  });
  // Who may access a tool is known when the agent runs.
  const tools = listAllTools(scope, filter);
  return tools.map((tool) => createTool(tool, { scope, filter, forRun }));
}

interface ToolParts {
  readonly scope: ToolScope;
  readonly filter: ExportFilter;
  readonly forRun: (runContext: AgentsRunContext) => AgentCallOptions;
}

function createTool({ name, description = '', schema }: AgentTool, { scope, filter, forRun }: ToolParts): AgentsTool {
  return {
    type: 'function',
    name,
    description,
    parameters: schema,
    strict: false,
    async isEnabled(runContext) {
      const { auth } = forRun(runContext);
      return scope.list({ ...filter, auth, active: true }).some((spec) => spec.name === name);
    },
    needsApproval: (runContext, input, id) => needsApproval(scope, toCall(name, input, id), forRun(runContext)),
    async invoke(runContext, input, { toolCall, signal } = {}) {
      const options = forRun(runContext);
      const call = toCall(name, input, toolCall?.callId);
      const isApproved = runContext.isToolApproved({ toolName: name, callId: call.id ?? '' }) === true;
      const approver = isApproved && (await needsApproval(scope, call, options)) ? () => 'approve' as const : undefined;
      const own = approver === undefined ? {} : { approver };
      return toOutput(await runCall(scope, call, { ...options, ...own, signal: joinSignals(options.signal, signal) }));
    },
  };
}

function toCall(name: string, input: unknown, id: string | undefined): ToolCall {
  return { ...(id === undefined ? {} : { id }), name, input };
}
