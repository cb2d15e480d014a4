import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

export const server = new McpServer({ name: 'shop', version: '1.0.0' });
server.registerTool(
  'order',
  { description: 'Order an article', inputSchema: { article: z.string() } },
  async ({ article }) => {
    const { action } = await server.server.elicitInput({
      message: `Order ${article}?`,
      requestedSchema: { type: 'object', properties: {} },
    });
    return { content: [{ type: 'text', text: action === 'accept' ? `Ordered ${article}` : 'The user denied it' }] };
  },
);
