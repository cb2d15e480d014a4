import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { offersOf, viewOf } from './offers.mjs';
import { toResult } from './result.mjs';

const tasks = 'needs `@modelcontextprotocol/ext-tasks`';
export const lacks = { task: tasks, taskInput: tasks, taskCancel: tasks };

const logLevel = 'io.modelcontextprotocol/logLevel';

/** Connects the client of the SDK, which the driver of ext-tasks uses too. */
export async function connectSdk({ revision, url, headers, command, args, onAsk, onLog, onChange, onUpdate }) {
  const isOlder = revision === '2025-11-25';
  const options = {
    capabilities: { elicitation: { form: {} } },
    versionNegotiation: { mode: isOlder ? 'legacy' : { pin: revision } },
    listChanged: { tools: { autoRefresh: false, onChanged: onChange } },
  };
  const client = new Client({ name: 'sdk-v2', version: '1.0.0' }, options);
  client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: onAsk() }));
  client.setNotificationHandler('notifications/message', ({ params }) => onLog(String(params.data)));
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => onUpdate(params.uri));
  await client.connect(
    url === undefined
      ? new StdioClientTransport({ command, args })
      : new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
  );
  return client;
}

export async function connect(target) {
  const client = await connectSdk(target);
  const isOlder = target.revision === '2025-11-25';
  const _meta = isOlder ? {} : { [logLevel]: 'info' };
  const skills = new SkillsClient(client);
  const listTools = async () => (await client.listTools(undefined, { cacheMode: 'bypass' })).tools;
  const offers = offersOf(client);
  return {
    list: async () => (await listTools()).map(({ name }) => name),
    call: async (name, given, { signal, onProgress } = {}) => {
      const onprogress = onProgress && (({ progress }) => onProgress(progress));
      return toResult(await client.callTool({ name, arguments: given, _meta }, { signal, onprogress }));
    },
    ...offers,
    subscribe: (uri) => (isOlder ? client.subscribeResource({ uri }) : client.listen({ resourceSubscriptions: [uri] })),
    readSkill: async (name, path) => {
      const listed = await skills.list();
      const { verified, text, bytes } = await skills.read(
        listed.skills.find(({ frontmatter }) => frontmatter.name === name),
        path,
      );
      if (!verified) throw new Error(`${path} is not what the server listed`);
      return text ?? new TextDecoder().decode(bytes);
    },
    readView: async (name) => offers.read(viewOf(await listTools(), name)),
    close: () => client.close(),
  };
}
