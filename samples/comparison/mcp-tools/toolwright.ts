import { mcpSource } from 'toolwright/mcp';

export const shop = mcpSource({ name: 'shop', transport: { command: 'node', args: ['mcp-tools/server.mjs'] } });
