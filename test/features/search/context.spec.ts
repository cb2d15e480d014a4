import { QuickJsEngine } from 'toolwright/sandbox';
import type { SearchOptions } from 'toolwright/search';
import { find, namesFor, type TestTool, withTools } from './find-tools.js';

const twins: readonly TestTool[] = ['one', 'two', 'three'].flatMap((group) => [
  { name: `${group}_read`, description: 'Read a document', group },
  { name: `${group}_prepare`, description: 'Prepares', group },
]);

describe('a search within a conversation', () => {
  it('ranks the tools of active groups first among equal ones', async () => {
    const toolkit = withTools(twins);
    expect((await find(toolkit, 'document')).map(({ group }) => group)).toEqual(['one', 'two', 'three']);
    toolkit.updateGroups(['three'], true);
    expect((await find(toolkit, 'document')).map(({ group }) => group)).toEqual(['three', 'one', 'two']);
  });

  it('ranks the tools of groups first that the session has called', async () => {
    const toolkit = withTools(twins);
    toolkit.updateGroups(['one', 'two', 'three'], true);
    const session = toolkit.session();
    await session.execute('two_prepare');
    expect((await find(session, 'document'))[0]?.group).toBe('two');
    expect((await find(toolkit, 'document'))[0]?.group).toBe('one');
    expect((await find(toolkit.session(), 'document'))[0]?.group).toBe('one');
  });

  it('prefers words to the context', async () => {
    const toolkit = withTools([...twins, { name: 'document_sign', description: 'Sign a document', group: 'four' }]);
    toolkit.updateGroups(['one'], true);
    await toolkit.execute('one_prepare');
    expect((await find(toolkit, 'sign the document'))[0]?.name).toBe('document_sign');
  });

  it('names the nearest groups if nothing fits: those in use, active ones, then large ones, at most ten', async () => {
    const many = Array.from({ length: 12 }, (_, index) => ({ name: `t${index}`, group: `g${index}` }));
    const toolkit = withTools([...many, ...twins]);
    toolkit.updateGroups(['g7', 'g8'], true);
    await toolkit.execute('t8');
    const lines = (await toolkit.execute('search_tools', { query: 'zzzzzz' })).toText().split('\n');
    expect(lines[0]).toBe("No tool was found for 'zzzzzz'. Try other words. The nearest groups are:");
    expect(lines.slice(1, 6)).toEqual(['- g8', '- g7', '- one', '- two', '- three']);
    expect(lines).toHaveLength(11);
  });
});

describe('the one search', () => {
  const meaning: SearchOptions['embed'] = async (texts) =>
    texts.map((text) => (/money|refund/.test(text) ? [1, 0] : [0, 1]));
  const tools = [{ name: 'refund', description: 'Pays back' }, { name: 'ship' }];

  it('is that of code mode', async () => {
    const toolkit = withTools(tools, { search: { embed: meaning, limit: 1 } });
    toolkit.updateGroups(['all'], true);
    toolkit.enableCodeMode({ engine: new QuickJsEngine() });
    const result = await toolkit.execute('search_tools', { query: 'money' });
    expect(result.structuredContent).toEqual({
      functions: [{ name: 'all.refund', description: 'Pays back', matched: [] }],
    });
    expect(result.toText()).toBe('- all.refund(): Pays back');
    const nothing = withTools(tools);
    nothing.updateGroups(['all'], true);
    nothing.enableCodeMode({ engine: new QuickJsEngine() });
    expect((await nothing.execute('search_tools', { query: 'zzzzzz' })).toText()).toBe(
      "No function was found for 'zzzzzz'. Try other words. The nearest namespaces are all.",
    );
  });

  it('is that of deferred loading', async () => {
    const toolkit = withTools([], { search: { embed: meaning, limit: 1 } });
    toolkit.enableMetaTool({ search: false });
    for (const spec of withTools(tools).list({ group: 'all' })) toolkit.register(spec, { deferLoading: true });
    expect(toolkit.getJsonSchemas().map(({ name }) => name)).toContain('search_tools');
    expect(await namesFor(toolkit, 'money')).toEqual(['refund']);
  });
});

describe('a search among 10,000 tools', () => {
  it('lets other work run while it reads them, and releases what a removed tool left', async () => {
    const tools = Array.from({ length: 10_000 }, (_, index) => ({
      name: `tool_${index}`,
      description: `Handles case ${index} of the archive, and reports what has happened to it`,
    }));
    const toolkit = withTools(tools);
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    expect((await namesFor(toolkit, 'tool_9999'))[0]).toBe('tool_9999');
    clearInterval(timer);
    expect(turns).toBeGreaterThan(10);
    toolkit.removeGroups(['all']);
    toolkit.createGroup('few');
    for (const spec of withTools([{ name: 'last_one' }]).list({ group: 'all' }))
      toolkit.register(spec, { group: 'few' });
    expect(await namesFor(toolkit, 'tool_9999')).toEqual([]);
    expect(await namesFor(toolkit, 'last one')).toEqual(['last_one']);
  });
});
