import { randomBytes } from 'node:crypto';
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { pendingApprovalOf, Toolkit } from 'toolwright';
import { type Era, eras, serveEra } from '../server/both-clients.js';
import { closeAfterTest } from '../server/clients.js';
import { Board, boardView } from './board.js';

type AppClient = Pick<ClientV1, 'listTools' | 'callTool' | 'readResource' | 'listResources' | 'getServerCapabilities'>;

const info = { name: 'test-client', version: '1.0.0' };
const apps = { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } };

async function connect(
  { sdk }: Era,
  url: URL,
  extensions?: Record<string, { mimeTypes: string[] }>,
  token = 'none',
): Promise<AppClient> {
  const capabilities = extensions === undefined ? {} : { extensions };
  const options = { requestInit: { headers: { authorization: `Bearer ${token}` } } };
  if (sdk === 'v1') {
    const client = new ClientV1(info, { capabilities });
    await client.connect(new HttpV1(url, options));
    closeAfterTest(() => client.close());
    return client;
  }
  const client = new ClientV2(info, { capabilities, versionNegotiation: { mode: { pin: '2026-07-28' } } });
  await client.connect(new HttpV2(url, options));
  closeAfterTest(() => client.close());
  return client as unknown as AppClient;
}

function createToolkit(board = new Board()): Toolkit {
  const toolkit = new Toolkit({ approvalKey: randomBytes(32), state: { clerk: 'eve-the-clerk' } });
  toolkit.register(board);
  return toolkit;
}

async function namesOf(client: AppClient): Promise<readonly string[]> {
  return (await client.listTools()).tools.map(({ name }) => name);
}

const refund = { name: 'refund', arguments: { order: 'a1', amount: 5, pin: '4321' } };

