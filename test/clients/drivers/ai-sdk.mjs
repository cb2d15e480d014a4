import { createMCPClient, ElicitationRequestSchema, mcpAppClientCapabilities, readMCPAppResource } from '@ai-sdk/mcp';
import { Experimental_StdioMCPTransport as StdioTransport } from '@ai-sdk/mcp/mcp-stdio';
import { offersOf, viewOf } from './offers.mjs';
import { toResult } from './result.mjs';

const api = 'has no API for it';
export const lacks = {
  progress: api,
  logs: api,
  changes: api,
  updates: api,
  skills: api,
  task: api,
  taskInput: api,
  taskCancel: api,
};

export async function connect({ revision, url, headers, command, args, onAsk }) {
  const isNewer = revision === '2026-07-28';
  const client = await createMCPClient({
    transport: url === undefined ? stdioTransport({ command, args, isNewer }) : { type: 'http', url, headers },
    protocolVersionDiscovery: isNewer,
    capabilities: { elicitation: {}, ...mcpAppClientCapabilities },
  });
  client.onElicitationRequest(ElicitationRequestSchema, () => ({ action: 'accept', content: onAsk() }));
  return {
    list: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, given, { signal } = {}) => {
      return toResult(await client.callTool({ name, arguments: given, options: { signal } }));
    },
    ...offersOf(client),
    readView: async (name) => {
      return (await readMCPAppResource({ client, uri: viewOf((await client.listTools()).tools, name) })).html;
    },
    close: () => client.close(),
  };
}

function stdioTransport({ command, args, isNewer }) {
  const transport = new StdioTransport({ command, args });
  // Otherwise a server that takes more than a second to start is taken for an older one.
  return Object.assign(transport, { waitsForProtocolVersionDiscovery: isNewer });
}
