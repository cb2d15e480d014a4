import { createMcpHandler, type McpHttpHandler, type McpServer, type Server } from '@modelcontextprotocol/server';
import { onAbort } from '../../../call/on-abort.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import { type EndpointResponse, emptyResponse, onResponseEnd } from '../http/endpoint-response.js';
import type { McpHttpService } from '../http/http-service.js';
import type { AdmittedRequest } from '../http/request-guard.js';
import { isRequestId } from '../http/running-calls.js';
import { ForwardedResponse, toWebRequest } from '../http/web-response.js';
import { McpProtocolError, rpcErrorCodes } from '../protocol/protocol-error.js';
import type { BoundClient, HttpServiceParts } from '../server/binder.js';
import type { ToolServer } from '../server/tool-server.js';
import type { ClientInfo } from './server-attach.js';

/** A function that creates a server with the tools of a client. */
export type CreateServer = (client: BoundClient, info: ClientInfo) => McpServer | Server;

interface PreparedRequest {
  readonly client: BoundClient;
  readonly info: ClientInfo;
}

/** The service for clients of protocol version 2026-07-28, whose requests are stateless. */
export class RequestService implements McpHttpService {
  readonly #parts: HttpServiceParts;
  readonly #createServer: CreateServer;
  readonly #handler: McpHttpHandler;
  /** The requests that the SDK is about to handle. */
  readonly #prepared = new WeakMap<Request, PreparedRequest>();
  readonly #running = new Set<ToolServer>();
  readonly #subscriptions = new Set<McpHttpHandler>();

  constructor(parts: HttpServiceParts, createServer: CreateServer) {
    this.#parts = parts;
    this.#createServer = createServer;
    this.#handler = this.#createHandler();
  }

  async handle(admitted: AdmittedRequest): Promise<EndpointResponse> {
    const { request, body } = admitted;
    if (methodOf(body) === 'notifications/cancelled') return this.#cancel(admitted);
    const client = await this.#parts.bind(admitted, undefined);
    const cancelled = new AbortController();
    const cancel = (): void => cancelled.abort();
    const forget = this.#remember(admitted, cancel);
    const stopListening = onAbort(request.signal, cancel);
    const response = new ForwardedResponse();
    const info = this.#infoOf(admitted, client, response.whenWritable);
    const web = toWebRequest({ ...request, signal: cancelled.signal });
    this.#prepared.set(web, { client, info });
    this.#running.add(client.tools);
    const { handler, release } = methodOf(body) === 'subscriptions/listen' ? this.#subscribe(client) : this.#shared;
    const end = (): void => {
      this.#running.delete(client.tools);
      forget();
      stopListening();
      release();
    };
    try {
      const answer = await response.forward(handler.fetch(web, { parsedBody: body }), wantsStream(body));
      onResponseEnd(answer, end);
      return answer;
    } catch (error) {
      end();
      throw error;
    }
  }

  async drain(deadlineMs: number): Promise<void> {
    await Promise.all([...this.#running].map((tools) => tools.drain(deadlineMs)));
  }

  async close(): Promise<void> {
    await Promise.all([this.#handler, ...this.#subscriptions].map((handler) => handler.close()));
  }

  get #shared(): { readonly handler: McpHttpHandler; readonly release: () => void } {
    return { handler: this.#handler, release: () => {} };
  }

  #createHandler(): McpHttpHandler {
    const create = ({ requestInfo }: { readonly requestInfo?: Request }): McpServer | Server => {
      const prepared = requestInfo && this.#prepared.get(requestInfo);
      if (prepared === undefined) throw new McpProtocolError(rpcErrorCodes.internalError, 'Internal error.');
      return this.#createServer(prepared.client, prepared.info);
    };
    return createMcpHandler(create, { legacy: 'reject', onerror: () => undefined });
  }

  /** Creates the handler of one client that subscribes to changes. Its own changes are announced to it only. */
  #subscribe({ tools }: BoundClient): { readonly handler: McpHttpHandler; readonly release: () => void } {
    const handler = this.#createHandler();
    this.#subscriptions.add(handler);
    const changes = tools.onListChanged(() => handler.notify.toolsChanged());
    const release = (): void => {
      changes.unsubscribe();
      this.#subscriptions.delete(handler);
      handler.close().catch(this.#parts.onError);
    };
    return { handler, release };
  }

  #infoOf(
    { auth, info, subject, client }: AdmittedRequest,
    bound: BoundClient,
    whenWritable: () => Promise<void>,
  ): ClientInfo {
    return { auth: auth ?? bound.auth, http: info, owner: subject, client, whenWritable };
  }

  /** Makes the requests of a body known, so that their client can cancel them. Returns a function that ends this. */
  #remember({ owner, request, body }: AdmittedRequest, cancel: () => void): () => void {
    const id = isRecord(body) ? body.id : undefined;
    if (!isRequestId(id)) return () => {};
    return this.#parts.calls.add(id, { owner, connection: request.connection, cancel });
  }

  #cancel({ owner, request, body }: AdmittedRequest): EndpointResponse {
    const { calls, onError } = this.#parts;
    calls.cancel(isRecord(body) ? body.params : undefined, { owner, connection: request.connection }, onError);
    return emptyResponse(202);
  }
}

function methodOf(body: unknown): unknown {
  return isRecord(body) ? body.method : undefined;
}

const logLevelKey = 'io.modelcontextprotocol/logLevel';

/** Whether a client asks for progress or log messages, so that its response is a stream from the beginning. */
function wantsStream(body: unknown): boolean {
  const { params } = isRecord(body) ? body : {};
  const { _meta: meta } = isRecord(params) ? params : {};
  return isRecord(meta) && (meta.progressToken !== undefined || meta[logLevelKey] !== undefined);
}
