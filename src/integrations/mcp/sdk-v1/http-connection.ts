import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  type JSONRPCRequest,
  type MessageExtraInfo,
} from '@modelcontextprotocol/sdk/types.js';
import type { McpObservation, McpObserver } from '../../../base/network/mcp-observer.js';
import { eventStreamType } from '../../../base/network/server-sent-events.js';
import { type EndpointResponse, emptyResponse } from '../http/endpoint-response.js';
import type { McpEventStore } from '../http/event-store.js';
import { MessageStream } from '../http/message-stream.js';
import { PostResponse } from '../http/post-response.js';
import { HttpRefusal } from '../http/refusal.js';
import type { AdmittedRequest } from '../http/request-guard.js';
import type { CallSender, RequestId, RunningCalls } from '../http/running-calls.js';
import { observedAnswer } from '../protocol/observed-message.js';
import { rpcErrorCodes } from '../protocol/protocol-error.js';
import { lowLevelServerOf } from '../server/sdk-server.js';
import type { McpSdkServer } from '../server/serve-options.js';
import type { ToolServer } from '../server/tool-server.js';
import { checkAccept, checkBatch } from './http-rules.js';
import { HttpTransport, type PendingRequest } from './http-transport.js';
import type { RequestContext } from './server-exchange.js';

/** The settings of a connection. */
export interface HttpConnectionParts {
  readonly calls: RunningCalls;
  /** The ID of the session; undefined if requests are stateless. */
  readonly sessionId?: string | undefined;
  /** The store from which a client can resume a stream. */
  readonly eventStore?: McpEventStore | undefined;
  readonly onError: (error: unknown) => void;
  readonly observer?: McpObserver | undefined;
}

/** A POST to a connection. */
export interface Post {
  readonly admitted: AdmittedRequest;
  readonly tools: ToolServer;
  /** The negotiated protocol version, or the one that the client names. */
  readonly version: string | undefined;
}

/** A server of the SDK that exchanges messages with its clients over HTTP. */
export class HttpConnection {
  readonly #parts: HttpConnectionParts;
  readonly #transport: HttpTransport;
  /** The stream for messages that belong to no request; undefined if requests are stateless. */
  readonly notices: MessageStream | undefined;
  readonly #streams = new Map<string, MessageStream>();

  constructor(parts: HttpConnectionParts) {
    const { sessionId, eventStore } = parts;
    this.#parts = parts;
    this.notices = sessionId === undefined ? undefined : new MessageStream('notices', eventStore);
    this.#transport = new HttpTransport(sessionId, this.notices);
  }

  get isClosed(): boolean {
    return this.#transport.isClosed;
  }

