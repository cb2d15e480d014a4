import { Toolkit, ToolSpec } from 'toolwright';

interface Described {
  readonly name: string;
  readonly group: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly canAccess?: (auth: unknown) => boolean;
}

const described: readonly Described[] = [
  { name: 'getForecast', group: 'weather', description: 'The weather of the next days\nMore of it.', tags: ['rain'] },
  { name: 'send_mail', group: 'mail', description: 'Send a letter to a person', tags: ['message'] },
  { name: 'read_mail', group: 'mail', description: 'Read what has come in' },
  {
    name: 'delete_everything',
    group: 'danger',
    description: 'Delete the weather',
    canAccess: (auth) => auth === 'root',
  },
  { name: 'book_flight', group: 'travel', description: '预订机票' },
];

function withTools(options: Parameters<Toolkit['enableMetaTool']>[0] = { search: true }): Toolkit {
  const toolkit = new Toolkit();
  toolkit.createGroup('weather', { instructions: 'Name the place.' });
  toolkit.createGroup('mail', { description: 'Letters' });
  toolkit.createGroup('danger');
  toolkit.createGroup('travel', { active: true });
  for (const { group, ...tool } of described) {
    toolkit.register(ToolSpec.create({ ...tool, executor: { kind: 'test', execute: () => tool.name } }), { group });
  }
  toolkit.enableMetaTool(options);
  return toolkit;
}

async function found(toolkit: Pick<Toolkit, 'execute'>, query: string, auth?: unknown): Promise<readonly string[]> {
  const result = await toolkit.execute('search_tools', { query }, { auth });
  return (result.structuredContent as { tools: { name: string }[] }).tools.map(({ name }) => name);
}

