import { MCPServerStdio, MCPServerStreamableHttp } from '@openai/agents';
import { toResult } from './result.mjs';

const api = 'has no API for it';
export const lacks = { progress: api, logs: api, ask: api, changes: api, task: api, taskInput: api, taskCancel: api };

export async function connect({ url, headers, command, args }) {
  const server =
    url === undefined
      ? new MCPServerStdio({ command, args })
      : new MCPServerStreamableHttp({ url, requestInit: { headers } });
  await server.connect();
  return {
    list: async () => (await server.listTools()).map(({ name }) => name),
    call: async (name, given, { signal } = {}) => {
      return toResult(await server.callToolResult(name, given, null, { signal }));
    },
    read: async (uri) => (await server.readResource(uri)).contents[0].text,
    close: () => server.close(),
  };
}
