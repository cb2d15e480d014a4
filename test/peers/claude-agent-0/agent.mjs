// Replaces the program that the Claude Agent SDK starts, with a scripted model: it reads the turns from the environment,
// calls the tools of the server that the SDK offers, and answers with `done`. It speaks the protocol of the program:
// messages and control requests as lines of JSON, with the messages of MCP inside.
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';

const server = process.env.AGENT_SERVER;
const turns = JSON.parse(process.env.AGENT_TURNS);
const pending = new Map();

const write = (message) => process.stdout.write(`${JSON.stringify({ session_id: 'session', ...message })}\n`);

const ask = (request) => {
  const request_id = `request_${pending.size + 1}`;
  return new Promise((resolve, reject) => {
    pending.set(request_id, { resolve, reject });
    write({ type: 'control_request', request_id, request });
  });
};

const respond = (request_id, response) =>
  write({ type: 'control_response', response: { subtype: 'success', request_id, response } });

const transport = {
  start: async () => {},
  close: async () => {},
  send: async (message) => {
    const { mcp_response } = await ask({ subtype: 'mcp_message', server_name: server, message });
    if ('method' in message && 'id' in message) transport.onmessage(mcp_response);
  },
};

const client = new Client({ name: 'program', version: '1.0.0' }, { capabilities: { elicitation: {} } });
client.setRequestHandler(ElicitRequestSchema, ({ params }) =>
  ask({
    subtype: 'elicitation',
    mcp_server_name: server,
    message: params.message,
    mode: 'form',
    requested_schema: params.requestedSchema,
  }),
);

async function callTool({ id, name, input }) {
  try {
    const { content, isError } = await client.callTool({ name, arguments: input }, undefined, { onprogress: () => {} });
    return { type: 'tool_result', tool_use_id: id, content, is_error: isError === true };
  } catch (error) {
    return { type: 'tool_result', tool_use_id: id, content: [{ type: 'text', text: error.message }], is_error: true };
  }
}

async function runAgent() {
  await client.connect(transport);
  for (const turn of turns) {
    const { tools } = await client.listTools();
    write({ type: 'system', subtype: 'init', tools: tools.map(({ name }) => name) });
    const calls = turn.map(({ id, name, input }) => ({ type: 'tool_use', id, name: `mcp__${server}__${name}`, input }));
    write({ type: 'assistant', message: { role: 'assistant', content: calls } });
    const results = await Promise.all(turn.map(callTool));
    write({ type: 'user', message: { role: 'user', content: results } });
  }
  const { tools } = await client.listTools();
  write({ type: 'system', subtype: 'init', tools: tools.map(({ name }) => name) });
  write({ type: 'assistant', message: { role: 'assistant', content: [{ type: 'text', text: 'done' }] } });
  write({ type: 'result', subtype: 'success', is_error: false, result: 'done', num_turns: turns.length });
}

for await (const line of createInterface({ input: process.stdin })) {
  const { type, request_id, request, response } = JSON.parse(line);
  if (type === 'control_response') {
    const { resolve, reject } = pending.get(response.request_id);
    if (response.subtype === 'success') resolve(response.response);
    else reject(new Error(response.error));
  } else if (type === 'control_request' && request.subtype === 'mcp_message') {
    transport.onmessage(request.message);
    respond(request_id, {});
  } else if (type === 'control_request') {
    respond(request_id, { commands: [], models: [], account: {} });
  } else if (type === 'user') {
    void runAgent();
  }
}
process.exit(0);
