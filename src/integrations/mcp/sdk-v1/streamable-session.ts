import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { eventStreamType } from '../../../base/network/server-sent-events.js';
import { type EndpointRequest, headerOf } from '../http/endpoint-request.js';
import { type EndpointResponse, emptyResponse, eventResponse } from '../http/endpoint-response.js';
import { EventStream } from '../http/event-stream.js';
import { HttpRefusal } from '../http/refusal.js';
import type { AdmittedRequest } from '../http/request-guard.js';
import type { SessionBinding, SessionConnection } from '../http/session-table.js';
import { rpcErrorCodes } from '../protocol/protocol-error.js';
import type { BoundClient } from '../server/binder.js';
import { serverArguments } from '../server/sdk-server.js';
import type { McpSdkServer } from '../server/serve-options.js';
import { HttpConnection, type HttpConnectionParts } from './http-connection.js';
import { checkAccept, checkVersion, negotiatedIn } from './http-rules.js';
import { attachTools } from './server-attach.js';

/** The connection of one client with a session. */
export class StreamableSession implements SessionConnection {
  readonly #client: BoundClient;
  readonly #connection: HttpConnection;
  readonly #binding: SessionBinding;
  readonly #isResumable: boolean;
  readonly #server: McpSdkServer;
  #negotiated: string | undefined;

  private constructor(client: BoundClient, parts: HttpConnectionParts, binding: SessionBinding) {
    this.#client = client;
    this.#connection = new HttpConnection({ ...parts, observer: client.observer });
    this.#binding = binding;
    this.#isResumable = parts.eventStore !== undefined;
    this.#server = client.createServer?.() ?? new Server(...serverArguments(client));
  }

  /** Opens the connection of a client that is about to be initialised. */
  static async open(
    client: BoundClient,
    parts: HttpConnectionParts,
    binding: SessionBinding,
  ): Promise<StreamableSession> {
    const session = new StreamableSession(client, parts, binding);
    const connection = session.#connection;
    const contextOf = connection.contextOf.bind(connection);
    attachTools({
      server: session.#server,
      contextOf,
      changes: client.tools,
      offered: client.tools.offers.methods,
      offersApps: client.tools.offersApps,
    });
    await connection.connect(session.#server, binding.onClosed);
    return session;
  }

  async handle(admitted: AdmittedRequest): Promise<EndpointResponse> {
    const { request, body } = admitted;
    if (this.#connection.isClosed) {
      throw new HttpRefusal(404, 'Session not found.', { code: rpcErrorCodes.sessionNotFound });
    }
    const version = negotiatedIn(body);
    if (version !== undefined) this.#initialize(version);
    else checkVersion(request);
    if (request.method === 'GET') return this.#openStream(request);
    if (request.method === 'POST') {
      return this.#connection.post({ admitted, tools: this.#client.tools, version: this.#negotiated });
    }
    await this.close();
    return emptyResponse(200);
  }

  drain(deadlineMs: number): Promise<void> {
    return this.#client.tools.drain(deadlineMs);
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  #initialize(version: string): void {
    if (this.#negotiated !== undefined) {
      throw new HttpRefusal(400, 'Invalid Request: the session has already been initialized.', {
        code: rpcErrorCodes.invalidRequest,
      });
    }
    this.#negotiated = version;
    this.#binding.onOpened();
  }

  /** Opens the stream for messages that belong to no request, or resumes a stream after an event. */
  async #openStream(request: EndpointRequest): Promise<EndpointResponse> {
    checkAccept(request, [eventStreamType]);
    const lastEventId = this.#isResumable ? headerOf(request, 'last-event-id') : undefined;
    const stream = lastEventId === undefined ? this.#connection.notices : await this.#connection.streamOf(lastEventId);
    if (stream === undefined) throw new HttpRefusal(400, 'The event of Last-Event-ID is not stored.');
    if (stream.isConnected) throw new HttpRefusal(409, 'Conflict: the stream is already open.');
    const events = new EventStream();
    if (lastEventId === undefined) stream.connect(events);
    else await stream.resume(events, lastEventId);
    if (this.#connection.isOver(stream)) stream.disconnect();
    return eventResponse(events, this.#connection.headers);
  }
}
