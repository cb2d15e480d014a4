import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import {
  Client,
  type ClientOptions,
  InMemoryTransport,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { McpServer } from '@modelcontextprotocol/server';
import { MissingCapabilityError, type ToolContext, Toolkit, ToolSpec } from 'toolwright';
import type { McpHttpOptions } from 'toolwright/mcp';
import { attachMcp, serveMcp } from 'toolwright/mcp/v2';
import { root } from '../../support/repository.js';

const open = new Set<() => Promise<unknown>>();

afterEach(async () => {
  const closing = [...open].reverse();
  open.clear();
  for (const close of closing) await close();
});

function toolkitWith(run: (ctx: ToolContext) => unknown, more: Partial<Parameters<typeof ToolSpec.create>[0]> = {}) {
  const toolkit = new Toolkit();
  toolkit.register(
    ToolSpec.create({ name: 'work', executor: { kind: 'test', execute: (_, ctx) => run(ctx) }, ...more }),
  );
  return toolkit;
}

async function serve(toolkit: Toolkit, options: Omit<McpHttpOptions, 'transport'> = {}): Promise<URL> {
  const serving = await serveMcp(toolkit, { transport: 'http', port: 0, closeTimeoutMs: 100, ...options });
  open.add(() => serving.close());
  return new URL(String(serving.url));
}

async function connect(url: URL, options: ClientOptions = {}, headers: Record<string, string> = {}): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } }, ...options },
  );
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  open.add(() => client.close());
  return client;
}

interface PostedParams {
  readonly name: string;
  readonly arguments?: object;
  readonly _meta?: object;
  readonly inputResponses?: unknown;
}

/** Sends one request without a client. */
async function post(url: URL, call: { readonly id: number; readonly params: PostedParams }) {
  const message = { jsonrpc: '2.0', method: 'tools/call', ...call };
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': message.method,
      'mcp-name': call.params.name,
    },
    body: JSON.stringify(message),
  });
  type Body = { readonly result?: object; readonly error?: object };
  // A response that takes longer than 50 ms is a stream.
  const text = (await answer.text()).replace(/^event: message\ndata: /, '');
  return { status: answer.status, body: JSON.parse(text) as Body };
}

