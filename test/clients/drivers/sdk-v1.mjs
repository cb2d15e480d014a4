import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  ElicitRequestSchema,
  LoggingMessageNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { toResult } from './result.mjs';

export const lacks = {};

export async function connect({ url, headers, command, args, onAsk, onLog, onChange }) {
  const client = new Client({ name: 'sdk-v1', version: '1.0.0' }, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'accept', content: onAsk() }));
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => onLog(String(params.data)));
  client.setNotificationHandler(ToolListChangedNotificationSchema, onChange);
  await client.connect(
    url === undefined
      ? new StdioClientTransport({ command, args })
      : new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
  );
  return {
    list: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, given, { signal, onProgress } = {}) => {
      const onprogress = onProgress && (({ progress }) => onProgress(progress));
      return toResult(await client.callTool({ name, arguments: given }, undefined, { signal, onprogress }));
    },
    read: async (uri) => (await client.readResource({ uri })).contents[0].text,
    close: () => client.close(),
  };
}
