import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { Server } from '@modelcontextprotocol/server';
import { Toolkit, ToolSpec } from 'toolwright';
import {
  attachMcp,
  fromMcp,
  linkMcp,
  MemoryEventStore,
  mcpHandler,
  mcpSource,
  mcpSources,
  serveMcp,
  view,
} from 'toolwright/mcp';
import * as v1 from 'toolwright/mcp/v1';
import * as v2 from 'toolwright/mcp/v2';
import { natsSource, openNatsStores, serveNats } from 'toolwright/nats';
import { fetchMedia, openApiSource, Rest, restTool } from 'toolwright/rest';
import { deferred } from '../../execution/waiting.js';
import { failing, type Rows, row } from '../check-rows.js';

const toolkit = new Toolkit();
toolkit.register(ToolSpec.fromFunction(() => 1, { name: 'one' }));

const verify = (): undefined => undefined;
const resource = { resource: 'https://tools.example.com', authorizationServers: [] };
const attach = { waitingCalls: { maxCalls: 1 }, requestState: { state: () => ({}) }, pageSize: 10 };
const card = { name: 'com.example/tools', description: 'Tools.' };
const handler = { ...attach, sessions: { maxSessions: 1 }, authorization: { verify, resource } };
const stdio = (): object => ({ transport: 'stdio', stdin: new PassThrough(), stdout: new PassThrough() });
const http = { ...handler, card, transport: 'http', port: 0 };
const clientOptions = { limits: { schemaDepth: 10 }, resultLimits: { depth: 10 }, retry: { maxRetries: 1 } };
const remote = { name: 'one', inputSchema: { type: 'object' } };
const client = { request: async () => ({}), close: async () => {} };
const command = { command: process.execPath, args: ['-e', ''] };
const sourceOptions = { ...clientOptions, tasks: { maxWaitMs: 1 } };
const source = { name: 'a', ...sourceOptions, restart: { maxRestarts: 1 }, bind: { one: { id: { stateKey: 'id' } } } };

const ping = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };

