import { MCPClient } from 'mcp-use/client';
import { templatesOf, textOf, viewOf } from './offers.mjs';
import { toResult } from './result.mjs';

// It passes no schema of the result to the SDK, which then fails on each answer.
export const lacks = { skills: 'has a generic request, but it always fails' };

export async function connect({ url, headers, command, args, onAsk, onLog, onChange, onUpdate }) {
  const server = url === undefined ? { command, args } : { url, headers };
  const client = new MCPClient(
    { mcpServers: { toolwright: server } },
    {
      onElicitation: async () => ({ action: 'accept', content: onAsk() }),
      onNotification: ({ method, params }) => {
        if (method === 'notifications/message') onLog(String(params.data));
        if (method === 'notifications/tools/list_changed') onChange();
        if (method === 'notifications/resources/updated') onUpdate(params.uri);
      },
    },
  );
  const session = await client.createSession('toolwright');
  const read = async (uri) => (await session.readResource(uri)).contents[0].text;
  return {
    list: async () => (await session.listTools()).map(({ name }) => name),
    call: async (name, given, { signal, onProgress } = {}) => {
      const onprogress = onProgress && (({ progress }) => onProgress(progress));
      return toResult(await session.callTool(name, given, { signal, onprogress }));
    },
    read,
    listResources: async () => (await session.listResources()).resources.map(({ uri }) => uri),
    listTemplates: async () => templatesOf(await session.listResourceTemplates()),
    complete: async (params) => (await session.complete(params)).completion.values,
    subscribe: (uri) => session.subscribeToResource(uri),
    listPrompts: async () => (await session.listPrompts()).prompts.map(({ name }) => name),
    getPrompt: async (name, given) => textOf(await session.getPrompt(name, given)),
    readView: async (name) => read(viewOf(await session.listTools(), name)),
    close: () => client.closeAllSessions(),
  };
}
