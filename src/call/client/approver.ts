import type { ToolInfo } from '../../tool/metadata/tool-options.js';
import type { CallConcern } from './call-concern.js';
import type { PermissionMatch } from './permission-match.js';

/** A call that waits for approval. */
export interface ApprovalRequest {
  readonly callId: string;
  readonly toolName: string;
  /** The description, annotations and kind of the tool. */
  readonly tool: ToolInfo;
  /**
   * The arguments that an approved call runs with, as frozen JSON: after coercion and after the conversions of a DTO class
   * or a Standard Schema. To change them, return an edited copy.
   */
  readonly input: Readonly<Record<string, unknown>>;
  /** The arguments as they were sent, as frozen JSON. */
  readonly sent: Readonly<Record<string, unknown>>;
  /** The validated arguments themselves, whose JSON form is `input`. */
  readonly args: unknown;
  /**
   * Where arguments come from that need a decision, in a toolkit with the option `flow`. Empty if nothing is against the call
   * but that its tool, or a rule, needs approval.
   */
  readonly concerns: readonly CallConcern[];
  /** The identity of the caller, from the `auth` option of the call. */
  readonly auth: unknown;
  /** The signal that aborts when the call no longer waits for the decision. */
  readonly signal: AbortSignal;
}

/** The decision that a call may run, with the arguments that the model sent or with other ones. */
export interface Approval {
  readonly kind: 'approve';
  /** The arguments that replace those of the model. They are validated in the same way. */
  readonly input?: Readonly<Record<string, unknown>> | undefined;
  /** The further calls that the session runs without asking again. @default none */
  readonly remember?: RememberApproval | undefined;
}

/** The calls that a session runs without asking again: those of a rule, or those with arguments of the same origins. */
export type RememberApproval = RememberCalls | RememberOrigins;

/** The calls of a rule, which a session runs without asking again. */
export interface RememberCalls {
  /** The time: as long as the session exists, or a number of milliseconds. */
  readonly for: 'session' | number;
  /** The calls, as in a permission rule. A rule of the toolkit that denies a call takes precedence. */
  readonly rule: PermissionMatch;
  readonly origins?: undefined;
}

/**
 * The calls of the tool whose arguments come from the same places of results of the same tools as the `concerns` of this call,
 * whatever the values are.
 */
export interface RememberOrigins {
  /** The time: as long as the session exists, or a number of milliseconds. */
  readonly for: 'session' | number;
  readonly origins: true;
  readonly rule?: undefined;
}

/** The decision that a call must not run. */
export interface Denial {
  readonly kind: 'deny';
  /** The reason, which is shown to the model. */
  readonly reason?: string | undefined;
}

/** The decision to end a call for now. It can be approved later, even in another process. */
export interface Postponement {
  readonly kind: 'later';
  /** The time during which the call can be approved, in milliseconds. @default 86400000, one day */
  readonly expiresInMs?: number | undefined;
}

/** The final decision on a call. A string is a shorthand for a decision without further fields. */
export type FinalDecision = Approval | Denial | 'approve' | 'deny';

/** The decision of an approver. A string is a shorthand for a decision without further fields. */
export type ApprovalDecision = FinalDecision | Postponement | 'later';

/**
 * A function that decides on calls that need approval. It may ask a person, post to a chat or apply a policy.
 *
 * @example
 * ```ts
 * const approver: Approver = async ({ toolName, input }) => {
 *   return (await confirm(`${toolName} ${JSON.stringify(input)}?`)) ? 'approve' : { kind: 'deny', reason: 'Not today.' };
 * };
 * ```
 */
export type Approver = (request: ApprovalRequest) => ApprovalDecision | Promise<ApprovalDecision>;
