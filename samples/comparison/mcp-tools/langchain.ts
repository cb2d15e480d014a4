import { MultiServerMCPClient } from '@langchain/mcp-adapters';

const client = new MultiServerMCPClient({ shop: { command: 'node', args: ['mcp-tools/server.mjs'] } });
export const tools = await client.getTools();
