import type { RememberedApproval } from '../features/approval/remembered-approvals.js';
import type { SavedFlow } from '../features/flow/saved-flow.js';
import type { PendingCall } from '../toolkit/pipeline/pending-call.js';
import type { SelectionState } from '../toolkit/scope-state.js';

/** A snapshot of a toolkit or a session, as JSON. */
export interface ScopeState extends SelectionState {
  /** The ID of the session. Undefined for a toolkit. */
  readonly id?: string | undefined;
  /** The calls that wait for the results of their client, the oldest first. Omitted if no call waits. */
  readonly pendingCalls?: readonly PendingCall[] | undefined;
  /** Where the data of the session comes from. Omitted for a toolkit, and without the option `flow`. */
  readonly flow?: SavedFlow | undefined;
  /** The approvals that the session remembers, the oldest first. Omitted if there are none. */
  readonly approvals?: readonly RememberedApproval[] | undefined;
}
