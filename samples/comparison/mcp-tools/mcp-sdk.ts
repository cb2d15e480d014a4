import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

export const client = new Client({ name: 'host', version: '1.0.0' });
await client.connect(new StdioClientTransport({ command: 'node', args: ['mcp-tools/server.mjs'] }));
