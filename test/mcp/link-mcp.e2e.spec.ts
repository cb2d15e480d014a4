import { file, image, resourceLink, type ToolContext, Toolkit, type ToolResult, ToolSpec, video } from 'toolwright';
import { linkMcp, type McpSource } from 'toolwright/mcp';
import { z } from 'zod';

const eras = ['2025-11-25', '2026-07-28'] as const;

function shop(): Toolkit {
  const toolkit = new Toolkit();
  const add = ToolSpec.fromFunction((a: number, b: number) => a + b, {
    name: 'add',
    params: { a: { type: Number }, b: { type: Number } },
  });
  const count = async function* (): AsyncGenerator<string> {
    yield* ['one', 'two'];
  };
  const ask = (_: object, ctx: ToolContext) => {
    return ctx.ask({ type: 'object', properties: { city: { type: 'string' } } } as const);
  };
  const film = () => [
    video('AA==', 'video/mp4'),
    file('AA==', { mimeType: 'text/csv', name: 'ä/b.csv' }),
    file('AA==', { mimeType: 'text/csv' }),
    image({ url: 'https://a.example/cat.png' }, 'image/png'),
  ];
  const executors = { count, ask, film, whoami: (_: object, { auth }: ToolContext) => auth };
  const specs = Object.entries(executors).map(([name, execute]) => {
    return ToolSpec.create({ name, executor: { kind: 'test', execute } });
  });
  toolkit.register([add, ...specs]);
  return toolkit;
}

function textOf({ content }: Pick<ToolResult, 'content'>): string {
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('');
}

describe.each(eras)('linkMcp with version %s', (era) => {
  const open: McpSource[] = [];

  afterEach(async () => {
    for (const source of open.splice(0)) await source.close();
  });

  async function link(options: Parameters<typeof linkMcp>[1] = {}): Promise<Toolkit> {
    const source = linkMcp(shop(), { era, ...options });
    open.push(source);
    const remote = new Toolkit();
    await remote.registerSource(source);
    return remote;
  }

  it('imports the tools of a toolkit under their own names', async () => {
    const remote = await link();
    expect(remote.list().map(({ name }) => name)).toEqual(['add', 'count', 'ask', 'film', 'whoami']);
    expect((await remote.execute('add', { a: 1, b: 2 })).content).toEqual([{ type: 'text', text: '3' }]);
    expect((await remote.execute('add', { a: 'x' })).error?.code).toBe('invalid_parameters');
  });

  it.each<readonly [string, z.ZodType, unknown, unknown]>([
    ['without unknown properties', z.object({ id: z.int() }), { id: 1, passwordHash: 'SECRET' }, { id: 1 }],
    ['with defaults', z.object({ a: z.number().default(3) }), {}, { a: 3 }],
    ['converted', z.object({ a: z.string().transform(Number).pipe(z.number()) }), { a: '5' }, { a: 5 }],
  ])('returns the output of a Standard Schema, as a local call does: %s', async (_, outputSchema, data, output) => {
    const local = new Toolkit();
    local.register(ToolSpec.create({ name: 'find', outputSchema, executor: { kind: 'test', execute: () => data } }));
    const source = linkMcp(local, { era });
    open.push(source);
    const remote = new Toolkit();
    await remote.registerSource(source);
    for (const toolkit of [local, remote]) {
      const result = await toolkit.execute('find');
      expect([result.data, result.structuredContent, textOf(result)]).toEqual([output, output, JSON.stringify(output)]);
    }
  });

  it('streams the chunks of a tool', async () => {
    const remote = await link();
    const chunks: unknown[] = [];
    for await (const response of remote.iterate({ name: 'count', input: {} }))
      if (!response.isLast) chunks.push(textOf(response));
    expect(chunks).toEqual(['one', 'two']);
  });

  it('lets a tool ask the user of the client', async () => {
    const elicit = () => ({ action: 'accept', content: { city: 'Rome' } });
    const remote = await link({ client: { elicit } });
    expect(textOf(await remote.execute('ask', {}))).toContain('Rome');
  });

  it('restores videos and files, and leaves media at a URL a link that no provider fetches', async () => {
    expect((await (await link()).execute('film', {})).content).toEqual([
      video('AA==', 'video/mp4'),
      file('AA==', { mimeType: 'text/csv', name: 'ä/b.csv' }),
      file('AA==', { mimeType: 'text/csv' }),
      resourceLink({ uri: 'https://a.example/cat.png', name: 'cat.png', mimeType: 'image/png' }),
    ]);
  });

  it('passes the caller on', async () => {
    const remote = await link({ auth: { subject: 'ann' } });
    expect(textOf(await remote.execute('whoami', {}))).toContain('ann');
  });

  it('closes both ends', async () => {
    const remote = await link();
    await open[0]?.close();
    expect((await remote.execute('add', { a: 1, b: 2 })).success).toBe(false);
  });
});
