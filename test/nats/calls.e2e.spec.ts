import { lastValueFrom, toArray } from 'rxjs';
import {
  type CallOptions,
  type JsonSchema,
  secret,
  type ToolContext,
  Toolkit,
  type ToolResponse,
  ToolSpec,
} from 'toolwright';
import {
  type NatsServing,
  type NatsSourceOptions,
  natsSource,
  type ServeNatsOptions,
  serveNats,
} from 'toolwright/nats';
import { until } from '../execution/waiting.js';
import { type NatsServer, startNatsServer } from '../support/nats-server.mjs';

let server: NatsServer;
let count = 0;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  server = await startNatsServer();
});

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

afterAll(() => server.stop());

const inputSchema = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] } as const;

interface Definition {
  readonly name?: string;
  readonly description?: string;
  readonly version?: string;
  readonly outputSchema?: JsonSchema;
  readonly idempotent?: boolean;
}

function define(run: (text: string, ctx: ToolContext) => unknown, definition: Definition = {}): Toolkit {
  const toolkit = new Toolkit();
  toolkit.register(specOf(run, definition));
  return toolkit;
}

function specOf(
  run: (text: string, ctx: ToolContext) => unknown,
  { name = 'brew', ...definition }: Definition,
): ToolSpec {
  return ToolSpec.create({
    name,
    inputSchema,
    ...definition,
    executor: { kind: 'native', execute: ({ text }, ctx) => run(String(text), ctx) },
  });
}

async function serve(toolkit: Toolkit, options: ServeNatsOptions): Promise<NatsServing> {
  const serving = await serveNats(toolkit, { servers: server.url, ...options });
  closing.push(() => serving.close());
  return serving;
}

async function connect(options: NatsSourceOptions): Promise<Toolkit> {
  const toolkit = new Toolkit();
  const source = natsSource({ servers: server.url, ...options });
  await toolkit.registerSource(source);
  closing.push(() => toolkit.removeSource(source.name));
  return toolkit;
}

/** Returns a prefix that no other test uses. */
function prefix(): string {
  return `test-${++count}`;
}

/** Serves the tools of a toolkit, and returns a toolkit that imports them. */
async function link(
  worker: Toolkit,
  { served, imported }: { readonly served?: ServeNatsOptions; readonly imported?: NatsSourceOptions } = {},
): Promise<Toolkit> {
  const subject = prefix();
  await serve(worker, { subject, ...served });
  return connect({ subject, ...imported });
}

function respond(toolkit: Toolkit, text: string, options?: CallOptions): Promise<ToolResponse[]> {
  return lastValueFrom(toolkit.callTool({ name: 'brew', input: { text } }, options).pipe(toArray()));
}

describe('natsSource', () => {
  it('follows the tools of workers as they appear, change and disappear', async () => {
    const subject = prefix();
    const toolkit = await connect({ subject });
    const names = (): readonly string[] => toolkit.list().map(({ name, description }) => `${name}: ${description}`);
    expect(names()).toEqual([]);
    const worker = define((text) => text, { description: 'Brews.' });
    const serving = await serve(worker, { subject });
    await until(() => names().length === 1);
    expect(names()).toEqual(['brew: Brews.']);
    worker.register(specOf((text) => text, { name: 'pour', description: 'Pours.' }));
    await until(() => names().length === 2);
    expect(names()).toEqual(['brew: Brews.', 'pour: Pours.']);
    await serving.close();
    await until(() => names().length === 0);
    expect(names()).toEqual([]);
  });

  it('calls the definition that most workers serve during a rollout', async () => {
    const subject = prefix();
    const older = await serve(
      define(() => 'old', { description: 'Old.' }),
      { subject },
    );
    await serve(
      define(() => 'old', { description: 'Old.' }),
      { subject },
    );
    await serve(
      define(() => 'new', { description: 'New.' }),
      { subject },
    );
    const toolkit = await connect({ subject });
    expect(toolkit.get('brew')?.description).toBe('Old.');
    expect((await toolkit.execute('brew', { text: 'tea' })).data).toBe('old');
    await serve(
      define(() => 'new', { description: 'New.' }),
      { subject },
    );
    await older.close();
    await until(() => toolkit.get('brew')?.description === 'New.');
    expect((await toolkit.execute('brew', { text: 'tea' })).data).toBe('new');
  });

  it('calls each of several tools with similar names', async () => {
    const names = ['a-b', 'a_b', 'A_b', 'a__b'];
    const worker = new Toolkit();
    worker.register(names.map((name) => specOf(() => name, { name })));
    const toolkit = await link(worker);
    const results = await Promise.all(names.map((name) => toolkit.execute(name, { text: '' })));
    expect(results.map(({ data }) => data)).toEqual(names);
  });

  it('isolates the tools of another prefix', async () => {
    const one = await link(define(() => 'one'));
    const other = await link(define(() => 'other'));
    const results = await Promise.all([one.execute('brew', { text: '' }), other.execute('brew', { text: '' })]);
    expect(results.map(({ data }) => data)).toEqual(['one', 'other']);
  });

  it('shares the calls among the workers of a queue group, and sends those of another group only there', async () => {
    const subject = prefix();
    const calls = new Map<string, number>();
    const worker = (id: string, name: string): Toolkit =>
      define(() => void calls.set(id, (calls.get(id) ?? 0) + 1), { name });
    await serve(worker('one', 'brew'), { subject });
    await serve(worker('two', 'brew'), { subject });
    await serve(worker('gpu', 'render'), { subject, queue: 'gpu' });
    const toolkit = await connect({ subject });
    const names = Array.from({ length: 90 }, (_, at) => (at % 3 === 0 ? 'render' : 'brew'));
    const results = await Promise.all(names.map((name) => toolkit.execute(name, { text: '' })));
    expect(results.every(({ success }) => success)).toBe(true);
    expect([...calls.keys()].sort()).toEqual(['gpu', 'one', 'two']);
    expect([...calls.values()].reduce((sum, one) => sum + one)).toBe(90);
    expect(calls.get('gpu')).toBe(30);
  });

  it('reports a server that does not answer with its host, and what to start', async () => {
    const toolkit = new Toolkit();
    const source = natsSource({ servers: { servers: 'nats://user:hunter2@127.0.0.1:1', timeout: 500 } });
    await expect(toolkit.registerSource(source)).rejects.toMatchObject({
      code: 'network',
      message: expect.stringMatching(
        /^No NATS server accepts a connection at nats:\/\/127\.0\.0\.1:1.*Start one: nats-server\.$/,
      ),
    });
  });

  it.each([
    ['an unknown option', { servres: '' }, "natsSource: there is no option 'servres'. Did you mean 'servers'?"],
    ['a prefix that is no subject', { subject: 'a.*' }, /^natsSource: subject must be words/],
    ['an unknown policy', { offline: 'later' }, "natsSource: offline must be 'fail' or 'wait', not \"later\"."],
  ])('refuses %s', (_, options, message) => {
    expect(() => natsSource(options as NatsSourceOptions)).toThrow(message);
  });
});

