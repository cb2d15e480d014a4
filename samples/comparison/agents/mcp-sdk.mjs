import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';

/** Runs one call from a client, in the process of the server or over the client of the program. */
export async function run({ server, client }, { tool, input, tenant, approves }) {
  let approvals = 0;
  const connected =
    client ?? new Client({ name: 'host', version: '1.0.0' }, { capabilities: { elicitation: { form: {} } } });
  if (server !== undefined) {
    connected.setRequestHandler(ElicitRequestSchema, () => {
      approvals++;
      return { action: approves ? 'accept' : 'decline' };
    });
    const [one, other] = InMemoryTransport.createLinkedPair();
    const send = one.send.bind(one);
    // The identity of the caller, as a transport over HTTP adds it.
    one.send = (message, options) =>
      send(message, { ...options, authInfo: { token: '', clientId: '', scopes: [], extra: { tenant } } });
    await Promise.all([server.connect(other), connected.connect(one)]);
  }
  const { tools } = await connected.listTools();
  const { content } = await connected.callTool({ name: tool, arguments: input });
  if (server !== undefined) await connected.close();
  return {
    definitions: tools.map(({ name, description, inputSchema }) => ({ name, description, parameters: inputSchema })),
    shown: [],
    approvals,
    result: content[0].text,
  };
}
