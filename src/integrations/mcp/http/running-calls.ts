import { isRecord } from '../../../schema/json-schema/schema-walk.js';

/** The ID of a JSON-RPC request, which its client chooses. */
export type RequestId = string | number;

/** The sender of a request. */
export interface CallSender {
  /** The identity of the client; undefined if it is not known. */
  readonly owner: unknown;
  /** The connection that the request arrived on. */
  readonly connection: object | undefined;
}

/** A request that is being answered. */
export interface RunningCall extends CallSender {
  /** Cancels the request, so that it is not answered. */
  readonly cancel: (reason: string | undefined) => void;
}

/**
 * The requests that an endpoint is answering, by the IDs that their clients have chosen. With it, a client can cancel a
 * request by a notification that arrives as another request, on another connection.
 */
export class RunningCalls {
  readonly #calls = new Map<RequestId, Set<RunningCall>>();
  #hasReported = false;
  /** Receives a cancellation of a request that is not among these, from a client with an identity. */
  onUnknown: ((id: RequestId, owner: string, reason: string | undefined) => void) | undefined;

  /** Adds a request. Returns a function that removes it. */
  add(id: RequestId, call: RunningCall): () => void {
    const calls = this.#calls.get(id) ?? new Set();
    this.#calls.set(id, calls.add(call));
    return () => {
      calls.delete(call);
      if (calls.size === 0 && this.#calls.get(id) === calls) this.#calls.delete(id);
    };
  }

  /**
   * Handles the params of `notifications/cancelled`. The request of another client is not affected, even if it has the
   * same ID: `onError` receives the reason why nothing was cancelled.
   */
  cancel(params: unknown, sender: CallSender, onError: (error: unknown) => void): void {
    const { requestId: id, reason } = isRecord(params) ? params : {};
    if (!isRequestId(id)) return;
    const problem = this.#cancel(id, sender, typeof reason === 'string' ? reason : undefined);
    if (problem === undefined) return;
    const isAnonymous = typeof sender.owner !== 'string';
    // Ordinary clients without authentication send such notifications, which says the same each time.
    if (isAnonymous && this.#hasReported) return;
    this.#hasReported ||= isAnonymous;
    const advice = isAnonymous ? ' Without authentication, only the connection that sent a request can cancel it.' : '';
    onError(new Error(`A client cannot cancel the request ${JSON.stringify(id)}: ${problem}.${advice}`));
  }

  /** Cancels the request of a client whose cancellation another process has received. */
  cancelOf(owner: string, id: RequestId, reason: string | undefined): void {
    const [call, ...others] = [...(this.#calls.get(id) ?? [])].filter((one) => one.owner === owner);
    // Without the connection, one of several cannot be chosen.
    if (others.length === 0) call?.cancel(reason);
  }

  /** Cancels a request. Returns why it cannot be cancelled. A request that has ended needs no cancellation. */
  #cancel(id: RequestId, sender: CallSender, reason: string | undefined): string | undefined {
    const calls = [...(this.#calls.get(id) ?? [])];
    const { owner } = sender;
    const isElsewhere = !calls.some((one) => one.owner === owner);
    if (isElsewhere && typeof owner === 'string') this.onUnknown?.(id, owner, reason);
    if (calls.length === 0) return undefined;
    const own = calls.filter(({ owner }) => owner !== undefined && owner === sender.owner);
    if (own.length === 0) return 'it belongs to another client';
    const here = own.filter(({ connection }) => connection !== undefined && connection === sender.connection);
    const [call, ...others] = here.length > 0 ? here : own;
    if (others.length > 0) return 'several requests of the client have this ID';
    call?.cancel(reason);
    return undefined;
  }
}

/** Whether a value is the ID of a request. */
export function isRequestId(value: unknown): value is RequestId {
  return typeof value === 'string' || typeof value === 'number';
}
