import { lastValueFrom, toArray } from 'rxjs';
import { Toolkit, type ToolResponse } from 'toolwright';
import { aiTools, fromAiSdk } from 'toolwright/ai-sdk';
import { deferred } from '../execution/waiting.js';
import { type AiSdk, importAiSdk } from './ai-agent.js';

describe.each([6, 7] as const)('a tool of the AI SDK %i in a toolkit', (major) => {
  let sdk: AiSdk;
  let toolkit: Toolkit;

  beforeAll(async () => {
    sdk = await importAiSdk(major);
  });

  beforeEach(() => {
    toolkit = new Toolkit();
  });

  const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } as const;

  const respond = (name: string, input: unknown): Promise<ToolResponse[]> =>
    lastValueFrom(toolkit.callTool({ id: 'c1', name, input }).pipe(toArray()));

  it('has its description and schema, and validates its arguments', async () => {
    const tool = sdk.tool({
      description: 'Reports the weather',
      inputSchema: sdk.jsonSchema(schema),
      execute: async ({ city }: { readonly city: string }) => ({ city, degrees: 21 }),
    });
    toolkit.register(fromAiSdk('weather', tool));
    expect(toolkit.get('weather')).toMatchObject({ description: 'Reports the weather', kind: 'ai-sdk' });
    expect((await toolkit.execute('weather', { city: 'Oslo' })).data).toEqual({ city: 'Oslo', degrees: 21 });
    const { error } = await toolkit.execute('weather', { town: 'Oslo' });
    expect(error?.message).toContain("missing argument 'city'");
  });

  it('applies the validation of its own schema', async () => {
    const validate = ({ city }: { readonly city: string }) =>
      city === 'Atlantis'
        ? { success: false, error: new TypeError('Atlantis does not exist') }
        : { success: true, value: { city: city.toUpperCase() } };
    const inputSchema = sdk.jsonSchema(schema, { validate });
    toolkit.register(fromAiSdk('weather', sdk.tool({ inputSchema, execute: ({ city }: { city: string }) => city })));
    expect((await toolkit.execute('weather', { city: 'Oslo' })).data).toBe('OSLO');
    expect((await toolkit.execute('weather', { city: 'Atlantis' })).error?.message).toContain('does not exist');
  });

  it('accepts a schema of a Standard Schema library', async () => {
    const { z } = await import('zod');
    const inputSchema = z.object({ city: z.string().min(2) });
    toolkit.register(fromAiSdk('weather', sdk.tool({ inputSchema, execute: ({ city }: { city: string }) => city })));
    expect((await toolkit.execute('weather', { city: 'Oslo' })).data).toBe('Oslo');
    expect((await toolkit.execute('weather', { city: 'O' })).error?.code).toBe('invalid_parameters');
  });

  it('streams its preliminary results, of which the last one is its output', async () => {
    const tool = sdk.tool({
      inputSchema: sdk.jsonSchema({ type: 'object' }),
      async *execute() {
        yield { status: 'loading' };
        yield { status: 'ready' };
      },
    });
    toolkit.register(fromAiSdk('weather', tool));
    const responses = await respond('weather', {});
    expect(responses.map(({ state, structuredContent }) => [state, structuredContent])).toEqual([
      ['running', { status: 'loading' }],
      ['running', { status: 'ready' }],
      ['success', { status: 'ready' }],
    ]);
  });

  it('shows the model what toModelOutput returns', async () => {
    const tool = sdk.tool({
      inputSchema: sdk.jsonSchema({ type: 'object' }),
      execute: () => ({ png: 'AAAA' }),
      toModelOutput: ({ output }: { readonly output: { readonly png: string } }) => ({
        type: 'content',
        value: [
          { type: 'text', text: 'a chart' },
          major === 6
            ? { type: 'image-data', data: output.png, mediaType: 'image/png' }
            : { type: 'file', data: { type: 'data', data: output.png }, mediaType: 'image/png' },
        ],
      }),
    });
    toolkit.register(fromAiSdk('chart', tool));
    const { content, structuredContent } = await toolkit.execute('chart');
    expect(content).toEqual([
      { type: 'text', text: 'a chart' },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
    ]);
    expect(structuredContent).toEqual({ png: 'AAAA' });
  });

  it('fails if toModelOutput returns an error', async () => {
    const tool = sdk.tool({
      inputSchema: sdk.jsonSchema({ type: 'object' }),
      execute: () => 'x',
      toModelOutput: () => ({ type: 'error-text', value: 'no data' }),
    });
    toolkit.register(fromAiSdk('chart', tool));
    expect((await toolkit.execute('chart')).error?.message).toBe('no data');
  });

  it('needs approval if the SDK requires it', async () => {
    const asked: unknown[] = [];
    const execute = ({ cents }: { readonly cents: number }) => `paid ${cents}`;
    const inputSchema = sdk.jsonSchema({ type: 'object', properties: { cents: { type: 'number' } } });
    const needsApproval = ({ cents }: { readonly cents: number }) => cents > 100;
    toolkit = new Toolkit({
      approver: ({ input }) => {
        asked.push(input);
        return 'deny';
      },
    });
    toolkit.register(fromAiSdk('pay', sdk.tool({ inputSchema, execute, needsApproval })));
    expect((await toolkit.execute('pay', { cents: 5 })).data).toBe('paid 5');
    expect((await toolkit.execute('pay', { cents: 500 })).error?.code).toBe('denied');
    expect(asked).toEqual([{ cents: 500 }]);
  });

  it('is aborted with its call', async () => {
    const started = deferred<void>();
    const stopped = deferred<void>();
    const tool = sdk.tool({
      inputSchema: sdk.jsonSchema({ type: 'object' }),
      execute: (_: unknown, { abortSignal }: { readonly abortSignal: AbortSignal }) => {
        abortSignal.addEventListener('abort', () => stopped.resolve(), { once: true });
        started.resolve();
        return stopped.promise;
      },
    });
    toolkit.register(fromAiSdk('wait', tool));
    const controller = new AbortController();
    const running = toolkit.execute('wait', {}, { signal: controller.signal });
    await started.promise;
    controller.abort();
    await stopped.promise;
    expect((await running).isInterrupted).toBe(true);
  });

  it('emits the events of its calls, and returns to the SDK as any other tool', async () => {
    const events: string[] = [];
    toolkit.events$.subscribe(({ type }) => events.push(type));
    toolkit.register(fromAiSdk('one', sdk.tool({ inputSchema: sdk.jsonSchema({ type: 'object' }), execute: () => 1 })));
    await toolkit.execute('one');
    expect(events).toEqual(['started', 'completed']);
    expect(Object.keys(aiTools(toolkit))).toEqual(['one']);
  });

  it('is refused if its provider or its client runs it', () => {
    const tool = sdk.tool({ inputSchema: sdk.jsonSchema({ type: 'object' }) });
    expect(() => fromAiSdk('confirm', tool)).toThrow(
      "fromAiSdk: the tool 'confirm' has no execute function. Use hostedTool() for a tool that its provider runs, and " +
        'clientTool() for a tool that the client runs.',
    );
  });

  it('is refused if its JSON Schema is a promise', () => {
    const inputSchema = sdk.jsonSchema(Promise.resolve({ type: 'object' }));
    expect(() => fromAiSdk('late', sdk.tool({ inputSchema, execute: () => 1 }))).toThrow(/no JSON Schema yet/);
  });
});
