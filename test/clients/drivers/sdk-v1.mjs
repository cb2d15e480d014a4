import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  ElicitRequestSchema,
  LoggingMessageNotificationSchema,
  ResourceUpdatedNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { fileOf, offersOf, viewOf } from './offers.mjs';
import { toResult } from './result.mjs';

export const lacks = {};

export async function connect({ url, headers, command, args, onAsk, onLog, onChange, onUpdate }) {
  const client = new Client({ name: 'sdk-v1', version: '1.0.0' }, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'accept', content: onAsk() }));
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => onLog(String(params.data)));
  client.setNotificationHandler(ToolListChangedNotificationSchema, onChange);
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => onUpdate(params.uri));
  await client.connect(
    url === undefined
      ? new StdioClientTransport({ command, args })
      : new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
  );
  const offers = offersOf(client);
  return {
    list: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, given, { signal, onProgress } = {}) => {
      const onprogress = onProgress && (({ progress }) => onProgress(progress));
      return toResult(await client.callTool({ name, arguments: given }, undefined, { signal, onprogress }));
    },
    ...offers,
    subscribe: (uri) => client.subscribeResource({ uri }),
    readSkill: async (name, path) => {
      return offers.read(fileOf(await client.request({ method: 'skills/list' }, z.looseObject({})), name, path));
    },
    readView: async (name) => offers.read(viewOf((await client.listTools()).tools, name)),
    close: () => client.close(),
  };
}
