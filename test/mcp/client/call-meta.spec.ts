import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { AuthenticationError, secret, Toolkit } from 'toolwright';
import { type McpSourceOptions, mcpSource, type OutgoingCall } from 'toolwright/mcp';
import { never } from '../../execution/waiting.js';
import { useSources } from './servers.js';

const open = useSources();

interface Shop {
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
  return { toolkit, received };
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
