import 'toolwright/dto';
import { IsInt, IsString } from 'class-validator';
import { lastValueFrom } from 'rxjs';
import { Tool, type ToolEvent, Toolkit, ToolRegistry, ToolSpec } from 'toolwright';

class Query {
  @IsString()
  text!: string;

  @IsInt()
  limit!: number;
}

class Kb extends ToolRegistry {
  @Tool()
  search(query: string, limit: number = 10): string {
    return `${query} ${limit}`;
  }

  @Tool({ annotations: { readOnlyHint: true } })
  peek(query: string): string {
    return query;
  }

  @Tool()
  find(query: Query): string {
    return `${query instanceof Query} ${query.text} ${query.limit}`;
  }

  @Tool()
  ping(): string {
    return 'pong';
  }
}

function withEvents(): { readonly toolkit: Toolkit; readonly events: ToolEvent[] } {
  const toolkit = new Toolkit({ history: true });
  toolkit.register(new Kb());
  const events: ToolEvent[] = [];
  toolkit.events$.subscribe((event) => events.push(event));
  return { toolkit, events };
}

function startOf(
  events: readonly ToolEvent[],
): { readonly input: unknown; readonly repairedInput?: unknown } | undefined {
  const event = events.find(({ type }) => type === 'started');
  return event?.type === 'started' ? event : undefined;
}