  /** Connects the server. Tools that are attached to it read the contexts of their requests with {@link contextOf}. */
  async connect(server: McpSdkServer, onClosed: () => void): Promise<void> {
    this.#transport.onclose = onClosed;
    await lowLevelServerOf<Server>(server).connect(this.#transport);
  }

  /** Returns the context of a request; undefined if it has been cancelled. */
  contextOf({ requestId }: { readonly requestId: RequestId }): RequestContext | undefined {
    return this.#transport.contextOf(requestId);
  }

  /** Handles the messages of a POST. Throws an HttpRefusal on a body that is not a message or a batch. */
  async post(post: Post): Promise<EndpointResponse> {
    const { request, body } = post.admitted;
    checkAccept(request, ['application/json', eventStreamType]);
    if (Array.isArray(body)) checkBatch(body, post.version);
    const messages = readMessages(body);
    const requests = messages.filter(isRequest);
    for (const message of messages) if (!isRequest(message)) this.#accept(message, post);
    if (requests.length === 0) return emptyResponse(202, this.headers);
    return this.#answer(requests, post);
  }

  /** Resumes the stream with an event, or undefined if the event is not stored. */
  async streamOf(lastEventId: string): Promise<MessageStream | undefined> {
    const { eventStore } = this.#parts;
    const id = await eventStore?.getStreamIdForEventId(lastEventId);
    if (id === undefined) return undefined;
    if (id === this.notices?.id) return this.notices;
    // The requests of another stream have ended: only stored messages are left.
    return this.#streams.get(id) ?? new MessageStream(id, eventStore);
  }

  /** Whether a stream is over after its stored messages. */
  isOver(stream: MessageStream): boolean {
    return stream !== this.notices && !this.#streams.has(stream.id);
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  /** The headers of every response. */
  get headers(): EndpointResponse['headers'] {
    const { sessionId } = this.#parts;
    return sessionId === undefined ? {} : { 'mcp-session-id': sessionId };
  }

  #answer(requests: readonly JSONRPCRequest[], { admitted, tools, version }: Post): Promise<EndpointResponse> {
    const { eventStore } = this.#parts;
    const stream = new MessageStream(crypto.randomUUID(), eventStore);
    if (eventStore !== undefined) this.#streams.set(stream.id, stream);
    const response = new PostResponse(stream, {
      requestCount: requests.length,
      isBatch: Array.isArray(admitted.body),
      isStream: eventStore !== undefined || requests.some(wantsProgress),
      isResumable: eventStore !== undefined && version !== undefined && version >= '2025-11-25',
      headers: this.headers,
      onEnd: () => this.#streams.delete(stream.id),
    });
    const whenWritable = (): Promise<void> => stream.whenWritable();
    const context = { tools, auth: admitted.auth, http: admitted.info, whenWritable };
    const extra = extraOf(admitted, () => stream.disconnect());
    for (const request of requests) this.#begin(request, { response, context }, { admitted, extra, version });
    return response.ready;
  }

  #begin(
    request: JSONRPCRequest,
    pending: Omit<PendingRequest, 'onEnd'>,
    { admitted, extra, version }: Pick<Post, 'admitted' | 'version'> & { readonly extra: MessageExtraInfo },
  ): void {
    const observation = this.#observe(request, version);
    const observed = observation === undefined ? request : { ...request, params: observation.params };
    const { signal } = admitted.request;
    let cancel: (reason: string | undefined) => void = () => {};
    const onGone = (): void => cancel('The client has disconnected.');
    const remove = this.#parts.calls.add(request.id, {
      ...this.#senderOf(admitted),
      cancel: (reason) => cancel(reason),
    });
    const onEnd = (answer: JSONRPCMessage | undefined): void => {
      observation?.end(answer && observedAnswer(answer));
      remove();
      signal.removeEventListener('abort', onGone);
    };
    // A client that can resume the stream may come back.
    if (this.#parts.eventStore === undefined) signal.addEventListener('abort', onGone, { once: true });
    cancel = this.#transport.request(observed as JSONRPCRequest, { ...pending, onEnd }, extra);
    if (signal.aborted && this.#parts.eventStore === undefined) onGone();
  }

  #observe({ id, method, params }: JSONRPCRequest, protocolVersion: string | undefined): McpObservation | undefined {
    const { observer, sessionId } = this.#parts;
    return observer?.observe({ side: 'server', method, params, id, protocolVersion, sessionId, transport: 'http' });
  }

  #accept(message: JSONRPCMessage, { admitted }: Post): void {
    if ('method' in message && message.method === 'notifications/cancelled') {
      this.#parts.calls.cancel(message.params, this.#senderOf(admitted), this.#parts.onError);
    } else
      this.#transport.accept(
        message,
        extraOf(admitted, () => {}),
      );
  }

  #senderOf({ owner, request }: AdmittedRequest): CallSender {
    const { sessionId } = this.#parts;
    return { owner: sessionId === undefined ? owner : `session ${sessionId}`, connection: request.connection };
  }
}

/** Reads the messages of a body. Throws an HttpRefusal if one is not a message of JSON-RPC. */
function readMessages(body: unknown): readonly JSONRPCMessage[] {
  const messages = [body].flat();
  // The messages are passed on as they are: the copies of the schema would lack `__proto__`, which must be rejected.
  if (messages.every((message) => JSONRPCMessageSchema.safeParse(message).success)) return messages as JSONRPCMessage[];
  throw new HttpRefusal(400, 'Parse error: the body is not a JSON-RPC message.', { code: rpcErrorCodes.parseError });
}

/** Whether a valid message is a request. */
function isRequest(message: JSONRPCMessage): message is JSONRPCRequest {
  return 'method' in message && 'id' in message;
}

/** Whether a client asks for progress, so that its response is a stream from the beginning. */
function wantsProgress({ params }: JSONRPCRequest): boolean {
  return params?._meta?.progressToken !== undefined;
}

/** Returns what the SDK passes to the application's own handlers. */
function extraOf({ principal, request, auth }: AdmittedRequest, closeSSEStream: () => void): MessageExtraInfo {
  const requestInfo = {
    headers: { ...request.headers } as Record<string, string | string[] | undefined>,
    url: request.url,
  };
  if (principal === undefined) return { requestInfo, closeSSEStream };
  const { token, subject, scopes, expiresAt } = principal;
  const expiry = expiresAt === undefined ? {} : { expiresAt };
  const authInfo = { token, clientId: subject, scopes: [...scopes], ...expiry, extra: { auth } };
  return { requestInfo, authInfo, closeSSEStream };
}
