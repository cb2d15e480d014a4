import { audio, image, resource, respond, Tool, type ToolContext, Toolkit, ToolRegistry, text } from 'toolwright';
import { type LangChainChunk, langchainTools, toolkitMiddleware, toolNode } from 'toolwright/langchain';
import { deferred } from '../execution/waiting.js';
import { createBank } from './bank.js';
import { createModel, importLangChain, type LangChain } from './langchain-agent.js';

class Shop extends ToolRegistry {
  readonly started = deferred<void>();
  readonly stopped = deferred<void>();

  @Tool({ description: 'Orders goods', params: { count: { type: Number, minimum: 1 }, note: { type: String } } })
  order(count: number, note = 'none'): unknown {
    return { count, note };
  }

  @Tool()
  async *pack(): AsyncGenerator<unknown> {
    yield respond({ content: [text('one ')], metadata: { internal: true } });
    yield respond({ content: [text('two')], structuredContent: { packed: 2 } });
  }

  @Tool()
  invoice(): unknown {
    const pdf = resource({ uri: 'file:invoice', mimeType: 'application/pdf', blob: 'JVBERg==' });
    return respond({ content: [text('Here'), pdf, image('iVBO', 'image/png'), audio('UklG', 'audio/wav')] });
  }

  @Tool()
  refuse(): never {
    throw new TypeError('sold out');
  }

  @Tool()
  async wait(ctx: ToolContext): Promise<string> {
    this.started.resolve();
    await new Promise<void>((resolve) => ctx.signal.addEventListener('abort', () => resolve(), { once: true }));
    this.stopped.resolve();
    return 'waited';
  }
}

