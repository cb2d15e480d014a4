import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

export const server = new McpServer({ name: 'shop', version: '1.0.0' });
server.registerTool(
  'find',
  {
    description: 'Find orders',
    inputSchema: {
      states: z.array(z.enum(['open', 'paid'])),
      total: z.object({ min: z.number(), max: z.number() }),
    },
  },
  ({ states, total }) => ({
    content: [{ type: 'text', text: `${states.join()} from ${total.min} to ${total.max}` }],
  }),
);
