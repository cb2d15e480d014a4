import { previewValue } from '../../base/values/value-preview.js';
import type { ToolCall } from '../../call/call-options.js';
import type { FinalDecision } from '../../call/client/approver.js';
import type { ToolScope } from '../../facade/tool-scope.js';
import type { AgentCallOptions } from '../shared/agent-options.js';
import { needsApproval } from '../shared/run-calls.js';
import type { LangChainConfig } from './run-config.js';

/** A call that waits for a decision. */
export interface ActionRequest {
  readonly name: string;
  readonly args: unknown;
  readonly description: string;
}

/**
 * The value with which a graph is interrupted. It has the form of LangChain's own middleware for approval, so that its
 * user interfaces can show it.
 */
export interface ApprovalInterrupt {
  readonly actionRequests: readonly ActionRequest[];
  readonly reviewConfigs: readonly { readonly actionName: string; readonly allowedDecisions: readonly string[] }[];
  /** What is wrong with the value with which the graph was resumed, and the form of a valid one. */
  readonly error?: string | undefined;
}

/** The decision of a person on one call. */
export type ActionDecision =
  | { readonly type: 'approve' }
  | {
      readonly type: 'edit';
      /** The arguments that replace those of the model. The name is that of the call. */
      readonly editedAction: { readonly name?: string | undefined; readonly args: Readonly<Record<string, unknown>> };
    }
  | { readonly type: 'reject'; readonly message?: string | undefined };

/** The value with which an interrupted graph is resumed: one decision per request, in the same order. */
export interface ApprovalResume {
  readonly decisions: readonly ActionDecision[];
}

/** The parts of a run that ask for decisions. */
export interface ApprovalRun {
  readonly options: AgentCallOptions;
  readonly config: LangChainConfig;
}

/** The approver of each call. Undefined if no one decides on it. */
export type Approvers = readonly AgentCallOptions['approver'][];

/**
 * Returns an approver for each call. Calls that need a decision that nothing else can give interrupt the graph, once for
 * all of them. When the graph is resumed, each has an approver that returns the decision of the person.
 */
export async function askForApproval(
  scope: ToolScope,
  calls: readonly ToolCall[],
  { options, config }: ApprovalRun,
): Promise<Approvers> {
  const needed = await Promise.all(calls.map((call) => needsApproval(scope, call, options)));
  const asked = calls.filter((_, index) => needed[index]);
  const decisions = asked.length === 0 ? [] : ask(asked, scope, { options, config });
  return calls.map((_, index) => {
    const decision = needed[index] === true ? decisions.shift() : undefined;
    return decision === undefined ? options.approver : () => decision;
  });
}

/** Interrupts the graph until it is resumed with decisions. Returns none if the graph cannot be interrupted. */
function ask(calls: readonly ToolCall[], scope: ToolScope, { options, config }: ApprovalRun): FinalDecision[] {
  if (config.interrupt === undefined) return [];
  const request: ApprovalInterrupt = {
    actionRequests: calls.map(({ name, input }) => {
      return { name, args: input, description: scope.get(name, { auth: options.auth })?.description ?? '' };
    }),
    reviewConfigs: calls.map(({ name }) => {
      return { actionName: name, allowedDecisions: ['approve', 'edit', 'reject'] };
    }),
  };
  try {
    let decisions = readDecisions(config.interrupt(request), calls);
    // The graph keeps the values with which it was resumed, so an error would be thrown again after each correction.
    while (typeof decisions === 'string') {
      decisions = readDecisions(config.interrupt({ ...request, error: decisions }), calls);
    }
    return decisions;
  } catch (thrown) {
    // This is how the graph is paused. Other errors mean that it cannot be, for lack of a checkpointer.
    if ((thrown as { readonly is_bubble_up?: boolean }).is_bubble_up === true) throw thrown;
    return [];
  }
}

/** Reads the decisions with which a graph was resumed. Returns what is wrong unless there is a valid one for each call. */
function readDecisions(resumed: unknown, calls: readonly ToolCall[]): FinalDecision[] | string {
  const { decisions } = (resumed ?? {}) as Partial<ApprovalResume>;
  if (!Array.isArray(decisions) || decisions.length !== calls.length) {
    return `Resume with { decisions: [{ type: 'approve' }, …] }, one for each of ${calls.length} requests.`;
  }
  const read = calls.map((call, index) => readDecision(decisions[index], call));
  const wrong = read.indexOf(undefined);
  return wrong < 0
    ? (read as FinalDecision[])
    : `decisions[${wrong}] must be { type: 'approve' }, { type: 'reject' } or { type: 'edit', editedAction: ` +
        `{ name: '${calls[wrong]?.name}', args: { … } } }, not ${previewValue(decisions[wrong])}.`;
}

interface DecisionFields {
  readonly type?: string;
  readonly editedAction?: { readonly name?: string; readonly args?: Record<string, unknown> } | null;
  readonly message?: unknown;
}

function readDecision(decision: unknown, { name }: ToolCall): FinalDecision | undefined {
  const { type, editedAction, message } = (decision ?? {}) as DecisionFields;
  if (type === 'approve') return 'approve';
  if (type === 'reject') return typeof message === 'string' ? { kind: 'deny', reason: message } : 'deny';
  const { name: edited = name, args } = editedAction ?? {};
  const isValid =
    type === 'edit' && edited === name && typeof args === 'object' && args !== null && !Array.isArray(args);
  return isValid ? { kind: 'approve', input: args } : undefined;
}
