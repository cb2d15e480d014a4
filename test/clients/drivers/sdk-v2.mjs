import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { toResult } from './result.mjs';

const tasks = 'needs `@modelcontextprotocol/ext-tasks`';
export const lacks = { task: tasks, taskInput: tasks, taskCancel: tasks };

const logLevel = 'io.modelcontextprotocol/logLevel';

/** Connects the client of the SDK, which the driver of ext-tasks uses too. */
export async function connectSdk({ revision, url, headers, command, args, onAsk, onLog, onChange }) {
  const isOlder = revision === '2025-11-25';
  const options = {
    capabilities: { elicitation: { form: {} } },
    versionNegotiation: { mode: isOlder ? 'legacy' : { pin: revision } },
    listChanged: { tools: { autoRefresh: false, onChanged: onChange } },
  };
  const client = new Client({ name: 'sdk-v2', version: '1.0.0' }, options);
  client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: onAsk() }));
  client.setNotificationHandler('notifications/message', ({ params }) => onLog(String(params.data)));
  await client.connect(
    url === undefined
      ? new StdioClientTransport({ command, args })
      : new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
  );
  return client;
}

export async function connect(target) {
  const client = await connectSdk(target);
  const _meta = target.revision === '2025-11-25' ? {} : { [logLevel]: 'info' };
  return {
    list: async () => (await client.listTools(undefined, { cacheMode: 'bypass' })).tools.map(({ name }) => name),
    call: async (name, given, { signal, onProgress } = {}) => {
      const onprogress = onProgress && (({ progress }) => onProgress(progress));
      return toResult(await client.callTool({ name, arguments: given, _meta }, { signal, onprogress }));
    },
    read: async (uri) => (await client.readResource({ uri })).contents[0].text,
    close: () => client.close(),
  };
}