describe('langchainTools', () => {
  let sdk: LangChain;
  let shop: Shop;
  let toolkit: Toolkit;

  beforeAll(async () => {
    sdk = await importLangChain();
  });

  beforeEach(() => {
    shop = new Shop();
    toolkit = new Toolkit();
    toolkit.register(shop);
  });

  // biome-ignore lint/suspicious/noExplicitAny: the types of the packages are not installed in the root.
  const toolOf = (name: string, options = {}): any => langchainTools(toolkit, { include: [name], ...options })[0];

  const call = (name: string, args: unknown = {}) => ({ type: 'tool_call', id: 'call_1', name, args });

  it('send the model the complete schema, of which they have their own copy', async () => {
    const tool = toolOf('order');
    const schema = toolkit.get('order')?.inputSchema;
    expect(tool).toMatchObject({ name: 'order', description: 'Orders goods', schema });
    await tool.invoke(call('order', { count: 1 }));
    expect(tool.schema).toStrictEqual(schema);
    tool.schema.properties.count = {};
    expect(toolkit.get('order')?.inputSchema).toBe(schema);
    expect(toolOf('order').schema).toStrictEqual(schema);
  });

  it.each([
    ['an object', { count: '2' }],
    ['JSON text', '{"count": 2}'],
  ])('coerce arguments that are %s', async (_, args) => {
    const message = await toolOf('order').invoke(call('order', args));
    expect(message).toMatchObject({
      tool_call_id: 'call_1',
      name: 'order',
      status: 'success',
      content: '{"count":2,"note":"none"}',
      artifact: { count: 2, note: 'none' },
    });
    expect(sdk.ToolMessage.isInstance(message)).toBe(true);
  });

  it('answer invalid arguments with the fix, without a stack', async () => {
    const { status, content } = await toolOf('order').invoke(call('order', { count: 0, notes: 'a' }));
    expect(status).toBe('error');
    expect(content).toContain("did you mean 'note'");
    expect(content).not.toMatch(/\n\s+at /);
  });

  it('return the content if they are invoked without a call', async () => {
    expect(await toolOf('order').invoke({ count: 3 })).toBe('{"count":3,"note":"none"}');
    expect(await toolOf('refuse').invoke({})).toContain('sold out');
  });

  it('show images and documents, and replace what models do not accept by text', async () => {
    const { content } = await toolOf('invoice').invoke(call('invoice'));
    expect(content).toEqual([
      { type: 'text', text: 'Here' },
      {
        type: 'file',
        source_type: 'base64',
        mime_type: 'application/pdf',
        data: 'JVBERg==',
        metadata: { filename: 'file.pdf' },
      },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBO' } },
      { type: 'text', text: '[audio (audio/wav) omitted: not supported in tool results]' },
    ]);
  });

  it('write chunks to the stream mode custom, without metadata, and pass them to onChunk', async () => {
    const written: LangChainChunk[] = [];
    const seen: unknown[] = [];
    const tool = toolOf('pack', { onChunk: (chunk: unknown) => seen.push(chunk) });
    const message = await tool.invoke(call('pack'), { writer: (chunk: LangChainChunk) => written.push(chunk) });
    const common = { type: 'tool_chunk', callId: 'call_1', toolName: 'pack' };
    expect(written).toEqual([
      { ...common, content: [text('one ')] },
      { ...common, content: [text('two')], structuredContent: { packed: 2 } },
    ]);
    expect(seen).toMatchObject([{ metadata: { internal: true } }, { structuredContent: { packed: 2 } }]);
    expect(message.text).toBe('one two');
  });

  it('abort the tool with the signal of the run', async () => {
    const controller = new AbortController();
    const running = toolOf('wait').invoke(call('wait'), { signal: controller.signal });
    await shop.started.promise;
    controller.abort();
    await shop.stopped.promise;
    expect(await running).toMatchObject({ status: 'error', tool_call_id: 'call_1' });
  });

  it('report their runs to the callbacks of LangChain', async () => {
    const seen: unknown[] = [];
    const callbacks = [
      {
        awaitHandlers: true,
        handleToolStart: (...[, input, , , , , name, id]: readonly unknown[]) => seen.push(['start', name, input, id]),
        handleToolEnd: ({ content }: { readonly content: string }) => seen.push(['end', content]),
      },
    ];
    await toolOf('order').invoke(call('order', { count: 1 }), { callbacks });
    expect(seen).toEqual([
      ['start', 'order', '{"count":1}', 'call_1'],
      ['end', '{"count":1,"note":"none"}'],
    ]);
  });

  it('run in the ToolNode of LangGraph', async () => {
    const node = new sdk.ToolNode(langchainTools(toolkit));
    const ask = new sdk.AIMessage({
      content: '',
      tool_calls: [call('refuse'), { ...call('order', { count: 1 }), id: 'b' }],
    });
    const { messages } = await node.invoke({ messages: [ask] });
    expect(messages).toMatchObject([
      { tool_call_id: 'call_1', status: 'error' },
      { tool_call_id: 'b', status: 'success' },
    ]);
  });

  it('run no call before the decisions in the ToolNode of LangGraph, and each once', async () => {
    const { bank, ran } = createBank();
    const graph = new sdk.StateGraph(sdk.MessagesAnnotation)
      .addNode('tools', new sdk.ToolNode(langchainTools(bank)))
      .addEdge(sdk.START, 'tools')
      .compile({ checkpointer: new sdk.MemorySaver() });
    const config = { configurable: { thread_id: 'one' } };
    const ask = new sdk.AIMessage({
      content: '',
      tool_calls: [call('balance'), { ...call('pay', { cents: 5 }), id: 'b' }],
    });
    await graph.invoke({ messages: [ask] }, config);
    expect(ran).toEqual([]);
    await graph.invoke(new sdk.Command({ resume: { decisions: [{ type: 'approve' }] } }), config);
    expect([...ran].sort()).toEqual(['balance', 'pay 5']);
  });

  it('ask once for two calls in the ToolNode of LangGraph, and run each once', async () => {
    const { bank, ran } = createBank();
    const graph = new sdk.StateGraph(sdk.MessagesAnnotation)
      .addNode('tools', new sdk.ToolNode(langchainTools(bank)))
      .addEdge(sdk.START, 'tools')
      .compile({ checkpointer: new sdk.MemorySaver() });
    const config = { configurable: { thread_id: 'one' } };
    const ask = new sdk.AIMessage({ content: '', tool_calls: twoPayments });
    const { __interrupt__: interrupts } = await graph.invoke({ messages: [ask] }, config);
    expect(interrupts).toMatchObject([{ value: { actionRequests: [{ args: { cents: 5 } }, { args: { cents: 7 } }] } }]);
    const resume = { decisions: [{ type: 'reject' }, { type: 'approve' }] };
    const ended = await graph.invoke(new sdk.Command({ resume }), config);
    expect(ended.__interrupt__).toBeUndefined();
    expect(ran).toEqual(['pay 7']);
  });

  it.each<[string, (bank: Toolkit) => object]>([
    ['as tools', (bank) => ({ tools: langchainTools(bank) })],
    ['in the middleware', (bank) => ({ tools: [], middleware: [sdk.createMiddleware(toolkitMiddleware(bank))] })],
  ])('never run a call by the decision on another one, %s of an agent', async (_, toolsOf) => {
    const { bank, ran } = createBank();
    const turn = twoPayments.map(({ id, name, args: input }) => ({ id, name, input }));
    const { model } = createModel(sdk, [turn]);
    const agent = sdk.createAgent({ model, ...toolsOf(bank), checkpointer: new sdk.MemorySaver() });
    const config = { configurable: { thread_id: 'one' } };
    const first = await agent.invoke({ messages: [{ role: 'user', content: 'Go' }] }, config);
    const requests = { actionRequests: [{ args: { cents: 5 } }, { args: { cents: 7 } }] };
    expect(first.__interrupt__).toMatchObject([{ value: requests }, { value: requests }]);
    const short = await agent.invoke(new sdk.Command({ resume: { decisions: [{ type: 'approve' }] } }), config);
    const error = expect.stringContaining('one for each of 2 requests');
    expect(short.__interrupt__).toMatchObject([{ value: { error } }, { value: { error } }]);
    expect(ran).toEqual([]);
    const resume = { decisions: [{ type: 'approve' }, { type: 'reject' }] };
    const ended = await agent.invoke(new sdk.Command({ resume }), config);
    expect(ended.messages.at(-1).text).toBe('done');
    expect(ran).toEqual(['pay 5']);
  });

  it('ask for the arguments that another middleware has changed', async () => {
    const { bank, ran } = createBank();
    const { model } = createModel(sdk, [[{ id: 'a', name: 'pay', input: { cents: 5 } }]]);
    const double = sdk.createMiddleware({
      name: 'double',
      wrapToolCall: (request: ToolRequest, handler: (request: ToolRequest) => unknown) => {
        const { toolCall } = request;
        return handler({ ...request, toolCall: { ...toolCall, args: { cents: toolCall.args.cents * 2 } } });
      },
    });
    const middleware = [double];
    const tools = langchainTools(bank);
    const agent = sdk.createAgent({ model, tools, middleware, checkpointer: new sdk.MemorySaver() });
    const config = { configurable: { thread_id: 'one' } };
    const { __interrupt__: interrupts } = await agent.invoke({ messages: [{ role: 'user', content: 'Go' }] }, config);
    expect(interrupts).toMatchObject([{ value: { actionRequests: [{ args: { cents: 10 } }] } }]);
    await agent.invoke(new sdk.Command({ resume: { decisions: [{ type: 'approve' }] } }), config);
    expect(ran).toEqual(['pay 10']);
  });

  it('include only active tools that the caller may access', () => {
    class Admin extends ToolRegistry {
      @Tool({ canAccess: (auth) => auth === 'admin' })
      audit(): string {
        return 'clean';
      }

      @Tool({ group: 'idle' })
      rest(): string {
        return 'rested';
      }
    }
    const scope = new Toolkit();
    scope.createGroup('idle', { description: 'Idle' });
    scope.register(new Admin());
    const names = (options: object): readonly string[] => langchainTools(scope, options).map(({ name }) => name);
    expect(names({})).toEqual([]);
    expect(names({ auth: 'admin' })).toEqual(['audit']);
    expect(() => names({ groups: ['idel'] })).toThrow("'idel'");
  });
});

const twoPayments = [
  { type: 'tool_call', id: 'a', name: 'pay', args: { cents: 5 } },
  { type: 'tool_call', id: 'b', name: 'pay', args: { cents: 7 } },
];

interface ToolRequest {
  readonly toolCall: { readonly args: { readonly cents: number } };
}

describe('an instance in the place of a toolkit', () => {
  it.each(Object.entries({ langchainTools, toolNode, toolkitMiddleware }))('is refused by %s', (name, call) => {
    const instance: unknown = new Shop();
    expect(() => call(instance as Toolkit)).toThrow(
      `${name}: the first argument must be a toolkit or a session, not an instance of Shop. ` +
        'Write const toolkit = Toolkit.of(new Shop()), and pass toolkit.',
    );
  });
});
