import type { MessageCreateParams } from '@anthropic-ai/sdk/resources/messages/messages';
import type { Tool as ResponsesTool } from 'openai/resources/responses/responses';
import {
  DefinitionError,
  hostedTool,
  Param,
  Tool,
  type ToolDescriptor,
  Toolkit,
  type ToolkitSession,
  type ToolSpec,
  toolSpecsOf,
} from 'toolwright';
import { toAnthropic } from 'toolwright/formats';

class Desk {
  @Tool({ description: 'Read the clock' })
  clock(): string {
    return 'noon';
  }

  @Tool({ description: 'Find a person', deferLoading: true })
  people(@Param({ type: String }) name: string): string {
    return `found ${name}`;
  }

  @Tool({ description: 'Open a page', group: 'web' })
  open(@Param({ type: String }) url: string): string {
    return `opened ${url}`;
  }

  @Tool({ description: 'Close a page', group: 'web', deferLoading: false })
  close(): string {
    return 'closed';
  }

  @Tool({ description: 'Send a letter', group: 'mail', canAccess: (auth) => auth !== 'guest' })
  send(@Param({ type: String }) to: string): string {
    return `sent to ${to}`;
  }
}

/** A toolkit whose groups `web` and `mail` are deferred. */
function createToolkit(): Toolkit {
  const toolkit = new Toolkit();
  toolkit.createGroup('web', { deferLoading: true, description: 'Web pages' });
  toolkit.createGroup('mail', { deferLoading: true });
  toolkit.register(new Desk());
  return toolkit;
}

function specOf(name: keyof Desk): ToolSpec {
  const spec = toolSpecsOf(new Desk())[name];
  if (spec === undefined) throw new DefinitionError(`There is no tool '${name}'.`);
  return spec;
}

type Scope = Toolkit | ToolkitSession;

/** The names in an export, with `*` if the entry is deferred. */
function namesOf(tools: readonly object[]): string[] {
  return tools.map((tool) => {
    const { name, type, defer_loading } = tool as { name?: string; type?: string; defer_loading?: boolean };
    return `${name ?? type}${defer_loading === true ? '*' : ''}`;
  });
}

const exporters: Readonly<Record<string, (scope: Scope) => unknown>> = {
  Anthropic: (scope) => scope.toAnthropic(),
  'OpenAI Responses': (scope) => scope.toOpenAI(),
  'OpenAI Chat Completions': (scope) => scope.toOpenAI({ api: 'chat' }),
  Gemini: (scope) => scope.toGemini(),
  'JSON Schema': (scope) => scope.getJsonSchemas(),
  'a prompt': (scope) => scope.toPrompt(),
};

describe('the bytes of an export with deferred groups', () => {
  it.each(Object.keys(exporters))('stay the same over 100 switches of groups: %s', (name) => {
    const toolkit = createToolkit();
    toolkit.unregister('close');
    toolkit.enableMetaTool();
    for (const scope of [toolkit, toolkit.session()]) {
      const before = JSON.stringify(exporters[name]?.(scope));
      const seen = new Set<string>();
      for (let turn = 0; turn < 100; turn++) {
        scope.updateGroups([turn % 3 === 0 ? 'web' : 'mail'], turn % 2 === 0);
        seen.add(JSON.stringify(exporters[name]?.(scope)));
      }
      expect([...seen]).toEqual([before]);
    }
  });

  it('stay the same while the model switches groups and calls their tools', async () => {
    const toolkit = createToolkit();
    toolkit.enableMetaTool();
    const before = JSON.stringify(toolkit.toAnthropic({ exclude: ['close'] }));
    await toolkit.execute('activate_tool_groups', { web: true });
    expect((await toolkit.execute('open', { url: 'a' })).data).toBe('opened a');
    expect(JSON.stringify(toolkit.toAnthropic({ exclude: ['close'] }))).toBe(before);
  });
});

