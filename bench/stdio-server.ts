import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import * as z from 'zod';

/** The MCP server of the row `stdio`, which the SDK alone serves. */
const server = new McpServer({ name: 'bench', version: '1.0.0' });
const inputSchema = { a: z.number(), b: z.number() };
server.registerTool('add', { inputSchema }, ({ a, b }) => ({ content: [{ type: 'text', text: String(a + b) }] }));
// The types of the SDK do not allow for exactOptionalPropertyTypes.
await server.connect(new StdioServerTransport() as never);
