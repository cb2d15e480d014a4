import type { Outcome } from '../../call/outcome.js';
import type { ToolState } from '../../call/state/tool-state.js';
import type { ToolSpec } from '../../tool/spec/tool-spec.js';
import type { CallEventEmitter } from './call-event-emitter.js';
import type { PendingCall } from './pending-call.js';

/** A call that waits until its result is supplied. It was made before, perhaps by another process. */
export interface SuppliedCall {
  /** The time since which the call has waited, in milliseconds since 1970. */
  readonly since: number;
  /** The emitter that has emitted the start of the call. Undefined for a restored call, and without listeners. */
  readonly events: CallEventEmitter | undefined;
  /**
   * Returns the outcome of the supplied result.
   *
   * @param state - The state of the call and the tool.
   */
  read(spec: ToolSpec, state: ToolState): Promise<Outcome>;
}

/** The wait of a call whose tool runs elsewhere. It begins when the outcome of the call has passed all middleware. */
export interface CallWait {
  readonly call: PendingCall;
  begin(): void;
  /** Ends the wait of a call that was cancelled. */
  discard(): void;
}
