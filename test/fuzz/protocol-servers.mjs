// The two servers of protocol version 2026-07-28 that are compared: toolwright's own, and that of the official SDK. Each
// serves the clients of the cases over HTTP or over standard input and output.
import { createServer, request as sendRequest } from 'node:http';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { mcpHandler, serveMcp } from '../../dist/integrations/mcp/index.js';
import { createServerAttacher } from '../../dist/integrations/mcp/sdk-v2/server-attacher.js';
import { attachWith } from '../../dist/integrations/mcp/server/serve.js';
import { readAnswer } from './protocol-answers.mjs';
import { LineClient } from './protocol-lines.mjs';
import { createOffloadingToolkit, createPlainToolkit } from './protocol-toolkits.mjs';

const identity = { name: 'fuzz', version: '1.0.0' };
const era = '2026-07-28';
// So few that a client that begins further calls displaces its own.
const waitingCalls = { maxPerClient: 2 };
// A call that waits for an answer is not awaited.
const options = { pageSize: 4, onError: () => {}, closeTimeoutMs: 1 };
const url = 'http://127.0.0.1/mcp';

function roundsOf({ rounds }) {
  return { rounds, waitingCalls, ...(rounds === 'replayed' ? { key: new Uint8Array(32).fill(7) } : {}) };
}

function createToolkit({ toolkit }) {
  return toolkit === 'plain' ? createPlainToolkit() : createOffloadingToolkit();
}

/** Toolwright's server: over standard input and output, through `fetch`, or through `node` on loopback. */
export class OwnServer {
  #handlers = new Map();
  #server;
  #port;

  static async start() {
    const own = new OwnServer();
    own.#server = createServer((request, response) => {
      const [, key, subject] = request.url.split('/');
      void own.#handlers.get(key).node(request, response, optionsOf({ subject }));
    });
    await new Promise((resolve) => own.#server.listen(0, '127.0.0.1', resolve));
    own.#port = own.#server.address().port;
    return own;
  }

  /** Connects the client of a case. */
  async connect(client) {
    const served = { ...identity, ...options, ...roundsOf(client), era };
    if (client.isStdio) {
      const lines = new LineClient();
      const { stdin, stdout } = lines;
      const serving = await serveMcp(createToolkit(client), { ...served, transport: 'stdio', stdin, stdout });
      return { send: ({ body }, reading) => lines.send(body, reading), close: () => serving.close() };
    }
    const key = keyOf(client);
    const handler = this.#handlers.get(key) ?? mcpHandler(createToolkit(client), served);
    this.#handlers.set(key, handler);
    await handler.load();
    const send = async (exchange, reading) => {
      const response = exchange.isNode
        ? await this.#sendNode(key, exchange)
        : await handler.fetch(toRequest(exchange), optionsOf(exchange));
      return readAnswer(response, reading);
    };
    const close = async () => {
      if (!client.isAlone) return;
      this.#handlers.delete(key);
      await handler.close();
    };
    return { send, close };
  }

  async close() {
    await Promise.all([...this.#handlers.values()].map((handler) => handler.close()));
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #sendNode(key, { subject, method, headers, body }) {
    return new Promise((resolve, reject) => {
      const to = { host: '127.0.0.1', port: this.#port, path: `/${key}/${subject ?? ''}`, method, agent: false };
      const sent = sendRequest({ ...to, headers: headersOf(headers, body) }, (response) => {
        resolve(new Response(bodyOf(response), { status: response.statusCode, headers: response.headers }));
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }
}

/** The server of the official SDK, with the tools attached. */
export class OracleServer {
  #shared = new Map();

  /** Connects the client of a case. */
  async connect(client) {
    const key = keyOf(client);
    const host = (client.isAlone ? undefined : this.#shared.get(key)) ?? new OracleHost(client);
    if (!client.isAlone) this.#shared.set(key, host);
    const close = () => (client.isAlone ? host.close() : undefined);
    if (!client.isStdio) return { send: (exchange, reading) => host.send(exchange, reading), close };
    const lines = await host.connect();
    return { send: ({ body }, reading) => lines.send(body, reading), close };
  }
}

/** A toolkit whose calls wait, if they wait, for whichever server of the SDK receives their answers. */
class OracleHost {
  #toolkit;
  #attacher;
  #isAlone;
  #sessions = new Map();
  #closing = [];

  constructor(client) {
    this.#toolkit = createToolkit(client);
    this.#isAlone = client.isAlone;
    this.#attacher = createServerAttacher(roundsOf(client));
  }

  async send(exchange, reading) {
    const handler = createMcpHandler(() => this.#createServer(exchange), { legacy: 'reject', onerror: () => {} });
    const { subject } = exchange;
    const authInfo = subject === undefined ? undefined : { token: 'token', clientId: subject, scopes: [] };
    const answer = await readAnswer(await handler.fetch(toRequest(exchange), authInfo && { authInfo }), reading);
    await handler.close();
    // What is detached no longer runs the calls that wait.
    if (!this.#isAlone) await this.#detach();
    return answer;
  }

  /** Serves a client over standard input and output. */
  async connect() {
    const lines = new LineClient();
    const transport = new StdioServerTransport(lines.stdin, lines.stdout);
    const create = () => this.#createServer({});
    this.#closing.push(serveStdio(create, { legacy: 'reject', transport, onerror: () => {} }));
    // The first message decides which protocol version the connection has.
    await lines.synchronise();
    return lines;
  }

  async close() {
    this.#attacher.close();
    await this.#detach();
  }

  async #detach() {
    await Promise.all(this.#closing.splice(0).map((one) => one.close()));
  }

  async #createServer({ subject }) {
    const server = new McpServer(identity);
    const attacher = { ...this.#attacher, close: () => {} };
    const attachment = await attachWith(attacher, { served: this.#scopeOf(subject), server }, options);
    this.#closing.push(attachment);
    return server;
  }

  /** Returns the session of a subject, as the own server has one for each; or the toolkit. */
  #scopeOf(subject) {
    if (subject === undefined) return this.#toolkit;
    const session = this.#sessions.get(subject) ?? this.#toolkit.session();
    this.#sessions.set(subject, session);
    return session;
  }
}

/** Returns the key of what serves a client, which others share unless the client is alone. */
function keyOf({ toolkit, isAlone, seed }) {
  return isAlone ? `${toolkit}-${seed}` : toolkit;
}

function optionsOf({ subject }) {
  return subject ? { subject } : {};
}

function toRequest({ method, headers, body }) {
  const isSent = method !== 'GET' && method !== 'HEAD';
  return new Request(url, { method, headers, ...(isSent && body !== undefined ? { body } : {}) });
}

function headersOf(headers, body) {
  const joined = Object.fromEntries(new Headers(headers));
  return body === undefined ? joined : { ...joined, 'content-length': String(Buffer.byteLength(body)) };
}

function bodyOf(response) {
  if ([202, 204].includes(response.statusCode)) {
    response.resume();
    return null;
  }
  return new ReadableStream({
    start(controller) {
      response.on('data', (chunk) => controller.enqueue(chunk));
      response.on('end', () => controller.close());
      response.on('error', () => {});
    },
    cancel: () => response.destroy(),
  });
}
