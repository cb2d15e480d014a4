import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isRecord } from '../../schema/json-schema/schema-walk.js';
import { rpcErrorCodes } from '../protocol/protocol-error.js';
import type { IncomingHttp, OpenConnection } from './connection.js';
import { type Admitted, FrontDoor, type FrontDoorOptions } from './front-door.js';
import { HttpRefusal, refuse, refuseUnread } from './refusal.js';
import { SessionTable, type SessionTableOptions } from './session-table.js';

/** What an HTTP server is made of. */
export interface HttpServerParts extends FrontDoorOptions {
  readonly port: number;
  readonly maxHeaderBytes: number;
  /** How long a client may take to send a request, in milliseconds. */
  readonly requestTimeoutMs: number;
  /** Undefined where each request stands alone. */
  readonly sessions: SessionTableOptions | undefined;
  /** Whether a client that is gone may come back for the answer. */
  readonly isResumable: boolean;
  readonly open: OpenConnection;
  readonly onError: (error: unknown) => void;
}

// How long a client may take to send the head of a request at most, in milliseconds.
const headersTimeoutMs = 15_000;

// How long the answers of calls that have ended may take to be read when the server closes. In milliseconds.
const flushTimeoutMs = 1_000;

/** Streamable HTTP for MCP (specification, basic/transports), in front of any SDK's transport. */
export class McpHttpServer {
  readonly #parts: HttpServerParts;
  readonly #door: FrontDoor;
  readonly #sessions: SessionTable | undefined;
  readonly #server: Server;
  /** The connections of requests that stand alone. */
  readonly #single = new Set<Awaited<ReturnType<OpenConnection>>>();
  /** The answers that somebody waits for; streams that stay open are none. */
  readonly #answering = new Set<ServerResponse>();
  #isClosing = false;

  /** @throws DefinitionError on addresses that make no sense. */
  constructor(parts: HttpServerParts) {
    this.#parts = parts;
    this.#door = new FrontDoor(parts);
    this.#sessions = parts.sessions && new SessionTable(parts.open, parts.sessions);
    const { maxHeaderBytes: maxHeaderSize, requestTimeoutMs: requestTimeout } = parts;
    const headersTimeout = Math.min(headersTimeoutMs, requestTimeout);
    const times = { requestTimeout, headersTimeout, connectionsCheckingInterval: headersTimeout / 2 };
    // Without a Host header the answer of Node itself would have no body.
    this.#server = createServer({ maxHeaderSize, requireHostHeader: false, ...times }, (request, response) => {
      void this.#answer(request, response);
    });
    this.#server.on('clientError', (error, socket) => refuseUnread(socket, error));
  }

  /** Begins to listen, and gives the address. Rejects as Node does, as on a port that is taken. */
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

  /** Takes no more requests, waits for open calls, cancels those that take longer, and hangs up. */
  async close(deadlineMs: number): Promise<void> {
    this.#isClosing = true;
    const closed = new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
    const connections = [...(this.#sessions?.connections ?? []), ...this.#single];
    await Promise.all(connections.map((connection) => connection.drain(deadlineMs)));
    await this.#answered();
    await Promise.all(connections.map((connection) => connection.close()));
    this.#server.closeAllConnections();
    await closed;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body: unknown;
    try {
      if (this.#isClosing)
        throw new HttpRefusal(503, 'The server is shutting down.', { headers: { connection: 'close' } });
      const admitted = await this.#door.admit(request, response);
      if (admitted === undefined) return;
      body = admitted.body;
      this.#door.checkScopes(admitted);
      await this.#pass({ ...admitted, request, response, signal: this.#goneSignal(request, response) });
    } catch (error) {
      if (!(error instanceof HttpRefusal)) this.#parts.onError(error);
      refuse(response, error instanceof HttpRefusal ? error : internalError(), idOf(body));
    }
  }

  async #pass(incoming: IncomingHttp): Promise<void> {
    const { request } = incoming;
    if (request.method === 'POST') {
      this.#answering.add(incoming.response);
      incoming.response.once('close', () => this.#answering.delete(incoming.response));
    }
    if (this.#sessions === undefined) return this.#passAlone(incoming);
    const sessionId = request.headers['mcp-session-id'];
    if (typeof sessionId === 'string') return this.#sessions.proceed(sessionId, incoming);
    if (isInitialize(incoming)) return this.#sessions.begin(incoming);
    throw new HttpRefusal(400, 'The Mcp-Session-Id header is needed. Initialize first.', {
      code: rpcErrorCodes.invalidRequest,
    });
  }

  /** Without sessions there are no streams to open and none to end. */
  async #passAlone(incoming: IncomingHttp): Promise<void> {
    const { request, response, visitor, info } = incoming;
    if (request.method !== 'POST') {
      throw new HttpRefusal(405, 'Method not allowed: this server has no sessions.', { headers: { allow: 'POST' } });
    }
    const connection = await this.#parts.open({
      sessionId: undefined,
      auth: visitor?.auth,
      info,
      onOpened: ignore,
      onClosed: ignore,
    });
    this.#single.add(connection);
    response.once('close', () => {
      this.#single.delete(connection);
      connection.close().catch(this.#parts.onError);
    });
    await connection.handle(incoming);
  }

  /** Fires when a client has gone before it was answered, unless it may come back for the answer. */
  #goneSignal(request: IncomingMessage, response: ServerResponse): AbortSignal {
    const gone = new AbortController();
    if (request.method === 'POST' && !this.#parts.isResumable) {
      response.once('close', () => {
        if (!response.writableFinished) gone.abort();
      });
    }
    return gone.signal;
  }

  /** Waits until the answers that are on their way have been read, though not for long. */
  async #answered(): Promise<void> {
    const closing = [...this.#answering].map((response) => {
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

function isInitialize({ body }: Admitted): boolean {
  return [body].flat().some((message) => isRecord(message) && message.method === 'initialize');
}

/** The id of the one request in a body, for the answer. */
function idOf(body: unknown): string | number | null {
  const { id } = isRecord(body) ? body : {};
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

function internalError(): HttpRefusal {
  return new HttpRefusal(500, 'Internal error.', { code: rpcErrorCodes.internalError });
}

function ignore(): void {}
