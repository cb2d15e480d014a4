import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { AuthenticationError, secret, Toolkit, type ToolResult, ToolSpec } from 'toolwright';
import { type HeadersOption, type McpSource, type McpSourceOptions, mcpSource } from 'toolwright/mcp';
import * as v1 from 'toolwright/mcp/v1';
import * as v2 from 'toolwright/mcp/v2';
import { deferred, until } from '../../execution/waiting.js';
import { type Exchange, type Incoming, RawHttpServer } from './raw-http-server.js';
import { rawServer, sdks, useSources } from './servers.js';

const servers = { v1, v2 } as const;

/** A request that a server has received. */
interface Received {
  readonly method: string;
  readonly session: string;
  readonly user: string;
  readonly message: Incoming | undefined;
}

/** A server that records over which session and with which credentials each message has arrived. */
class RecordingServer extends RawHttpServer {
  readonly records: Received[] = [];
  /** Answers a call; by default with its text. */
  onCall: (message: Incoming, exchange: Exchange) => unknown = () => undefined;

  constructor() {
    super();
    this.first = ({ request }) => {
      if (request.method !== 'POST') this.#record(request, undefined);
      return false;
    };
    this.answer = (message, exchange) => {
      this.#record(exchange.request, message);
      return message.method === 'tools/call' ? this.onCall(message, exchange) : undefined;
    };
  }

  get calls(): readonly Received[] {
    return this.records.filter(({ method }) => method === 'tools/call');
  }

  /** Returns the users of each session, without the request that begins it. */
  usersBySession(): ReadonlyMap<string, ReadonlySet<string>> {
    const users = new Map<string, Set<string>>();
    for (const { session, user } of this.records) {
      if (session === '') continue;
      users.set(session, (users.get(session) ?? new Set()).add(user));
    }
    return users;
  }

  count(method: string, user?: string): number {
    return this.records.filter((one) => one.method === method && (user === undefined || one.user === user)).length;
  }

  #record({ headers, method }: Exchange['request'], message: Incoming | undefined): void {
    const user = String(headers.authorization ?? '').replace('Bearer token-of-', '');
    const session = String(headers['mcp-session-id'] ?? '');
    this.records.push({ method: message?.method ?? String(method), session, user, message });
  }
}

const bearerOf: HeadersOption = (call) => ({
  authorization: `Bearer token-of-${call === undefined ? 'source' : call.state.get('user')}`,
});

