import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Toolkit, ToolSpec } from 'toolwright';
import { type McpHttpOptions, serveMcp as serveV1 } from 'toolwright/mcp';
import { serveMcp as serveV2 } from 'toolwright/mcp/v2';
import { closeAfterTest, connectHttp } from './clients.js';

function toolkitWithGroups(): Toolkit {
  const toolkit = new Toolkit();
  toolkit.createGroup('mail');
  toolkit.createGroup('files', { active: true });
  for (const [name, group] of [
    ['send', 'mail'],
    ['read', 'files'],
  ] as const) {
    toolkit.register(
      ToolSpec.create({ name, description: `To ${name}`, executor: { kind: 'test', execute: () => name } }),
      { group },
    );
  }
  toolkit.enableMetaTool({ search: true });
  return toolkit;
}

interface TestClient {
  listTools(): Promise<{ readonly tools: readonly { readonly name: string; readonly inputSchema: object }[] }>;
  callTool(call: { readonly name: string; readonly arguments: Record<string, unknown> }): Promise<unknown>;
}

const authorization: McpHttpOptions['authorization'] = {
  verify: (token) => ({ subject: token }),
  anonymous: true,
};

const servers = {
  'protocol 2025-11-25 with sessions: false': {
    serve: (options: Partial<McpHttpOptions>) =>
      serveV1(toolkitWithGroups(), { transport: 'http', port: 0, sessions: false, authorization, ...options }),
    connect: async (url: URL, headers: Record<string, string>): Promise<TestClient> =>
      (await connectHttp(url, { requestInit: { headers } })).client as TestClient,
  },
  'protocol 2026-07-28': {
    serve: (options: Partial<McpHttpOptions>) =>
      serveV2(toolkitWithGroups(), { transport: 'http', port: 0, authorization, ...options }),
    connect: async (url: URL, headers: Record<string, string>): Promise<TestClient> => {
      const client = new Client(
        { name: 'test', version: '1.0.0' },
        { versionNegotiation: { mode: { pin: '2026-07-28' } } },
      );
      await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
      closeAfterTest(() => client.close());
      return client as TestClient;
    },
  },
} as const;

describe.each(Object.entries(servers))('a stateless server of %s', (_, { serve, connect }) => {
  async function connectAll(options: Partial<McpHttpOptions>, ...tokens: (string | undefined)[]) {
    const serving = await serve(options);
    closeAfterTest(() => serving.close());
    const url = new URL(String(serving.url));
    return Promise.all(
      tokens.map((token) => connect(url, token === undefined ? {} : { authorization: `Bearer ${token}` })),
    );
  }

  async function namesFor(client: TestClient | undefined): Promise<readonly string[] | undefined> {
    return (await client?.listTools())?.tools.map(({ name }) => name);
  }

  const activate = { name: 'activate_tool_groups', arguments: { mail: true } };
  const metaTools = ['activate_tool_groups', 'search_tools'];

  it('has no tool that activates groups for a client without a subject', async () => {
    const [client] = await connectAll({}, undefined);
    const tools = (await client?.listTools())?.tools ?? [];
    expect(tools.map(({ name }) => name)).toEqual(['read', 'search_tools']);
    expect(tools[1]?.inputSchema).toMatchObject({ properties: { query: {} }, required: ['query'] });
    expect(JSON.stringify(tools)).not.toContain('activate');
    await expect(client?.callTool(activate)).rejects.toMatchObject({ code: -32_602 });
    expect(await client?.callTool({ name: 'search_tools', arguments: { activate: ['send'] } })).toMatchObject({
      isError: true,
    });
    const found = JSON.stringify(await client?.callTool({ name: 'search_tools', arguments: { query: 'send' } }));
    expect(found).toContain("send() (group 'mail', not active; matches: send)");
    expect(found).not.toContain("with 'activate'");
    expect(await client?.callTool({ name: 'send', arguments: {} })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('It cannot be activated in this session.') }],
    });
  });

  it('retains the groups that a subject activates, for that subject only', async () => {
    const [ann, annAgain, bob] = await connectAll({}, 'ann', 'ann', 'bob');
    expect(await namesFor(ann)).toEqual(['read', ...metaTools]);
    await ann?.callTool(activate);
    expect(await namesFor(annAgain)).toEqual(['send', ...metaTools]);
    expect(await annAgain?.callTool({ name: 'send', arguments: {} })).toMatchObject({ content: [{ text: 'send' }] });
    expect(await namesFor(bob)).toEqual(['read', ...metaTools]);
    await bob?.callTool({ name: 'search_tools', arguments: { activate: ['send'] } });
    expect(await namesFor(bob)).toEqual(['send', 'read', ...metaTools]);
  });
});

describe('a server of protocol 2026-07-28', () => {
  const { serve, connect } = servers['protocol 2026-07-28'];

  it('forgets the groups of the subject that was idle longest beyond sessions.maxSessions', async () => {
    const serving = await serve({ sessions: { maxSessions: 2 } });
    closeAfterTest(() => serving.close());
    const url = new URL(String(serving.url));
    const [ann, bob, carl] = await Promise.all(
      ['ann', 'bob', 'carl'].map((token) => connect(url, { authorization: `Bearer ${token}` })),
    );
    const activate = { name: 'activate_tool_groups', arguments: { mail: true } };
    for (const client of [ann, bob, carl]) await client?.callTool(activate);
    const firstOf = async (client: TestClient | undefined) => (await client?.listTools())?.tools[0]?.name;
    expect([await firstOf(ann), await firstOf(carl)]).toEqual(['read', 'send']);
  });
});
