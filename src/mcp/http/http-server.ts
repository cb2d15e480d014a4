import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isRecord } from '../../schema/json-schema/schema-walk.js';
import { rpcErrorCodes } from '../protocol/protocol-error.js';
import type { IncomingHttp, OpenConnection } from './connection.js';
import { HttpRefusal, refuse, refuseUnparsed } from './refusal.js';
import { type AdmittedRequest, RequestGuard, type RequestGuardOptions } from './request-guard.js';
import { SessionTable, type SessionTableOptions } from './session-table.js';
import { StalledSockets } from './stalled-sockets.js';

/** The settings of an HTTP server. */
export interface HttpServerParts extends RequestGuardOptions {
  readonly port: number;
  readonly maxHeaderBytes: number;
  /** The time limit for receiving a request, in milliseconds. */
  readonly requestTimeoutMs: number;
  /** The time limit for a client to read any part of a pending response, in milliseconds. */
  readonly sendTimeoutMs: number;
  /** The largest number of connections. */
  readonly maxConnections: number;
  /** The limits of sessions; undefined if requests are stateless. */
  readonly sessions: SessionTableOptions | undefined;
  /** Whether a client that has disconnected can resume the response. */
  readonly isResumable: boolean;
  readonly open: OpenConnection;
  readonly onError: (error: unknown) => void;
}

// The time limit for receiving the headers of a request, in milliseconds.
const headersTimeoutMs = 15_000;

// How long clients may take to read the last responses when the server closes, in milliseconds.
const flushTimeoutMs = 1_000;

/** A server for Streamable HTTP (specification, basic/transports) in front of the transport of either SDK. */
export class McpHttpServer {
  readonly #parts: HttpServerParts;
  readonly #guard: RequestGuard;
  readonly #sessions: SessionTable | undefined;
  readonly #server: Server;
  readonly #stalled: StalledSockets;
  /** The connections of stateless requests. */
  readonly #singleRequests = new Set<Awaited<ReturnType<OpenConnection>>>();
  /** The responses to POST requests that are pending. Streams that remain open are not included. */
  readonly #pendingResponses = new Set<ServerResponse>();
  #isClosing = false;

