import type { CallOptions } from '../../execution/call-options.js';
import type { Outcome } from '../../execution/outcome.js';
import type { ToolSpec } from '../../spec/tool-spec.js';
import type { MiddlewareCall } from '../middleware/middleware.js';

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
