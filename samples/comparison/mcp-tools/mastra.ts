import { MCPClient } from '@mastra/mcp';

const client = new MCPClient({ servers: { shop: { command: 'node', args: ['mcp-tools/server.mjs'] } } });
export const tools = await client.getTools();