  /** @throws DefinitionError if a host, an origin or a resource URL is invalid. */
  constructor(parts: HttpServerParts) {
    this.#parts = parts;
    this.#guard = new RequestGuard(parts);
    this.#sessions = parts.sessions && new SessionTable(parts.open, parts.sessions);
    const { maxHeaderBytes: maxHeaderSize, requestTimeoutMs: requestTimeout } = parts;
    const headersTimeout = Math.min(headersTimeoutMs, requestTimeout);
    const times = { requestTimeout, headersTimeout, connectionsCheckingInterval: headersTimeout / 2 };
    // The response of Node.js to a request without a Host header would have no body.
    this.#server = createServer({ maxHeaderSize, requireHostHeader: false, ...times }, (request, response) => {
      void this.#answer(request, response);
    });
    this.#server.maxConnections = parts.maxConnections;
    this.#stalled = new StalledSockets(this.#server, parts.sendTimeoutMs);
    this.#server.on('clientError', (error, socket) => refuseUnparsed(socket, error));
  }

  /** Starts to listen and resolves with the URL. Rejects with the error of Node.js, such as for a port in use. */
  async listen(): Promise<string> {
    const { host, port, path } = this.#parts;
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, host, () => {
        this.#server.off('error', reject);
        resolve();
      });
    });
    this.#server.on('error', this.#parts.onError);
    const { port: bound } = this.#server.address() as AddressInfo;
    return `http://${host.includes(':') ? `[${host}]` : host}:${bound}${path}`;
  }

  /** Rejects new requests, waits for open calls, cancels those that exceed the deadline, and closes all connections. */
  async close(deadlineMs: number): Promise<void> {
    this.#isClosing = true;
    const closed = new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
    const connections = [...(this.#sessions?.connections ?? []), ...this.#singleRequests];
    await Promise.all(connections.map((connection) => connection.drain(deadlineMs)));
    await this.#waitForResponses();
    await Promise.all(connections.map((connection) => connection.close()));
    this.#server.closeAllConnections();
    this.#stalled.close();
    await closed;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body: unknown;
    try {
      if (this.#isClosing)
        throw new HttpRefusal(503, 'The server is shutting down.', { headers: { connection: 'close' } });
      const admitted = await this.#guard.admit(request, response);
      if (admitted === undefined) return;
      body = admitted.body;
      this.#guard.checkScopes(admitted);
      await this.#dispatch({ ...admitted, request, response, signal: this.#createDisconnectSignal(request, response) });
    } catch (error) {
      if (!(error instanceof HttpRefusal)) this.#parts.onError(error);
      refuse(response, error instanceof HttpRefusal ? error : internalError(), idOf(body));
    }
  }

  async #dispatch(incoming: IncomingHttp): Promise<void> {
    const { request } = incoming;
    if (request.method === 'POST') {
      this.#pendingResponses.add(incoming.response);
      incoming.response.once('close', () => this.#pendingResponses.delete(incoming.response));
    }
    if (this.#sessions === undefined) return this.#dispatchWithoutSession(incoming);
    const sessionId = request.headers['mcp-session-id'];
    if (typeof sessionId === 'string') return this.#sessions.proceed(sessionId, incoming);
    if (isInitialize(incoming)) return this.#sessions.begin(incoming);
    throw new HttpRefusal(400, 'The Mcp-Session-Id header is required. Initialize first.', {
      code: rpcErrorCodes.invalidRequest,
    });
  }

  /** Handles a stateless request, which must be a POST: without sessions there are no streams to open or to end. */
  async #dispatchWithoutSession(incoming: IncomingHttp): Promise<void> {
    const { request, response, principal, info } = incoming;
    if (request.method !== 'POST') {
      throw new HttpRefusal(405, 'Method not allowed: this server has no sessions.', { headers: { allow: 'POST' } });
    }
    const connection = await this.#parts.open({
      sessionId: undefined,
      subject: principal?.subject,
      auth: principal?.auth,
      info,
      onOpened: doNothing,
      onClosed: doNothing,
    });
    this.#singleRequests.add(connection);
    response.once('close', () => {
      this.#singleRequests.delete(connection);
      connection.close().catch(this.#parts.onError);
    });
    await connection.handle(incoming);
  }

  /** Creates a signal that fires when a client disconnects before the response, unless it can resume the response. */
  #createDisconnectSignal(request: IncomingMessage, response: ServerResponse): AbortSignal {
    const disconnected = new AbortController();
    if (request.method === 'POST' && !this.#parts.isResumable) {
      response.once('close', () => {
        if (!response.writableFinished) disconnected.abort();
      });
    }
    return disconnected.signal;
  }

  /** Waits for a limited time until clients have read the pending responses. */
  async #waitForResponses(): Promise<void> {
    const closing = [...this.#pendingResponses].map((response) => {
      return new Promise<void>((resolve) => {
        response.once('close', resolve);
      });
    });
    if (closing.length === 0) return;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, flushTimeoutMs);
    });
    await Promise.race([Promise.all(closing), late]);
    clearTimeout(timer);
  }
}

/** Whether a request begins a session. In a batch, `initialize` does not (specification 2025-03-26, basic/lifecycle). */
function isInitialize({ body }: AdmittedRequest): boolean {
  return isRecord(body) && body.method === 'initialize';
}

/** Returns the ID of the single request in a body, for the error response; null if there is none. */
function idOf(body: unknown): string | number | null {
  const { id } = isRecord(body) ? body : {};
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

function internalError(): HttpRefusal {
  return new HttpRefusal(500, 'Internal error.', { code: rpcErrorCodes.internalError });
}

function doNothing(): void {}
