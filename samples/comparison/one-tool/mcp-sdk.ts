import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

export const server = new McpServer({ name: 'shop', version: '1.0.0' });
server.registerTool(
  'search',
  {
    description: 'Search the shop',
    inputSchema: {
      query: z.string().describe('Words in the name of an article'),
      limit: z.number().describe('The number of articles'),
    },
  },
  ({ query, limit }) => ({ content: [{ type: 'text', text: `${limit} kinds of ${query}` }] }),
);
