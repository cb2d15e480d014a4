import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { AuthenticationError, secret, Toolkit } from 'toolwright';
import { fromMcp, type McpSourceOptions, mcpSource, type OutgoingCall } from 'toolwright/mcp';
import { never } from '../../execution/waiting.js';
import { useSources } from './servers.js';

const open = useSources();

interface Shop {
  readonly client: Client;
  readonly toolkit: Toolkit;
  /** The `_meta` of each call that the server has received. */
  readonly received: unknown[];
}

/** Connects a toolkit to a server whose tool fails with the text that it is asked for. */
async function connectShop(meta: McpSourceOptions['meta'], options: Partial<McpSourceOptions> = {}): Promise<Shop> {
  const received: unknown[] = [];
  const server = new Server({ name: 'shop', version: '1' }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [{ name: 'find', inputSchema: { type: 'object', properties: { fail: { type: 'string' } } } }],
  }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    received.push(params._meta);
    const fail = params.arguments?.fail;
    return { content: [{ type: 'text', text: String(fail ?? 'done') }], isError: fail !== undefined };
  });
  const client = new Client({ name: 'test', version: '1' });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  open.closeAfterTest(() => client.close());
  const toolkit = new Toolkit();
  await toolkit.registerSource(open.source({ name: 'shop', transport: client, meta, ...options }));
  return { toolkit, received, client };
}

describe('the option meta of a source', () => {
  it('adds entries to the _meta of each call, with the progress token', async () => {
    const { toolkit, received } = await connectShop({ 'example.com/team': 'tea', plan: { tier: 2 } });
    await toolkit.execute('shop__find', {});
    expect(received).toEqual([{ 'example.com/team': 'tea', plan: { tier: 2 }, progressToken: expect.anything() }]);
  });

  it('is evaluated for each call, with a read-only view of the call', async () => {
    const calls: OutgoingCall[] = [];
    const { toolkit, received } = await connectShop(async (call) => {
      calls.push(call);
      return { 'example.com/user': call.state.get('user.id'), 'example.com/none': undefined };
    });
    await toolkit.execute('shop__find', {}, { state: { user: { id: 'ada' } }, auth: { sub: 'ada' } });
    await toolkit.execute('shop__find', {}, { state: { user: { id: secret('bob-7') } } });
    expect(received).toMatchObject([{ 'example.com/user': 'ada' }, { 'example.com/user': 'bob-7' }]);
    expect(received[0]).not.toHaveProperty('example.com/none');
    expect(calls[0]).toMatchObject({ toolName: 'shop__find', remoteName: 'find', auth: { sub: 'ada' } });
    expect(calls[0]?.state.has('user.id')).toBe(true);
    expect([Object.isFrozen(calls[0]), Object.isFrozen(calls[0]?.state)]).toEqual([true, true]);
    expect(calls[0]?.signal).toBeInstanceOf(AbortSignal);
  });

  it('sends a secret as its value, which does not appear in errors', async () => {
    const { toolkit, received } = await connectShop({ 'example.com/key': secret('k-12345') });
    const { error } = await toolkit.execute('shop__find', { fail: 'the key k-12345 is unknown' });
    expect(received).toMatchObject([{ 'example.com/key': 'k-12345' }]);
    expect(error?.message).toBe('the key [redacted] is unknown');
  });

  it('fails the call with a typed error, which is not retried, if the function fails', async () => {
    let evaluations = 0;
    const { toolkit, received } = await connectShop(
      () => {
        evaluations++;
        throw Object.assign(new Error('no route to tokens.internal'), { code: 'ECONNREFUSED' });
      },
      { retry: { maxRetries: 3, delayMs: 1 } },
    );
    const { error } = await toolkit.execute('shop__find', {});
    expect(error).toMatchObject({ code: 'execution', retryable: false, message: "mcpSource 'shop': meta() failed." });
    expect([evaluations, received.length]).toEqual([1, 0]);
  });

  it('preserves a ToolError that the function throws', async () => {
    const { toolkit } = await connectShop(() => {
      throw new AuthenticationError('Log in first.');
    });
    expect((await toolkit.execute('shop__find', {})).error).toMatchObject({
      code: 'authentication',
      message: 'Log in first.',
    });
  });

  it('is no longer waited for when the call is out of time', async () => {
    const { toolkit } = await connectShop(() => never, { timeoutMs: 20 });
    expect((await toolkit.execute('shop__find', {})).error?.code).toBe('timeout');
  });

  it.each([
    ['io.modelcontextprotocol/clientInfo', 'reserved'],
    ['mcp.dev/user', 'reserved'],
    ['tools.mcp.com/user', 'reserved'],
    ['progressToken', 'reserved'],
    ['traceparent', 'reserved'],
    ['__proto__', 'not valid'],
    ['-user', 'not valid'],
    ['exa mple.com/user', 'not valid'],
    ['1.com/user', 'not valid'],
    ['', 'not valid'],
  ])('rejects the key %j, when the source is created and for each call', async (key, reason) => {
    const meta = JSON.parse(`{ ${JSON.stringify(key)}: "v-1234" }`) as Record<string, unknown>;
    const transport = { url: 'http://127.0.0.1:9/mcp' };
    expect(() => mcpSource({ name: 'shop', transport, meta })).toThrow(reason);
    const { toolkit, received } = await connectShop(() => meta);
    const { error } = await toolkit.execute('shop__find', {});
    expect(error).toMatchObject({ code: 'definition', message: expect.stringContaining("mcpSource 'shop': meta") });
    expect(error?.message).toContain(reason);
    expect(error?.message).not.toContain('v-1234');
    expect(received).toEqual([]);
  });

  it.each([
    ['function', () => 'v-1234'],
    ['promise', Promise.resolve()],
    ['error', new Error('v-1234')],
  ])('rejects a %s, which has no JSON form', async (_kind, value) => {
    const { toolkit, received } = await connectShop(() => ({ 'example.com/user': value }));
    const { error } = await toolkit.execute('shop__find', {});
    expect(error?.message).toBe("mcpSource 'shop': meta: the value of 'example.com/user' has no JSON form.");
    expect(received).toEqual([]);
  });

  it('is an object or a function that returns one', async () => {
    const { toolkit } = await connectShop((() => 'ada') as never);
    const { error } = await toolkit.execute('shop__find', {});
    expect(error?.message).toBe("mcpSource 'shop': meta must be or return an object of entries.");
    const transport = { url: 'http://127.0.0.1:9/mcp' };
    expect(() => mcpSource({ name: 'shop', transport, meta: 'ada' as never })).toThrow('meta must be');
  });

  it('sends nothing of the call that is not named', async () => {
    const { toolkit, received } = await connectShop(undefined);
    await toolkit.execute('shop__find', {}, { state: { user: { id: 'ada' } }, auth: { sub: 'ada' } });
    expect(received).toEqual([{ progressToken: expect.anything() }]);
  });
});

