import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';

/** A server for Streamable HTTP of the official SDK, in this process, whose tools return their own names. */
export interface ChangingServer {
  readonly url: string;
  /** Replaces the tools, and notifies the client. */
  list(...names: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** Starts a server with tools for one client. */
export async function startChangingServer(...first: readonly string[]): Promise<ChangingServer> {
  let names = first;
  const server = new Server({ name: 'changing', version: '1' }, { capabilities: { tools: { listChanged: true } } });
  server.setRequestHandler(ListToolsRequestSchema, () => {
    return { tools: names.map((name) => ({ name, inputSchema: { type: 'object' as const } })) };
  });
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    return { content: [{ type: 'text', text: `${params.name} ran` }] };
  });
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: () => randomUUID() });
  // The SDK's own class does not satisfy its own interface with exactOptionalPropertyTypes.
  await server.connect(transport as Parameters<Server['connect']>[0]);
  const http = createServer((request, response) => void transport.handleRequest(request, response));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`,
    list: async (...next) => {
      names = next;
      await server.sendToolListChanged();
    },
    close: async () => {
      await server.close();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}
