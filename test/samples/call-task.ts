import { setTimeout as sleep } from 'node:timers/promises';

const capabilities = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
const _meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': capabilities,
};

/** Calls a tool of a server of protocol version 2026-07-28 as a task, and returns the task when it has ended. */
export async function callTask(url: URL, name: string): Promise<Readonly<Record<string, unknown>>> {
  const { taskId, resultType } = await post(url, 'tools/call', { name, arguments: {} });
  expect(resultType).toBe('task');
  for (;;) {
    const task = await post(url, 'tasks/get', { taskId });
    if (task.status !== 'working') return task;
    await sleep(10);
  }
}

async function post(url: URL, method: string, params: object): Promise<Readonly<Record<string, unknown>>> {
  const { name, taskId } = params as { readonly name?: string; readonly taskId?: string };
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      'mcp-name': String(name ?? taskId),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }),
  });
  const { result } = (await response.json()) as { readonly result: Readonly<Record<string, unknown>> };
  return result;
}
