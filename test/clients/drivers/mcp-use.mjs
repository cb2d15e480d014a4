import { MCPClient } from 'mcp-use/client';
import { toResult } from './result.mjs';

export const lacks = {};

export async function connect({ url, headers, command, args, onAsk, onLog, onChange }) {
  const server = url === undefined ? { command, args } : { url, headers };
  const client = new MCPClient(
    { mcpServers: { toolwright: server } },
    {
      onElicitation: async () => ({ action: 'accept', content: onAsk() }),
      onNotification: ({ method, params }) => {
        if (method === 'notifications/message') onLog(String(params.data));
        if (method === 'notifications/tools/list_changed') onChange();
      },
    },
  );
  const session = await client.createSession('toolwright');
  return {
    list: async () => (await session.listTools()).map(({ name }) => name),
    call: async (name, given, { signal, onProgress } = {}) => {
      const onprogress = onProgress && (({ progress }) => onProgress(progress));
      return toResult(await session.callTool(name, given, { signal, onprogress }));
    },
    read: async (uri) => (await session.readResource(uri)).contents[0].text,
    close: () => client.closeAllSessions(),
  };
}
