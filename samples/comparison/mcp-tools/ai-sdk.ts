import { createMCPClient } from '@ai-sdk/mcp';
import { Experimental_StdioMCPTransport } from '@ai-sdk/mcp/mcp-stdio';

const client = await createMCPClient({
  transport: new Experimental_StdioMCPTransport({ command: 'node', args: ['mcp-tools/server.mjs'] }),
});
export const tools = await client.tools();