describe.each(eras)('a client of $version with MCP Apps', (era) => {
  it('lists tools with their views, and reads each view once', async () => {
    const client = await connect(era, await serveEra(era, createToolkit()), apps);
    const { tools } = await client.listTools();
    const metaOf = (name: string): unknown => tools.find((tool) => tool.name === name)?._meta;
    expect(metaOf('board')).toEqual({ ui: { resourceUri: boardView.uri } });
    expect(metaOf('move')).toEqual({ ui: { resourceUri: boardView.uri, visibility: ['app'] } });
    expect(client.getServerCapabilities()?.extensions).toMatchObject({ 'io.modelcontextprotocol/ui': {} });
    const { resources } = await client.listResources();
    expect(resources.filter(({ uri }) => uri === boardView.uri)).toHaveLength(1);
    const { contents, ...caching } = await client.readResource({ uri: boardView.uri });
    expect(contents).toEqual([
      {
        uri: boardView.uri,
        mimeType: 'text/html;profile=mcp-app',
        text: boardView.html,
        _meta: { ui: { csp: { connectDomains: ['https://api.shop.example'] } } },
      },
    ]);
    if (era.sdk === 'v2') expect(caching).toMatchObject({ cacheScope: 'public', ttlMs: 31_536_000_000 });
  });

  it('calls a tool that only views call, and receives text for its model', async () => {
    const client = await connect(era, await serveEra(era, createToolkit()), apps);
    const shown = await client.callTool({ name: 'board', arguments: {} });
    expect(shown).toMatchObject({ content: [{ type: 'text' }], _meta: { note: 'fresh' } });
    const moved = await client.callTool({ name: 'move', arguments: { order: 'a1' } });
    expect(moved).toMatchObject({ structuredContent: { orders: expect.arrayContaining(['a1 moved']) } });
    expect(await client.callTool({ name: 'move', arguments: {} })).toMatchObject({ isError: true });
  });

  it('decides on a call in its view, once', async () => {
    const board = new Board();
    const client = await connect(era, await serveEra(era, createToolkit(board)), apps);
    expect(await namesOf(client)).toContain('toolwright_decide');
    const waiting = await client.callTool(refund);
    expect(board.refunds).toEqual([]);
    const { token, ...shown } = (waiting._meta as Record<string, Record<string, unknown>>)['toolwright/approval'] ?? {};
    expect(shown).toMatchObject({ toolName: 'refund', title: 'Refund an order', locked: ['clerk'] });
    expect(shown.arguments).toMatchObject({ order: 'a1', amount: 5 });
    expect(JSON.stringify(shown)).not.toMatch(/4321|eve-the-clerk/);
    expect(JSON.stringify(waiting.content)).toContain('waiting for approval');
    const decide = (args: object) => client.callTool({ name: 'toolwright_decide', arguments: { ...args } });
    expect(await decide({ token, decision: 'yes' })).toMatchObject({ isError: true });
    expect(await decide({ token: `${String(token)}x`, decision: 'approve' })).toMatchObject({ isError: true });
    expect(board.refunds).toEqual([]);
    expect(await decide({ token, decision: 'approve' })).toMatchObject({ content: [{ text: 'Refunded 5 for a1.' }] });
    expect(await decide({ token, decision: 'approve' })).toMatchObject({ isError: true });
    expect(board.refunds).toEqual(['a1 5 eve-the-clerk 4 0']);
  });

  it('refuses the decision of another identity', async () => {
    const board = new Board();
    const verify = (token: string) => ({ auth: { user: token }, subject: token });
    const url = await serveEra(era, createToolkit(board), { authorization: { verify } });
    const [owner, other] = [await connect(era, url, apps, 'eve'), await connect(era, url, apps, 'mallory')];
    const waiting = await owner.callTool(refund);
    const { token } = (waiting._meta as Record<string, Record<string, unknown>>)['toolwright/approval'] ?? {};
    const decision = { name: 'toolwright_decide', arguments: { token, decision: 'approve' } };
    expect(await other.callTool(decision)).toMatchObject({ isError: true });
    expect(board.refunds).toEqual([]);
    expect(await owner.callTool(decision)).toMatchObject({ content: [{ text: 'Refunded 5 for a1.' }] });
  });

  it('leaves the decision to the approver of the application', async () => {
    const board = new Board();
    const toolkit = new Toolkit({ approvalKey: randomBytes(32), approver: () => 'later', state: { clerk: 'eve' } });
    toolkit.register(board);
    const tokens: unknown[] = [];
    toolkit.use(async (call, next) => {
      const response = await next(call);
      tokens.push(pendingApprovalOf(response)?.token);
      return response;
    });
    const client = await connect(era, await serveEra(era, toolkit), apps);
    const waiting = await client.callTool(refund);
    expect(waiting._meta ?? {}).not.toHaveProperty('toolwright/approval');
    expect(await namesOf(client)).not.toContain('toolwright_decide');
    expect(tokens).toEqual([expect.any(String)]);
    const decision = { name: 'toolwright_decide', arguments: { token: tokens[0], decision: 'approve' } };
    await expect(client.callTool(decision)).rejects.toMatchObject({ code: -32_602 });
    expect(board.refunds).toEqual([]);
  });

  it('denies a call with a reason, so that it never runs', async () => {
    const board = new Board();
    const client = await connect(era, await serveEra(era, createToolkit(board)), apps);
    const waiting = await client.callTool(refund);
    const { token } = (waiting._meta as Record<string, Record<string, unknown>>)['toolwright/approval'] ?? {};
    const decide = (args: object) => client.callTool({ name: 'toolwright_decide', arguments: { token, ...args } });
    expect(JSON.stringify(await decide({ decision: 'deny', reason: 'Too much.' }))).toContain('Too much.');
    expect(await decide({ decision: 'approve' })).toMatchObject({ isError: true });
    expect(board.refunds).toEqual([]);
  });
});

describe.each(eras)('a client of $version without MCP Apps', (era) => {
  it.each([{ extensions: undefined }, { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/plain'] } } }])(
    'neither lists nor calls what only views call: %j',
    async ({ extensions }) => {
      const board = new Board();
      const client = await connect(era, await serveEra(era, createToolkit(board)), extensions);
      expect(await namesOf(client)).toEqual(['board', 'audit', 'refund']);
      for (const name of ['move', 'toolwright_decide']) {
        await expect(client.callTool({ name, arguments: { order: 'a1' } })).rejects.toMatchObject({ code: -32_602 });
      }
      const denied = await client.callTool(refund);
      expect(denied).toMatchObject({ isError: true });
      expect(denied._meta).not.toHaveProperty('toolwright/approval');
      expect(await client.callTool({ name: 'board', arguments: {} })).toMatchObject({ content: [{ type: 'text' }] });
      expect(board.refunds).toEqual([]);
    },
  );
});
