import type { CallConcern } from '../../../call/client/call-concern.js';
import { type ApprovalRequest, type FinalDecision, NotFoundError, type PendingApproval } from '../../../index.js';
import type { ScopeId } from '../protocol.js';

/** A call that waits for the decision of the page. */
export interface WaitingCall {
  readonly callId: string;
  readonly scope: ScopeId;
  readonly toolName: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The arguments without secrets, as the page shows them. */
  readonly shown: unknown;
  /** Why the arguments need a decision. */
  readonly concerns: readonly CallConcern[];
}

/** What is called when a call begins to wait, and when it no longer does. */
export interface ApprovalListeners {
  /** Returns the arguments of a call without secrets. */
  readonly cover: (input: WaitingCall['input']) => unknown;
  readonly onWaiting: (id: string, call: WaitingCall) => void;
  readonly onDecided: (id: string, call: WaitingCall, decision: Decided) => void;
}

/** What was decided, or why a call no longer waits. */
export interface Decided {
  readonly kind: string;
  /** The arguments that replace those of the call, if they were edited. */
  readonly input?: unknown;
}

/** Applies a decision. Resolves to false if it has had no effect, so that another one is possible. */
type ApplyDecision = (decision: FinalDecision) => Promise<boolean>;

interface WaitingApproval {
  readonly call: WaitingCall;
  readonly apply: ApplyDecision;
}

// Deferred calls take up memory, and perhaps no one decides on them.
const maxWaiting = 1_000;

/** The calls that wait for the decision of the page. */
export class DevApprovals {
  readonly #waiting = new Map<string, WaitingApproval>();
  readonly #listeners: ApprovalListeners;

  constructor(listeners: ApprovalListeners) {
    this.#listeners = listeners;
  }

  /** Returns the call that waits for an approval. Throws a NotFoundError if there is none. */
  get(id: string): WaitingCall {
    return this.#find(id).call;
  }

  /** Waits for the decision on a call. */
  ask({ callId, toolName, input, concerns, signal }: ApprovalRequest, scope: ScopeId): Promise<FinalDecision> {
    return new Promise((resolve) => {
      const id = this.#add(
        { callId, scope, toolName, input, concerns, shown: this.#listeners.cover(input) },
        async (decision) => {
          resolve(decision);
          return true;
        },
      );
      signal.addEventListener('abort', () => this.#end(id, 'cancelled'), { once: true });
    });
  }

  /**
   * Shows a deferred call.
   *
   * @param resume - Resumes the call with the decision.
   */
  defer({ callId, toolName, input, concerns = [] }: PendingApproval, scope: ScopeId, resume: ApplyDecision): void {
    this.#add({ callId, scope, toolName, input, concerns, shown: this.#listeners.cover(input) }, resume);
  }

  /** Decides on a call. Throws a NotFoundError if it does not wait. */
  async decide(id: string, decision: FinalDecision): Promise<void> {
    const waiting = this.#find(id);
    // Removed before it is applied, so that there is no second decision meanwhile.
    this.#waiting.delete(id);
    try {
      if (await waiting.apply(decision))
        this.#announce(id, waiting, typeof decision === 'string' ? { kind: decision } : decision);
      else this.#waiting.set(id, waiting);
    } catch (error) {
      this.#announce(id, waiting, { kind: 'failed' });
      throw error;
    }
  }

  #add(call: WaitingCall, apply: ApplyDecision): string {
    const id = crypto.randomUUID();
    const [oldest] = this.#waiting.keys();
    if (oldest !== undefined && this.#waiting.size >= maxWaiting) this.#end(oldest, 'displaced');
    this.#waiting.set(id, { call, apply });
    this.#listeners.onWaiting(id, call);
    return id;
  }

  #find(id: string): WaitingApproval {
    const waiting = this.#waiting.get(id);
    if (waiting !== undefined) return waiting;
    throw new NotFoundError('The call does not wait for a decision: it was decided, or it has ended.');
  }

  #end(id: string, decision: string): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    this.#announce(id, waiting, { kind: decision });
  }

  #announce(id: string, { call }: WaitingApproval, decision: Decided): void {
    this.#listeners.onDecided(id, call, decision);
  }
}
