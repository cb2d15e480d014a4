import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { inParallel } from './in-parallel.mjs';
import { searchSchema } from './search-schema.mjs';

async function connect(method) {
  const server = new McpServer({ name: 'server', version: '1.0.0' });
  server.registerTool('search', { description: 'Search.', inputSchema: searchSchema }, async (args) => ({
    content: [{ type: 'text', text: JSON.stringify(await method(args)) }],
  }));
  const client = new Client({ name: 'client', version: '1.0.0' });
  const [one, other] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(one), client.connect(other)]);
  return (args) => client.callTool({ name: 'search', arguments: args });
}

/** The SDK of the Model Context Protocol: client and server in one process. */
export const peer = {
  call: async ({ goodArguments, search, isFound }) => {
    const callTool = await connect(search);
    return [
      {
        name: 'MCP SDK: callTool in memory',
        run: () => callTool(goodArguments),
        works: ({ content }) => isFound(JSON.parse(content[0].text)),
      },
    ];
  },
  reject: async ({ badArguments, search }) => {
    const callTool = await connect(search);
    return [
      {
        name: 'MCP SDK: callTool in memory, refused',
        run: () => callTool(badArguments),
        works: ({ isError, content: [{ text }] }) =>
          isError && text.includes('query') && text.includes('limit') && text.includes('tags'),
      },
    ];
  },
  parallel: async ({ goodArguments, wait }) => {
    const callTool = await connect(wait);
    return [
      {
        name: 'MCP SDK: callTool in memory, in parallel',
        run: () => inParallel(() => callTool(goodArguments)),
        works: (count) => count === 1_000,
      },
    ];
  },
};