describe('the trace context of a call', () => {
  const [trace, span] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
  const traceparent = `00-${trace}-${span}-01`;

  async function send(meta: Record<string, unknown>): Promise<unknown> {
    const { toolkit, received } = await connectShop({ 'example.com/team': 'tea' });
    await toolkit.execute('shop__find', {}, { meta });
    const { progressToken: _, ...sent } = received[0] as Record<string, unknown>;
    return sent;
  }

  it('is sent with each call, and nothing else of its _meta is', async () => {
    const meta = { traceparent, tracestate: 'a=1,b@c=2', baggage: 'user=ada;p=1, team=tea' };
    expect(await send({ ...meta, 'example.com/private': 'x', progressToken: 'own' })).toEqual({
      ...meta,
      'example.com/team': 'tea',
    });
  });

  it.each([
    ['traceparent', `00-${trace}-${span}-00`],
    ['traceparent', `01-${trace}-${span}-01-later`],
    ['tracestate', 'rojo=00f067aa0ba902b7 , congo@sys=t61rcWkgMzE,,'],
    ['tracestate', `a=${'x'.repeat(256)}`],
    ['baggage', 'key1=value1;property1;property2=v, key2 = value2'],
    ['baggage', 'empty='],
  ])('has a valid %s: %s', async (key, value) => {
    expect(await send({ traceparent, [key]: value })).toMatchObject({ [key]: value });
  });

  it.each([
    ['traceparent', `00-${trace}-${span}`],
    ['traceparent', `00-${'0'.repeat(32)}-${span}-01`],
    ['traceparent', `00-${trace}-${'0'.repeat(16)}-01`],
    ['traceparent', `00-${trace.toUpperCase()}-${span}-01`],
    ['traceparent', `ff-${trace}-${span}-01`],
    ['traceparent', `00-${trace}-${span}-01-more`],
    ['traceparent', `01-${trace}-${span}-01-${'x'.repeat(300)}`],
    ['traceparent', 7],
    ['tracestate', 'Upper=1'],
    ['tracestate', 'a=1\r\nb=2'],
    ['tracestate', 'no-value'],
    ['tracestate', Array.from({ length: 33 }, (_, at) => `k${at}=1`).join()],
    ['tracestate', `a=${'x'.repeat(250)},b=${'x'.repeat(250)},c=${'x'.repeat(10)}`],
    ['tracestate', ['a=1']],
    ['baggage', 'user=a b'],
    ['baggage', 'user'],
    ['baggage', '=ada'],
    ['baggage', ' , '],
    ['baggage', Array.from({ length: 65 }, (_, at) => `k${at}=1`).join()],
    ['baggage', `a=${'x'.repeat(8_192)}`],
  ])('has no malformed %s: %j', async (key, value) => {
    expect(await send({ traceparent, [key]: value })).not.toHaveProperty(key);
  });

  it('has a tracestate only with a traceparent', async () => {
    expect(await send({ tracestate: 'a=1' })).toEqual({ 'example.com/team': 'tea' });
  });

  it('is sent for a tool that was imported without a source', async () => {
    const { received, client } = await connectShop(undefined);
    await fromMcp({ name: 'find', inputSchema: { type: 'object' } }, client).exec({}, { meta: { traceparent } });
    expect(received).toMatchObject([{ traceparent }]);
  });
});
