// The two servers of protocol version 2026-07-28 that are compared: toolwright's own, and that of the official SDK.
import { createServer, request as sendRequest } from 'node:http';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { mcpHandler } from '../../dist/integrations/mcp/index.js';
import { attachMcp } from '../../dist/integrations/mcp/sdk-v2/index.js';
import { createOffloadingToolkit, createPlainToolkit } from './protocol-toolkits.mjs';

const identity = { name: 'fuzz', version: '1.0.0' };
// The SDK creates a server for each request, so its calls cannot be held between two of them.
const options = { key: new Uint8Array(32).fill(7), rounds: 'replayed', pageSize: 4, onError: () => {} };
const url = 'http://127.0.0.1/mcp';

/** Toolwright's server, through `fetch` or through `node` on loopback. */
export class OwnServer {
  #handlers;
  #server;
  #port;

  static async start() {
    const own = new OwnServer();
    own.#handlers = {
      plain: mcpHandler(createPlainToolkit(), { ...identity, ...options, era: '2026-07-28' }),
      offloading: mcpHandler(createOffloadingToolkit(), { ...identity, ...options, era: '2026-07-28' }),
    };
    await Promise.all(Object.values(own.#handlers).map((handler) => handler.load()));
    own.#server = createServer((request, response) => {
      const [, toolkit, subject] = request.url.split('/');
      void own.#handlers[toolkit].node(request, response, optionsOf({ subject }));
    });
    await new Promise((resolve) => own.#server.listen(0, '127.0.0.1', resolve));
    own.#port = own.#server.address().port;
    return own;
  }

  async send(exchange) {
    if (exchange.isNode) return { response: await this.#sendNode(exchange) };
    return { response: await this.#handlers[exchange.toolkit].fetch(toRequest(exchange), optionsOf(exchange)) };
  }

  async close() {
    await Promise.all(Object.values(this.#handlers).map((handler) => handler.close()));
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #sendNode({ toolkit, subject, method, headers, body }) {
    return new Promise((resolve, reject) => {
      const to = { host: '127.0.0.1', port: this.#port, path: `/${toolkit}/${subject ?? ''}`, method, agent: false };
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
  #toolkits = { plain: createPlainToolkit(), offloading: createOffloadingToolkit() };
  #sessions = new Map();

  async send(exchange) {
    let attachment;
    const create = async () => {
      const server = new McpServer(identity);
      attachment = await attachMcp(this.#scopeOf(exchange), server, options);
      return server;
    };
    const handler = createMcpHandler(create, { legacy: 'reject', onerror: () => {} });
    const { subject } = exchange;
    const authInfo = subject === undefined ? undefined : { token: 'token', clientId: subject, scopes: [] };
    const response = await handler.fetch(toRequest(exchange), authInfo && { authInfo });
    return {
      response,
      close: async () => {
        await handler.close();
        await attachment?.close();
      },
    };
  }

  /** Returns the session of a subject, as the own server has one for each; or the toolkit. */
  #scopeOf({ toolkit, subject }) {
    if (subject === undefined) return this.#toolkits[toolkit];
    const key = `${toolkit} ${subject}`;
    const session = this.#sessions.get(key) ?? this.#toolkits[toolkit].session();
    this.#sessions.set(key, session);
    return session;
  }
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