describe('a call over NATS', () => {
  it('passes its ID, the identity and the trace context to the tool', async () => {
    const seen: unknown[] = [];
    const worker = define((_, ctx) => void seen.push(ctx.call.id, ctx.auth, ctx.meta, ctx.effectKey.length));
    const auth = (one: unknown): unknown => ({ user: (one as { readonly user: string }).user });
    const toolkit = await link(worker, { imported: { auth } });
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await toolkit.execute(
      'brew',
      { text: '' },
      { callId: 'ü 1\n', auth: { user: 'u1', password: secret('hunter2') }, meta: { traceparent, other: 1 } },
    );
    expect(seen).toEqual(['ü 1\n', { user: 'u1' }, { traceparent }, 64]);
  });

  it('sends no identity unless the source states one', async () => {
    const toolkit = await link(define((_, ctx) => JSON.stringify(ctx.auth ?? 'none')));
    const { data } = await toolkit.execute('brew', { text: '' }, { auth: { token: 'hunter2' } });
    expect(data).toBe('"none"');
  });

  it('reports progress and the log to the caller', async () => {
    const toolkit = await link(
      define((text, ctx) => {
        ctx.progress(1, 2, 'half');
        ctx.log('warn', 'hot', { degrees: 90 });
        return text;
      }),
    );
    const reports: unknown[] = [];
    const push = (one: unknown): void => void reports.push(one);
    await respond(toolkit, 'tea', { callId: 'c1', onProgress: push, onLog: push });
    expect(reports).toEqual([
      { callId: 'c1', toolName: 'brew', value: 1, total: 2, message: 'half' },
      { callId: 'c1', toolName: 'brew', level: 'warn', message: 'hot', data: { degrees: 90 } },
    ]);
  });

  it('has the chunks of a fast stream in order, and each once', async () => {
    const toolkit = await link(
      define(function* () {
        for (let at = 0; at < 5_000; at++) yield [at];
      }),
    );
    const responses = await respond(toolkit, '');
    expect(responses.slice(0, -1).map(({ structuredContent }) => structuredContent)).toEqual(
      Array.from({ length: 5_000 }, (_, at) => [at]),
    );
    expect(responses.at(-1)?.state).toBe('success');
  });

  it('pauses a stream whose reader does not read', async () => {
    let produced = 0;
    const toolkit = await link(
      define(function* () {
        for (; produced < 50_000; produced++) yield 'x';
      }),
    );
    let read = 0;
    for await (const { isLast } of toolkit.iterate({ name: 'brew', input: { text: '' } })) {
      if (++read === 1) await until(() => produced >= 1_000);
      if (read === 10 || isLast) break;
    }
    expect(produced).toBeLessThan(5_000);
  });

  it('sends arguments and results in parts that are larger than the server accepts', async () => {
    const toolkit = await link(define((text) => [text.length, text.toUpperCase()]));
    const text = 'ü'.repeat(900_000);
    const { data, error } = await toolkit.execute('brew', { text });
    expect(error).toBeUndefined();
    expect(data).toEqual([text.length, text.toUpperCase()]);
  });

  it('is refused if its arguments are larger than the limit of the worker', async () => {
    const toolkit = await link(
      define((text) => text),
      { served: { maxRequestBytes: 1_500_000 } },
    );
    const { error } = await toolkit.execute('brew', { text: 'ü'.repeat(900_000) });
    expect(error?.details).toEqual({ limit: 'maxRequestBytes', value: 1_500_000 });
  });

  it('ends with the typed error of the tool', async () => {
    const toolkit = await link(
      define(() => {
        throw Object.assign(new Error('slow down'), { status: 429, retryAfterMs: 50 });
      }),
    );
    const { error } = await toolkit.execute('brew', { text: '' });
    expect(error).toMatchObject({ code: 'rate_limit', message: 'slow down', retryAfterMs: 50, toolName: 'brew' });
  });

  it('validates the output against the schema that the worker announced', async () => {
    const toolkit = await link(define((text) => Number(text), { outputSchema: { type: 'integer' } }));
    expect((await toolkit.execute('brew', { text: '5' })).data).toBe(5);
    expect((await toolkit.execute('brew', { text: '5.5' })).error?.code).toBe('invalid_output');
  });

  it('asks the approver of the caller', async () => {
    const worker = new Toolkit();
    worker.register(
      specOf(() => 'done', {}),
      { needsApproval: true },
    );
    const toolkit = await link(worker);
    const approved = await toolkit.execute('brew', { text: '' }, { approver: () => 'approve' });
    const denied = await toolkit.execute('brew', { text: '' }, { approver: () => 'deny' });
    expect([approved.data, denied.error?.code]).toEqual(['done', 'denied']);
  });

  it('aborts the tool when its deadline is reached', async () => {
    let reason: unknown;
    const toolkit = await link(
      define(async (_, { signal }) => {
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
        reason = (signal.reason as { readonly code: string }).code;
      }),
    );
    const { error } = await toolkit.execute('brew', { text: '' }, { deadlineMs: 100 });
    await until(() => reason !== undefined);
    expect([error?.code, reason]).toEqual(['timeout', 'timeout']);
  });

  it('waits for its turn at a busy worker', async () => {
    let running = 0;
    let most = 0;
    const worker = define(async (text) => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      return text;
    });
    const toolkit = await link(worker, { served: { concurrency: 2 } });
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, at) => toolkit.execute('brew', { text: `${at}` })),
    );
    expect(results.map(({ data }) => data)).toEqual(Array.from({ length: 50 }, (_, at) => `${at}`));
    expect(most).toBe(2);
  });

  it('fails without a worker, or waits for one, as the source states', async () => {
    const subject = prefix();
    const serving = await serve(
      define((text) => text),
      { subject },
    );
    const [failing, waiting] = [await connect({ subject }), await connect({ subject, offline: 'wait' })];
    const [failingTool, waitingTool] = [failing.get('brew'), waiting.get('brew')];
    await serving.close();
    const failed = await failingTool?.exec({ text: 'tea' });
    expect([failed?.error?.code, failed?.error?.message]).toEqual([
      'network',
      expect.stringContaining("No worker serves 'brew' now (NATS at 127.0.0.1:"),
    ]);
    const limited = await waitingTool?.exec({ text: 'tea' }, { timeoutMs: 100 });
    expect(limited?.error?.code).toBe('timeout');
    const waited = waitingTool?.exec({ text: 'tea' });
    await serve(
      define((text) => text),
      { subject },
    );
    expect((await waited)?.data).toBe('tea');
  });

  it('ends after the worker that runs it has been stopped gracefully', async () => {
    const subject = prefix();
    let release = (): void => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let running = 0;
    const serving = await serve(
      define(async (text) => {
        running++;
        await released;
        return text;
      }),
      { subject, concurrency: 150 },
    );
    const toolkit = await connect({ subject });
    const calls = Array.from({ length: 200 }, (_, at) => toolkit.execute('brew', { text: `${at}` }));
    await until(() => running === 150);
    const closed = serving.close();
    release();
    const results = await Promise.all(calls);
    await closed;
    expect(results.map(({ data }) => data)).toEqual(Array.from({ length: 200 }, (_, at) => `${at}`));
  });

  it('is interrupted if the worker is stopped with a limit that has passed', async () => {
    const subject = prefix();
    let isRunning = false;
    const serving = await serve(
      define(() => {
        isRunning = true;
        return new Promise(() => {});
      }),
      { subject },
    );
    const toolkit = await connect({ subject });
    const call = toolkit.execute('brew', { text: '' });
    await until(() => isRunning);
    await serving.close({ graceMs: 10 });
    const { error } = await call;
    expect(error).toMatchObject({ code: 'interrupted', retryable: false, details: { outcome: 'unknown' } });
  });
});
