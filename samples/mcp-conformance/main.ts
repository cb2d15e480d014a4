import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Toolkit } from 'toolwright';
import { type McpHandler, MemoryEventStore, mcpHandler } from 'toolwright/mcp';
import { ConformanceContents } from './conformance-contents.js';
import { ConformanceTools } from './conformance-tools.js';
import { RoundTools } from './round-tools.js';
import { skills } from './skills.js';
import { TaskTools } from './task-tools.js';

/** The two entrances of a handler, as a listener for the requests of `node:http`. */
const listeners: Readonly<Record<string, (handler: McpHandler) => RequestListener>> = {
  node: (handler) => handler.node,
  fetch: (handler) => getRequestListener((request) => handler.fetch(request)),
};

const { PORT: port = '3000', MCP_CONFORMANCE_ENTRANCE: entrance = 'node' } = process.env;
const listenerOf = listeners[entrance];
if (listenerOf === undefined) throw new TypeError(`MCP_CONFORMANCE_ENTRANCE must be node or fetch, not ${entrance}.`);
const toolkit = new Toolkit();
toolkit.register(new ConformanceTools());
toolkit.register(new ConformanceContents());
toolkit.register(new RoundTools(toolkit));
toolkit.register(new TaskTools());
await toolkit.addSkills(skills);
// One endpoint serves the clients of both revisions.
const handler = mcpHandler(toolkit, {
  path: '/mcp',
  name: 'toolwright-conformance',
  version: '1.0.0',
  eventStore: new MemoryEventStore(),
});
const server = createServer(listenerOf(handler));
server.listen(Number(port), '127.0.0.1', () => {
  console.error(`Tools are at http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close());

async function close(): Promise<void> {
  server.close();
  await handler.close();
  server.closeAllConnections();
}