describe('search_tools', () => {
  it('is available from ten groups on', () => {
    const toolkit = new Toolkit();
    toolkit.enableMetaTool();
    for (let count = 1; count < 10; count++) toolkit.createGroup(`g${count}`);
    expect(toolkit.list().map(({ name }) => name)).toEqual(['activate_tool_groups']);
    toolkit.createGroup('g10');
    expect(toolkit.list().map(({ name }) => name)).toEqual(['activate_tool_groups', 'search_tools']);
    toolkit.removeGroups(['g1']);
    expect(toolkit.list().map(({ name }) => name)).toEqual(['activate_tool_groups']);
  });

  it.each([
    [{ search: true }, true],
    [{ search: false }, false],
    [{ search: { fromGroups: 4 } }, true],
    [{ search: { fromGroups: 5 } }, false],
  ])('is available as %j defines', (options, isOffered) => {
    expect(
      withTools(options)
        .list()
        .some(({ name }) => name === 'search_tools'),
    ).toBe(isOffered);
  });

  it('is changed by enabling it again', () => {
    const toolkit = withTools({ search: false });
    toolkit.enableMetaTool({ search: true });
    expect(toolkit.list().some(({ name }) => name === 'search_tools')).toBe(true);
    toolkit.enableMetaTool({ search: false });
    expect(toolkit.list().some(({ name }) => name === 'search_tools')).toBe(false);
  });

  it('rejects invalid options', () => {
    expect(() => new Toolkit().enableMetaTool({ search: { fromGroups: Number.NaN } })).toThrow(
      'enableMetaTool: search must be true, false or { fromGroups: a number }, not',
    );
  });

  it.each([
    ['a word of the name', 'forecast', ['getForecast']],
    ['the beginning of a word', 'fore', ['getForecast']],
    ['a misspelt word', 'forcast', ['getForecast']],
    ['a word of the description', 'person', ['send_mail']],
    ['the description of the group', 'letters', ['send_mail', 'read_mail']],
    ['a tag', 'rain', ['getForecast']],
    ['several words', 'read mail', ['read_mail', 'send_mail']],
    ['a word of another script', '机票', ['book_flight']],
    ['nothing that fits', 'banana', []],
  ])('finds by %s', async (_, query, names) => {
    expect(await found(withTools(), query)).toEqual(names);
  });

  /** A toolkit with these tools, by name, description and tags. */
  function withNamed(...tools: readonly (readonly [name: string, description?: string, tag?: string])[]): Toolkit {
    const toolkit = new Toolkit();
    toolkit.createGroup('all', { active: true });
    for (const [name, description, tag] of tools) {
      const executor = { kind: 'test', execute: () => name };
      const spec = ToolSpec.create({ name, description, tags: tag === undefined ? [] : [tag], executor });
      toolkit.register(spec, { group: 'all' });
    }
    toolkit.enableMetaTool({ search: true });
    return toolkit;
  }

  it.each<[string, string, readonly string[]]>([
    ['an exact word of two letters, and no longer one', 'up', ['move_up']],
    ['the beginning of three letters', 'upl', ['upload']],
    ['an exact word of three letters', 'cat', ['cat']],
    ['one of two capitals in a row as one word', 'HTTP', ['parseHTTP']],
    ['a word behind a digit', 'Tiles', ['load3Tiles']],
  ])('finds by %s', async (_, query, names) => {
    const toolkit = withNamed(['move_up'], ['upload'], ['cat'], ['car'], ['parseHTTP'], ['load3Tiles']);
    expect(await found(toolkit, query)).toEqual(names);
  });

  it('ranks a word of the name before a tag, and a tag before a word of the description', async () => {
    const toolkit = withNamed(['alpha', 'paint'], ['beta', 'other', 'paint'], ['paint', 'other']);
    expect(await found(toolkit, 'paint')).toEqual(['paint', 'beta', 'alpha']);
  });

  it('shows the group of each tool, and how to activate it', async () => {
    const toolkit = withTools();
    const result = await toolkit.execute('search_tools', { query: 'weather flight' });
    expect(result.toText()).toBe(
      "- book_flight() (group 'travel', active; matches: flight): 预订机票\n" +
        "- getForecast() (group 'weather', not active; matches: weather): The weather of the next days\n" +
        "Call search_tools with 'activate' to activate the groups of the tools that you want.",
    );
    expect(result.structuredContent).toEqual({
      tools: [
        { name: 'book_flight', group: 'travel', active: true, description: '预订机票', matched: ['flight'] },
        {
          name: 'getForecast',
          group: 'weather',
          active: false,
          description: 'The weather of the next days\nMore of it.',
          matched: ['weather'],
        },
      ],
    });
  });

  it('names the nearest groups if it finds nothing: active ones, then those with more tools that the caller may use', async () => {
    const result = await withTools().execute('search_tools', { query: 'banana' });
    expect(result.success).toBe(true);
    expect(result.toText()).toBe(
      "No tool was found for 'banana'. Try other words. The nearest groups are:\n- travel\n- mail: Letters\n- weather",
    );
  });

  it('shows ten tools, and the number of further ones', async () => {
    const toolkit = new Toolkit();
    toolkit.createGroup('many', { active: true });
    for (let count = 0; count < 12; count++) {
      const execute = (): number => count;
      toolkit.register(ToolSpec.create({ name: `paint_${count}`, executor: { kind: 'test', execute } }), {
        group: 'many',
      });
    }
    toolkit.enableMetaTool({ search: true });
    const result = await toolkit.execute('search_tools', { query: 'paint' });
    expect(result.toText().split('\n')).toHaveLength(11);
    expect(result.toText()).toMatch(/And 2 more: use a more specific query\.$/);
  });

  it('finds only what the caller may access', async () => {
    const toolkit = withTools();
    expect(await found(toolkit, 'delete')).toEqual([]);
    expect(await found(toolkit, 'delete', 'root')).toEqual(['delete_everything']);
    expect(await found(toolkit, 'delete')).toEqual([]);
  });

  it('finds only what is enabled, and what was registered since', async () => {
    const toolkit = withTools();
    let isEnabled = false;
    const paint = ToolSpec.create({ name: 'paint', executor: { kind: 'test', execute: () => 'blue' } });
    toolkit.register(paint, { group: 'mail', enabled: () => isEnabled });
    expect(await found(toolkit, 'paint')).toEqual([]);
    isEnabled = true;
    expect(await found(toolkit, 'paint')).toEqual(['paint']);
    toolkit.unregister('paint');
    expect(await found(toolkit, 'paint')).toEqual([]);
  });

  it('activates the groups of the selected tools, and does not affect the others', async () => {
    const toolkit = withTools();
    const session = toolkit.session();
    const result = await session.execute('search_tools', { activate: ['getForecast', 'read_mail', 'send_mail'] });
    expect(session.activeGroups()).toEqual(['basic', 'weather', 'mail', 'travel']);
    expect(toolkit.activeGroups()).toEqual(['basic', 'travel']);
    expect(result.toText()).toBe(
      "Active groups of tools: 'weather', 'mail', 'travel'.\n\nFollow these instructions when you use them:\n\n" +
        '## weather\n\nName the place.',
    );
    expect((await session.execute('read_mail')).data).toBe('read_mail');
  });

  it('searches and activates in one call', async () => {
    const result = await withTools().execute('search_tools', { query: 'forecast', activate: ['getForecast'] });
    expect(result.toText()).toContain("- getForecast() (group 'weather', active; matches: forecast)");
  });

  it.each([
    [
      'an unknown tool',
      ['getForecast', 'raed_mail'],
      "There is no tool named 'raed_mail' in any group. Did you mean 'read_mail'?",
    ],
    [
      'a tool that the caller must not access',
      ['getForecast', 'delete_everything'],
      "There is no tool named 'delete_everything'",
    ],
  ])('refuses to activate the group of %s, before anything changes', async (_, activate, message) => {
    const toolkit = withTools();
    const result = await toolkit.execute('search_tools', { activate });
    expect(result.error?.code).toBe('not_found');
    expect(result.toText()).toContain(message);
    expect(toolkit.activeGroups()).toEqual(['basic', 'travel']);
  });

  it('requires a query or tools', async () => {
    const result = await withTools().execute('search_tools', { query: '  ' });
    expect(result.error?.code).toBe('invalid_parameters');
    expect(result.toText()).toBe("search_tools needs a 'query', or the tools to 'activate'.");
  });
});
