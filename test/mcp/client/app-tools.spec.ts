import { Toolkit, ToolSpec } from 'toolwright';
import { linkMcp } from 'toolwright/mcp';
import { QuickJsEngine } from 'toolwright/sandbox';

const executor = { kind: 'test', execute: () => 'done' };

function serverTools(): Toolkit {
  const toolkit = new Toolkit();
  const define = (name: string, visibility?: unknown) =>
    toolkit.register(
      ToolSpec.create({ name, executor, meta: visibility === undefined ? undefined : { ui: { visibility } } }),
    );
  define('plain');
  define('both', ['model', 'app']);
  define('model', ['model']);
  define('app', ['app']);
  define('none', []);
  define('malformed', 'app');
  return toolkit;
}

const forModels = ['plain', 'both', 'model', 'malformed'];

describe.each(['2025-11-25', '2026-07-28'] as const)('tools that a server of %s offers to apps only', (era) => {
  const connect = async () => {
    const source = linkMcp(serverTools(), { era, client: { apps: true } });
    const toolkit = new Toolkit();
    await toolkit.registerSource(source);
    return { source, toolkit };
  };

  it('are in no list, export and search of a toolkit', async () => {
    const { source, toolkit } = await connect();
    const names = (tools: readonly { readonly name?: unknown }[]) => tools.map(({ name }) => name);
    expect(names(toolkit.list())).toEqual(forModels);
    expect(names(toolkit.getJsonSchemas())).toEqual(forModels);
    expect(names(toolkit.session().toAnthropic())).toEqual(forModels);
    expect(toolkit.toPrompt()).not.toContain('app(');
    expect(toolkit.get('app')).toBeUndefined();
    toolkit.enableCodeMode({ engine: new QuickJsEngine() });
    const found = await toolkit.execute('search_tools', { query: 'app none' });
    expect(found.toText()).not.toMatch(/\b(app|none)\(/);
    await source.close();
  });

  it('do not exist for a call on behalf of a model', async () => {
    const { source, toolkit } = await connect();
    for (const name of ['app', 'none']) {
      expect((await toolkit.execute(name)).error).toMatchObject({ code: 'tool_not_found' });
      const responses: unknown[] = [];
      await toolkit.callTools([{ name, input: {} }]).forEach((response) => {
        responses.push(response);
      });
      expect(responses).toMatchObject([{ error: { code: 'tool_not_found' } }]);
    }
    await source.close();
  });

  it('are run by the application through their specs', async () => {
    const { source } = await connect();
    expect(source.appTools.map(({ name }) => name)).toEqual(['app', 'none']);
    expect(await source.appTools[0]?.call({})).toBe('done');
    await source.close();
    const empty = linkMcp(new Toolkit(), { era });
    expect(empty.appTools).toEqual([]);
    await empty.close();
  });
});
