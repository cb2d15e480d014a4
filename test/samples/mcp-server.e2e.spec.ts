import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { root } from '../support/repository.js';

const main = join(root, 'samples/.build/mcp-server/main.js');

/** A client whose user enters one note, and accepts everything. */
async function connect(transport: Parameters<Client['connect']>[0]): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    return { action: 'accept', content: params.message.includes('remember') ? { text: 'Buy tea' } : { approve: true } };
  });
  await client.connect(transport);
  return client;
}

async function useNotePad(client: Client): Promise<void> {
  const textOf = async (name: string, args: Record<string, unknown> = {}): Promise<unknown> => {
    return ((await client.callTool({ name, arguments: args })).content as { text: string }[])[0]?.text;
  };
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
    'write',
    'list',
    'readAloud',
    'askForNote',
    'tearOut',
  ]);
  expect(await client.callTool({ name: 'write', arguments: { text: 'Call Ann' } })).toMatchObject({
    structuredContent: { id: 1, text: 'Call Ann' },
  });
  expect(await textOf('askForNote')).toBe('Note 2 is written.');
  expect(await textOf('readAloud')).toBe('Call Ann\nBuy tea\n');
  expect(await textOf('tearOut', { id: 1 })).toBe('Note 1 is gone.');
  expect(await client.callTool({ name: 'list' })).toMatchObject({
    structuredContent: { result: [{ id: 2, text: 'Buy tea' }] },
  });
}

describe('the sample server', () => {
  it('serves a note pad over standard input and output', async () => {
    const client = await connect(new StdioClientTransport({ command: process.execPath, args: [main] }));
    await useNotePad(client);
    await client.close();
  });

  it('serves it over HTTP', async () => {
    const child = spawn(process.execPath, [main, '--http'], { env: { ...process.env, PORT: '0' } });
    const [line] = (await once(child.stderr, 'data')) as [Buffer];
    const url = new URL(String(/http:\S+/.exec(String(line))));
    const client = await connect(new StreamableHTTPClientTransport(url));
    await useNotePad(client);
    await client.close();
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});
