import type { ToolFacts } from '../../metadata/tool-options.js';

/** A call that waits for somebody to say yes. */
export interface ApprovalRequest {
  readonly callId: string;
  readonly toolName: string;
  /** What is known of the tool: its description, its annotations, its kind. */
  readonly tool: ToolFacts;
  /** The arguments that the call runs with if it is approved, as frozen JSON. An approver edits a copy of them. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The same arguments, validated: put right, and what a DTO class or a Standard Schema makes of them. */
  readonly args: unknown;
  /** Who is calling, as the caller said in its options. */
  readonly auth: unknown;
  /** Fires when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** The call may run, with the arguments that the model sent, or with others. */
export interface Approval {
  readonly kind: 'approve';
  /** Runs the call with these arguments instead. They are validated as a model's are. */
  readonly input?: Readonly<Record<string, unknown>> | undefined;
}

/** The call may not run. */
export interface Denial {
  readonly kind: 'deny';
  /** Why. The model reads it. */
  readonly reason?: string | undefined;
}

/** The call ends for now, and may be approved later, also in another process. */
export interface Postponement {
  readonly kind: 'later';
  /** How long it may still be approved, in milliseconds. @default 86400000, one day */
  readonly expiresInMs?: number | undefined;
}

/** What is decided on a call in the end. A word stands for a decision that says no more. */
export type FinalDecision = Approval | Denial | 'approve' | 'deny';

/** What an approver answers. A word stands for a decision that says no more. */
export type ApprovalDecision = FinalDecision | Postponement | 'later';

/**
 * Decides on calls that need approval: a person at a keyboard, a chat, a policy of the application's own.
 *
 * @example
 * ```ts
 * const approver: Approver = async ({ toolName, input }) => {
 *   return (await confirm(`${toolName} ${JSON.stringify(input)}?`)) ? 'approve' : { kind: 'deny', reason: 'Not today.' };
 * };
 * ```
 */
export type Approver = (request: ApprovalRequest) => ApprovalDecision | Promise<ApprovalDecision>;