describe('serveMcp of toolwright/mcp/v2', () => {
  it('lists output schemas unchanged, and returns the data of calls unchanged', async () => {
    const outputSchema = { type: 'array', items: { type: 'number' } } as const;
    const client = await connect(await serve(toolkitWith(() => [1, 2], { outputSchema })));
    expect((await client.listTools()).tools).toMatchObject([{ name: 'work', outputSchema }]);
    expect(await client.callTool({ name: 'work', arguments: {} })).toMatchObject({
      content: [{ type: 'text', text: '[1,2]' }],
      structuredContent: [1, 2],
    });
  });

  it('responds to an unknown tool with a protocol error, and to a failing one with a result', async () => {
    const client = await connect(
      await serve(
        toolkitWith(() => {
          throw new TypeError('It broke.');
        }),
      ),
    );
    await expect(client.callTool({ name: 'nothing', arguments: {} })).rejects.toMatchObject({ code: -32_602 });
    expect(await client.callTool({ name: 'work', arguments: {} })).toMatchObject({
      isError: true,
      content: [{ text: 'It broke.' }],
    });
  });

  it('reports each chunk', async () => {
    const client = await connect(
      await serve(
        toolkitWith(async function* words() {
          yield 'one ';
          yield 'two';
        }),
      ),
    );
    const notifications: unknown[] = [];
    const result = await client.callTool(
      { name: 'work', arguments: {} },
      { onprogress: (one) => notifications.push(one) },
    );
    expect(result).toMatchObject({ content: [{ text: 'one two' }] });
    expect(notifications).toMatchObject([
      { progress: 1, message: 'one ' },
      { progress: 2, message: 'two' },
    ]);
  });

  it('reports progress and chunks with values that increase', async () => {
    const client = await connect(
      await serve(
        toolkitWith(async function* words(ctx) {
          for (const value of [1, 1, 2]) {
            ctx.progress(value);
            yield `at ${value}`;
          }
        }),
      ),
    );
    const values: number[] = [];
    await client.callTool({ name: 'work', arguments: {} }, { onprogress: ({ progress }) => values.push(progress) });
    expect(values).toEqual([1, 1.000001, 1.000002, 1.000003, 2, 2.000002]);
  });

  it('sends log messages to a client that asks for them', async () => {
    const url = await serve(
      toolkitWith((ctx) => {
        ctx.log('debug', 'looked');
        ctx.log('warn', 'odd');
        return 'done';
      }),
    );
    const client = await connect(url);
    const notifications: unknown[] = [];
    client.setNotificationHandler('notifications/message', ({ params }) => void notifications.push(params));
    await client.callTool({ name: 'work', arguments: {} });
    expect(notifications).toEqual([]);
    const _meta = { 'io.modelcontextprotocol/logLevel': 'info' };
    await client.callTool({ name: 'work', arguments: {}, _meta });
    expect(notifications).toEqual([{ level: 'warning', data: 'odd', logger: 'work' }]);
  });

  it.each([
    ['the default server', {}],
    ['an McpServer', { server: () => new McpServer({ name: 'library', version: '1.0.0' }) }],
  ])('compares arguments with the headers that repeat them, with %s', async (_, options) => {
    const inputSchema = {
      type: 'object',
      properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
    } as const;
    const url = await serve(
      toolkitWith(() => 'done', { inputSchema }),
      options,
    );
    const client = await connect(url);
    await client.listTools();
    const result = await client.callTool({ name: 'work', arguments: { region: 'north' } });
    expect(result.content).toEqual([{ type: 'text', text: 'done' }]);
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const params = { name: 'work', arguments: { region: 'north' }, _meta };
    const { status, body } = await post(url, { id: 1, params });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: -32_020, message: expect.stringContaining('Region') });
  });

  it('attaches tools to a server with its own prompts', async () => {
    const url = await serve(
      toolkitWith(() => 'done'),
      {
        server: () => {
          const server = new McpServer({ name: 'library', version: '1.0.0' });
          server.registerPrompt('hi', {}, () => ({ messages: [] }));
          return server;
        },
      },
    );
    const client = await connect(url);
    expect((await client.listPrompts()).prompts).toHaveLength(1);
    expect((await client.callTool({ name: 'work', arguments: {} })).content).toEqual([{ type: 'text', text: 'done' }]);
  });

  it.each<[string, () => McpServer, string]>([
    [
      'has its own tools',
      () => {
        const server = new McpServer({ name: 'library', version: '1.0.0' });
        server.registerTool('own', {}, async () => ({ content: [] }));
        return server;
      },
      'the server has its own tools',
    ],
    [
      'is not a server of the SDK',
      () => ({ connect: async () => {}, close: async () => {} }) as unknown as McpServer,
      'requires a Server',
    ],
  ])('does not attach to a server that %s', async (_, make, words) => {
    await expect(attachMcp(new Toolkit(), make())).rejects.toThrow(words);
  });

  it('stops a tool whose client has disconnected', async () => {
    const abort = new AbortController();
    let cleaned: (() => void) | undefined;
    const isClean = new Promise<void>((resolve) => {
      cleaned = resolve;
    });
    const client = await connect(
      await serve(
        toolkitWith(async function* count() {
          try {
            for (let count = 0; ; count++) yield `${count} `;
          } finally {
            cleaned?.();
          }
        }),
      ),
    );
    const options = { signal: abort.signal, onprogress: () => abort.abort() };
    client.callTool({ name: 'work', arguments: {} }, options).catch(() => undefined);
    await expect(isClean).resolves.toBeUndefined();
  });

  it('rejects foreign origins like every SDK', async () => {
    const url = await serve(toolkitWith(() => 1));
    const answer = await fetch(url, { method: 'POST', headers: { origin: 'https://evil.example' } });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ error: { message: 'Invalid Origin header.' } });
  });

  it('rejects clients of older versions with its own version', async () => {
    const url = await serve(toolkitWith(() => 1));
    const body = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
    };
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(await answer.text()).toContain('2026-07-28');
  });

  describe('with a tool that asks the client', () => {
    const form = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } as const;

    async function connectAnswering(answers: readonly object[], run: (ctx: ToolContext) => unknown): Promise<Client> {
      const left = [...answers];
      const client = await connect(await serve(toolkitWith(run)), {
        capabilities: { elicitation: { form: {} }, sampling: {}, roots: {} },
      });
      client.setRequestHandler('elicitation/create', () => left.shift() as { action: 'accept' });
      client.setRequestHandler('sampling/createMessage', () => ({
        role: 'assistant',
        model: 'tiny',
        content: { type: 'text', text: 'Hello.' },
      }));
      client.setRequestHandler('roots/list', () => ({ roots: [{ uri: 'file:///home' }] }));
      return client;
    }

    it('asks in multiple round trips, and resumes the call', async () => {
      let runs = 0;
      const client = await connectAnswering(
        [
          { action: 'accept', content: { city: 'Rome' } },
          { action: 'accept', content: { city: 'Oslo' } },
        ],
        async (ctx) => {
          runs++;
          const from = await ctx.ask<{ city: string }>(form, { message: 'From where?' });
          const to = await ctx.ask<{ city: string }>(form, { message: 'Where to?' });
          return from.kind === 'accept' && to.kind === 'accept' && `${from.data.city} to ${to.data.city}`;
        },
      );
      expect((await client.callTool({ name: 'work', arguments: {} })).content).toEqual([
        { type: 'text', text: 'Rome to Oslo' },
      ]);
      expect(runs).toBe(1);
    });

    it('asks several questions in one round trip', async () => {
      const client = await connectAnswering([], async (ctx) => {
        const [sampled, roots] = await Promise.all([ctx.sample('Hi'), ctx.roots()]);
        return `${sampled.text} ${roots[0]?.uri}`;
      });
      expect((await client.callTool({ name: 'work', arguments: {} })).content).toEqual([
        { type: 'text', text: 'Hello. file:///home' },
      ]);
    });

    it('uses the keys that the tool sets for its questions', async () => {
      const notifications: unknown[] = [];
      const client = await connect(
        await serve(
          toolkitWith(async (ctx) => {
            const asked = [ctx.ask(form, { key: 'from' }), ctx.ask(form, { key: 'to' }), ctx.ask(form, { key: 'to' })];
            return (await Promise.all(asked)).map((answer) => answer.kind);
          }),
        ),
        { capabilities: { elicitation: { form: {} } }, inputRequired: { autoFulfill: false } },
      );
      notifications.push(await client.callTool({ name: 'work', arguments: {} }, { allowInputRequired: true }));
      const { inputRequests } = notifications[0] as { readonly inputRequests: object };
      expect(Object.keys(inputRequests)).toEqual(['from', 'to', 'question-1']);
    });

    it('uses an answer that arrives before its question once, and ignores other answers', async () => {
      const client = await connect(
        await serve(
          toolkitWith(async (ctx) => {
            const from = await ctx.ask<{ city: string }>(form, { key: 'from' });
            const to = await ctx.ask<{ city: string }>(form, { key: 'from' });
            return from.kind === 'accept' && to.kind === 'accept' && `${from.data.city} to ${to.data.city}`;
          }),
        ),
        { capabilities: { elicitation: { form: {} } }, inputRequired: { autoFulfill: false } },
      );
      const call = (inputResponses: object, more: object = {}) => {
        const request = { name: 'work', arguments: {}, inputResponses, ...more } as { name: string };
        return client.callTool(request, { allowInputRequired: true }) as Promise<{ readonly requestState?: string }>;
      };
      const accept = (city: string) => ({ action: 'accept', content: { city } });
      const asked = await call({ from: accept('Rome'), weather: accept('fair') });
      expect(asked).toMatchObject({ inputRequests: { from: { method: 'elicitation/create' } } });
      const { requestState } = asked;
      expect(await call({ from: accept('Oslo') }, { requestState })).toMatchObject({
        content: [{ text: 'Rome to Oslo' }],
      });
    });

    it.each([[{ from: 12 }], [{ from: null }], [null], ['Rome']])('asks when the answers are %j', async (answers) => {
      const url = await serve(toolkitWith((ctx) => ctx.ask(form, { key: 'from' })));
      const _meta = {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
      };
      const params = { name: 'work', arguments: {}, _meta, inputResponses: answers };
      const { body } = await post(url, { id: 1, params });
      // The SDK rejects some of them itself.
      if (body.error === undefined) expect(body.result).toMatchObject({ resultType: 'input_required' });
      else expect(body.error).toMatchObject({ code: -32_602 });
    });

    it.each([
      ['elicitation', (ctx: ToolContext) => ctx.ask(form)],
      ['sampling', (ctx: ToolContext) => ctx.sample('Hi')],
      ['roots', (ctx: ToolContext) => ctx.roots()],
    ])('rejects a call that requires the undeclared capability %s', async (capability, run) => {
      const url = await serve(toolkitWith(run));
      const _meta = {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
      };
      const params = { name: 'work', arguments: {}, _meta };
      const { status, body } = await post(url, { id: 7, params });
      expect(status).toBe(400);
      expect(body).toMatchObject({
        id: 7,
        error: { code: -32_021, data: { requiredCapabilities: { [capability]: {} } } },
      });
    });

    it('rejects a call that requires a form when the client only opens URLs', async () => {
      const url = await serve(toolkitWith((ctx) => ctx.ask(form)));
      const _meta = {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': { elicitation: { url: {} } },
      };
      const params = { name: 'work', arguments: {}, _meta };
      const { status, body } = await post(url, { id: 7, params });
      expect({ status, body }).toMatchObject({ status: 400, body: { id: 7, error: { code: -32_021 } } });
    });

    it('runs a tool that handles a missing capability itself', async () => {
      const client = await connect(
        await serve(
          toolkitWith(async (ctx) => {
            try {
              return (await ctx.sample('Hi')).text;
            } catch (error) {
              return error instanceof MissingCapabilityError && `without ${error.capability}`;
            }
          }),
        ),
      );
      expect((await client.callTool({ name: 'work', arguments: {} })).content).toEqual([
        { type: 'text', text: 'without sample' },
      ]);
    });

    it('rejects a state that it has not signed', async () => {
      const client = await connectAnswering([{ action: 'decline' }], (ctx) => ctx.ask(form));
      const request = { name: 'work', arguments: {}, requestState: 'v1.e30.AAAA' };
      await expect(client.callTool(request)).rejects.toMatchObject({ code: -32_602 });
    });
  });

  it('passes the identity of a token to the tools, and restricts a waiting call to its owner', async () => {
    const tokens: Record<string, { subject: string }> = { a: { subject: 'ann' }, b: { subject: 'bob' } };
    const form = { type: 'object', properties: { city: { type: 'string' } } } as const;
    const toolkit = toolkitWith(async (ctx) => {
      const answer = await ctx.ask<{ city: string }>(form);
      return answer.kind === 'accept' && `${(ctx.auth as { subject: string }).subject} to ${answer.data.city}`;
    });
    const url = await serve(toolkit, { authorization: { verify: (token) => tokens[token] } });
    const manual: ClientOptions = {
      capabilities: { elicitation: { form: {} } },
      inputRequired: { autoFulfill: false },
    };
    const ann = await connect(url, manual, { authorization: 'Bearer a' });
    const bob = await connect(url, manual, { authorization: 'Bearer b' });
    const call = { name: 'work', arguments: {} };
    const asked = (await ann.callTool(call, { allowInputRequired: true })) as unknown as {
      readonly inputRequests: Readonly<Record<string, unknown>>;
      readonly requestState: string;
    };
    const [question = ''] = Object.keys(asked.inputRequests);
    const retry = {
      ...call,
      inputResponses: { [question]: { action: 'accept', content: { city: 'Rome' } } },
      requestState: asked.requestState,
    } as typeof call;
    await expect(bob.callTool(retry)).rejects.toMatchObject({
      code: -32_602,
      message: expect.stringContaining('no longer waits for answers'),
    });
    expect((await ann.callTool(retry)).content).toEqual([{ type: 'text', text: 'ann to Rome' }]);
    // The call has ended, so its state is no longer valid.
    await expect(ann.callTool(retry)).rejects.toMatchObject({ code: -32_602 });
  });

  describe('with more waiting calls than its limits admit', () => {
    const form = { type: 'object', properties: { city: { type: 'string' } } } as const;
    const inputSchema = { type: 'object', properties: { text: { type: 'string' } } } as const;
    type Asked = { readonly requestState: string; readonly inputRequests: Readonly<Record<string, unknown>> };

    /** Serves a tool that asks, and returns a function that begins or continues one of its calls. */
    async function serveAsking(options: Omit<McpHttpOptions, 'transport'> = {}) {
      const ended: unknown[] = [];
      const toolkit = toolkitWith(
        async (ctx) => {
          ctx.signal.addEventListener('abort', () => ended.push((ctx.call.input as { text: string }).text));
          const answer = await ctx.ask<{ city: string }>(form);
          return answer.kind === 'accept' ? answer.data.city : answer.kind;
        },
        { inputSchema },
      );
      const verify = (token: string) => ({ subject: token });
      const url = await serve(toolkit, { authorization: { verify, anonymous: true }, ...options });
      const connectAs = async (token: string | undefined) => {
        const client = await connect(
          url,
          { capabilities: { elicitation: { form: {} } }, inputRequired: { autoFulfill: false } },
          token === undefined ? {} : { authorization: `Bearer ${token}` },
        );
        const call = (text: string, more: object = {}) => {
          const request = { name: 'work', arguments: { text }, ...more };
          return client.callTool(request, { allowInputRequired: true }) as Promise<unknown>;
        };
        const begin = (text: string) => call(text) as Promise<Asked>;
        const answer = (text: string, { requestState, inputRequests }: Asked, city = 'Rome') => {
          const [key = ''] = Object.keys(inputRequests);
          const inputResponses = { [key]: { action: 'accept', content: { city } } };
          return call(text, { requestState, inputResponses });
        };
        return { begin, answer };
      };
      return { connectAs, ended };
    }

    it.each([['bob'], [undefined]])('ends the oldest call of %p, and no call of another client', async (token) => {
      const { connectAs, ended } = await serveAsking({ waitingCalls: { maxPerClient: 2 } });
      const [ann, bob] = [await connectAs('ann'), await connectAs(token)];
      const mine = await ann.begin('ann');
      const [first, second, third] = [await bob.begin('1'), await bob.begin('2'), await bob.begin('3')];
      await expect(bob.answer('1', first)).rejects.toMatchObject({
        code: -32_000,
        message: expect.stringContaining('too many calls were waiting (waitingCalls.maxPerClient: 2). Call again.'),
        data: {
          'toolwright/error': {
            code: 'rate_limit',
            retryable: true,
            details: { limit: 'waitingCalls.maxPerClient', value: 2 },
          },
        },
      });
      expect(ended).toEqual(['1']);
      const rome = { content: [{ type: 'text', text: 'Rome' }] };
      expect(await bob.answer('2', second)).toMatchObject(rome);
      expect(await bob.answer('3', third)).toMatchObject(rome);
      expect(await ann.answer('ann', mine)).toMatchObject(rome);
    });

    it('has 16 waiting calls of one client by default', async () => {
      const { connectAs, ended } = await serveAsking();
      const ann = await connectAs('ann');
      for (let count = 0; count < 18; count++) await ann.begin(`${count}`);
      expect(ended).toEqual(['0', '1']);
    });

    it('ends the oldest call of all clients', async () => {
      const { connectAs, ended } = await serveAsking({ waitingCalls: { maxCalls: 2 } });
      for (const name of ['ann', 'bob', 'carl']) await (await connectAs(name)).begin(name);
      expect(ended).toEqual(['ann']);
    });

    it('ends the oldest calls that are too large together, and one that is too large alone at once', async () => {
      const { connectAs, ended } = await serveAsking({ waitingCalls: { maxBytes: 10_000 } });
      const [ann, bob] = [await connectAs('ann'), await connectAs('bob')];
      await ann.begin('a'.repeat(6_000));
      await expect(ann.begin('l'.repeat(10_000))).rejects.toMatchObject({
        data: { 'toolwright/error': { details: { limit: 'waitingCalls.maxBytes' } } },
      });
      expect(ended).toEqual(['l'.repeat(10_000)]);
      await bob.begin('b'.repeat(6_000));
      expect(ended).toEqual(['l'.repeat(10_000), 'a'.repeat(6_000)]);
    });

    it('counts answers that no question has used', async () => {
      const { connectAs, ended } = await serveAsking({ waitingCalls: { maxBytes: 10_000 } });
      const ann = await connectAs('ann');
      const asked = await ann.begin('1');
      const unused = { inputRequests: { other: {} }, requestState: asked.requestState };
      await expect(ann.answer('1', unused)).resolves.toMatchObject({ resultType: 'input_required' });
      expect(ended).toEqual([]);
      await expect(ann.answer('1', unused, 'x'.repeat(10_000))).rejects.toMatchObject({ code: -32_000 });
      expect(ended).toEqual(['1']);
    });

    it.each<[object, string]>([
      [{ maxCalls: 0 }, 'waitingCalls.maxCalls must be a number above 0, not 0.'],
      [{ maxPerCleint: 1 }, "waitingCalls: there is no option 'maxPerCleint'. Did you mean 'maxPerClient'?"],
    ])('rejects the limits %j', async (waitingCalls, message) => {
      await expect(serveMcp(new Toolkit(), { transport: 'http', port: 0, waitingCalls })).rejects.toThrow(message);
    });

    it('survives 250 waiting calls with arguments of 1 MB in a process with 160 MB', async () => {
      const code = `import { Toolkit, ToolSpec } from 'toolwright';
        import { serveMcp } from 'toolwright/mcp/v2';
        const toolkit = new Toolkit();
        const form = { type: 'object', properties: { city: { type: 'string' } } };
        const executor = { kind: 'test', execute: (_, ctx) => ctx.ask(form) };
        const inputSchema = { type: 'object', properties: { text: { type: 'string' } } };
        toolkit.register(ToolSpec.create({ name: 'work', inputSchema, executor }));
        console.log((await serveMcp(toolkit, { transport: 'http', port: 0 })).url);`;
      const args = ['--max-old-space-size=160', '--input-type=module', '-e', code];
      const server = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] });
      open.add(async () => void server.kill());
      const [line] = (await once(server.stdout, 'data')) as [Buffer];
      const url = new URL(String(line).trim());
      const _meta = {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
      };
      for (let id = 0; id < 250; id++) {
        const text = String(id).padEnd(1_000_000, 'x');
        const { body } = await post(url, { id, params: { name: 'work', arguments: { text }, _meta } });
        expect(body.result).toMatchObject({ resultType: 'input_required' });
      }
      expect(server.exitCode).toBeNull();
    });
  });

  it('asks again questions that have not been answered', async () => {
    const form = { type: 'object', properties: { city: { type: 'string' } } } as const;
    const url = await serve(toolkitWith((ctx) => ctx.ask(form)));
    const client = await connect(url, {
      capabilities: { elicitation: { form: {} } },
      inputRequired: { autoFulfill: false },
    });
    type Asked = { readonly inputRequests: object; readonly requestState: string };
    const call = (more: object) => {
      return client.callTool({ name: 'work', arguments: {}, ...more }, { allowInputRequired: true });
    };
    const first = (await call({})) as unknown as Asked;
    const second = (await call({ requestState: first.requestState, inputResponses: {} })) as unknown as Asked;
    expect(second.inputRequests).toEqual(first.inputRequests);
  });

  it('asks the user before it runs a tool that needs approval', async () => {
    const client = await connect(await serve(toolkitWith(() => 'done', { needsApproval: true })), {
      capabilities: { elicitation: { form: {} } },
    });
    client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { approve: true } }));
    expect((await client.callTool({ name: 'work', arguments: {} })).content).toEqual([{ type: 'text', text: 'done' }]);
  });

  it('notifies a subscribed client of changes to the list', async () => {
    const toolkit = toolkitWith(() => 1);
    const client = await connect(await serve(toolkit));
    const changed = new Promise<void>((resolve) => {
      client.setNotificationHandler('notifications/tools/list_changed', () => resolve());
    });
    const listening = await client.listen({ toolsListChanged: true });
    toolkit.register(function another() {});
    await changed;
    await listening.close();
    expect((await client.listTools()).tools).toHaveLength(2);
  });

  describe('over standard input and output', () => {
    it('serves its parent process, and notifies a subscribed client of changes', async () => {
      const code = `import { Toolkit } from 'toolwright';
        import { serveMcp } from 'toolwright/mcp/v2';
        const toolkit = new Toolkit();
        toolkit.register(async function* words() { yield 'one '; yield 'two'; });
        toolkit.register(function grow() { toolkit.register(function another() {}); });
        await serveMcp(toolkit, { transport: 'stdio' });`;
      const options: ClientOptions = { versionNegotiation: { mode: { pin: '2026-07-28' } } };
      const client = new Client({ name: 'test', version: '1.0.0' }, options);
      const args = ['--input-type=module', '-e', code];
      await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: root }));
      open.add(() => client.close());
      const called = await client.callTool({ name: 'words', arguments: {} });
      expect(called.content).toEqual([{ type: 'text', text: 'one two' }]);
      const changed = new Promise<void>((resolve) => {
        client.setNotificationHandler('notifications/tools/list_changed', () => resolve());
      });
      await client.listen({ toolsListChanged: true });
      await client.callTool({ name: 'grow', arguments: {} });
      await changed;
      expect((await client.listTools()).tools).toHaveLength(3);
    }, 60_000);

    it('accepts any streams, and ends with them', async () => {
      const [stdin, stdout] = [new PassThrough(), new PassThrough()];
      const toolkit = toolkitWith((ctx) => `for ${String(ctx.auth)}`);
      const serving = await serveMcp(toolkit, { transport: 'stdio', auth: 'ann', stdin, stdout });
      const _meta = {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1.0.0' },
        'io.modelcontextprotocol/clientCapabilities': {},
      };
      const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'work', arguments: {}, _meta } };
      stdin.write(`${JSON.stringify(call)}\n`);
      const [line] = (await once(stdout, 'data')) as [Buffer];
      expect(JSON.parse(String(line))).toMatchObject({ id: 1, result: { content: [{ text: 'for ann' }] } });
      stdin.end();
      await expect(serving.closed).resolves.toBeUndefined();
    });
  });

  it('attaches tools once to a server that is connected manually', async () => {
    const server = new McpServer({ name: 'library', version: '1.0.0' });
    const outputSchema = { type: 'array', items: { type: 'number' } } as const;
    const attachment = await attachMcp(
      toolkitWith(() => [1, 2], { outputSchema }),
      server,
    );
    const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
    // Two peers that are connected manually negotiate an older version.
    const client = new Client({ name: 'test', version: '1.0.0' });
    await Promise.all([server.connect(serverSide), client.connect(clientSide)]);
    open.add(() => client.close());
    await client.listTools();
    expect(await client.callTool({ name: 'work', arguments: {} })).toMatchObject({
      content: [{ type: 'text', text: '[1,2]' }],
      structuredContent: { result: [1, 2] },
    });
    await expect(attachMcp(new Toolkit(), server)).rejects.toThrow('is already connected');
    await attachment.close();
    await expect(client.callTool({ name: 'work', arguments: {} })).rejects.toMatchObject({ code: -32_000 });
  });
});