describe('deferred tools', () => {
  it('are exported to Anthropic with its search tool, whether their groups are active or not', () => {
    const toolkit = createToolkit();
    const tools: MessageCreateParams['tools'] = toolkit.toAnthropic();
    expect(namesOf(tools ?? [])).toEqual(['clock', 'people*', 'open*', 'send*', 'tool_search_tool_bm25']);
    expect(tools?.at(-1)).toEqual({ type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' });
  });

  it("are exported to OpenAI's Responses API with its search tool", () => {
    const tools: ResponsesTool[] = createToolkit().toOpenAI();
    expect(namesOf(tools)).toEqual(['clock', 'people*', 'open*', 'send*', 'tool_search']);
  });

  it.each([
    ['anthropic', { type: 'tool_search_tool_regex_20251119', name: 'tool_search_tool_regex' }],
    ['openai', { type: 'tool_search', execution: 'client' }],
  ] as const)('use the search tool that is registered for %s', (provider, definition) => {
    const toolkit = createToolkit();
    toolkit.register(hostedTool(provider, definition));
    const tools = provider === 'openai' ? toolkit.toOpenAI() : toolkit.toAnthropic();
    expect(tools.filter((tool) => JSON.stringify(tool).includes('tool_search'))).toEqual([definition]);
  });

  it('are replaced by search_tools in all other formats', () => {
    const toolkit = createToolkit();
    const names = ['clock', 'search_tools'];
    expect(
      toolkit.toOpenAI({ api: 'chat' }).map((tool) => (tool as { function: { name: string } }).function.name),
    ).toEqual(names);
    expect(toolkit.toGemini()).toMatchObject([{ functionDeclarations: names.map((name) => ({ name })) }]);
    expect(toolkit.getJsonSchemas().map(({ name }) => name)).toEqual(names);
    expect(toolkit.to(({ name }: ToolDescriptor) => name)).toEqual(names);
  });

  it('add no search tool if none is deferred', () => {
    const toolkit = new Toolkit();
    toolkit.register(new Desk(), { include: ['clock'] });
    expect(namesOf(toolkit.toAnthropic())).toEqual(['clock']);
    expect(toolkit.getJsonSchemas().map(({ name }) => name)).toEqual(['clock']);
  });

  it('are exported in their state to a format that supports them', () => {
    const format = ({ name, deferLoading }: ToolDescriptor): string => `${name}: ${deferLoading}`;
    format.supports = { deferLoading: true };
    expect(createToolkit().to(format)).toEqual(['clock: false', 'people: true', 'open: true', 'send: true']);
  });

  it('are omitted for a caller who may not access them, or by a permission rule', () => {
    const toolkit = new Toolkit({ permissions: [{ tool: 'people', action: 'hide' }] });
    toolkit.createGroup('web', { deferLoading: true });
    toolkit.createGroup('mail', { deferLoading: true });
    toolkit.register(new Desk());
    expect(namesOf(toolkit.toAnthropic({ auth: 'guest' }))).toEqual(['clock', 'open*', 'tool_search_tool_bm25']);
  });

  it('cannot be called while their group is inactive', async () => {
    const toolkit = createToolkit();
    const inactive = await toolkit.execute('open', { url: 'a' });
    expect(inactive.error?.code).toBe('tool_inactive');
    toolkit.updateGroups(['web'], true);
    expect((await toolkit.execute('open', { url: 'a' })).data).toBe('opened a');
  });

  it('are exported only while their group is active in a session with fixed groups', () => {
    const session = createToolkit().session({ groups: ['mail'], fixedGroups: true });
    expect(namesOf(session.toAnthropic())).toEqual(['clock', 'people*', 'send*', 'tool_search_tool_bm25']);
  });

  it('are listed as before', () => {
    const names = createToolkit()
      .list()
      .map(({ name }) => name);
    expect(names).toEqual(['clock', 'people', 'open', 'close', 'send']);
  });
});

describe('the option deferLoading', () => {
  const names = (toolkit: Toolkit, deferLoading?: boolean): string[] => namesOf(toolkit.toAnthropic({ deferLoading }));

  it('of an export defers every tool that does not decide itself, or none', () => {
    const toolkit = createToolkit();
    toolkit.updateGroups(['web'], true);
    toolkit.finishTool({ type: 'object', properties: { answer: { type: 'string' } } });
    expect(names(toolkit)).toEqual(['clock', 'people*', 'open*', 'close', 'send*', 'finish', 'tool_search_tool_bm25']);
    expect(names(toolkit, true)).toEqual([
      'clock*',
      'people*',
      'open*',
      'close',
      'send*',
      'finish',
      'tool_search_tool_bm25',
    ]);
    expect(names(toolkit, false)).toEqual(['clock', 'people', 'open', 'close', 'finish']);
    expect(toolkit.getJsonSchemas({ deferLoading: false }).map(({ name }) => name)).toEqual([
      'clock',
      'people',
      'open',
      'close',
      'finish',
    ]);
  });

  it('of a tool overrides that of its group, and register overrides both', () => {
    const toolkit = new Toolkit();
    toolkit.createGroup('web', { deferLoading: false, active: true });
    toolkit.createGroup('mail');
    toolkit.register(new Desk(), { include: ['people', 'open'], group: 'web' });
    toolkit.register(new Desk(), { include: ['clock'], deferLoading: true });
    expect(names(toolkit)).toEqual(['people*', 'open', 'clock*', 'tool_search_tool_bm25']);
    expect(names(toolkit, true)).toEqual(['people*', 'open', 'clock*', 'tool_search_tool_bm25']);
  });

  it('applies to the export of one tool', () => {
    const [people, clock, close] = [specOf('people'), specOf('clock'), specOf('close')];
    const isDeferred = (spec: ToolSpec, deferLoading?: boolean) =>
      spec.toAnthropic({ deferLoading }).defer_loading === true;
    expect([people, clock, close].map((spec) => isDeferred(spec))).toEqual([true, false, false]);
    expect([people, clock, close].map((spec) => isDeferred(spec, true))).toEqual([true, true, false]);
    expect([people, clock, close].map((spec) => isDeferred(spec, false))).toEqual([false, false, false]);
    expect(people.deferLoading).toBe(true);
    expect(people.toOpenAI()).toMatchObject({ defer_loading: true });
    expect(people.toOpenAI({ api: 'chat' })).not.toHaveProperty('function.defer_loading');
  });

  it.each<readonly [string, () => unknown]>([
    ["createGroup('web')", () => new Toolkit().createGroup('web', { deferLoading: 'yes' as never })],
    ['toAnthropic', () => new Toolkit().toAnthropic({ deferLoading: 1 as never })],
    ['getJsonSchemas', () => new Toolkit().getJsonSchemas({ deferLoading: 1 as never })],
    ['clock: with', () => specOf('clock').with({ deferLoading: 1 as never })],
  ])('of %s must be a boolean', (where, act) => {
    expect(act).toThrow(DefinitionError);
    expect(act).toThrow(`${where}: deferLoading must be true or false, not`);
  });

  it('does not change the fingerprints of a snapshot', () => {
    const snapshotOf = (deferLoading: boolean) => {
      const toolkit = new Toolkit();
      toolkit.createGroup('web', { deferLoading });
      toolkit.register(new Desk(), { include: ['clock'], deferLoading });
      return toolkit.snapshot();
    };
    expect(snapshotOf(true)).toEqual(snapshotOf(false));
  });
});

describe('search_tools for deferred tools', () => {
  const chatNames = (scope: Scope): string[] => scope.getJsonSchemas().map(({ name }) => name);

  it('finds the deferred tools of active groups, and makes them available', async () => {
    const toolkit = createToolkit();
    const found = await toolkit.execute('search_tools', { query: 'person page' });
    expect(found.toText().split('\n')).toEqual([
      '- people({ name }) (matches: person): Find a person',
      "Call search_tools with 'activate' to make the tools available that you want.",
    ]);
    const loaded = await toolkit.execute('search_tools', { activate: ['people'] });
    expect(loaded.toText()).toBe("Available tools: 'people'.");
    expect(chatNames(toolkit)).toEqual(['clock', 'search_tools', 'people']);
    expect((await toolkit.execute('search_tools', { query: 'person' })).toText()).toBe(
      '- people({ name }) (matches: person): Find a person',
    );
    expect((await toolkit.execute('search_tools', { query: 'nonsense' })).toText()).toBe(
      "No tool was found for 'nonsense'. Try other words.",
    );
  });

  it('cannot make a tool of an inactive group available', async () => {
    const result = await createToolkit().execute('search_tools', { activate: ['open'] });
    expect(result.error?.code).toBe('not_found');
    expect(result.toText()).toContain("There is no tool named 'open' to make available. No tool was made available.");
  });

  it('activates the groups of found tools if the model may switch groups', async () => {
    const toolkit = createToolkit();
    toolkit.enableMetaTool();
    expect((await toolkit.execute('search_tools', { query: 'letter person' })).toText().split('\n')).toEqual([
      "- people({ name }) (group 'basic', active; matches: person): Find a person",
      "- send({ to }) (group 'mail', not active; matches: letter): Send a letter",
      "Call search_tools with 'activate' to make the tools available that you want.",
    ]);
    await toolkit.execute('search_tools', { activate: ['send', 'people'] });
    expect(toolkit.activeGroups()).toEqual(['basic', 'mail']);
    expect(chatNames(toolkit)).toEqual(['clock', 'activate_tool_groups', 'search_tools', 'send', 'people']);
    expect((await toolkit.execute('send', { to: 'Ann' })).data).toBe('sent to Ann');
  });

  it('loads tools for one session, which a snapshot retains', async () => {
    const toolkit = createToolkit();
    const session = toolkit.session({ id: 'one' });
    await session.execute('search_tools', { activate: ['people'] });
    expect(chatNames(session)).toEqual(['clock', 'search_tools', 'people']);
    expect([chatNames(toolkit), chatNames(toolkit.session())]).toEqual([
      ['clock', 'search_tools'],
      ['clock', 'search_tools'],
    ]);
    const restored = toolkit.session();
    restored.restore(JSON.parse(JSON.stringify(session.snapshot())));
    expect(chatNames(restored)).toEqual(['clock', 'search_tools', 'people']);
    expect(() => restored.restore({ ...session.snapshot(), loadedTools: 'people' })).toThrow(
      'restore(): loadedTools must be a list of names',
    );
  });

  it('loads tools in a session with fixed groups', async () => {
    const session = createToolkit().session({ groups: ['mail'], fixedGroups: true });
    await session.execute('search_tools', { activate: ['send'] });
    expect(chatNames(session)).toEqual(['clock', 'search_tools', 'send']);
  });

  it('finds the tools that an export has deferred by its option', async () => {
    const toolkit = new Toolkit();
    toolkit.register(new Desk(), { include: ['clock'] });
    expect((await toolkit.execute('search_tools', { query: 'clock' })).error?.code).toBe('tool_not_found');
    const exported = (): string[] => toolkit.getJsonSchemas({ deferLoading: true }).map(({ name }) => name);
    expect(exported()).toEqual(['search_tools']);
    await toolkit.execute('search_tools', { activate: ['clock'] });
    expect(exported()).toEqual(['search_tools', 'clock']);
  });

  it('is found by get(), and not listed', () => {
    const toolkit = createToolkit();
    expect(toolkit.get('search_tools')?.params).toHaveProperty('query');
    expect(toolkit.list().some(({ name }) => name === 'search_tools')).toBe(false);
  });

  it('is hidden by a permission rule', async () => {
    const toolkit = new Toolkit({ permissions: [{ tool: 'search_tools', action: 'hide' }] });
    toolkit.register(new Desk(), { include: ['clock', 'people'] });
    expect(chatNames(toolkit)).toEqual(['clock']);
    expect((await toolkit.execute('search_tools', { query: 'person' })).error?.code).toBe('tool_not_found');
  });

  it('is a tool of the application if that has its name', async () => {
    const toolkit = createToolkit();
    const own = specOf('clock').rename('search_tools');
    toolkit.register(own);
    expect(chatNames(toolkit)).toEqual(['clock', 'search_tools']);
    expect((await toolkit.execute('search_tools')).data).toBe('noon');
  });

  it('announces that the list has changed', async () => {
    const toolkit = createToolkit();
    const changed = new Promise<void>((resolve) => toolkit.changes$.subscribe(() => resolve()));
    await toolkit.execute('search_tools', { activate: ['people'] });
    await changed;
  });
});

describe('examples and cache breakpoints', () => {
  it('are omitted where the search of Anthropic does not allow them', () => {
    const toolkit = new Toolkit();
    const [clock, people] = [specOf('clock'), specOf('people')];
    const example = { input: {} };
    toolkit.register(clock.with({ examples: [example] }));
    expect(toolkit.toAnthropic()[0]).toMatchObject({ name: 'clock', input_examples: [{}] });
    toolkit.register(people.with({ providerOptions: { anthropic: { cache_control: { type: 'ephemeral' } } } }));
    const tools = toolkit.toAnthropic({ cacheControl: { type: 'ephemeral', ttl: '1h' } });
    expect(tools.some((tool) => 'input_examples' in tool)).toBe(false);
    expect(tools.map((tool) => ('cache_control' in tool ? tool.cache_control : undefined))).toEqual([
      undefined,
      undefined,
      { type: 'ephemeral', ttl: '1h' },
    ]);
    expect(toolkit.to(toAnthropic, { deferLoading: false })[1]).toMatchObject({ cache_control: { type: 'ephemeral' } });
  });
});
