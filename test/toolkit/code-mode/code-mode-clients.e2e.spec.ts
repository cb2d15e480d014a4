import { Tool, Toolkit, ToolRegistry, ToolSpec } from 'toolwright';
import { linkMcp } from 'toolwright/mcp';
import { QuickJsEngine } from 'toolwright/sandbox';
import { createAiAgent, importAiSdk } from '../../ai-sdk/ai-agent.js';

class Shop extends ToolRegistry {
  @Tool({ description: 'Reads the price of an article', params: { article: { type: String } } })
  price(article: string): number {
    return article.length;
  }

  @Tool({ description: 'Sells an article', params: { article: { type: String } }, needsApproval: true })
  sell(article: string): string {
    return `${article} sold`;
  }
}

const engine = new QuickJsEngine();
afterAll(() => engine.close());

function createShop(): Toolkit {
  const toolkit = new Toolkit();
  toolkit.register(new Shop());
  toolkit.enableCodeMode({ engine });
  return toolkit;
}

const code =
  'const prices = await Promise.all(["pot", "cups"].map((article) => tools.price({ article }))); prices[0] + prices[1]';

describe.each(['2025-11-25', '2026-07-28'] as const)('code mode over MCP with version %s', (era) => {
  it('shows three tools, runs programs, and asks the user of the client for approval', async () => {
    const toolkit = createShop();
    const asked: string[] = [];
    const elicit = ({ message }: Readonly<Record<string, unknown>>) => {
      asked.push(String(message));
      return { action: 'accept', content: { approve: true } };
    };
    const source = linkMcp(toolkit, { era, client: { elicit } });
    try {
      const remote = new Toolkit();
      await remote.registerSource(source);
      expect(remote.list().map(({ name }) => name)).toEqual(['search_tools', 'describe_tools', 'run_code']);
      expect((await remote.execute('run_code', { code })).structuredContent).toEqual({ value: 7, logs: [] });
      const sold = await remote.execute('run_code', { code: 'await tools.sell({ article: "pot" })' });
      expect(sold.structuredContent).toEqual({ value: 'pot sold', logs: [] });
      expect(asked).toEqual([expect.stringContaining("'sell'")]);
    } finally {
      await source.close();
    }
  });
});

describe.each([6, 7] as const)('code mode in the AI SDK, version %s', (major) => {
  it('lets a model find, read and call tools', async () => {
    const agent = createAiAgent(await importAiSdk(major));
    const turns = [
      [{ id: 'a', name: 'search_tools', input: { query: 'price' } }],
      [{ id: 'b', name: 'describe_tools', input: { names: ['tools.price'] } }],
      [{ id: 'c', name: 'run_code', input: { code } }],
    ];
    const { requests, text } = await agent.run({
      scope: createShop(),
      turns,
      options: {},
      signal: new AbortController().signal,
      decision: 'approve',
    });
    expect(text).toBe('done');
    expect(requests[0]?.tools).toEqual(['search_tools', 'describe_tools', 'run_code']);
    expect(requests.at(-1)?.results.map((result) => result.text)).toEqual([
      '- tools.price({ article }) (matches: price): Reads the price of an article',
      expect.stringContaining('function price(args: {'),
      '{"value":7,"logs":[]}',
    ]);
  });
});

describe('code mode over many tools', () => {
  it('describes 1,223 tools in fewer than 1,500 tokens', async () => {
    const toolkit = new Toolkit();
    const groups = Array.from({ length: 40 }, (_, index) => `api-${index}`);
    for (const group of groups) toolkit.createGroup(group, { active: true });
    const tools = Array.from({ length: 1_223 }, (_, index) => {
      return ToolSpec.fromFunction((id: string) => `${index} ${id}`, {
        name: `operation_${index}`,
        description: `Reads the resource number ${index} of the service. It is found by its ID.`,
        params: { id: { type: String } },
      });
    });
    for (const [index, tool] of tools.entries()) toolkit.register(tool, { group: groups[index % groups.length] ?? '' });
    toolkit.enableCodeMode({ engine });
    const { tokens } = toolkit.cost();
    expect(tokens).toBeLessThan(1_500);
    const found = await toolkit.execute('search_tools', { query: 'operation 1200' });
    expect(found.toText()).toContain('api_0.operation_1200');
    const called = await toolkit.execute('run_code', { code: 'await api_0.operation_1200({ id: "x" })' });
    expect(called.data).toEqual({ value: '1200 x', logs: [] });
  });
});
