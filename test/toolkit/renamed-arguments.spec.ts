import 'toolwright/dto';
import { IsInt, IsOptional, IsString, Max, MinLength } from 'class-validator';
import {
  type ApprovalRequest,
  Bind,
  DefinitionError,
  type JsonSchema,
  Tool,
  Toolkit,
  type ToolkitOptions,
  type ToolOverrides,
  ToolRegistry,
} from 'toolwright';

class Page {
  @IsString()
  @MinLength(2)
  query!: string;

  @IsOptional()
  @IsInt()
  @Max(100)
  limit: number = 10;
}

class Knowledge extends ToolRegistry {
  readonly received: unknown[] = [];

  @Tool({ examples: [{ input: { query: 'tea', limit: 5 } }] })
  search(query: string, @Bind('user.id') user: string, limit: number = 10): string {
    this.received.push([query, user, limit]);
    return 'found';
  }

  @Tool()
  page(options: Page): string {
    this.received.push([options instanceof Page, { ...options }]);
    return 'found';
  }

  @Tool({
    inputSchema: {
      type: 'object',
      properties: { from: { type: 'string' }, to: { type: 'string' } },
      anyOf: [{ required: ['from'] }, { required: ['to'] }],
      dependentRequired: { to: ['from'] },
    },
  })
  route(options: { from?: string; to?: string }): string {
    this.received.push(options);
    return 'found';
  }
}

function createKit(overrides: Record<string, ToolOverrides>, options: ToolkitOptions = {}) {
  const knowledge = new Knowledge();
  const toolkit = new Toolkit({ state: { user: { id: 'ann' } }, ...options });
  toolkit.register(knowledge, { overrides });
  return { toolkit, knowledge };
}

function schemaOf(toolkit: Toolkit, name: string): JsonSchema {
  return toolkit.get(name)?.inputSchema ?? {};
}

const renamed = { search: { args: { query: 'q' } }, page: { args: { query: 'q' } } };

