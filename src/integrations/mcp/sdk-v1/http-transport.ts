import type { Transport, TransportSendOptions } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage, JSONRPCRequest, MessageExtraInfo } from '@modelcontextprotocol/sdk/types.js';
import type { MessageStream } from '../http/message-stream.js';
import type { PostResponse } from '../http/post-response.js';
import type { RequestContext } from './server-exchange.js';

/** A request of a client that the server has to answer. */
export interface PendingRequest {
  readonly response: PostResponse;
  readonly context: RequestContext;
  /** Called when the request has been answered or cancelled. */
  readonly onEnd: (answer: JSONRPCMessage | undefined) => void;
}

/**
 * A transport between a server of the SDK and the HTTP requests of its clients. It may serve several clients, because it
 * replaces the IDs that they have chosen.
 */
export class HttpTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage, extra?: MessageExtraInfo) => void;
  readonly sessionId?: string;
  /** The stream for messages that belong to no request. */
  readonly #notices: MessageStream | undefined;
  readonly #pending = new Map<number, PendingRequest & { readonly id: string | number }>();
  #count = 0;
  #isClosed = false;

  constructor(sessionId: string | undefined, notices: MessageStream | undefined) {
    if (sessionId !== undefined) this.sessionId = sessionId;
    this.#notices = notices;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  async start(): Promise<void> {}

  /** Passes a request to the server. Returns a function that cancels it. */
  request(
    message: JSONRPCRequest,
    pending: PendingRequest,
    extra: MessageExtraInfo,
  ): (reason: string | undefined) => void {
    const id = ++this.#count;
    this.#pending.set(id, { ...pending, id: message.id });
    this.onmessage?.({ ...message, id }, extra);
    return (reason) => this.#cancel(id, reason);
  }

  /** Passes a notification, or the answer to a request of the server. */
  accept(message: JSONRPCMessage, extra: MessageExtraInfo): void {
    this.onmessage?.(message, extra);
  }

  /** Returns the context of a request by the ID that the server has for it. */
  contextOf(id: string | number): RequestContext | undefined {
    return this.#pending.get(Number(id))?.context;
  }

  async send(message: JSONRPCMessage, { relatedRequestId }: TransportSendOptions = {}): Promise<void> {
    if (!('method' in message)) {
      await this.#answer(Number(message.id), message);
      return;
    }
    if (relatedRequestId === undefined) await this.#notices?.write(message);
    // A request that was cancelled receives nothing.
    else await this.#pending.get(Number(relatedRequestId))?.response.send(message);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const id of this.#pending.keys()) await this.#answer(id, undefined);
    await this.#notices?.end();
    this.onclose?.();
  }

  #cancel(requestId: number, reason: string | undefined): void {
    if (!this.#pending.has(requestId)) return;
    const params = { requestId, ...(reason === undefined ? {} : { reason }) };
    this.onmessage?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
    void this.#answer(requestId, undefined);
  }

  async #answer(id: number, answer: JSONRPCMessage | undefined): Promise<void> {
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    this.#pending.delete(id);
    pending.onEnd(answer);
    await pending.response.finish(answer === undefined ? undefined : { ...answer, id: pending.id });
  }
}
