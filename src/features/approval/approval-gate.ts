import type { CallOptions } from '../../call/call-options.js';
import type { CallConcern } from '../../call/client/call-concern.js';
import type { Outcome } from '../../call/outcome.js';
import type { CheckedInput } from '../../tool/arguments/checked-input.js';
import type { CheckedInputs } from '../../tool/arguments/checked-inputs.js';
import type { ToolExtension } from '../../tool/arguments/tool-extension.js';
import type { FlowLabel } from '../../tool/metadata/flow-options.js';
import type { ToolSpec } from '../../tool/spec/tool-spec.js';
import type { MiddlewareCall } from '../../toolkit/entry/middleware.js';
import type { ReportStep } from '../../toolkit/pipeline/call-step.js';
import type { RememberedApprovals } from './remembered-approvals.js';

/** A call of a tool that may need approval. */
export interface ApprovalCall {
  readonly spec: ToolSpec;
  readonly call: Pick<MiddlewareCall, 'id' | 'name' | 'input' | 'context'>;
  readonly options: CallOptions;
  /** The ID of the session that runs the call. Undefined for a toolkit. */
  readonly sessionId: string | undefined;
  /** The approvals that the session remembers. Undefined for a toolkit. */
  readonly remembered: RememberedApprovals | undefined;
  /** The validated arguments of the call. */
  readonly inputs: CheckedInputs;
  /** The fields that a scope adds to the tool. */
  readonly extension: ToolExtension | undefined;
  /** What features have against the call, so that it needs approval. @default nothing */
  readonly concerns?: readonly CallConcern[] | undefined;
  /** What is known of the arguments, in a toolkit with the option `flow`. Undefined if they are trusted, and anyone may read them. */
  readonly flow?: FlowLabel | undefined;
  /** Receives each decision on the call. Undefined if no one listens. */
  readonly report?: ReportStep | undefined;
}

/** The result of an approval check: the call runs with these arguments, or ends with this outcome. */
export type ApprovalResult =
  | {
      readonly kind: 'run';
      /** The approved arguments. The call runs with exactly these. */
      readonly checked: CheckedInput;
      /** Whether an approver replaced the model's arguments with other ones. */
      readonly isEdited: boolean;
      /** The ID of the remembered approval with which the call runs. Undefined if there is none. */
      readonly remembered?: string | undefined;
    }
  | { readonly kind: 'end'; readonly outcome: Outcome };

/** A gate that decides which calls may run. */
export interface ApprovalGate {
  /** Checks whether calls of a tool may need approval. Only these calls are passed to `check`. */
  isNeeded(spec: ToolSpec): boolean;
  /** Reports what decides that calls of a tool run, for calls that are not passed to `check`. */
  reportUnchecked?(spec: ToolSpec, report: ReportStep): void;
  /** Decides on a call. Rejects with the error that the model receives if the call must not run. */
  check(call: ApprovalCall): Promise<ApprovalResult>;
}