describe.each(sdks)('the headers of a source as a function, with the SDK %s', (sdk) => {
  const open = useSources(sdk);

  interface Bench {
    readonly server: RecordingServer;
    readonly source: McpSource;
    readonly toolkit: Toolkit;
    as(user: string, text?: string): Promise<ToolResult>;
  }

  async function connect(headers: HeadersOption = bearerOf, options: Partial<McpSourceOptions> = {}): Promise<Bench> {
    const server = await new RecordingServer().start();
    open.closeAfterTest(() => server.kill());
    const source = open.source({ transport: { url: server.url, headers }, ...options });
    const toolkit = new Toolkit({ history: true });
    await toolkit.registerSource(source);
    const as: Bench['as'] = (user, text = 'tea') => toolkit.execute('raw__echo', { text }, { state: { user } });
    return { server, source, toolkit, as };
  }

  /** Checks that every session has carried the messages of one user only. */
  function expectOneUserPerSession(server: RecordingServer): void {
    for (const users of server.usersBySession().values()) expect([...users]).toHaveLength(1);
  }

  it('are evaluated for each request, without a call for what the source itself sends', async () => {
    const { server, as } = await connect();
    expect((await as('ada')).data).toBe('tea');
    expect(server.records.find(({ method }) => method === 'tools/list')?.user).toBe('source');
    expect(server.count('tools/call', 'ada')).toBe(1);
    expect(new Set(server.records.map(({ user }) => user))).toEqual(new Set(['source', 'ada']));
  });

  it('give each identity its own session, also for concurrent calls', async () => {
    const { server, as } = await connect();
    const users = ['ada', 'bob', 'ada', 'eve', 'bob', 'ada'];
    const results = await Promise.all(users.map((user, at) => as(user, `text ${at}`)));
    expect(results.map(({ data }) => data)).toEqual(users.map((_, at) => `text ${at}`));
    expectOneUserPerSession(server);
    expect(server.usersBySession().size).toBe(4);
    expect(server.count('initialize', 'ada')).toBe(1);
    expect(server.count('tools/list')).toBe(1);
  });

  it('stay with their session after it was lost, and while the list is read again', async () => {
    const { server, source, as } = await connect();
    await Promise.all([as('ada'), as('bob')]);
    server.sessions.clear();
    const results = await Promise.all([as('ada', 'one'), source.specs(), as('bob', 'two')]);
    expect([results[0].data, results[2].data]).toEqual(['one', 'two']);
    expectOneUserPerSession(server);
    expect(server.usersBySession().size).toBe(6);
  });

  it('are of the caller whose call fails with 401, and of no other', async () => {
    const { server, as } = await connect();
    server.onCall = (_message, { request, response }) => {
      if (request.headers.authorization !== 'Bearer token-of-bob') return undefined;
      response.writeHead(401).end('token-of-bob has expired');
      return true;
    };
    const [ada, bob] = await Promise.all([as('ada'), as('bob')]);
    expect(ada.data).toBe('tea');
    expect(bob.error).toBeInstanceOf(AuthenticationError);
    expect(JSON.stringify(bob)).not.toContain('token-of');
    expectOneUserPerSession(server);
  });

  it('route progress and cancellation to the calls of their own session', async () => {
    const { server, toolkit } = await connect();
    const waiting = new Map<string, Exchange>();
    server.onCall = ({ params }, exchange) => {
      const { text } = params.arguments;
      waiting.set(text, exchange);
      const { progressToken } = params._meta;
      exchange.event({ method: 'notifications/progress', params: { progressToken, progress: 1, message: text } });
      return true;
    };
    const cancel = new AbortController();
    const progress: string[] = [];
    const onProgress =
      (user: string) =>
      ({ message }: { readonly message: string | undefined }): void =>
        void progress.push(`${user} ${message}`);
    const run = (user: string, signal?: AbortSignal): Promise<ToolResult> =>
      toolkit.execute('raw__echo', { text: user }, { state: { user }, signal, onProgress: onProgress(user) });
    const calls = [run('ada', cancel.signal), run('bob')];
    await until(() => progress.length === 2);
    expect(progress.sort()).toEqual(['ada ada', 'bob bob']);
    cancel.abort();
    expect((await calls[0])?.error?.code).toBe('interrupted');
    await until(() => server.count('notifications/cancelled') === 1);
    expect(server.count('notifications/cancelled', 'ada')).toBe(1);
    const bob = server.calls.find(({ user }) => user === 'bob');
    waiting.get('bob')?.event({ id: bob?.message?.id, result: { content: [{ type: 'text', text: 'done' }] } });
    waiting.get('bob')?.response.end();
    expect((await calls[1])?.data).toBe('done');
    expectOneUserPerSession(server);
  });

  it('let a handler see for which caller a server asks', async () => {
    const asked: unknown[] = [];
    const { server, as } = await connect(bearerOf, {
      elicit: async (params, { calls }) => {
        asked.push([params.message, calls.map((call) => call.state.get('user'))]);
        return { action: 'accept', content: { name: String(calls[0]?.state.get('user')) } };
      },
    });
    const open = new Map<string, { readonly exchange: Exchange; readonly id: number | undefined }>();
    server.onCall = ({ id, params }, exchange) => {
      const { text } = params.arguments;
      open.set(exchange.request.headers['mcp-session-id'] as string, { exchange, id });
      const requestedSchema = { type: 'object', properties: { name: { type: 'string' } } };
      exchange.event({ id: 9_000, method: 'elicitation/create', params: { message: text, requestedSchema } });
      return true;
    };
    const { answer } = server;
    server.answer = (message, exchange) => {
      const one = open.get(exchange.request.headers['mcp-session-id'] as string);
      const { id, result } = message as { readonly id?: number; readonly result?: { content: { name: string } } };
      if (id !== 9_000 || one === undefined) return answer(message, exchange);
      exchange.response.writeHead(202).end();
      one.exchange.event({ id: one.id, result: { content: [{ type: 'text', text: String(result?.content.name) }] } });
      one.exchange.response.end();
      return true;
    };
    const results = await Promise.all([as('ada', 'for ada'), as('bob', 'for bob')]);
    expect(results.map(({ data }) => data)).toEqual(['ada', 'bob']);
    expect(asked.sort()).toEqual([
      ['for ada', ['ada']],
      ['for bob', ['bob']],
    ]);
  });

  it('close the identity that has been idle for longest, and no identity in use', async () => {
    const { server, as } = await connect(bearerOf, { maxIdentities: 2 });
    await as('ada');
    await as('bob');
    await as('ada');
    await as('eve');
    await until(() => server.count('DELETE') === 1);
    expect(server.count('DELETE', 'bob')).toBe(1);
    const ends = new Map<string, () => void>();
    server.onCall = ({ params }, { json }) => {
      const { text } = params.arguments;
      ends.set(text, () => json({ content: [{ type: 'text', text }] }));
      return true;
    };
    const running = [as('ada', 'one'), as('eve', 'two')];
    await until(() => ends.size === 2);
    const refused = await as('bob', 'three');
    expect(refused.error).toMatchObject({
      code: 'rate_limit',
      message: "'raw' has running calls of 2 identities (maxIdentities).",
    });
    for (const end of ends.values()) end();
    expect((await Promise.all(running)).map(({ data }) => data)).toEqual(['one', 'two']);
    expect([server.count('DELETE', 'ada'), server.count('DELETE', 'eve')]).toEqual([0, 0]);
  });

  it('open a session for a renewed token, and the session of the old one is closed when it is idle', async () => {
    const { server, toolkit } = await connect(
      (call) => ({ authorization: `Bearer token-of-${call?.state.get('token') ?? 'source'}` }),
      { identityIdleMs: 50 },
    );
    for (const token of ['ada-1', 'ada-2']) await toolkit.execute('raw__echo', { text: 'tea' }, { state: { token } });
    expectOneUserPerSession(server);
    await until(() => server.count('DELETE') === 2);
    expect([server.count('DELETE', 'ada-1'), server.count('DELETE', 'ada-2')]).toEqual([1, 1]);
    expect(server.count('DELETE', 'source')).toBe(0);
  });

  it('close every session with the source', async () => {
    const { server, source, as } = await connect();
    await Promise.all([as('ada'), as('bob')]);
    await source.close();
    expect(
      server.records
        .filter(({ method }) => method === 'DELETE')
        .map(({ user }) => user)
        .sort(),
    ).toEqual(['ada', 'bob', 'source']);
    expect((await as('ada')).error?.message).toBe("The MCP source 'raw' is closed.");
  });

  it('appear in no error, event, progress or warning, even if the server repeats them', async () => {
    const { server, toolkit } = await connect(
      (call) => ({
        authorization: 'Bearer t0ken-of-ada',
        'x-key': secret(`key-of-${call === undefined ? 'us' : 'ada'}`),
      }),
      { elicit: () => ({ action: 'decline' }) },
    );
    const seen: unknown[] = [];
    toolkit.events$.subscribe((event) => seen.push(event));
    const log: unknown[] = [];
    server.onCall = ({ id, params }, { event, response }) => {
      const { progressToken } = params._meta;
      const message = 'Bearer t0ken-of-ada and key-of-ada';
      event({ method: 'notifications/progress', params: { progressToken, progress: 1, message } });
      event({ id, result: { isError: true, content: [{ type: 'text', text: `t0ken-of-ada: ${message}` }] } });
      response.end();
      return true;
    };
    const options = { state: { user: 'ada' }, onProgress: (one: unknown) => log.push(one) };
    const failed = await toolkit.execute('raw__echo', { text: 'tea' }, options);
    server.onCall = (_message, { response }) => response.writeHead(418).end('no t0ken-of-ada, no key-of-ada');
    const refused = await toolkit.execute('raw__echo', { text: 'tea' }, options);
    expect(failed.error?.message).toBe('[redacted]: [redacted] and [redacted]');
    expect(refused.error).toBeDefined();
    const shown = JSON.stringify([failed, refused, seen, log, open.warnings, toolkit.history]);
    expect(shown).toContain('[redacted]');
    expect(shown).not.toMatch(/t0ken|key-of/);
  });

  it('are sent neither by default nor in part: nothing of the caller leaves that is not named', async () => {
    const { server, toolkit } = await connect((call) => ({ 'x-user': call?.state.get('user') as string | undefined }));
    const headers: unknown[] = [];
    server.onCall = (_message, { request }) => void headers.push(request.rawHeaders);
    const auth = { token: 'caller-token' };
    await toolkit.execute('raw__echo', { text: 'tea' }, { state: { user: 'ada', key: 'caller-key' }, auth });
    expect(server.calls).toHaveLength(1);
    expect(JSON.stringify([headers, server.records])).not.toContain('caller-');
    expect(JSON.stringify(headers)).toContain('ada');
  });

  it.each([
    [{ 'mcp-session-id': 'v-1234' }, "returned 'mcp-session-id', which HTTP or the protocol sets"],
    [{ 'Content-Type': 'v-1234' }, "returned 'content-type', which HTTP or the protocol sets"],
    [{ Host: 'v-1234' }, "returned 'host'"],
    [{ Connection: 'v-1234' }, "returned 'connection'"],
    [{ 'Transfer-Encoding': 'v-1234' }, "returned 'transfer-encoding'"],
    [{ 'proxy-authorization': 'v-1234' }, "returned 'proxy-authorization'"],
    [{ 'v-1234\r\nx': 'v' }, 'a header whose name is not valid in HTTP'],
    [{ 'x-user': 'v-1234\r\nx-admin: 1' }, "a value for 'x-user' that is not valid in HTTP"],
    [{ 'x-user': ' v-1234' }, "a value for 'x-user'"],
    [{ 'x-user': 'v-1234 \u{1f375}' }, "a value for 'x-user'"],
    [{ 'x-user': ['v-1234'] }, "a value for 'x-user'"],
    [{ 'x-user': 'v-1234', 'X-User': 'v-1234' }, "the header 'x-user' twice"],
    ['v-1234', 'must return an object of headers'],
  ])('are validated: %j', async (returned, message) => {
    const { server, toolkit } = await connect((call) => (call === undefined ? {} : (returned as never)));
    const { error } = await toolkit.execute('raw__echo', { text: 'tea' });
    expect(error).toMatchObject({ code: 'definition', message: expect.stringContaining(message) });
    expect(error?.message).toMatch(/^mcpSource 'raw': transport\.headers\(\) /);
    expect(error?.message).not.toContain('v-1234');
    expect(server.calls).toEqual([]);
  });

  it('fail the call with a typed error, which is not retried, if the function fails', async () => {
    let evaluations = 0;
    const { server, as } = await connect(
      async (call) => {
        if (call === undefined) return {};
        evaluations++;
        throw Object.assign(new Error('token service at 10.0.0.7'), { code: 'ECONNREFUSED' });
      },
      { retry: { maxRetries: 3, delayMs: 1 } },
    );
    const { error } = await as('ada');
    expect(error).toMatchObject({
      code: 'execution',
      retryable: false,
      message: "mcpSource 'raw': transport.headers() failed.",
    });
    expect([evaluations, server.calls.length]).toEqual([1, 0]);
  });

  it('fail the connecting with a typed error if the function fails without a call', async () => {
    const server = await new RecordingServer().start();
    open.closeAfterTest(() => server.kill());
    const headers = (): never => {
      throw new Error('no token');
    };
    const source = open.source({ transport: { url: server.url, headers } });
    await expect(source.connect()).rejects.toMatchObject({
      code: 'execution',
      message: "mcpSource 'raw': transport.headers() failed.",
    });
  });

  it('are evaluated again for each request of the source itself', async () => {
    let count = 0;
    const { server, source } = await connect(() => ({ 'x-count': `count ${++count}` }));
    await source.specs();
    const before = count;
    await source.specs();
    expect(count).toBeGreaterThan(before);
    expect(server.count('initialize')).toBe(1);
  });

  it('are not sent to another origin to which the server redirects', async () => {
    const strayed: unknown[] = [];
    const other = createServer((request, response) => {
      strayed.push(request.headers['x-key']);
      response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    open.closeAfterTest(() => new Promise((resolve) => other.close(resolve)));
    const { port } = other.address() as { port: number };
    const { server, as } = await connect((call) => ({ 'x-key': String(call?.state.get('user')) }));
    server.onCall = (_message, { response }) =>
      response.writeHead(307, { location: `http://127.0.0.1:${port}/mcp` }).end();
    expect((await as('ada')).error).toBeDefined();
    expect(strayed.filter((key) => key !== undefined)).toEqual([]);
  });

  it('may not contain authorization if auth sets it', async () => {
    const server = await new RecordingServer().start();
    open.closeAfterTest(() => server.kill());
    const source = open.source({ transport: { url: server.url, headers: bearerOf, auth: 'token-of-us' } });
    await expect(source.connect()).rejects.toThrow("returned 'authorization', which auth sets");
  });

  it('are no longer waited for when the call is out of time', async () => {
    const { promise, resolve } = deferred<Record<string, string>>();
    const { server, as } = await connect((call) => (call === undefined ? {} : promise), { timeoutMs: 20 });
    expect((await as('ada')).error?.code).toBe('timeout');
    resolve({});
    await pause(5);
    expect(server.calls).toEqual([]);
  });
});

describe.each(sdks)('a server with authorization, with the SDK %s', (sdk) => {
  const open = useSources(sdk);

  it('receives the calls of each caller with its own credentials, and the answers of its own user', async () => {
    const served = new Toolkit();
    served.register(
      ToolSpec.create({
        name: 'greet',
        executor: {
          kind: 'test',
          execute: async (_args, ctx) => {
            ctx.progress(1, 2, `asking ${ctx.auth}`);
            const answer = await ctx.ask({ type: 'object', properties: { name: { type: 'string' } } });
            return `${ctx.auth} is ${JSON.stringify(answer)}`;
          },
        },
      }),
    );
    const serving = await servers[sdk].serveMcp(served, {
      transport: 'http',
      port: 0,
      authorization: { verify: (token) => ({ subject: token, auth: token.replace('token-of-', 'user ') }) },
    });
    open.closeAfterTest(() => serving.close());
    const toolkit = new Toolkit();
    await toolkit.registerSource(
      open.source({
        transport: { url: String(serving.url), headers: bearerOf },
        elicit: (_params, { calls }) => ({
          action: 'accept',
          content: { name: calls.map((call) => call.state.get('user')).join() },
        }),
      }),
    );
    const users = ['ada', 'bob', 'eve', 'kim'];
    const progress: string[] = [];
    const results = await Promise.all(
      users.map((user) =>
        toolkit.execute(
          'raw__greet',
          {},
          {
            state: { user },
            onProgress: ({ message }) => progress.push(`${user}: ${message}`),
          },
        ),
      ),
    );
    expect(results.map((result) => result.error ?? result.data)).toEqual(
      users.map((user) => `user ${user} is {"kind":"accept","data":{"name":"${user}"}}`),
    );
    expect(progress.sort()).toEqual(users.map((user) => `${user}: asking user ${user}`));
  });
});

describe('the options of headers and identities', () => {
  const url = 'http://127.0.0.1:9/mcp';

  it.each([
    [{ transport: { ...rawServer(), headers: () => ({}) } }, 'headers requires a transport with a url'],
    [{ transport: { url }, maxIdentities: 2 }, 'maxIdentities requires headers or auth to be a function'],
    [
      { transport: { url, headers: {} }, identityIdleMs: 2 },
      'identityIdleMs requires headers or auth to be a function',
    ],
    [{ transport: { url, headers: () => ({}) }, maxIdentities: 0 }, 'maxIdentities must be a number above 0'],
  ])('are rejected if they cannot work: %#', (options, message) => {
    expect(() => mcpSource({ name: 'raw', ...options } as McpSourceOptions)).toThrow(message);
  });
});
