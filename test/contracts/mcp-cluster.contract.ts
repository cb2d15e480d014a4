import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type ToolContext, Toolkit, ToolSpec } from 'toolwright';
import type { McpCluster, McpHttpOptions, McpServing } from 'toolwright/mcp';
import { serveMcp } from 'toolwright/mcp/v2';
import { until } from '../execution/waiting.js';
import { closeAfterTest, send } from '../mcp/server/clients.js';
import { accept, answer, askCity, call, key, textContent, toolkitWith } from '../mcp/server/rounds.js';

/** The parts of clusters under test. */
export interface ClustersUnderTest {
  readonly name: string;
  /** Creates what the nodes of one server share. Each call is made by another node. */
  readonly cluster: () => Promise<Required<McpCluster>>;
}

const trip = async (ctx: ToolContext): Promise<string> => {
  ctx.progress(1);
  return `from ${await askCity(ctx, 'From?')} to ${await askCity(ctx, 'To?')}`;
};

const authorization: McpHttpOptions['authorization'] = {
  verify: (token) => ({ subject: token }),
  anonymous: true,
};
const as = (subject: string) => ({ headers: { authorization: `Bearer ${subject}` } });

/** The contract of several nodes that serve the same tools over MCP. */
export function testClusters({ name, cluster }: ClustersUnderTest): void {
  async function startNode(toolkit: Toolkit): Promise<McpServing & { readonly at: URL }> {
    const options = { transport: 'http', port: 0, closeTimeoutMs: 100, rounds: 'held' } as const;
    const serving = await serveMcp(toolkit, { ...options, key, authorization, cluster: await cluster() });
    closeAfterTest(() => serving.close());
    return { ...serving, at: new URL(String(serving.url)) };
  }

  const startNodes = (create: () => Toolkit) => Promise.all([startNode(create()), startNode(create())]);

  async function connect(url: URL, subject: string): Promise<Client> {
    const client = new Client(
      { name: 'test', version: '1.0.0' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    );
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: as(subject) }));
    closeAfterTest(() => client.close());
    return client;
  }

  describe(`nodes that share held rounds over ${name}`, () => {
    it('send an answer to the node that has the call, and its progress back', async () => {
      let runs = 0;
      const [one, other] = await startNodes(() =>
        toolkitWith(async (ctx) => {
          runs++;
          const from = await askCity(ctx, 'From?');
          ctx.progress(0.5, 1, 'half');
          return `from ${from} to ${await askCity(ctx, 'To?')}`;
        }),
      );
      const first = await call(one.at, { _meta: { progressToken: 'o' } });
      const second = await answer(other.at, first, { 'question-1': accept('Rome') }, { _meta: { progressToken: 'p' } });
      expect(second.sent).toMatchObject([
        { method: 'notifications/progress', params: { progressToken: 'p', progress: 0.5, message: 'half' } },
      ]);
      expect(Object.keys(second.inputRequests)).toEqual(['question-2']);
      const third = await answer(other.at, second, { 'question-2': accept('Oslo') });
      expect([third.result, runs]).toMatchObject([textContent('from Rome to Oslo'), 1]);
    });

    it('run an idempotent call again from its beginning if the node that had it has ended', async () => {
      const annotations = { idempotentHint: true };
      const [one, other] = await startNodes(() => toolkitWith(trip, { annotations }));
      const first = await call(one.at);
      await one.close();
      const again = await answer(other.at, first, { 'question-1': accept('Rome') });
      expect(again.inputRequests).toMatchObject({ 'question-1': { params: { message: 'From?' } } });
      const second = await answer(other.at, again, { 'question-1': accept('Rome') });
      const third = await answer(other.at, second, { 'question-2': accept('Oslo') });
      expect(third.result).toMatchObject(textContent('from Rome to Oslo'));
      // The client may not have received a response, and sends the answer again.
      expect(Object.keys((await answer(other.at, first, {})).inputRequests)).toEqual(['question-1']);
    });

    it('end any other call as interrupted if the node that had it has ended', async () => {
      let runs = 0;
      const [one, other] = await startNodes(() =>
        toolkitWith((ctx) => {
          runs++;
          return trip(ctx);
        }),
      );
      const first = await call(one.at);
      await one.close();
      const lost = await answer(other.at, first, { 'question-1': accept('Rome') });
      expect([lost.result, runs]).toMatchObject([
        { isError: true, content: [{ text: expect.stringMatching(/^The call of 'work' was lost/) }] },
        1,
      ]);
      expect(JSON.stringify(lost.result)).toContain('"interrupted"');
    });

    it('refuse the answer of another subject, for another tool, and with a state that is not genuine', async () => {
      const [one, other] = await startNodes(() => toolkitWith(trip));
      const first = await call(one.at, as('ada'));
      const answers = { 'question-1': accept('Rome') };
      const refused = [
        await answer(other.at, first, answers, as('grace')),
        await answer(other.at, first, answers),
        await answer(other.at, { requestState: `${first.requestState}x` }, answers, as('ada')),
      ];
      expect(refused.map(({ error }) => error?.code)).toEqual([-32_602, -32_602, -32_602]);
      expect(Object.keys((await answer(other.at, first, answers, as('ada'))).inputRequests)).toEqual(['question-2']);
    });
  });

  describe(`nodes that are connected over ${name}`, () => {
    it('cancel the request of a client whose cancellation another node has received', async () => {
      const begun: string[] = [];
      const cancelled: string[] = [];
      const [one, other] = await startNodes(() =>
        toolkitWith(async (ctx, { from }) => {
          begun.push(String(from));
          await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve));
          cancelled.push(String(from));
        }),
      );
      for (const from of ['ada', 'grace'])
        void call(one.at, { arguments: { from }, ...as(from) }).catch(() => undefined);
      await until(() => begun.length === 2);
      const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'notifications/cancelled' };
      const params = { requestId: 1, _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } };
      const body = { jsonrpc: '2.0', method: 'notifications/cancelled', params };
      await send(other.at, { headers: { ...headers, ...as('ada').headers }, body });
      await until(() => cancelled.length > 0);
      expect(cancelled).toEqual(['ada']);
    });

    it('share the active groups of a subject, and announce changes of the list', async () => {
      const createToolkit = (): Toolkit => {
        const toolkit = new Toolkit();
        toolkit.createGroup('mail');
        const executor = { kind: 'test', execute: () => 'sent' };
        toolkit.register(ToolSpec.create({ name: 'send', executor }), { group: 'mail' });
        toolkit.enableMetaTool();
        return toolkit;
      };
      const [one, other] = await startNodes(createToolkit);
      const [ada, adaElsewhere, grace] = [
        await connect(one.at, 'ada'),
        await connect(other.at, 'ada'),
        await connect(other.at, 'grace'),
      ];
      const names = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);
      expect(await names(adaElsewhere)).toEqual(['activate_tool_groups']);
      await ada.callTool({ name: 'activate_tool_groups', arguments: { mail: true } });
      expect(await names(adaElsewhere)).toEqual(['send', 'activate_tool_groups']);
      expect(await names(grace)).toEqual(['activate_tool_groups']);
    });

    it('announce to their clients that the tools of another node have changed', async () => {
      const [toolkit, otherToolkit] = [new Toolkit(), new Toolkit()];
      const [, other] = [await startNode(toolkit), await startNode(otherToolkit)];
      const client = await connect(other.at, 'ada');
      const changed = new Promise<void>((resolve) => {
        client.setNotificationHandler('notifications/tools/list_changed', () => resolve());
      });
      const listening = await client.listen({ toolsListChanged: true });
      toolkit.register(ToolSpec.create({ name: 'added', executor: { kind: 'test', execute: () => 1 } }));
      await expect(changed).resolves.toBeUndefined();
      await listening.close();
    });
  });
}
