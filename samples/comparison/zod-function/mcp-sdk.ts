import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

export const server = new McpServer({ name: 'weather', version: '1.0.0' });
server.registerTool(
  'forecast',
  { description: 'Forecast the weather', inputSchema: z.object({ city: z.string(), days: z.number().min(1).max(7) }) },
  ({ city, days }) => ({ content: [{ type: 'text', text: `${days} days of sun in ${city}` }] }),
);
