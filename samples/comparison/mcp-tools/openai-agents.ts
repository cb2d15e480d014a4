import { MCPServerStdio } from '@openai/agents';

export const shop = new MCPServerStdio({ command: 'node', args: ['mcp-tools/server.mjs'] });
await shop.connect();