/** Answers one request with `node` of a handler. Rejects as `node` does. */
async function answerWithNode(options: never): Promise<void> {
  const mcp = mcpHandler(toolkit);
  const answered = deferred<void>();
  const server = createServer((request, response) => {
    mcp.node(request, response, options).then(answered.resolve, answered.reject);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const stop = new AbortController();
  const asked = fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, {
    ...ping,
    signal: stop.signal,
  });
  try {
    await answered.promise;
  } finally {
    stop.abort();
    await asked.catch(() => {});
    server.closeAllConnections();
    server.close();
    await mcp.close();
  }
}

const document = {
  openapi: '3.1.0',
  info: { title: 'A', version: '1' },
  servers: [{ url: 'https://a.example' }],
  paths: {},
  components: { securitySchemes: { scheme: { type: 'http', scheme: 'bearer' } } },
};
const state = { state: 'key' };
const auths = [
  { type: 'apiKey', in: 'header', name: 'x-key', value: state },
  { type: 'basic', username: state, password: state },
  { type: 'bearer', token: state },
  { type: 'oauth2', tokenUrl: 'https://a.example/token', clientId: state, clientSecret: state },
];
const operation = { method: 'POST', path: '/', placement: { id: { in: 'query' } }, body: { required: true } };
const idSchema = { type: 'object', properties: { id: { type: 'string' } } };
const tool = { name: 'a', baseUrl: 'https://a.example', retry: { maxRetries: 1 } };
const noServer = { servers: 'nats://127.0.0.1:1' };

const authSchemes = [
  { type: 'clientCredentials', clientId: 'a', clientSecret: 'b' },
  {
    ...{ type: 'enterprise', clientId: 'a', clientSecret: 'b', idToken: 'c' },
    identityProvider: { issuer: 'https://a.example', clientId: 'd' },
  },
  { type: 'workloadIdentity', token: 'a' },
];

/** The rows of the adapters for protocols. */
export const protocolRows: Rows = {
  'mcp: fromMcp(options)': row((options) => fromMcp(remote, client, options), { name: 'one', ...clientOptions }),
  'mcp: mcpSource(options)': row(
    (options) => mcpSource(options),
    { ...source, transport: command },
    { ...source, transport: { url: 'https://a.example/mcp' }, outbound: { denyPrivate: true } },
    ...authSchemes.map((auth) => ({ ...source, transport: { url: 'https://a.example/mcp', auth, dpop: true } })),
  ),
  'mcp: mcpSources(options)': row((options) => mcpSources({ mcpServers: {} }, options), {
    ...sourceOptions,
    servers: { a: { ...sourceOptions, prefix: 'a' } },
  }),
  'new mcp: MemoryEventStore(options)': row((options) => new MemoryEventStore(options), { maxEvents: 10 }),
  'mcp: linkMcp(options)': row((options) => linkMcp(toolkit, options), {
    server: handler,
    client: { ...sourceOptions, outbound: { denyPrivate: true } },
  }),
  'mcp: attachMcp(options)': row(
    (options) => attachMcp(toolkit, new McpServer({ name: 'a', version: '1' }), options),
    attach,
  ),
  'mcp: mcpHandler(options)': row((options) => mcpHandler(toolkit, options), handler),
  'mcp: view(options)': row((options) => view('<!doctype html>', options), {
    name: 'board',
    csp: { connectDomains: ['https://a.example'] },
    permissions: { camera: true },
    prefersBorder: true,
  }),
  'mcp: serveMcp(options)': row((options) => serveMcp(toolkit, options), { ...attach, ...stdio() }, http),
  'mcp/v1: attachMcp(options)': row(
    (options) => v1.attachMcp(toolkit, new McpServer({ name: 'a', version: '1' }), options),
    attach,
  ),
  'mcp/v1: mcpHandler(options)': row((options) => v1.mcpHandler(toolkit, options), handler),
  'mcp/v1: serveMcp(options)': row((options) => v1.serveMcp(toolkit, options), { ...attach, ...stdio() }, http),
  'mcp/v2: attachMcp(options)': row(
    (options) => v2.attachMcp(toolkit, new Server({ name: 'a', version: '1' }), options),
    attach,
  ),
  'mcp/v2: mcpHandler(options)': row((options) => v2.mcpHandler(toolkit, options), handler),
  'mcp/v2: serveMcp(options)': row((options) => v2.serveMcp(toolkit, options), { ...attach, ...stdio() }, http),
  'mcp: McpHandler#fetch(options)': row(
    async (options) => {
      const mcp = mcpHandler(toolkit);
      await mcp.fetch(new Request('http://localhost/mcp', ping), options).finally(mcp.close);
    },
    { auth: 'ann', body: {} },
  ),
  'mcp: McpHandler#node(options)': row(answerWithNode, { auth: 'ann', body: {} }),
  'rest: fetchMedia(options)': failing(
    /^Requests to 'localhost:80' are denied/,
    (options) => fetchMedia('http://localhost/a.png', options),
    { maxBytes: 10, outbound: { denyPrivate: true } },
  ),
  'rest: openApiSource(options)': row(
    async (options) => {
      const opened = openApiSource(document, options);
      await opened.specs();
      return opened;
    },
    {
      auth: { type: 'bearer', token: { state: 'token' } },
      limits: { patternWork: 10 },
      requestLimits: { maxBytes: 10 },
      outbound: { denyPrivate: true },
      retry: { maxRetries: 1 },
    },
    ...auths.map((auth) => ({ auth })),
    ...[...auths, state].map((scheme) => ({ auth: { scheme } })),
  ),
  'rest: Rest(options)': row((options) => {
    class Shop {
      @Rest(options)
      find(id: string): string {
        return id;
      }
    }
    return new Shop().find('1');
  }, operation),
  'rest: restTool(options)': row(
    (options) => restTool(options),
    { ...tool, ...operation, inputSchema: idSchema },
    { ...tool, allow: [{ method: 'GET', path: '/**' }] },
    ...auths.map((auth) => ({ ...tool, auth, allow: [{ method: 'GET', path: '/**' }] })),
  ),
  'nats: natsSource(options)': row((options) => natsSource(options), noServer),
  'nats: serveNats(options)': failing(/127\.0\.0\.1:1/, (options) => serveNats(toolkit, options), noServer),
  'nats: openNatsStores(options)': failing(/127\.0\.0\.1:1/, (options) => openNatsStores(options), {
    ...noServer,
    limits: { tasks: { maxAgeMs: 1_000 } },
  }),
};
