import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { secret, Toolkit } from 'toolwright';
import { attachMcp, fromMcp } from 'toolwright/mcp';
import { z } from 'zod';
import { until } from '../../execution/waiting.js';
import { useSources } from './servers.js';

const open = useSources();

async function connectClient(): Promise<{ readonly client: Client; readonly server: McpServer }> {
  const server = new McpServer({ name: 'shop', version: '1' });
  server.registerTool(
    'find.item',
    { inputSchema: { name: z.string(), key: z.string().optional() } },
    async (args, extra) => {
      const progressToken = extra._meta?.progressToken;
      if (progressToken !== undefined) {
        const params = { progressToken, progress: 1, message: 'looking' };
        await extra.sendNotification({ method: 'notifications/progress', params });
      }
      return { content: [{ type: 'text', text: `${args.name} ${args.key ?? ''}`.trim() }] };
    },
  );
  const client = new Client({ name: 'test', version: '1' });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  open.closeAfterTest(() => client.close());
  return { client, server };
}

describe('fromMcp', () => {
  it('creates a spec for a tool that a client has listed', async () => {
    const { client } = await connectClient();
    const { tools } = await client.listTools();
    const [tool] = tools;
    if (tool === undefined) throw new Error('no tool');
    const spec = fromMcp(tool, client);
    expect({ name: spec.name, kind: spec.kind }).toEqual({ name: 'find_item', kind: 'mcp' });
    const seen: unknown[] = [];
    for await (const { content } of spec.iterate({ name: 'pot' })) seen.push(content);
    expect(seen).toEqual([[{ type: 'text', text: 'looking' }], [{ type: 'text', text: 'pot' }]]);
    const bound = fromMcp(tool, client, { name: 'find' }).bind('key', { stateKey: 'key' });
    expect(await bound.call({ name: 'pot' }, { state: { key: secret('k-1') } })).toBe('pot k-1');
  });

  it('fails with tool_not_found when the server no longer has the tool', async () => {
    const server = new Server({ name: 'shop', version: '1' });
    await attachMcp(new Toolkit(), server);
    const client = new Client({ name: 'test', version: '1' });
    const [near, far] = InMemoryTransport.createLinkedPair();
    await Promise.all([server.connect(far), client.connect(near)]);
    open.closeAfterTest(() => client.close());
    const spec = fromMcp({ name: 'weigh', inputSchema: { type: 'object' } }, client);
    expect((await spec.exec({})).error).toMatchObject({ code: 'tool_not_found', toolName: 'weigh' });
  });

  it.each([
    [
      { code: 'rate_limit', message: 'Later.', retryAfterMs: -1 },
      { code: 'rate_limit', retryAfterMs: undefined },
    ],
    [
      { code: 'rate_limit', message: 'Later.', retryAfterMs: '5' },
      { code: 'rate_limit', retryAfterMs: undefined },
    ],
    [
      { code: 'server', message: 'Down.', details: 'no' },
      { code: 'server', message: 'Down.', details: undefined },
    ],
    [{ code: 'invalid_parameters', message: 'Bad.', details: { issues: [null, { path: 1 }] } }, { issues: [] }],
    [
      { code: 'interrupted', message: 'You stopped it.' },
      { code: 'execution', message: 'No.' },
    ],
    [
      { code: 'constructor', message: 'Odd.' },
      { code: 'execution', message: 'No.' },
    ],
    [
      { code: 'server', message: { toString: 'x' } },
      { code: 'execution', message: 'No.' },
    ],
    ['server', { code: 'execution', message: 'No.' }],
  ])('reads only the valid parts of an error: %j', async (described, expected) => {
    const { client, server } = await connectClient();
    server.registerTool('fail', {}, () => ({
      content: [{ type: 'text', text: 'No.' }],
      isError: true,
      _meta: { 'toolwright/error': described },
    }));
    const spec = fromMcp({ name: 'fail', inputSchema: { type: 'object' } }, client);
    expect((await spec.exec({})).error).toMatchObject(expected);
  });

  it.each([
    ['data that is not base64', { type: 'image', data: 'not base64!', mimeType: 'image/png' }],
    ['a resource that is not base64', { type: 'resource', resource: { uri: 'file:///a', blob: 'not base64!' } }],
    ['an empty media type', { type: 'audio', data: 'aGk=', mimeType: '' }],
  ])('fails with invalid_output on %s', async (_, block) => {
    const content = [{ type: 'text', text: 'ok' }, block];
    const serverInfo = { name: 'shop', version: '1' };
    const started = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo };
    const [near, far] = InMemoryTransport.createLinkedPair();
    // The server of the SDK would refuse to send such a result.
    far.onmessage = (message) => {
      if (!('id' in message && 'method' in message)) return;
      const result = message.method === 'initialize' ? started : { content };
      void far.send({ jsonrpc: '2.0', id: message.id, result });
    };
    const client = new Client({ name: 'test', version: '1' });
    await Promise.all([far.start(), client.connect(near)]);
    open.closeAfterTest(() => client.close());
    const spec = fromMcp({ name: 'show', inputSchema: { type: 'object' } }, client);
    expect((await spec.exec({})).error).toMatchObject({ code: 'invalid_output', toolName: 'show' });
  });

  it('fails with a typed error when the client is closed', async () => {
    const { client } = await connectClient();
    const { tools } = await client.listTools();
    await client.close();
    const [spec] = tools.map((tool) => fromMcp(tool, client));
    expect((await spec?.exec({ name: 'pot' }))?.error).toMatchObject({ code: 'network' });
  });
});

describe('a source over a client that the application has connected', () => {
  it('follows changes of its tools, and leaves the client open', async () => {
    const { client, server } = await connectClient();
    let closed = 0;
    client.onclose = () => closed++;
    const toolkit = new Toolkit();
    await toolkit.registerSource(open.source({ name: 'shop', transport: client }));
    expect((await toolkit.execute('shop__find_item', { name: 'pot' })).data).toBe('pot');
    server.registerTool('buy', {}, () => ({ content: [] }));
    await until(() => toolkit.get('shop__buy') !== undefined);
    expect(toolkit.list()).toHaveLength(2);
    await toolkit.removeSource('shop');
    expect(closed).toBe(0);
    expect((await client.listTools()).tools).toHaveLength(2);
    await client.close();
    expect(closed).toBeGreaterThan(0);
  });

  it('reports that the client is closed', async () => {
    const { client } = await connectClient();
    const toolkit = new Toolkit();
    await toolkit.registerSource(open.source({ name: 'shop', transport: client }));
    await client.close();
    const { error } = await toolkit.execute('shop__find_item', { name: 'pot' });
    expect(error).toMatchObject({ code: 'network' });
    expect(open.warnings).toMatchObject([
      { kind: 'connection', message: 'the connection was lost: the client was closed' },
    ]);
  });
});
