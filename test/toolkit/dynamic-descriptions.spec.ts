import { randomBytes } from 'node:crypto';
import { DefinitionError, Tool, Toolkit, ToolRegistry, ToolSpec } from 'toolwright';
import { toAnthropic } from 'toolwright/formats';
import { connectInMemory } from '../mcp/server/clients.js';
import { warningsOf } from '../support/process-warnings.js';

class Shop extends ToolRegistry {
  @Tool({
    description: (auth: { plan: string } | undefined, state) => `Plan ${auth?.plan ?? 'none'}, ${state.get('lang')}.`,
  })
  order(item: string): string {
    return item;
  }

  @Tool({ description: 'Lists the items.' })
  items(): string {
    return 'tea';
  }
}

function createKit(): Toolkit {
  const toolkit = new Toolkit({ state: { lang: 'en' } });
  toolkit.register(new Shop());
  return toolkit;
}

const auth = { plan: 'gold' };

describe('a description that is a function', () => {
  it('is asked at each listing, with the caller and the state', () => {
    const toolkit = createKit();
    const descriptionsOf = (scope: Toolkit | ReturnType<Toolkit['session']>, who: unknown): unknown =>
      scope.toAnthropic({ auth: who }).map((tool) => 'description' in tool && tool.description);
    expect(descriptionsOf(toolkit, auth)).toEqual(['Plan gold, en.', 'Lists the items.']);
    expect(descriptionsOf(toolkit, undefined)).toEqual(['Plan none, en.', 'Lists the items.']);
    const session = toolkit.session({ state: { lang: 'de' } });
    expect(descriptionsOf(session, auth)).toEqual(['Plan gold, de.', 'Lists the items.']);
    session.state.set('lang', 'fr');
    expect(descriptionsOf(session, auth)).toEqual(['Plan gold, fr.', 'Lists the items.']);
    expect(toolkit.list({ auth })[0]?.description).toBe('Plan gold, en.');
    expect(toolkit.getJsonSchemas({ auth })[0]?.description).toBe('Plan gold, en.');
  });

  it('is asked by the exports of a spec', () => {
    const spec = new Shop().toolSpec('order');
    expect(spec.description).toBeUndefined();
    expect(spec.to(toAnthropic, { auth, state: undefined }).description).toBe('Plan gold, undefined.');
    expect(spec.toPrompt()).toContain('Plan none');
    expect(spec.toJsonSchema().description).toBe('Plan none, undefined.');
  });

  it('returns the same spec while the text is unchanged, and execute accepts it', async () => {
    const toolkit = createKit();
    const [first] = toolkit.list({ auth });
    expect(toolkit.list({ auth })[0]).toBe(first);
    expect((await toolkit.execute(first as ToolSpec, { item: 'tea' })).data).toBe('tea');
  });

  it('is searched', async () => {
    const toolkit = new Toolkit({ state: { lang: 'en' } });
    for (const group of ['shop', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k']) toolkit.createGroup(group);
    toolkit.register(new Shop(), { group: 'shop' });
    toolkit.enableMetaTool();
    const search = async (query: string): Promise<string> =>
      (await toolkit.execute('search_tools', { query }, { auth })).toText();
    expect(await search('gold')).toContain('- order');
    expect(await search('gold')).toContain('Plan gold, en.');
    expect(await search('silver')).not.toContain('- order');
  });

  it('is asked for each MCP client, with its session', async () => {
    const client = await connectInMemory(createKit(), { auth, sessionState: () => ({ lang: 'it' }) });
    expect((await client.listTools()).tools[0]?.description).toBe('Plan gold, it.');
  });

  it('applies to extended models, summaries and overrides', () => {
    const toolkit = new Toolkit({ state: { lang: 'en' } });
    const description = (): string => 'First. More.\n\nSecond.';
    toolkit.register(new Shop(), {
      include: ['order'],
      overrides: { order: { description } },
      descriptions: 'first-sentence',
    });
    toolkit.setExtendedModel('order', { type: 'object', properties: { why: { type: 'string' } } });
    expect(toolkit.getJsonSchemas()[0]?.description).toBe('First.');
  });

  it('is not part of fingerprints', async () => {
    const toolkit = createKit();
    const session = toolkit.session();
    const saved = session.snapshot();
    session.state.set('lang', 'de');
    expect(await warningsOf(() => toolkit.session().restore(saved))).toEqual([]);
    expect(session.snapshot().tools).toEqual(saved.tools);
  });

  it('is not part of an approval token', async () => {
    const approvalKey = randomBytes(32);
    const toolkit = new Toolkit({
      state: { lang: 'en' },
      approvalKey,
      permissions: [{ tool: '*', action: 'ask' }],
      approver: () => ({ kind: 'later' }),
    });
    toolkit.register(new Shop());
    const { metadata = {} } = await toolkit.execute('order', { item: 'tea' });
    const { token } = metadata.approval as { token: string };
    toolkit.state.set('lang', 'de');
    expect((await toolkit.resumeApproval(token, { kind: 'approve' })).data).toBe('tea');
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('no plan');
      },
      'order: its description failed: Error: no plan',
    ],
    ['returns a promise', async () => 'text', 'order: its description must return a string, not'],
  ])('omits its tool, with a warning, if it %s', async (_, description, message) => {
    const toolkit = new Toolkit();
    toolkit.register(new Shop(), { overrides: { order: { description: description as never } } });
    let names: unknown[] = [];
    const warnings = await warningsOf(() => {
      names = toolkit.list().map(({ name }) => name);
    });
    expect(names).toEqual(['items']);
    expect(warnings.join()).toContain(`The tool 'order' is not listed: DefinitionError: ${message}`);
  });

  it('is refused if it is neither a text nor a function', () => {
    const executor = { kind: 'test', execute: () => undefined };
    expect(() => ToolSpec.create({ name: 'x', description: 5 as never, executor })).toThrow(
      new DefinitionError('x: description must be a string or a function, not 5.'),
    );
  });
});
