import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** A received message. */
export interface Incoming {
  readonly id?: number;
  readonly method: string;
  // biome-ignore lint/suspicious/noExplicitAny: params of any method, which the test validates.
  readonly params?: any;
}

/** A function of a test that answers a message; if it returns undefined, the server answers. */
export type Answer = (message: Incoming, exchange: Exchange) => unknown;

/** An HTTP request, with the functions that respond to it. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Responds with JSON. */
  json(result: unknown): void;
  /** Responds with an event of a stream, which stays open. */
  event(message: object, id?: string): void;
}

/** A server for Streamable HTTP without an SDK, in this process, which can violate the protocol. */
export class RawHttpServer {
  readonly received: Incoming[] = [];
  readonly methods: string[] = [];
  /** The IDs of the open sessions. */
  readonly sessions = new Set<string>();
  answer: Answer = () => undefined;
  /** Responds to a request before it is read. Returns false to continue with the other handlers. */
  first: (exchange: Exchange) => boolean | Promise<boolean> = () => false;
  /** Responds to a GET; by default with 405. */
  onGet: (exchange: Exchange) => void = ({ response }) => response.writeHead(405).end();
  #server: Server | undefined;
  #port = 0;

  get url(): string {
    return `http://127.0.0.1:${this.#port}/mcp`;
  }

  async start(): Promise<this> {
    const server = createServer((request, response) => void this.#serve(request, response));
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    const address = server.address();
    if (typeof address === 'object' && address !== null) this.#port = address.port;
    return this;
  }

  /** Stops the server like a crash: every connection breaks. */
  async kill(): Promise<void> {
    const server = this.#server;
    if (server === undefined) return;
    this.#server = undefined;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.methods.push(String(request.method));
    const exchange = exchangeOf(request, response);
    if (await this.first(exchange)) return;
    if (request.method === 'GET') {
      this.onGet(exchange);
      return;
    }
    if (request.method === 'DELETE') {
      this.sessions.delete(String(request.headers['mcp-session-id']));
      response.writeHead(200).end();
      return;
    }
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const message = JSON.parse(Buffer.concat(parts).toString()) as Incoming;
    this.received.push(message);
    const answered = exchangeOf(request, response, message.id);
    if (this.answer(message, answered) === undefined) this.#answerNormally(message, answered);
  }

  #answerNormally(message: Incoming, { request, response, json }: Exchange): void {
    if (message.method === 'initialize') {
      const session = randomUUID();
      this.sessions.add(session);
      response.setHeader('mcp-session-id', session);
      const { protocolVersion } = message.params;
      json({
        protocolVersion,
        capabilities: { tools: { listChanged: true } },
        serverInfo: { name: 'raw-http', version: '1' },
      });
    } else if (!this.sessions.has(String(request.headers['mcp-session-id']))) {
      response.writeHead(404).end('Session not found');
    } else if (message.id === undefined) {
      response.writeHead(202).end();
    } else if (message.method === 'tools/list') {
      json({ tools: [{ name: 'echo', inputSchema: { type: 'object', additionalProperties: true } }] });
    } else {
      json({ content: [{ type: 'text', text: String(message.params?.arguments?.text) }] });
    }
  }
}

function exchangeOf(request: IncomingMessage, response: ServerResponse, id?: number): Exchange {
  return {
    request,
    response,
    json: (result) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    },
    event: (message, eventId) => {
      if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' });
      const idLine = eventId === undefined ? '' : `id: ${eventId}\n`;
      response.write(`${idLine}data: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`);
    },
  };
}