describe('the override args', () => {
  it('renames an argument for the model, and the method receives it as before', async () => {
    const { toolkit, knowledge } = createKit(renamed);
    expect(schemaOf(toolkit, 'search')).toMatchObject({ required: ['q'] });
    expect(Object.keys(schemaOf(toolkit, 'search').properties ?? {})).toEqual(['q', 'limit']);
    expect((await toolkit.execute('search', { q: 'tea' })).success).toBe(true);
    expect((await toolkit.execute('search', '{"q":"tea","limit":"3"}')).success).toBe(true);
    expect(knowledge.received).toEqual([
      ['tea', 'ann', 10],
      ['tea', 'ann', 3],
    ]);
  });

  it('does not know the former name', async () => {
    const { toolkit } = createKit(renamed);
    const { error } = await toolkit.execute('search', { q: 'tea', query: 'coffee' });
    expect(error?.message).toBe("Invalid arguments for 'search': unknown argument 'query'");
    expect((await toolkit.execute('page', { query: 'tea' })).error?.message).toContain("missing argument 'q'");
    expect((await toolkit.execute('page', { q: 'tea', query: 'tea' })).error?.code).toBe('invalid_parameters');
  });

  it('names the new name in every issue, also in those of a DTO', async () => {
    const { toolkit } = createKit(renamed);
    const { error } = await toolkit.execute('page', { q: 'x', limit: 500 });
    expect(error?.details).toMatchObject({ issues: [{ path: '/q' }, { path: '/limit' }] });
    expect(error?.message).not.toContain('query');
    expect((await toolkit.execute('search', { limit: 1 })).error?.message).toContain("missing argument 'q'");
  });

  it('creates the DTO with the names of its class', async () => {
    const { toolkit, knowledge } = createKit(renamed);
    await toolkit.execute('page', { q: 'tea' });
    expect(knowledge.received).toEqual([[true, { query: 'tea', limit: 10 }]]);
  });

  it('renames it in all keywords that validate the arguments', async () => {
    const { toolkit, knowledge } = createKit({ route: { args: { from: 'origin', to: 'target' } } });
    expect(schemaOf(toolkit, 'route')).toMatchObject({
      properties: { origin: {}, target: {} },
      anyOf: [{ required: ['origin'] }, { required: ['target'] }],
      dependentRequired: { target: ['origin'] },
    });
    expect((await toolkit.execute('route', { target: 'b' })).error?.message).toContain('origin');
    await toolkit.execute('route', { origin: 'a', target: 'b' });
    expect(knowledge.received).toEqual([{ from: 'a', to: 'b' }]);
  });

  it('exchanges two names', async () => {
    const { toolkit, knowledge } = createKit({ route: { args: { from: 'to', to: 'from' } } });
    await toolkit.execute('route', { to: 'a', from: 'b' });
    expect(knowledge.received).toEqual([{ from: 'a', to: 'b' }]);
  });

  it('applies to bindings, which retain their state key', async () => {
    const { toolkit, knowledge } = createKit({ search: { args: { user: 'account', query: 'q' } } });
    const spec = toolkit.get('search');
    expect(spec?.bindings).toMatchObject({ account: { parameter: 'account', stateKey: 'user.id' } });
    await toolkit.execute('search', { q: 'tea' });
    const bound = spec?.bind('q', { stateKey: 'topic' });
    await bound?.call({}, { state: { topic: 'coffee', user: { id: 'bob' } } });
    expect(knowledge.received).toEqual([
      ['tea', 'ann', 10],
      ['coffee', 'bob', 10],
    ]);
    const { error } = (await bound?.exec({}, { state: { user: { id: 'bob' } } })) ?? {};
    expect(error?.message).toContain("No value at state key 'topic' for parameter 'q'");
    expect(() => spec?.bind('query')).toThrow("there is no parameter 'query'");
  });

  it('hides a preset that is renamed', async () => {
    const knowledge = new Knowledge();
    const toolkit = new Toolkit({ state: { user: { id: 'ann' } } });
    toolkit.register(knowledge, {
      include: ['page'],
      preset: { limit: 3 },
      overrides: { page: { args: { limit: 'max' } } },
    });
    expect(Object.keys(schemaOf(toolkit, 'page').properties ?? {})).toEqual(['query']);
    await toolkit.execute('page', { query: 'tea' });
    expect(knowledge.received).toEqual([[true, { query: 'tea', limit: 3 }]]);
    expect((await toolkit.execute('page', { query: 'tea', max: 5 })).error?.message).toContain(
      "unknown argument 'max'",
    );
  });

  it('applies to every export, with the examples', () => {
    const { toolkit } = createKit({ ...renamed, search: { args: { query: 'q', limit: 'max' } } });
    const exported = JSON.stringify([
      toolkit.toAnthropic(),
      toolkit.toGemini(),
      toolkit.toPrompt(),
      toolkit.toOpenAI(),
    ]);
    expect(exported).not.toContain('query');
    expect(toolkit.toAnthropic()[0]).toMatchObject({ input_examples: [{ q: 'tea', max: 5 }] });
    expect(toolkit.get('search')?.signature()).toBe('search({ q, max = 10 })');
  });

  it('applies to an inputSchema that replaces the schema', async () => {
    const inputSchema: JsonSchema = { type: 'object', properties: { q: { enum: ['tea'] } }, required: ['q'] };
    const { toolkit, knowledge } = createKit({ page: { args: { query: 'q' }, inputSchema } });
    await toolkit.execute('page', { q: 'tea' });
    expect((await toolkit.execute('page', { q: 'coffee' })).error?.code).toBe('invalid_parameters');
    expect(knowledge.received).toEqual([[true, { query: 'tea', limit: 10 }]]);
  });

  it('applies to extended models, repair and approval', async () => {
    const requests: ApprovalRequest[] = [];
    const { toolkit, knowledge } = createKit(renamed, {
      permissions: [{ tool: '*', action: 'ask' }],
      approver: (request) => {
        requests.push(request);
        return { kind: 'approve', input: { ...request.input, q: 'coffee' } };
      },
    });
    toolkit.setExtendedModel('page', { type: 'object', properties: { why: { type: 'string' } }, required: ['why'] });
    const result = await toolkit.execute('page', "{q: 'tea', why: 'thirst'}");
    expect(result.metadata).toMatchObject({ structuredOutput: { why: 'thirst' } });
    expect(requests[0]?.input).toEqual({ q: 'tea', why: 'thirst', limit: 10 });
    expect(knowledge.received).toEqual([[true, { query: 'coffee', limit: 10 }]]);
  });

  it('does not change the spec that was registered', async () => {
    const { knowledge } = createKit(renamed);
    expect((await knowledge.toolSpec('page').exec({ query: 'tea' })).success).toBe(true);
  });

  it.each<[Record<string, unknown>, string]>([
    [{ topic: 'q' }, "args renames 'topic', which is not an argument. The arguments are query, limit."],
    [{ query: 'limit' }, "two arguments would be named 'limit'. Choose another name in args."],
    [{ query: '' }, 'args.query must be the new name of the argument, not "".'],
  ])('refuses %j', (args, message) => {
    expect(() => createKit({ page: { args: args as never } })).toThrow(new DefinitionError(`page: ${message}`));
  });

  it('refuses an argument whose name is restricted by patterns', () => {
    const inputSchema: JsonSchema = { type: 'object', properties: { a: {} }, patternProperties: { '^x': {} } };
    class Open extends ToolRegistry {
      @Tool({ inputSchema })
      open(options: object): unknown {
        return options;
      }
    }
    expect(() => new Toolkit().register(new Open(), { overrides: { open: { args: { a: 'b' } } } })).toThrow(
      "The argument 'a' cannot be renamed",
    );
  });
});
