import type { Approver } from '../call/client/approver.js';
import type { CallClient } from '../call/client/call-client.js';
import type { PendingApproval, SignedApproval, SignedProgram } from '../call/client/pending-approval.js';
import { PartKey } from '../call/host-call.js';
import type { ToolResult } from '../call/response/tool-result.js';
import type { ToolSpec } from '../tool/spec/tool-spec.js';
import type { CallEvents } from './pipeline/call-events.js';

/** The tokens of deferred calls, for a program that waits for several of them. */
export interface SealedApprovals {
  /** Whether there is a key, without which no call can be deferred. */
  readonly hasKey: boolean;
  /** Returns the content of a token. Throws a DeniedError if the token is not genuine or has expired. */
  read(token: unknown): SignedApproval;
  /** Issues the token of a deferred call again, for the program that waits for it. */
  issueFor(signed: SignedApproval, program: SignedProgram): PendingApproval;
  /** Claims an approval, which can be used once. Throws a DeniedError if it has been used. */
  claim(signed: Pick<SignedApproval, 'id' | 'expiresAt' | 'toolName'>): Promise<void>;
  /** Returns a token with JSON text that a store keeps. */
  seal(kind: string, json: string): string;
  /** Returns the JSON text of a token from a store. Returns undefined if the token is not genuine. */
  open(kind: string, token: string): string | undefined;
}

/** The remembered approvals of a session that depend on where arguments come from. */
export interface RememberedOrigins {
  /** Revokes these approvals. */
  revokeOrigins(): void;
}

/** The approval of the calls of a toolkit, session, agent or program, as other features see it. */
export interface ApprovalPart {
  /** The approver of the toolkit or session. Undefined if the caller's user decides. */
  readonly approver: Approver | undefined;
  readonly tokens: SealedApprovals;
  /** Returns the same approval, with another approver unless it is undefined. */
  withApprover(approver: Approver | undefined): ApprovalPart;
  /** Returns an approval that admits all calls. */
  admittingAll(): ApprovalPart;
  /** Checks whether the user of a client can be asked for approval. */
  canAsk(client: CallClient | undefined): boolean;
  /** The remembered approvals that depend on where arguments come from. Undefined for a toolkit, which remembers none. */
  readonly origins: RememberedOrigins | undefined;
  /** Checks whether a call of a tool can run again with the approval that it has received. */
  canReplay(spec: ToolSpec): boolean;
}

/** The key of the approval of calls. */
export const approvalKey: PartKey<ApprovalPart> = new PartKey('approval');

/** A decision on a call for which a program waits. */
export interface ProgramApproval {
  readonly program: SignedProgram;
  /** Whether the approval has been used for the call, so that no other decision is possible. */
  readonly isClaimed: boolean;
  /** Runs the call, whose events are emitted to `events`. */
  run(events: CallEvents): Promise<ToolResult>;
}