describe('malformed calls', () => {
  it.each<[string, string, unknown, string]>([
    ['single quotes and a comma too many', "{'query': 'a', limit: 5,}", { query: 'a', limit: 5 }, 'a 5'],
    ['a missing brace', '{"limit": 5, "query": "a"', { query: 'a', limit: 5 }, 'a 5'],
    ['a missing brace after a line end', '{\n  "query": "a",\n  "limit": 5\n', { query: 'a', limit: 5 }, 'a 5'],
    ['a brace too many', '{"query": "a"}}', { query: 'a' }, 'a 10'],
    ['a comma after the last brace', '{"query": "a"},', { query: 'a' }, 'a 10'],
    ['a code fence that is not closed', '```json\n{"query": "a"}', { query: 'a' }, 'a 10'],
    [
      'a text that looks like a completed number',
      '{"query": "-0, 1e0, 0.0",}',
      { query: '-0, 1e0, 0.0' },
      '-0, 1e0, 0.0 10',
    ],
    ['a code fence', '```json\n{"query": "a"}\n```', { query: 'a' }, 'a 10'],
    ['the words of another language', '{"query": "a", "limit": 5, }', { query: 'a', limit: 5 }, 'a 5'],
    ['an unescaped line end', '{"query": "a\nb"}', { query: 'a\nb' }, 'a\nb 10'],
    ['a comment', '{"query": "a" /* that is it */}', { query: 'a' }, 'a 10'],
    ['JSON text inside of JSON text', '"{\\"query\\": \\"a\\"}"', { query: 'a' }, 'a 10'],
    ['a number as a string', '{query: "a", limit: "5"', { query: 'a', limit: '5' }, 'a 5'],
  ])('are repaired: %s', async (_, input, repairedInput, data) => {
    const { toolkit, events } = withEvents();
    const result = await toolkit.execute('search', input);
    expect(result.data).toBe(data);
    expect(startOf(events)).toMatchObject({ input, repairedInput });
    expect(toolkit.history?.query()[0]?.input).toEqual(repairedInput);
  });

  it('are repaired without listeners, and in callTool and sessions', async () => {
    const toolkit = new Toolkit();
    toolkit.register(new Kb());
    expect((await toolkit.execute('search', '{query: "a"')).data).toBe('a 10');
    expect((await toolkit.session().execute('search', '{query: "a"')).data).toBe('a 10');
    const last = await lastValueFrom(toolkit.callTool({ name: 'search', input: '{query: "a"' }));
    expect(last.content).toEqual([{ type: 'text', text: 'a 10' }]);
  });

  it('are repaired for DTO tools', async () => {
    const { toolkit } = withEvents();
    expect((await toolkit.execute('find', "{text: 'a', limit: 3}")).data).toBe('true a 3');
  });

  it('show the repaired arguments to middleware, and the original call to the tool', async () => {
    const { toolkit } = withEvents();
    const seen: unknown[] = [];
    toolkit.use((call, next) => {
      seen.push(call.input, call.context.call.input);
      return next();
    });
    await toolkit.execute('search', '{query: "a"');
    expect(seen).toEqual([{ query: 'a' }, '{query: "a"']);
  });

  it.each<[string, string]>([
    ['does not fit the schema', '{"query": 5'],
    ['has an unknown argument', '{"query": "a", "limt": 5'],
    ['is no object', '["a", 5'],
    ['is no JSON at all', 'search for a'],
    ['is cut off in the middle of a string', '{"query": "the first half of a lo'],
    ['is cut off in the middle of a name', '{"query": "a", "lim'],
    ['is deeper than any limit', `${'['.repeat(100_000)}`],
  ])('are reported unchanged if the repaired text %s', async (_, input) => {
    const { toolkit, events } = withEvents();
    const result = await toolkit.execute('search', input);
    expect(result.error?.code).toBe('invalid_parameters');
    expect(result.toText()).toMatch(
      /^Invalid arguments for 'search': the arguments must be a JSON object, got the text /,
    );
    expect(startOf(events)).toEqual(expect.not.objectContaining({ repairedInput: expect.anything() }));
    expect(events.map(({ type }) => type)).toEqual(['started', 'failed']);
  });

  it('are repaired for a read-only tool even if they are cut off', async () => {
    const { toolkit } = withEvents();
    expect((await toolkit.execute('peek', '{"query": "the first ha')).data).toBe('the first ha');
  });

  it.each<[string, string, unknown]>([
    ['in a string', '{"note": "the first ha', { note: 'the first ha' }],
    ['at the beginning of a string', '{"note": "', { note: '' }],
    ['in a character that is escaped', '{"note": "the \\u00', { note: 'the' }],
    ['after an escaped quote', '{"note": "the \\"', { note: 'the "' }],
    ['in a text without quotes', '{note: the first ha', { note: 'the first ha' }],
    ['in a word', '{"note": tru', { note: 'tru' }],
    ['after a digit', '{"price": 5', { price: 5 }],
    ['after the decimals of a number', '{"price": 0.5', { price: 0.5 }],
    ['after a digit in a list', '{"ids": [1,2', { ids: [1, 2] }],
    ['after a comma in a list', '{"ids": [1,', { ids: [1] }],
    ['after an item of a list', '{"names": ["a"', { names: ['a'] }],
    ['at the beginning of a list', '{"ids": [', { ids: [] }],
    ['in an object in a list', '{"parts": [{"id": "a"', { parts: [{ id: 'a' }] }],
    ['in a nested object', '{"part": {"id": "a"', { part: { id: 'a' } }],
    ['after a comma', '{"note": "a",', { note: 'a' }],
    ['after a comma and a comment', '{"note": "a", // the price', { note: 'a' }],
    ['after a colon', '{"note": "a", "price":', { note: 'a', price: null }],
    ['after a name', '{"note": "a", "price"', { note: 'a', price: null }],
    ['before the first argument', '{', {}],
  ])('that are cut off %s run only a read-only tool', async (_, input, args) => {
    const toolkit = new Toolkit();
    const ran: unknown[] = [];
    const executor = { kind: 'test', usesContext: false, execute: (given: unknown) => void ran.push(given) } as const;
    const inputSchema = {
      type: 'object',
      properties: { note: {}, price: {}, ids: {}, names: {}, part: {}, parts: {} },
    } as const;
    toolkit.register(ToolSpec.create({ name: 'write', inputSchema, executor }));
    toolkit.register(ToolSpec.create({ name: 'read', inputSchema, executor, annotations: { readOnlyHint: true } }));
    expect((await toolkit.execute('write', input)).error?.code).toBe('invalid_parameters');
    expect(ran).toEqual([]);
    await toolkit.execute('read', input, { coerce: false });
    expect(ran).toEqual([args]);
  });

  it.each<[string, string, unknown]>([
    ['a closed string', '{"note": "a"', { note: 'a' }],
    ['a closed string and spaces', '{"note": "a" \n', { note: 'a' }],
    ['a closed string with quotes', '{"note": "a "b" c"', { note: 'a "b" c' }],
    ['a single quote', "{'note': 'a'", { note: 'a' }],
    ['a typographic quote', '{“note”: “a”', { note: 'a' }],
    ['a literal', '{"note": true', { note: true }],
    ['a literal of Python', '{"note": None', { note: null }],
    ['a number and a line end', '{"price": 5\n', { price: 5 }],
    ['a closed object', '{"part": {"id": true}', { part: { id: true } }],
    ['a closed list', '{"ids": [1,2]', { ids: [1, 2] }],
    ['a comment and a line end', '{"note": "a" // that is it\n', { note: 'a' }],
  ])('that lack only the last brace run any tool: after %s', async (_, input, args) => {
    const toolkit = new Toolkit();
    const ran: unknown[] = [];
    const executor = { kind: 'test', usesContext: false, execute: (given: unknown) => void ran.push(given) } as const;
    const inputSchema = { type: 'object', properties: { note: {}, price: {}, ids: {}, part: {} } } as const;
    toolkit.register(ToolSpec.create({ name: 'write', inputSchema, executor }));
    await toolkit.execute('write', input, { coerce: false });
    expect(ran).toEqual([args]);
  });

  it('ask for the approval of no number that is cut off', async () => {
    const toolkit = new Toolkit();
    const ordered: unknown[] = [];
    const order = (part: string, price: number) => void ordered.push([part, price]);
    const params = { part: { type: String }, price: { type: Number } };
    const needsApproval = ({ price }: { readonly price?: unknown }) => Number(price) > 100;
    toolkit.register(ToolSpec.fromFunction(order, { name: 'order', params, needsApproval }));
    const { error } = await toolkit.execute('order', '{"part":"b","price":5');
    expect([error?.code, ordered]).toEqual(['invalid_parameters', []]);
  });

  it.each([
    '{"euros":-',
    '{"euros":1e',
    '{"euros":1.5e+',
    '{"euros":0.',
    '{"euros":-}',
    '{"euros": 2. }',
    '{"euros":tru',
    '{"euros":nul',
  ])('have no value that is completed, for any tool: %s', async (input) => {
    const toolkit = new Toolkit();
    const params = { euros: { type: Number } };
    const convert = (euros: number) => euros;
    toolkit.register(ToolSpec.fromFunction(convert, { name: 'convert', params, annotations: { readOnlyHint: true } }));
    expect((await toolkit.execute('convert', input)).error?.code).toBe('invalid_parameters');
  });

  it('leave well-formed texts unchanged', async () => {
    const { toolkit, events } = withEvents();
    expect((await toolkit.execute('search', '{"query": "a"}')).data).toBe('a 10');
    expect((await toolkit.execute('ping', ' ')).data).toBe('pong');
    expect((await toolkit.execute('search', '{"query": 5}')).error?.code).toBe('invalid_parameters');
    expect(events.every((event) => !('repairedInput' in event))).toBe(true);
  });

  it('end once if they are cancelled during the repair', async () => {
    const { toolkit, events } = withEvents();
    toolkit.callTool({ name: 'search', input: '{query: "a"' }).subscribe().unsubscribe();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(events.map(({ type }) => type)).toEqual(['started', 'interrupted']);
  });

  it('end as interrupted if they are aborted', async () => {
    const { toolkit } = withEvents();
    const result = await toolkit.execute('search', '{query: "a"', { signal: AbortSignal.abort() });
    expect(result.error?.code).toBe('interrupted');
  });
});

describe('calls of tools that do not exist', () => {
  it.each<[string, string]>([
    ['serach', "There is no tool named 'serach'. Did you mean 'search'? The tools are search, peek, find, ping."],
    ['fing', "There is no tool named 'fing'. Did you mean 'find' or 'ping'? The tools are search, peek, find, ping."],
    ['translate', "There is no tool named 'translate'. The tools are search, peek, find, ping."],
  ])('are answered with the nearest names: %s', async (name, message) => {
    const { toolkit } = withEvents();
    const result = await toolkit.execute(name, '{broken');
    expect(result.error?.code).toBe('tool_not_found');
    expect(result.toText()).toBe(message);
  });
});

describe('a call of an unknown tool among many', () => {
  it('is answered with the first names and the number of the others', async () => {
    const toolkit = new Toolkit();
    for (let index = 0; index < 60; index++) {
      toolkit.register(ToolSpec.create({ name: `tool_${index}`, executor: { kind: 'test', execute: () => index } }));
    }
    const { error } = await toolkit.execute('missing');
    expect(error?.message).toMatch(
      /^There is no tool named 'missing'\. The tools are tool_0, .*, tool_49 and 10 more\.$/,
    );
  });
});
