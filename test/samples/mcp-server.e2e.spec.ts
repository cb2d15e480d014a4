import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema, ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { until } from '../execution/waiting.js';
import { root } from '../support/repository.js';
import { callTask } from './call-task.js';

const folder = join(root, 'samples/.build/mcp-server');
const main = join(folder, 'main.js');

/** A client whose user enters one note, and accepts everything. */
async function connect(transport: Parameters<Client['connect']>[0]): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { capabilities: { elicitation: {}, ...views } });
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    return { action: 'accept', content: params.message.includes('remember') ? { text: 'Buy tea' } : { approve: true } };
  });
  await client.connect(transport);
  return client;
}

const views = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } };

async function useNotePad(client: Client, hasView = true): Promise<void> {
  const textOf = async (name: string, args: Record<string, unknown> = {}): Promise<unknown> => {
    return ((await client.callTool({ name, arguments: args })).content as { text: string }[])[0]?.text;
  };
  const updated: string[] = [];
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void updated.push(params.uri));
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    'write',
    'askForNote',
    'tearOut',
    'readAloud',
    ...(hasView ? ['show'] : []),
  ]);
  await client.subscribeResource({ uri: 'notes://all' });
  expect(await textOf('write', { text: 'Call Ann' })).toBe('Note 1 is written.');
  await until(() => updated.length > 0);
  expect(updated).toContain('notes://all');
  expect(await textOf('askForNote')).toBe('Note 2 is written.');
  expect(await textOf('readAloud')).toBe('Call Ann\nBuy tea\n');

  const contentsOf = async (uri: string) => (await client.readResource({ uri })).contents;
  expect(await contentsOf('notes://1')).toMatchObject([{ text: 'Call Ann' }]);
  const [all] = await contentsOf('notes://all');
  expect(JSON.parse(String((all as { text?: string } | undefined)?.text))).toEqual({ 1: 'Call Ann', 2: 'Buy tea' });
  const { resources } = await client.listResources();
  const uris = resources.map(({ uri }) => uri);
  expect(uris.filter((uri) => uri.startsWith('notes:'))).toEqual(['notes://all', 'notes://1', 'notes://2']);
  if (hasView) {
    const shown = tools.find(({ name }) => name === 'show')?._meta?.ui as { readonly resourceUri: string };
    expect(uris).toContain(shown.resourceUri);
    expect(await contentsOf(shown.resourceUri)).toMatchObject([{ mimeType: 'text/html;profile=mcp-app' }]);
    const result = await client.callTool({ name: 'show' });
    expect(result.structuredContent).toEqual({ notes: ['Call Ann', 'Buy tea'] });
  }
  const args = { id: '2', tone: 'formal' };
  expect((await client.getPrompt({ name: 'answer', arguments: args })).messages).toEqual([
    { role: 'user', content: { type: 'text', text: 'Write a formal answer to: Buy tea' } },
  ]);
  const complete = async (ref: Parameters<Client['complete']>[0]['ref'], name: string, value: string) =>
    (await client.complete({ ref, argument: { name, value } })).completion.values;
  expect(await complete({ type: 'ref/prompt', name: 'answer' }, 'id', '')).toEqual(['1', '2']);
  expect(await complete({ type: 'ref/prompt', name: 'answer' }, 'tone', 'fr')).toEqual(['friendly']);
  expect(await complete({ type: 'ref/resource', uri: 'notes://{id}' }, 'id', '2')).toEqual(['2']);

  expect(await textOf('tearOut', { id: 1 })).toBe('Note 1 is gone.');
  await expect(contentsOf('notes://1')).rejects.toThrow('There is no note 1.');
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
    expect(await callTask(url, 'readAloud')).toMatchObject({
      status: 'completed',
      result: { content: [{ type: 'text', text: 'Buy tea\n' }] },
    });
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});

describe('the same server in code of the SDK', () => {
  it('serves the same note pad over standard input and output', async () => {
    const program = join(folder, 'raw-sdk.js');
    const client = await connect(new StdioClientTransport({ command: process.execPath, args: [program] }));
    await useNotePad(client, false);
    await client.close();
  });

  it('is linked next to the sample in docs/mcp-server.md, with the lines of both counted', () => {
    const page = readFileSync(join(root, 'docs/mcp-server.md'), 'utf8').replaceAll(/\s+/g, ' ');
    const [sample = '', raw = ''] = ['main.ts', 'raw-sdk.ts'].map((file) => {
      expect(page).toContain(`](../samples/mcp-server/${file})`);
      return readFileSync(join(root, 'samples/mcp-server', file), 'utf8');
    });
    const [own, sdk] = [linesOfCode(sample), linesOfCode(raw)];
    expect(own).toBeLessThan(80);
    expect(sample.split('\n').length).toBeLessThan(80);
    expect(page).toContain(`${own} lines of code`);
    expect(page).toContain(`${sdk} lines`);
  });
});

/** Counts lines without those that are blank or a comment. */
function linesOfCode(source: string): number {
  return source.split('\n').filter((line) => !/^\s*(\/[/*].*)?$/.test(line)).length;
}
