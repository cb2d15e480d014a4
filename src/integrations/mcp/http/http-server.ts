import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { settleWithin } from '../../../base/async/settle-within.js';
import { refuseUnparsed } from './refuse-unparsed.js';
import { StalledSockets } from './stalled-sockets.js';

/** The settings of an HTTP server. */
export interface HttpServerParts {
  readonly host: string;
  readonly port: number;
  readonly maxHeaderBytes: number;
  /** The time limit for receiving a request, in milliseconds. */
  readonly requestTimeoutMs: number;
  /** The time limit for a client to read any part of a pending response, in milliseconds. */
  readonly sendTimeoutMs: number;
  /** The largest number of connections. */
  readonly maxConnections: number;
  /** Responds to a request. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

// The time limit for receiving the headers of a request, in milliseconds.
const headersTimeoutMs = 15_000;

// How long clients may take to read the last responses when the server closes, in milliseconds.
const flushTimeoutMs = 1_000;

/** A server of Node.js that limits the time and the number of its connections. */
export class McpHttpServer {
  readonly #parts: HttpServerParts;
  readonly #server: Server;
  readonly #stalled: StalledSockets;
  /** The responses to POST requests that are pending. Streams that remain open are not included. */
  readonly #pendingResponses = new Set<ServerResponse>();

  constructor(parts: HttpServerParts) {
    this.#parts = parts;
    const { maxHeaderBytes: maxHeaderSize, requestTimeoutMs } = parts;
    // Node.js takes whole numbers only, and 0 for no limit.
    const requestTimeout = Number.isFinite(requestTimeoutMs) ? Math.ceil(requestTimeoutMs) : 0;
    const headersTimeout = Math.min(headersTimeoutMs, Math.ceil(requestTimeoutMs));
    const times = { requestTimeout, headersTimeout, connectionsCheckingInterval: headersTimeout / 2 };
    // The response of Node.js to a request without a Host header would have no body.
    this.#server = createServer({ maxHeaderSize, requireHostHeader: false, ...times }, (request, response) => {
      this.#answer(request, response);
    });
    this.#server.maxConnections = parts.maxConnections;
    this.#stalled = new StalledSockets(this.#server, parts.sendTimeoutMs);
    this.#server.on('clientError', (error, socket) => refuseUnparsed(socket, error));
  }

  /** Starts to listen and resolves with the origin. Rejects with the error of Node.js, such as for a port in use. */
  async listen(): Promise<string> {
    const { host, port } = this.#parts;
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, host, () => {
        this.#server.off('error', reject);
        resolve();
      });
    });
    this.#server.on('error', this.#parts.onError);
    const { port: bound } = this.#server.address() as AddressInfo;
    return `http://${host.includes(':') ? `[${host}]` : host}:${bound}`;
  }

  /**
   * Accepts no more connections, and closes all of them after the pending responses.
   *
   * @param drain - Waits for the pending calls. New requests on open connections are still handled.
   * @param closeStreams - Closes the streams that remain open.
   */
  async close(drain: () => Promise<void>, closeStreams: () => Promise<void>): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
    await drain();
    await this.#waitForResponses();
    await closeStreams();
    this.#server.closeAllConnections();
    this.#stalled.close();
    await closed;
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    if (request.method === 'POST') {
      this.#pendingResponses.add(response);
      response.once('close', () => this.#pendingResponses.delete(response));
    }
    this.#parts.handle(request, response).catch(this.#parts.onError);
  }

  /** Waits for a limited time until clients have read the pending responses. */
  async #waitForResponses(): Promise<void> {
    const closing = [...this.#pendingResponses].map((response) => {
      return new Promise<void>((resolve) => {
        response.once('close', resolve);
      });
    });
    if (closing.length === 0) return;
    await settleWithin(Promise.all(closing), flushTimeoutMs);
  }
}
