import { DeniedError } from '../../base/errors/errors.js';
import type { FlowLabel } from '../../tool/metadata/flow-options.js';
import type { ToolResponse } from '../response/tool-response.js';
import type { CallConcern } from './call-concern.js';

/** A deferred call that waits for approval, as plain JSON. */
export interface PendingApproval {
  /** The signed call, for `resumeApproval`. Its holder can read the arguments, but not change them. */
  readonly token: string;
  readonly callId: string;
  readonly toolName: string;
  /** The version of the tool whose call was deferred. Undefined for a tool without a version. */
  readonly toolVersion?: string | undefined;
  /** The arguments that the call runs with, after the conversions of the schema. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Where arguments come from that need the decision, in a toolkit with the option `flow`. Omitted if there are none. */
  readonly concerns?: readonly CallConcern[] | undefined;
  /** The ID of the session whose call was deferred. Undefined for the call of a toolkit. */
  readonly sessionId?: string | undefined;
  /** The time until which the call can be approved, in milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Returns the pending approval of a deferred call. Returns undefined for any other response or result. */
export function pendingApprovalOf({ metadata }: Pick<ToolResponse, 'metadata'>): PendingApproval | undefined {
  const approval = metadata?.approval as (PendingApproval & { readonly kind?: unknown }) | undefined;
  return approval?.kind === 'later' ? toPendingApproval(approval.token, approval) : undefined;
}

/**
 * Returns all pending approvals of a deferred call: those that a program waits for, or the one of the call itself. Returns
 * an empty array for any other response or result.
 */
export function pendingApprovalsOf(response: Pick<ToolResponse, 'metadata'>): readonly PendingApproval[] {
  const approval = pendingApprovalOf(response);
  if (approval === undefined) return [];
  return (response.metadata?.approvals as readonly PendingApproval[] | undefined) ?? [approval];
}

/** Creates the pending approval of a token from the token's content. */
export function toPendingApproval(token: string, content: Omit<PendingApproval, 'token'>): PendingApproval {
  const { callId, toolName, toolVersion, input, concerns, sessionId, expiresAt } = content;
  const against = concerns === undefined ? {} : { concerns };
  const version = toolVersion === undefined ? {} : { toolVersion };
  const session = sessionId === undefined ? {} : { sessionId };
  return Object.freeze({ token, callId, toolName, ...version, input, ...against, ...session, expiresAt });
}

/** The content of a token. */
export interface SignedApproval extends Omit<PendingApproval, 'token'> {
  /** The ID with which the approval is claimed. */
  readonly id: string;
  /** The arguments before the conversions of the schema. @default they are equal to `input` */
  readonly accepted?: Readonly<Record<string, unknown>> | undefined;
  /** The digest of the caller to whom the approval belongs. A digest, because anyone with the token can read it. */
  readonly subject: string;
  /** The fingerprint of the tool's definition when the call was deferred. */
  readonly definition: string;
  /** The label of the arguments, in a toolkit with the option `flow`. Undefined if they are trusted, and anyone may read them. */
  readonly flow?: FlowLabel | undefined;
  /** The program that made the call, if it waits for it. */
  readonly program?: SignedProgram | undefined;
}

/** The program that waits for a deferred call. */
export interface SignedProgram {
  /** The ID of its snapshot. */
  readonly id: string;
  /** The digest of its snapshot. */
  readonly digest: string;
  /** The ID of the call in the program. */
  readonly call: number;
  /** The ID of the call that runs the program. */
  readonly callId: string;
}

type RefusalReason = 'signature' | 'expired' | 'session' | 'subject' | 'definition' | 'used' | 'claim' | 'program';

/** Creates the error of an approval that cannot be used. */
export function createRefusal(
  reason: RefusalReason,
  description: string,
  { toolName, cause }: { readonly toolName?: string; readonly cause?: unknown } = {},
): DeniedError {
  const what = toolName === undefined ? 'This approval' : `This approval of '${toolName}'`;
  return new DeniedError(`${what} cannot be used: ${description}.`, { toolName, cause, details: { reason } });
}
