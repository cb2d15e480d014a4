import { MCPServerStdio, MCPServerStreamableHttp } from '@openai/agents';
import { templatesOf, viewOf } from './offers.mjs';
import { toResult } from './result.mjs';

const api = 'has no API for it';
export const lacks = {
  progress: api,
  logs: api,
  ask: api,
  changes: api,
  completion: api,
  updates: api,
  prompts: api,
  skills: api,
  task: api,
  taskInput: api,
  taskCancel: api,
};

export async function connect({ url, headers, command, args }) {
  const server =
    url === undefined
      ? new MCPServerStdio({ command, args })
      : new MCPServerStreamableHttp({ url, requestInit: { headers } });
  await server.connect();
  const read = async (uri) => (await server.readResource(uri)).contents[0].text;
  return {
    list: async () => (await server.listTools()).map(({ name }) => name),
    call: async (name, given, { signal } = {}) => {
      return toResult(await server.callToolResult(name, given, null, { signal }));
    },
    read,
    listResources: async () => (await server.listResources()).resources.map(({ uri }) => uri),
    listTemplates: async () => templatesOf(await server.listResourceTemplates()),
    readView: async (name) => read(viewOf(await server.listTools(), name)),
    close: () => server.close(),
  };
}
