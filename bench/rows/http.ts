import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createMcpHandler, McpServer as ModernMcpServer } from '@modelcontextprotocol/server';
import { Toolkit, ToolSpec } from 'toolwright';
import { serveMcp } from 'toolwright/mcp';
import * as z from 'zod';
import { floorName, initialize, isSum, legacyCall, type McpCall, modernCall, postInParallel } from '../mcp-http.js';
import type { Contender, Row, TimedContender } from '../row.js';

const result = { content: [{ type: 'text' as const, text: '3' }] };

/** A call of a tool of an MCP server over HTTP on this machine: client and server in one process. */
export const row: Row = {
  title: 'Calling a tool over MCP on loopback HTTP, 8 at a time, per call',
  parts: [{ name: 'MCP over HTTP', create: createContenders }],
};

async function createContenders(): Promise<readonly Contender[]> {
  const toolkit = new Toolkit();
  const params = { a: { type: Number }, b: { type: Number } };
  toolkit.register(ToolSpec.fromFunction((a: number, b: number) => a + b, { name: 'add', params }));
  const withSessions = await serveToolkit(toolkit, true);
  const stateless = await serveToolkit(toolkit, false);
  const [floor, rawModern] = [await listen(answerOnly), await listen(listenModern())];
  const [rawSessions, rawSessionsJson] = [
    await listen(listenWithSessions(false)),
    await listen(listenWithSessions(true)),
  ];
  const [rawStateless, rawStatelessJson] = [await listen(listenStateless(false)), await listen(listenStateless(true))];
  const [sessionsName, statelessName] = ['raw SDK, 2025-11-25, sessions', 'raw SDK, 2025-11-25, stateless'];
  const rows: readonly (readonly [string, number, McpCall, Pick<Contender, 'base' | 'maxRatio'>])[] = [
    [floorName, floor, legacyCall, {}],
    [sessionsName, rawSessions, await initialize(rawSessions), { base: floorName }],
    [`${sessionsName}, JSON`, rawSessionsJson, await initialize(rawSessionsJson), { base: sessionsName }],
    [
      'serveMcp, 2025-11-25, sessions',
      withSessions,
      await initialize(withSessions),
      { base: `${sessionsName}, JSON`, maxRatio: 1.18 },
    ],
    [statelessName, rawStateless, legacyCall, { base: floorName }],
    [`${statelessName}, JSON`, rawStatelessJson, legacyCall, { base: statelessName }],
    ['serveMcp, 2025-11-25, stateless', stateless, legacyCall, { base: statelessName, maxRatio: 0.5 }],
    ['raw SDK, 2026-07-28', rawModern, modernCall, { base: floorName }],
    ['serveMcp, 2026-07-28', stateless, modernCall, { base: 'raw SDK, 2026-07-28' }],
  ];
  return rows.map(
    ([name, port, call, comparison]): TimedContender => ({
      name,
      ...comparison,
      ...postInParallel(port, call),
      works: isSum,
    }),
  );
}

async function serveToolkit(toolkit: Toolkit, sessions: boolean): Promise<number> {
  const { url } = await serveMcp(toolkit, { transport: 'http', port: 0, sessions });
  return Number(new URL(String(url)).port);
}

/** Serves requests on a free port until the process ends. */
async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function readJson(request: IncomingMessage): Promise<{ readonly id?: number }> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return JSON.parse(Buffer.concat(parts).toString()) as { readonly id?: number };
}

const answerOnly: RequestListener = async (request, response) => {
  const { id } = await readJson(request);
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
};

function createServerOfSdk(): McpServer {
  const server = new McpServer({ name: 'raw', version: '1.0.0' });
  const inputSchema = { a: z.number(), b: z.number() };
  server.registerTool('add', { inputSchema }, ({ a, b }) => ({ content: [{ type: 'text', text: String(a + b) }] }));
  return server;
}

function listenStateless(enableJsonResponse: boolean): RequestListener {
  return async (request, response) => {
    const server = createServerOfSdk();
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse });
    response.on('close', () => void server.close());
    await server.connect(transport as never);
    await transport.handleRequest(request, response, await readJson(request));
  };
}

function listenWithSessions(enableJsonResponse: boolean): RequestListener {
  const sessions = new Map<unknown, StreamableHTTPServerTransport>();
  return async (request, response) => {
    let transport = sessions.get(request.headers['mcp-session-id']);
    if (transport === undefined) {
      const created = new StreamableHTTPServerTransport({
        enableJsonResponse,
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (id) => void sessions.set(id, created),
      });
      transport = created;
      await createServerOfSdk().connect(created as never);
    }
    await transport.handleRequest(request, response, await readJson(request));
  };
}

function listenModern(): RequestListener {
  const handler = createMcpHandler(
    () => {
      const server = new ModernMcpServer({ name: 'raw', version: '1.0.0' });
      const inputSchema = z.object({ a: z.number(), b: z.number() });
      server.registerTool('add', { inputSchema }, ({ a, b }) => ({ content: [{ type: 'text', text: String(a + b) }] }));
      return server;
    },
    { legacy: 'reject' },
  );
  return async (request, response) => {
    const parsedBody = await readJson(request);
    const headers = request.headers as Record<string, string>;
    const answer = await handler.fetch(new Request('http://localhost/mcp', { method: 'POST', headers }), {
      parsedBody,
    });
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(await answer.text());
  };
}
