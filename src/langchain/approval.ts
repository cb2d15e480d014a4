import type { AgentCallOptions } from '../agent-sdk/agent-options.js';
import { DefinitionError } from '../errors.js';
import type { ToolCall } from '../execution/call-options.js';
import type { FinalDecision } from '../execution/client/approver.js';
import type { ToolScope } from '../toolkit/tool-scope.js';
import { previewValue } from '../value-preview.js';
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

/**
 * Returns an approver for each call. Calls that need a decision that nothing else can give interrupt the graph, once for
 * all of them. When the graph is resumed, each has an approver that returns the decision of the person.
 */
export async function askForApproval(
  scope: ToolScope,
  calls: readonly ToolCall[],
  { options, config }: ApprovalRun,
): Promise<readonly AgentCallOptions['approver'][]> {
  const needed = await Promise.all(calls.map((call) => scope.needsApproval(call, options)));
  const asked = calls.filter((_, index) => needed[index]);
  const resumed = asked.length === 0 ? undefined : interrupt(asked, scope, { options, config });
  if (resumed === undefined) return calls.map(() => options.approver);
  const decisions = readDecisions(resumed.value, asked);
  return calls.map((_, index) => {
    const decision = needed[index] === true ? decisions.shift() : undefined;
    return decision === undefined ? options.approver : () => decision;
  });
}

/** Interrupts the graph, or returns the value with which it was resumed. Returns undefined outside of a graph. */
function interrupt(
  calls: readonly ToolCall[],
  scope: ToolScope,
  { options, config }: ApprovalRun,
): { readonly value: unknown } | undefined {
  const request: ApprovalInterrupt = {
    actionRequests: calls.map(({ name, input }) => {
      return { name, args: input, description: scope.get(name, { auth: options.auth })?.description ?? '' };
    }),
    reviewConfigs: calls.map(({ name }) => {
      return { actionName: name, allowedDecisions: ['approve', 'edit', 'reject'] };
    }),
  };
  try {
    return config.interrupt && { value: config.interrupt(request) };
  } catch (thrown) {
    // This is how the graph is paused. Other errors say that it cannot be, for lack of a checkpointer.
    if ((thrown as { readonly is_bubble_up?: boolean }).is_bubble_up === true) throw thrown;
    return undefined;
  }
}

function readDecisions(resumed: unknown, calls: readonly ToolCall[]): FinalDecision[] {
  const { decisions } = (resumed ?? {}) as Partial<ApprovalResume>;
  if (!Array.isArray(decisions) || decisions.length !== calls.length) {
    throw new DefinitionError(
      `The graph was resumed with ${previewValue(resumed)}. Resume it with { decisions: [...] }, ` +
        `with one decision for each of the ${calls.length} requests.`,
    );
  }
  return calls.map((call, index) => readDecision(decisions[index], call));
}

function readDecision(decision: unknown, { name }: ToolCall): FinalDecision {
  const { type, editedAction, message } = (decision ?? {}) as {
    readonly type?: string;
    readonly editedAction?: { readonly name?: string; readonly args?: Record<string, unknown> };
    readonly message?: string;
  };
  if (type === 'approve') return 'approve';
  if (type === 'reject') return message === undefined ? 'deny' : { kind: 'deny', reason: message };
  if (type === 'edit' && (editedAction?.name ?? name) === name && typeof editedAction?.args === 'object') {
    return { kind: 'approve', input: editedAction.args };
  }
  throw new DefinitionError(
    `${previewValue(decision)} is not a decision on a call of '${name}'. Use { type: 'approve' }, ` +
      "{ type: 'edit', editedAction: { args } } or { type: 'reject', message }. The name of a call cannot be edited.",
  );
}
