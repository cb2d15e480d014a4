import { createApplicationInputHandler, createTaskSessionFromClient } from '@modelcontextprotocol/ext-tasks/client';
import { toResult } from './result.mjs';
import { connectSdk } from './sdk-v2.mjs';

const sdk = 'leaves it to SDK v2, with which it is used';
export const lacks = {
  list: sdk,
  progress: sdk,
  logs: sdk,
  changes: sdk,
  resources: sdk,
  offered: sdk,
  templates: sdk,
  completion: sdk,
  updates: sdk,
  prompts: sdk,
  skills: sdk,
  views: sdk,
  stdio: sdk,
};

const revision = '2026-07-28';
const clientInfo = { name: 'ext-tasks', version: '1.0.0' };

export async function connect(target) {
  const client = await connectSdk(target);
  const session = createTaskSessionFromClient(client, {
    endpointId: 'toolwright',
    rawDispatch: (request, options) => dispatch(target, request, options),
    v2RequestFraming: { protocolVersion: revision, clientInfo, clientCapabilities: { elicitation: { form: {} } } },
    onInputRequest: createApplicationInputHandler({
      elicitation: () => ({ action: 'accept', content: target.onAsk() }),
    }),
  });
  const settle = async (execution) => {
    const statuses = [];
    const onEvent = ({ task }) => task && statuses.push(task.status);
    const { outcome } = await execution.settle({ onEvent });
    return { statuses, ...toResult(outcome.result) };
  };
  return {
    call: async (name, args, { signal } = {}) => settle(await session.callTool(name, args, { signal })),
    runTask: async (name, args) => settle(await session.callTool(name, args, { task: { preference: 'require' } })),
    cancelTask: async (name, args) => {
      const execution = await session.callTool(name, args);
      await session.cancelTask(execution.handle.taskId);
      return (await execution.result()).status;
    },
    close: async () => {
      await session.close();
      await client.close();
    },
  };
}

let requests = 0;

/** Sends a request that the codecs of the SDK do not know, as the package requires of its host. */
async function dispatch({ url, headers }, { method, params }, { signal } = {}) {
  const name = params.name ?? params.taskId;
  const response = await fetch(url, {
    method: 'POST',
    signal,
    headers: {
      ...headers,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': revision,
      'mcp-method': method,
      ...(name === undefined ? {} : { 'mcp-name': name }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: `raw-${++requests}`, method, params }),
  });
  const text = await response.text();
  const lines = response.headers.get('content-type')?.includes('event-stream')
    ? [...text.matchAll(/^data: (.+)$/gm)].map(([, line]) => line)
    : [text];
  const { result, error } = JSON.parse(lines.at(-1));
  return error === undefined ? { kind: 'result', result } : { kind: 'error', error };
}
