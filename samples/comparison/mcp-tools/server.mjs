// The server of these programs, over its standard input and output.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

const server = new McpServer({ name: 'shop', version: '1.0.0' });
const inputSchema = { query: z.string(), limit: z.number() };
server.registerTool('search', { description: 'Search the shop', inputSchema }, ({ query, limit }) => {
  return { content: [{ type: 'text', text: `${limit} kinds of ${query}` }] };
});
await server.connect(new StdioServerTransport());
