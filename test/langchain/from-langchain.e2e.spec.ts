import { type Approver, Toolkit, type ToolSpec } from 'toolwright';
import { fromLangChain, langchainTools } from 'toolwright/langchain';
import { deferred } from '../execution/waiting.js';
import { importLangChain, type LangChain } from './langchain-agent.js';

describe('fromLangChain', () => {
  let sdk: LangChain;

  beforeAll(async () => {
    sdk = await importLangChain();
  });

  const create = (run: unknown, fields: object = {}): ToolSpec =>
    fromLangChain(sdk.tool(run, { name: 'look', description: 'Looks', schema: sdk.z.object({}), ...fields }));

  const chunksOf = async (spec: ToolSpec, args: unknown = {}): Promise<readonly unknown[]> => {
    const chunks: unknown[] = [];
    for await (const response of spec.iterate(args)) if (!response.isLast) chunks.push(response.toText());
    return chunks;
  };

  it('publishes the schema of zod, with what is required of the model', () => {
    const schema = sdk.z.object({ city: sdk.z.string().describe('The city'), days: sdk.z.number().default(3) });
    const spec = create(() => '', { schema });
    expect(spec).toMatchObject({ name: 'look', description: 'Looks' });
    expect(spec.inputSchema).toMatchObject({
      type: 'object',
      properties: { city: { type: 'string', description: 'The city' }, days: { type: 'number', default: 3 } },
      required: ['city'],
    });
  });

  it('coerces and validates arguments, and applies the transformations of zod once', async () => {
    const schema = sdk.z.object({
      count: sdk.z.number().min(1),
      tags: sdk.z
        .string()
        .transform((tags: string) => tags.split(','))
        .optional(),
    });
    const spec = create((args: unknown) => args, { schema });
    expect(await spec.call({ count: '2', tags: 'a,b' })).toEqual({ count: 2, tags: ['a', 'b'] });
    const { error } = await spec.exec({ count: 0, tag: 'a' });
    expect(error?.message).toContain("did you mean 'tags'");
  });

  it('shows the model what a refinement of zod rejects', async () => {
    const schema = sdk.z.object({ city: sdk.z.string().refine((city: string) => city !== 'Atlantis', 'It sank.') });
    const result = await create(() => '', { schema }).exec({ city: 'Atlantis' });
    expect(result.error?.message).toContain('It sank.');
    expect(result.toText()).not.toMatch(/\n\s+at /);
  });

  it('accepts JSON Schema, which stays as it is', async () => {
    const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
    const tool = sdk.tool(({ city }: { readonly city: string }) => city, {
      name: 'look',
      description: 'Looks',
      schema,
    });
    const spec = fromLangChain(tool);
    expect(await spec.call({ city: 'Rome' })).toBe('Rome');
    expect(Object.isFrozen(schema.properties)).toBe(false);
    expect(spec.inputSchema).toMatchObject(schema);
  });

  it('accepts a tool that takes a text', async () => {
    const spec = fromLangChain(
      new sdk.DynamicTool({ name: 'echo', description: 'Echoes', func: async (input: string) => input }),
    );
    expect(await spec.call({ input: 'hi' })).toBe('hi');
  });

  it('accepts a runnable as a tool', async () => {
    const runnable = sdk.RunnableLambda.from(({ a }: { readonly a: number }) => a + 1);
    const spec = fromLangChain(
      runnable.asTool({ name: 'next', description: 'Adds', schema: sdk.z.object({ a: sdk.z.number() }) }),
    );
    expect(await spec.call({ a: 1 })).toBe(2);
  });

  it('keeps an object as data', async () => {
    const result = await create(() => ({ degrees: 21 })).exec({});
    expect(result).toMatchObject({ data: { degrees: 21 }, structuredContent: { degrees: 21 } });
  });

  it('shows the content to the model, and passes the artifact to the application', async () => {
    const content = [
      { type: 'text', text: 'A dot' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBO' } },
      { type: 'image', source_type: 'base64', mime_type: 'image/gif', data: 'R0lG' },
      { type: 'image', mimeType: 'image/webp', data: 'UklG' },
      { type: 'image_url', image_url: 'https://example.com/dot.png' },
      { type: 'audio', mimeType: 'audio/wav', data: 'UklG' },
      { type: 'file', mimeType: 'application/pdf', data: 'JVBERg==' },
      { type: 'video' },
    ];
    const result = await create(() => [content, { rows: 3 }], { responseFormat: 'content_and_artifact' }).exec({});
    expect(result.content).toEqual([
      { type: 'text', text: 'A dot' },
      { type: 'image', mimeType: 'image/png', data: 'iVBO' },
      { type: 'image', mimeType: 'image/gif', data: 'R0lG' },
      { type: 'image', mimeType: 'image/webp', data: 'UklG' },
      { type: 'resource_link', uri: 'https://example.com/dot.png', name: 'https://example.com/dot.png' },
      { type: 'audio', mimeType: 'audio/wav', data: 'UklG' },
      { type: 'resource', resource: { uri: 'file:', mimeType: 'application/pdf', blob: 'JVBERg==' } },
      { type: 'text', text: '[video omitted]' },
    ]);
    expect(result).toMatchObject({ metadata: { artifact: { rows: 3 } } });
    expect(result.structuredContent).toBeUndefined();
  });

  it('fails if the tool throws or returns a message with an error', async () => {
    const thrown = await create(() => Promise.reject(new TypeError('no sight'))).exec({});
    expect(thrown.error?.message).toContain('no sight');
    const returned = await create(
      () => new sdk.ToolMessage({ content: 'too dark', status: 'error', tool_call_id: 'a' }),
    ).exec({});
    expect(returned.error?.message).toBe('too dark');
    const command = await create(() => new sdk.Command({ goto: 'end' })).exec({});
    expect(command.error?.message).toContain('which only a graph can run');
  });

  it('streams what the tool yields and writes, and returns its output', async () => {
    const spec = create(async function* (_: unknown, config: { readonly writer: (chunk: unknown) => void }) {
      yield 'first';
      config.writer('second');
      yield 'third';
      return 'all';
    });
    expect(await chunksOf(spec)).toEqual(['first', 'second', 'third']);
    expect(await spec.call({})).toBe('all');
    expect(await chunksOf(create(() => 'all'))).toEqual([]);
  });

  it('does not stream what a tool inside of the tool yields', async () => {
    const inner = sdk.tool(
      async function* () {
        yield 'inner';
        return 'done';
      },
      { name: 'inner', description: 'Inner', schema: sdk.z.object({}) },
    );
    const spec = create(async function* (_: unknown, config: object) {
      yield 'outer';
      return await inner.invoke({}, config);
    });
    expect(await chunksOf(spec)).toEqual(['outer']);
  });

  it('aborts the tool with the call', async () => {
    const started = deferred<void>();
    const stopped = deferred<void>();
    const spec = create(async (_: unknown, { signal }: { readonly signal: AbortSignal }) => {
      signal.addEventListener('abort', () => stopped.resolve(), { once: true });
      started.resolve();
      await stopped.promise;
      return 'late';
    });
    const controller = new AbortController();
    const running = spec.exec({}, { signal: controller.signal });
    await started.promise;
    controller.abort();
    await stopped.promise;
    expect((await running).error?.code).toBe('interrupted');
  });

  it('stops the tool of a consumer that stops early', async () => {
    const stopped = deferred<void>();
    const spec = create(async function* (_: unknown, { signal }: { readonly signal: AbortSignal }) {
      signal.addEventListener('abort', () => stopped.resolve(), { once: true });
      yield 'first';
      await stopped.promise;
      throw new TypeError('too late');
    });
    for await (const _ of spec.iterate({})) break;
    await stopped.promise;
  });

  it('asks for approval, and reports events, as any tool', async () => {
    const seen: string[] = [];
    const approver: Approver = ({ input }) => {
      seen.push(JSON.stringify(input));
      return 'approve';
    };
    const toolkit = new Toolkit({ approver });
    toolkit.register(
      create(() => 'seen', { schema: sdk.z.object({ at: sdk.z.string() }) }).with({ needsApproval: true }),
    );
    toolkit.events$.subscribe(({ type }) => seen.push(type));
    expect((await toolkit.execute('look', { at: 'it' })).data).toBe('seen');
    expect(seen).toContain('{"at":"it"}');
    expect(seen.at(-1)).toBe('completed');
  });

  it('returns to LangChain what came from it', async () => {
    const toolkit = new Toolkit();
    toolkit.register(
      create(({ a }: { readonly a: number }) => ({ sum: a + 1 }), { schema: sdk.z.object({ a: sdk.z.number() }) }),
    );
    // biome-ignore lint/suspicious/noExplicitAny: the types of the packages are not installed in the root.
    const [tool] = langchainTools(toolkit) as any[];
    const message = await tool.invoke({ type: 'tool_call', id: 'a', name: 'look', args: { a: '1' } });
    expect(message).toMatchObject({ content: '{"sum":2}', artifact: { sum: 2 }, status: 'success' });
  });
});
