import type { CallOptions } from '../../execution/call-options.js';
import { toToolError } from '../../execution/failure.js';
import { failedOutcome, type Outcome } from '../../execution/outcome.js';
import type { ToolSpec } from '../../spec/tool-spec.js';
import type { MiddlewareCall } from '../middleware/middleware.js';
import { shownSpec, type ToolEntry } from '../tool-entry.js';
import type { CallHandler } from './call-handler.js';
import { validateExtended } from './extend-tool.js';
import { withMetadata } from './response-outcome.js';

/** A call of a tool that may need approval. */
export interface ApprovalCall {
  readonly spec: ToolSpec;
  readonly call: Omit<MiddlewareCall, 'spec'>;
  readonly options: CallOptions;
}

/** What an ApprovalGate decided on a call: it runs with these arguments, or ends with this outcome. */
export type ApprovalResult =
  | {
      readonly kind: 'run';
      /** What was approved, and nothing else runs. */
      readonly input: Readonly<Record<string, unknown>>;
      /** Whether an approver put `input` in the place of the model's arguments. */
      readonly isEdited: boolean;
    }
  | { readonly kind: 'end'; readonly outcome: Outcome };

/** Decides which calls may run. */
export interface ApprovalGate {
  /** Whether calls of a tool may need approval. Only these calls are checked. */
  isNeeded(spec: ToolSpec): boolean;
  /** Decides on a call. Rejects with the error that the model gets for a call that may not run. */
  check(call: ApprovalCall): Promise<ApprovalResult>;
}

/** Runs a call once it is approved, with the approved arguments. A tool that needs no approval runs at once. */
export function requireApproval(entry: ToolEntry, next: CallHandler): CallHandler {
  const runApproved: CallHandler = async (call, sink) => {
    const { environment, options } = call.root;
    const askedAt = performance.now();
    const approval = await checkApproval(environment.approval, { spec: shownSpec(entry), call, options });
    call.root.approvalMs += performance.now() - askedAt;
    if (approval.kind === 'end') return approval.outcome;
    const { input, isEdited } = approval;
    const outcome = await next(call.with({ input }), sink);
    return isEdited ? withMetadata(outcome, { approval: { kind: 'approve', input } }) : outcome;
  };
  const check = validateExtended(entry, runApproved);
  return (call, sink) => {
    const isNeeded = call.root.environment.approval.isNeeded(shownSpec(entry));
    return isNeeded ? check(call, sink) : next(call, sink);
  };
}

async function checkApproval(gate: ApprovalGate, call: ApprovalCall): Promise<ApprovalResult> {
  try {
    return await gate.check(call);
  } catch (thrown) {
    const toolName = call.spec.name;
    return { kind: 'end', outcome: failedOutcome(toolName, toToolError(thrown, { toolName, secretsIn: [] })) };
  }
}
