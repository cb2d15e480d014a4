import { request } from 'node:http';
import { PassThrough } from 'node:stream';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Middleware, ToolContext, ToolEvent, Toolkit } from 'toolwright';
import { serveMcp } from 'toolwright/mcp/v2';
import { deferred, until } from '../../execution/waiting.js';
import { closeAfterTest } from './clients.js';
import { accept, answer, askCity, call, key, serve, textContent, toolkitWith } from './rounds.js';

const trip = async (ctx: ToolContext): Promise<string> => {
  return `from ${await askCity(ctx, 'From?')} to ${await askCity(ctx, 'To?')}`;
};

/** Serves a toolkit as two replicas behind a load balancer would. */
async function serveTwice(make: () => Toolkit): Promise<readonly [URL, URL]> {
  return [await serve(make()), await serve(make())];
}

describe('a call with replayed rounds', () => {
  it('is begun by one server and continued by another', async () => {
    const [a, b] = await serveTwice(() => toolkitWith(trip));
    const first = await call(a);
    expect(first.inputRequests).toMatchObject({ 'question-1': { params: { message: 'From?' } } });
    const second = await answer(b, first, { 'question-1': accept('Rome') });
    expect(second.inputRequests).toMatchObject({ 'question-2': { params: { message: 'To?' } } });
    const third = await answer(a, second, { 'question-2': accept('Oslo') });
    expect(third.result).toMatchObject(textContent('from Rome to Oslo'));
  });

  it('is answered by the official client', async () => {
    const received: unknown[] = [];
    const url = await serve(
      toolkitWith((ctx, args) => {
        received.push(args);
        return trip(ctx);
      }),
    );
    const client = new Client(
      { name: 'test', version: '1.0.0' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } }, capabilities: { elicitation: { form: {} } } },
    );
    const cities = ['Rome', 'Oslo'];
    client.setRequestHandler('elicitation/create', () => accept(cities.shift() ?? '') as { action: 'accept' });
    await client.connect(new StreamableHTTPClientTransport(url));
    closeAfterTest(() => client.close());
    expect(await client.callTool({ name: 'work', arguments: { from: 'x' } })).toMatchObject(
      textContent('from Rome to Oslo'),
    );
    // The schema of the tool forbids any other argument.
    expect(received).toEqual([{ from: 'x' }, { from: 'x' }, { from: 'x' }]);
  });

  it('receives its own answers, if the answers of two calls arrive crossed', async () => {
    const [a, b] = await serveTwice(() =>
      toolkitWith(async (ctx, { from }) => `${from} to ${await askCity(ctx, `From ${from} to?`)}`),
    );
    const [rome, oslo] = [{ arguments: { from: 'Rome' } }, { arguments: { from: 'Oslo' } }];
    const [first, second] = [await call(a, rome), await call(a, oslo)];
    const [toBern, toBonn] = [{ 'question-1': accept('Bern') }, { 'question-1': accept('Bonn') }];
    expect((await answer(b, second, toBonn, oslo)).result).toMatchObject(textContent('Oslo to Bonn'));
    expect((await answer(b, first, toBern, rome)).result).toMatchObject(textContent('Rome to Bern'));
    const crossed = await answer(b, second, toBonn, rome);
    expect(crossed.error).toMatchObject({ code: -32_602 });
  });

  it('asks the questions of one moment in one round, of its user, its model and its roots', async () => {
    const [a, b] = await serveTwice(() =>
      toolkitWith(async (ctx) => {
        const [city, { text }, [root]] = await Promise.all([askCity(ctx, 'Where?'), ctx.sample('Hi'), ctx.roots()]);
        return `${city} ${text} ${root?.uri}`;
      }),
    );
    const first = await call(a);
    expect(Object.values(first.inputRequests).map(({ method }) => method)).toEqual([
      'elicitation/create',
      'sampling/createMessage',
      'roots/list',
    ]);
    const sampled = { role: 'assistant', model: 'tiny', content: { type: 'text', text: 'Hello.' } };
    // A question that is not answered is asked again.
    const some = { 'question-1': accept('Rome'), 'question-3': { roots: [{ uri: 'file:///home' }] } };
    const second = await answer(b, first, some);
    expect(second.inputRequests).toEqual({ 'question-2': first.inputRequests['question-2'] });
    const third = await answer(a, second, { 'question-2': sampled });
    expect(third.result).toMatchObject(textContent('Rome Hello. file:///home'));
  });

  it('survives questions that the tool awaits one after another', async () => {
    const url = await serve(
      toolkitWith(async (ctx) => {
        const form = { type: 'object', properties: { city: { type: 'string' } } } as const;
        const [from, to] = [ctx.ask(form), ctx.ask(form)];
        return `${(await from).kind} ${(await to).kind}`;
      }),
    );
    const first = await call(url);
    expect(Object.keys(first.inputRequests)).toEqual(['question-1', 'question-2']);
    const last = await answer(url, first, { 'question-1': accept('Rome'), 'question-2': { action: 'decline' } });
    expect(last.result).toMatchObject(textContent('accept decline'));
  });

  it('uses an answer that arrives before its question, in every run', async () => {
    const [a, b] = await serveTwice(() =>
      toolkitWith(async (ctx) => {
        const [date, from] = [await askCity(ctx, 'When?'), await askCity(ctx, 'From?', 'from')];
        return `${date} ${from} ${await askCity(ctx, 'From?', 'from')}`;
      }),
    );
    const first = await call(a, { inputResponses: { from: accept('Oslo'), 'question-1': accept('today') } });
    expect(Object.keys(first.inputRequests)).toEqual(['question-1']);
    const early = { 'question-1': accept('today'), from: accept('Rome'), other: accept('Bonn') };
    const second = await answer(b, first, early);
    // The second question with a key is another question.
    expect(Object.keys(second.inputRequests)).toEqual(['question-2']);
    const third = await answer(a, second, { 'question-2': accept('Bern') });
    expect(third.result).toMatchObject(textContent('today Rome Bern'));
  });

  it('has the identity, the state and the call ID of its client in every run', async () => {
    const seen: unknown[] = [];
    const toolkit = toolkitWith(async (ctx) => {
      const { auth, meta, request, call: running } = ctx;
      const tenant = ctx.state.get('tenant');
      seen.push({ auth, tenant, meta, path: request?.path, isAborted: ctx.signal.aborted, id: running.id });
      return trip(ctx);
    });
    const url = await serve(toolkit, {
      authorization: { verify: (token) => ({ subject: token, auth: { user: token } }) },
      sessionState: (_, request) => ({ tenant: request?.headers['x-tenant'] }),
    });
    const headers = { authorization: 'Bearer ann', 'x-tenant': 'north' };
    const more = { headers, _meta: { 'example.com/turn': 7 } };
    await answer(url, await call(url, more), { 'question-1': accept('Rome') }, more);
    const meta = { 'example.com/turn': 7 };
    const own = { auth: { user: 'ann' }, tenant: 'north', meta, path: '/mcp', isAborted: false };
    expect(seen).toEqual([
      { ...own, id: expect.any(String) },
      { ...own, id: expect.any(String) },
    ]);
    const [first, second] = seen as readonly { readonly id: string }[];
    expect(second?.id).toBe(first?.id);
  });

  it('does not send progress and logs again', async () => {
    const [a, b] = await serveTwice(() =>
      toolkitWith(async function* (ctx) {
        ctx.log('info', 'begins');
        yield 'one ';
        yield `${await askCity(ctx, 'From?')} `;
        ctx.log('info', 'knows');
        yield `${await askCity(ctx, 'To?')} `;
        yield 'end';
      }),
    );
    const _meta = { progressToken: 'p', 'io.modelcontextprotocol/logLevel': 'info' };
    const sentBy = ({ sent }: Awaited<ReturnType<typeof call>>) =>
      sent.map(({ params }) => params.data ?? `${params.progress} ${params.message}`);
    const first = await call(a, { _meta });
    expect(sentBy(first)).toEqual(['begins', '1 one ']);
    const second = await answer(b, first, { 'question-1': accept('Rome') }, { _meta });
    expect(sentBy(second)).toEqual(['2 Rome ', 'knows']);
    const third = await answer(a, second, { 'question-2': accept('Oslo') }, { _meta });
    expect(sentBy(third)).toEqual(['3 Oslo ', '4 end']);
    expect(third.result).toMatchObject(textContent('one Rome Oslo end'));
  });

  it('cleans up and is neither failed nor recorded until it ends', async () => {
    const cleanUps: unknown[] = [];
    const events: ToolEvent[] = [];
    const run = async (ctx: ToolContext) => {
      try {
        return await trip(ctx);
      } finally {
        cleanUps.push((ctx.signal.reason as Error | undefined)?.name);
      }
    };
    const toolkit = toolkitWith(run, {}, { history: true });
    toolkit.events$.subscribe((event) => events.push(event));
    const url = await serve(toolkit);
    const first = await call(url);
    expect(toolkit.history?.size).toBe(0);
    const second = await answer(url, first, { 'question-1': accept('Rome') });
    await answer(url, second, { 'question-2': accept('Oslo') });
    expect(cleanUps).toEqual(['SuspendedError', 'SuspendedError', undefined]);
    expect(events.map(({ type }) => type)).toEqual([
      'started',
      'suspended',
      'started',
      'suspended',
      'started',
      'completed',
    ]);
    expect(new Set(events.map(({ callId }) => callId)).size).toBe(1);
    expect(toolkit.history?.toJSON()).toMatchObject([{ state: 'success', text: 'from Rome to Oslo' }]);
  });

  it('runs the middleware, the retries and the time limits in each round, and occupies no slot between them', async () => {
    const states: string[] = [];
    const watch: Middleware = async (_, next) => {
      const result = await next();
      states.push(`${result.success} ${result.error?.code} ${result.attempts}`);
      return result;
    };
    let runs = 0;
    const flaky = async (ctx: ToolContext) => {
      runs++;
      if (runs === 1) throw Object.assign(new Error('busy'), { status: 503 });
      return askCity(ctx, 'Where?');
    };
    const spec = { retry: { maxRetries: 1, delayMs: 1 }, timeoutMs: 60_000, concurrency: 1 };
    const toolkit = toolkitWith(flaky, spec).use(watch);
    const url = await serve(toolkit);
    const [first, other] = [await call(url), await call(url)];
    expect(Object.keys(other.inputRequests)).toEqual(['question-1']);
    const last = await answer(url, first, { 'question-1': accept('Rome') });
    expect(last.result).toMatchObject(textContent('Rome'));
    expect(states).toEqual(['false undefined 2', 'false undefined 1', 'true undefined 1']);
  });

  it('is cancelled with its connection while it is run again', async () => {
    const reasons: unknown[] = [];
    const running = deferred();
    const url = await serve(
      toolkitWith(async (ctx) => {
        await askCity(ctx, 'Where?');
        ctx.signal.addEventListener('abort', () => reasons.push((ctx.signal.reason as Error).name));
        running.resolve();
        await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve));
      }),
    );
    const { requestState } = await call(url);
    const socket = request(url, { method: 'POST', headers: rawHeaders }).on('error', () => undefined);
    socket.end(JSON.stringify(rawBody({ requestState, inputResponses: { 'question-1': accept('Rome') } })));
    await running.promise;
    socket.destroy();
    await until(() => reasons.length > 0);
    expect(reasons).toEqual(['InterruptedError']);
  });

  it('is run again over standard input and output only if rounds are replayed explicitly', async () => {
    const runsOf = async (options: { readonly rounds?: 'replayed' }): Promise<number> => {
      let runs = 0;
      const toolkit = toolkitWith((ctx) => {
        runs++;
        return askCity(ctx, 'Where?');
      });
      const [stdin, stdout] = [new PassThrough(), new PassThrough()];
      const serving = await serveMcp(toolkit, { transport: 'stdio', stdin, stdout, key, ...options });
      closeAfterTest(() => serving.close());
      const lines = stdout.iterator({ destroyOnReturn: false });
      const exchange = async (params: object): Promise<{ readonly result: { readonly requestState: string } }> => {
        stdin.write(`${JSON.stringify(rawBody(params))}\n`);
        return JSON.parse(String((await lines.next()).value)) as { result: { requestState: string } };
      };
      const { requestState } = (await exchange({})).result;
      const last = await exchange({ requestState, inputResponses: { 'question-1': accept('Rome') } });
      expect(last.result).toMatchObject(textContent('Rome'));
      return runs;
    };
    expect([await runsOf({}), await runsOf({ rounds: 'replayed' })]).toEqual([1, 2]);
  });
});

const rawHeaders = {
  accept: 'application/json, text/event-stream',
  'content-type': 'application/json',
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': 'work',
};

function rawBody(params: object): object {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
  };
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'work', arguments: {}, ...params, _meta } };
}
