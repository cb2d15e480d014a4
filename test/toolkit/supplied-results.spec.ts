import { inspect } from 'node:util';
import { jest } from '@jest/globals';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { concatMap, from, map } from 'rxjs';
import {
  type CallOptions,
  type ClientToolOptions,
  clientTool,
  DefinitionError,
  type Middleware,
  offload,
  pendingCallOf,
  respond,
  ServerError,
  type SuppliedResult,
  secret,
  Tool,
  Toolkit,
  type ToolkitOptions,
  type ToolkitSession,
  ToolRegistry,
  ToolResult,
  text,
  ValidationError,
} from 'toolwright';
import {
  type CacheOptions,
  cache,
  callLimit,
  circuitBreaker,
  guard,
  logging,
  maxOutput,
  rateLimit,
  redact,
  repairLimit,
  timing,
} from 'toolwright/middleware';
import { telemetry } from 'toolwright/telemetry';

const inputSchema = { type: 'object', properties: { label: { type: 'string' } } } as const;

interface Kit {
  readonly use?: readonly Middleware[];
  readonly options?: ToolkitOptions;
  readonly tool?: Partial<ClientToolOptions>;
}

function createKit({ use = [], options = {}, tool = {} }: Kit = {}): Toolkit {
  const toolkit = new Toolkit(options);
  for (const layer of use) toolkit.use(layer);
  toolkit.register(clientTool({ name: 'pick', inputSchema, ...tool }));
  return toolkit;
}

type Scope = Pick<Toolkit, 'execute' | 'supplyResult'>;

/** Calls the tool, and supplies a result for the call. */
async function callAndSupply(
  scope: Scope,
  supplied: SuppliedResult,
  { id = 'c1', auth }: { id?: string; auth?: unknown } = {},
) {
  const pending = await scope.execute('pick', { label: 'x' }, { callId: id, auth });
  return { pending, result: await scope.supplyResult(id, supplied) };
}

/** Returns the snapshot of a session with a call that waits. */
async function pendingSnapshot(session: ToolkitSession): Promise<unknown> {
  await session.execute('pick', {}, { callId: 'c4', auth: 'call' });
  return session.snapshot();
}

/** The result that arrives in another process, in the session that is restored there. */
async function supplyElsewhere(kit: Kit, supplied: SuppliedResult) {
  const before = createKit(kit).session({ id: 's1' });
  await before.execute('pick', { label: 'x' }, { callId: 'c1' });
  const saved: unknown = JSON.parse(JSON.stringify(before.snapshot()));
  const after = createKit(kit).session({ id: 's1' });
  after.restore(saved);
  return after.supplyResult('c1', supplied);
}

const here = async (kit: Kit, supplied: SuppliedResult) => (await callAndSupply(createKit(kit), supplied)).result;
const inSession = async (kit: Kit, supplied: SuppliedResult) =>
  (await callAndSupply(createKit(kit).session(), supplied)).result;

describe.each([
  ['of a toolkit', here],
  ['of a session', inSession],
  ['of a session that is restored in another process', supplyElsewhere],
])('a result that the client supplies for a call %s', (_, supply) => {
  const secret = 'mail bob@example.com '.repeat(20);
  const address = /\S+@\S+/g;

  it('is redacted', async () => {
    const result = await supply({ use: [redact([address])] }, { data: { text: secret } });
    expect(JSON.stringify([result.data, result.structuredContent, result.content])).not.toContain('@');
    const failed = await supply({ use: [redact([address])] }, { error: secret });
    expect([failed.error?.message, failed.toText()].join()).not.toContain('@');
  });

  it('has the maximum length', async () => {
    expect((await supply({ use: [maxOutput({ maxChars: 20 })] }, { data: secret })).toText()).toBe(
      `${secret.slice(0, 20)}\n[truncated: 20 of ${secret.length} characters shown]`,
    );
  });

  it('is kept out of the context', async () => {
    const result = await supply({ use: [offload({ overChars: 100 })] }, { data: secret });
    expect(result.metadata?.offloaded).toMatchObject({ toolName: 'pick', chars: secret.length });
  });

  it('is checked by guards, whose input guards are not asked again', async () => {
    const seen: string[] = [];
    const check = guard({
      input: () => seen.push('input') > 0,
      output: (result) => seen.push('output') > 0 && !result.toText().includes('@'),
    });
    const result = await supply({ use: [check] }, { data: secret });
    expect([result.error?.code, result.toText().includes('@')]).toEqual(['denied', false]);
    expect(seen).toEqual(['input', 'output']);
  });

  it('fits the output schema before middleware receives it, and after that its changes count', async () => {
    const states: string[] = [];
    const observe: Middleware = (call, next) =>
      next().pipe(
        map((response) => {
          states.push(`${call.stage} ${response.state}`);
          return response;
        }),
      );
    const tool = { outputSchema: { type: 'string' } } as const;
    expect((await supply({ use: [observe], tool }, { data: 5 })).error?.code).toBe('invalid_output');
    expect((await supply({ use: [observe], tool }, { data: 'five' })).data).toBe('five');
    expect(states).toEqual(['call pending', 'result error', 'call pending', 'result success']);
  });

  it('is masked', async () => {
    const errors: unknown[] = [];
    const options: ToolkitOptions = { maskErrors: (error) => void errors.push(error.message) };
    const result = await supply({ options }, { error: new TypeError('no dialog') });
    expect([result.error?.message, result.toText(), errors]).toEqual([
      'Internal error (call c1)',
      'Internal error (call c1)',
      ['no dialog'],
    ]);
  });

  it('passes the middleware of the tool and of its group, inside that of the toolkit', async () => {
    const order: string[] = [];
    const layer =
      (name: string): Middleware =>
      async (call, next) => {
        order.push(`${name} ${call.stage}`);
        return next();
      };
    await supply({ use: [layer('toolkit')], tool: { use: [layer('tool')] } }, { data: 1 });
    expect(order).toEqual(['toolkit call', 'tool call', 'toolkit result', 'tool result']);
  });
});

describe('a result that the client supplies', () => {
  it('passes postprocess, which has received the pending response', async () => {
    const toolkit = new Toolkit();
    const states: string[] = [];
    toolkit.register(clientTool({ name: 'pick', inputSchema }), {
      postprocess: (_, response) => {
        states.push(response.state);
        return response.state === 'success' ? { ...response, content: [text('shown')] } : undefined;
      },
    });
    const { result } = await callAndSupply(toolkit, { data: 'hidden' });
    expect([result.toText(), states]).toEqual(['shown', ['pending', 'success']]);
  });

  it('ends the call once, with the result that middleware returns', async () => {
    const replace: Middleware = async (call, next) => {
      const result = await next();
      return call.stage === 'result' ? ToolResult.ok('other') : result;
    };
    const toolkit = createKit({ use: [replace], options: { history: true } });
    const events: string[] = [];
    toolkit.events$.subscribe(({ type }) => events.push(type));
    const { result } = await callAndSupply(toolkit, { data: 'own' });
    expect([result.data, result.attempts, result.callId]).toEqual(['other', 1, 'c1']);
    expect(events).toEqual(['started', 'pending', 'completed']);
    expect(toolkit.history?.query()).toMatchObject([{ callId: 'c1', state: 'success', text: 'other' }]);
  });

  it('may be streamed by middleware, whose chunks are events of the call', async () => {
    const stream: Middleware = (call, next) =>
      next().pipe(
        concatMap((last) =>
          call.stage === 'result'
            ? from([{ ...respond({ content: [text('bob@example.com ')] }), isLast: false }, last])
            : from([last]),
        ),
      );
    const toolkit = createKit({ use: [redact([/\S+@\S+/]), stream] });
    const events: string[] = [];
    const chunks: unknown[] = [];
    toolkit.events$.subscribe((event) => {
      events.push(event.type);
      if (event.type === 'chunk') chunks.push(event.response.content);
    });
    const { result } = await callAndSupply(toolkit, { data: 'whole' });
    expect([result.data, events]).toEqual(['whole', ['started', 'pending', 'chunk', 'completed']]);
    expect(chunks).toEqual([[text('[redacted] ')]]);
  });

  it('is that of the call, whatever name or arguments middleware passes on', async () => {
    class Other extends ToolRegistry {
      @Tool()
      wipe(): string {
        return 'wiped';
      }
    }
    const redirect: Middleware = (call, next) =>
      next(call.stage === 'result' ? { ...call, name: 'wipe', input: {} } : call);
    const toolkit = createKit({ use: [redirect] });
    toolkit.register(new Other());
    expect((await callAndSupply(toolkit, { data: 'own' })).result.data).toBe('own');
  });

  it('arrives with the caller of the call, or with the one that is stated', async () => {
    const callers: unknown[] = [];
    const observe: Middleware = (call, next) => {
      callers.push([call.stage, call.context.auth, call.input]);
      return next();
    };
    const toolkit = createKit({ use: [observe] });
    await callAndSupply(toolkit, { data: 1 }, { auth: 'ann' });
    await toolkit.execute('pick', { label: 'x' }, { callId: 'c2', auth: 'ann' });
    await toolkit.supplyResult('c2', { data: 1 }, { auth: 'bob' });
    expect(callers.map((one) => (one as unknown[])[1])).toEqual(['ann', 'ann', 'ann', 'bob']);
  });

  it('arrives with the caller of the call also through a session with another one', async () => {
    const callers: unknown[] = [];
    const observe: Middleware = (call, next) => {
      callers.push(call.context.auth);
      return next();
    };
    const session = createKit({ use: [observe] }).session({ auth: 'session' });
    await callAndSupply(session, { data: 1 }, { auth: 'call' });
    await callAndSupply(session, { data: 1 }, { id: 'c2' });
    await session.execute('pick', {}, { callId: 'c3', auth: 'call' });
    await session.supplyResult('c3', { data: 1 }, { auth: 'result' });
    expect(callers).toEqual(['call', 'call', 'session', 'session', 'call', 'result']);
    const saved: unknown = JSON.parse(JSON.stringify(await pendingSnapshot(session)));
    const restored = createKit({ use: [observe] }).session({ auth: 'restored' });
    restored.restore(saved);
    await restored.supplyResult('c4', { data: 1 });
    expect(callers.at(-1)).toBe('restored');
  });

  it('is converted by callOptions once: its caller is that of the call', async () => {
    const callers: unknown[] = [];
    const observe: Middleware = (call, next) => {
      callers.push(call.context.auth);
      return next();
    };
    const options: ToolkitOptions = { callOptions: (given) => ({ ...given, auth: `user ${String(given.auth)}` }) };
    await callAndSupply(createKit({ use: [observe], options }), { data: 1 }, { auth: 'ann' });
    expect(callers).toEqual(['user ann', 'user ann']);
  });

  it('shows no secrets of the toolkit, the session or the call in its errors', async () => {
    const tool = { outputSchema: { type: 'number' } } as const;
    const toolkit = createKit({ options: { state: { kit: secret('kit-secret') } }, tool });
    const session = toolkit.session({ state: { own: secret('own-secret') } });
    const words = 'bad kit-secret, own-secret and call-secret';
    const state = { call: secret('call-secret') };
    const supply = async (supplied: SuppliedResult) => {
      await session.execute('pick', {}, { callId: 'c1', state });
      return session.supplyResult('c1', supplied);
    };
    for (const supplied of [{ error: words }, { error: new Error(words) }, { data: words }]) {
      const { error, ...result } = await supply(supplied);
      expect(error?.message).toContain('bad [redacted], [redacted] and [redacted]');
      expect(inspect([error, result], { depth: 9 })).not.toContain('-secret');
    }
    await toolkit.execute('pick', {}, { callId: 'c1' });
    const failed = await toolkit.supplyResult('c1', { error: words });
    expect(failed.error?.message).toBe('bad [redacted], own-secret and call-secret');
  });

  it('ends the call with the failure of middleware, as the result of any tool', async () => {
    const broken: Middleware = async (call, next) => {
      const result = await next();
      if (call.stage === 'result') throw new TypeError('x is not a function');
      return result;
    };
    const toolkit = createKit({ use: [broken] });
    const events: string[] = [];
    toolkit.events$.subscribe(({ type }) => events.push(type));
    const { result } = await callAndSupply(toolkit, { data: 1 });
    expect([result.error?.code, result.error?.message]).toEqual(['execution', 'x is not a function']);
    expect(events).toEqual(['started', 'pending', 'failed']);
    expect(toolkit.snapshot().pendingCalls).toBeUndefined();
  });

  it.each<[unknown, string]>([
    [5, 'supplyResult: the options must be an object, not 5.'],
    [null, 'supplyResult: the options must be an object, not null.'],
    [[], 'supplyResult: the options must be an object, not [].'],
    [{ auht: 1 }, "supplyResult: there is no option 'auht'. Did you mean 'auth'?"],
  ])('is refused with the options %j, and the call still waits', async (options, words) => {
    const toolkit = createKit();
    await toolkit.execute('pick', {}, { callId: 'c1' });
    const refused: unknown = await toolkit
      .supplyResult('c1', { data: 1 }, options as CallOptions)
      .catch((error) => error);
    expect(refused).toBeInstanceOf(DefinitionError);
    expect((refused as Error).message).toContain(words);
    expect((await toolkit.supplyResult('c1', { data: 1 })).data).toBe(1);
  });

  it('ends as interrupted if its signal aborts, and not before middleware has ended', async () => {
    const controller = new AbortController();
    const hang: Middleware = async (call, next) => {
      if (call.stage === 'call') return next();
      controller.abort(new Error('gone'));
      return new Promise(() => {});
    };
    const toolkit = createKit({ use: [hang], options: { history: true } });
    await toolkit.execute('pick', {}, { callId: 'c1' });
    const result = await toolkit.supplyResult('c1', { data: 1 }, { signal: controller.signal });
    expect(result.error?.code).toBe('interrupted');
    expect(toolkit.history?.query()).toMatchObject([{ state: 'interrupted' }]);
    await toolkit.execute('pick', {}, { callId: 'c2' });
    const aborted = await toolkit.supplyResult('c2', { data: 1 }, { signal: AbortSignal.abort() });
    expect(aborted.error?.code).toBe('interrupted');
    expect(toolkit.snapshot().pendingCalls).toBeUndefined();
  });

  it('ends in the deadline of its tool', async () => {
    const hang: Middleware = async (call, next) => (call.stage === 'call' ? next() : new Promise(() => {}));
    const toolkit = createKit({ use: [hang], tool: { deadlineMs: 500 } });
    const { result } = await callAndSupply(toolkit, { data: 1 });
    expect(result.error?.code).toBe('timeout');
  });

  it('throws its error with throwOnError', async () => {
    const toolkit = createKit();
    await toolkit.execute('pick', {}, { callId: 'c1' });
    await expect(toolkit.supplyResult('c1', { error: 'closed' }, { throwOnError: true })).rejects.toThrow('closed');
  });

  it('holds no slot while the call waits, and needs none', async () => {
    let release: () => void = () => {};
    let begun: () => void = () => {};
    const begins = new Promise<void>((resolve) => {
      begun = resolve;
    });
    class Alone extends ToolRegistry {
      @Tool({ concurrency: 'exclusive' })
      async work(): Promise<string> {
        begun();
        await new Promise<void>((resolve) => {
          release = resolve;
        });
        return 'done';
      }
    }
    const toolkit = createKit();
    toolkit.register(new Alone());
    await toolkit.execute('pick', {}, { callId: 'c1' });
    const working = toolkit.execute('work');
    await begins;
    expect((await toolkit.supplyResult('c1', { data: 1 })).data).toBe(1);
    release();
    expect((await working).data).toBe('done');
  });
});

describe('the result of a tool that the client runs', () => {
  it('is cached under the key of its call, and looked up only by calls', async () => {
    const keys: unknown[] = [];
    const key = ({ context, input }: { context: { auth: unknown }; input: unknown }) => {
      keys.push(context.auth);
      return JSON.stringify([context.auth, input]);
    };
    const toolkit = createKit({ use: [cache({ ttlMs: 60_000, key })] });
    await callAndSupply(toolkit, { data: 'of ann' }, { auth: 'ann' });
    const again = await toolkit.execute('pick', { label: 'x' }, { auth: 'ann' });
    expect([again.data, again.metadata?.cached]).toEqual(['of ann', true]);
    const other = await callAndSupply(toolkit, { data: 'of bob' }, { auth: 'bob', id: 'c2' });
    expect([other.pending.success, other.result.data]).toEqual([false, 'of bob']);
    expect(keys).toEqual(['ann', 'ann', 'bob']);
  });

  it('is not cached for others if another process has seen the call, or for an error', async () => {
    const shared = cache({ ttlMs: 60_000 });
    await supplyElsewhere({ use: [shared] }, { data: 'x' });
    const toolkit = createKit({ use: [shared] });
    await callAndSupply(toolkit, { error: 'closed' });
    expect((await toolkit.execute('pick', { label: 'x' })).success).toBe(false);
    expect((await toolkit.execute('pick', { label: 'x' })).metadata?.cached).toBeUndefined();
  });

  it.each<[string, Partial<ClientToolOptions>, Partial<CacheOptions>]>([
    ['needs approval', { needsApproval: true }, {}],
    ['may need approval', { needsApproval: () => false }, {}],
    ['is destructive', { annotations: { destructiveHint: true } }, {}],
    ['changes something', { annotations: { readOnlyHint: false } }, {}],
    ['has no key', {}, { key: () => undefined }],
  ])('passes cache() if the tool %s', async (_, tool, options) => {
    const kit: Kit = { use: [cache({ ttlMs: 60_000, ...options })], tool, options: { approver: () => 'approve' } };
    const { pending, result } = await callAndSupply(createKit(kit), { data: 5 });
    expect([pendingCallOf(pending)?.callId, result.data]).toEqual(['c1', 5]);
    expect((await supplyElsewhere(kit, { data: 6 })).data).toBe(6);
  });

  it('passes cache() that was added after the call, or that another process has', async () => {
    const toolkit = createKit();
    await toolkit.execute('pick', {}, { callId: 'c1' });
    toolkit.use(cache({ ttlMs: 60_000 }));
    expect((await toolkit.supplyResult('c1', { data: 5 })).data).toBe(5);
    const kit = () => ({ use: [cache({ ttlMs: 60_000 })] });
    const [before, after] = [createKit(kit()), createKit(kit())];
    await before.execute('pick', {}, { callId: 'c1' });
    after.restore(JSON.parse(JSON.stringify(before.snapshot())));
    expect((await after.supplyResult('c1', { data: 6 })).data).toBe(6);
  });

  it('is cached apart for toolkits whose calls have the same ID', async () => {
    const shared = cache({ ttlMs: 60_000, key: ({ input }) => JSON.stringify(input) });
    const tool = clientTool({ name: 'pick', inputSchema });
    const [one, other] = [new Toolkit(), new Toolkit()].map((toolkit) => {
      toolkit.use(shared);
      toolkit.register(tool);
      return toolkit;
    });
    if (one === undefined || other === undefined) throw new Error('There are two toolkits.');
    await one.execute('pick', { label: 'a' }, { callId: 'c1' });
    await other.execute('pick', { label: 'b' }, { callId: 'c1' });
    await one.supplyResult('c1', { data: 'of a' });
    await other.supplyResult('c1', { data: 'of b' });
    expect((await other.execute('pick', { label: 'a' })).data).toBe('of a');
    expect((await one.execute('pick', { label: 'b' })).data).toBe('of b');
  });

  it('is no second call for rateLimit()', async () => {
    const toolkit = createKit({ use: [rateLimit({ points: 1, perMs: 3_600_000 })] });
    expect((await callAndSupply(toolkit, { data: 1 })).result.data).toBe(1);
    expect((await toolkit.execute('pick', {})).error?.code).toBe('rate_limit');
  });

  it('is no second call for callLimit()', async () => {
    const toolkit = createKit({ use: [callLimit({ max: 1, per: 'session' })] });
    expect((await callAndSupply(toolkit, { data: 1 })).result.data).toBe(1);
    expect((await toolkit.execute('pick', {})).error?.code).toBe('denied');
  });

  it('is counted once by circuitBreaker(), when it arrives', async () => {
    const toolkit = createKit({ use: [circuitBreaker({ failures: 2, coolMs: 3_600_000 })] });
    const broken = { error: new ServerError('down') };
    await callAndSupply(toolkit, broken);
    await toolkit.execute('pick', {}, { callId: 'c2' });
    await toolkit.execute('pick', {}, { callId: 'c3' });
    expect((await toolkit.supplyResult('c2', broken)).error?.message).toBe('down');
    expect((await toolkit.execute('pick', {})).error?.toJSON()).toMatchObject({ details: { failures: 2 } });
    expect((await toolkit.supplyResult('c3', { data: 1 })).data).toBe(1);
    expect((await toolkit.execute('pick', {})).error).toBeUndefined();
  });

  it('decides on the trial of circuitBreaker(), which admits one call in each time until it arrives', async () => {
    const toolkit = createKit({ use: [circuitBreaker({ failures: 1, coolMs: 1_000 })] });
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    try {
      await callAndSupply(toolkit, { error: new ServerError('down') });
      const call = async (callId: string) => (await toolkit.execute('pick', {}, { callId })).error?.code ?? 'pending';
      expect(await call('c2')).toBe('server');
      jest.advanceTimersByTime(1_001);
      expect([await call('c3'), await call('c4')]).toEqual(['pending', 'server']);
      jest.advanceTimersByTime(1_001);
      expect([await call('c5'), await call('c6')]).toEqual(['pending', 'server']);
      expect((await toolkit.supplyResult('c3', { data: 1 })).data).toBe(1);
      expect([await call('c7'), await call('c8')]).toEqual(['pending', 'pending']);
    } finally {
      jest.useRealTimers();
    }
  });

  it('is no refused argument for repairLimit()', async () => {
    const toolkit = createKit({ use: [repairLimit({ max: 1 })] });
    const { result } = await callAndSupply(toolkit, { error: new ValidationError('bad', { issues: [] }) });
    expect(result.error?.message).toBe('bad');
  });

  it('is the only output that guard() and maxOutput() see', async () => {
    const seen: string[] = [];
    const check = guard({ output: (result) => seen.push(result.toText()) > 0 });
    const toolkit = createKit({ use: [check, maxOutput({ maxChars: 5 })] });
    const { pending, result } = await callAndSupply(toolkit, { data: 'value' });
    expect(pending.toText()).toBe("'pick' runs on the client. Its result is not available yet.");
    expect([seen, result.metadata?.guards]).toEqual([
      ['value'],
      [{ guard: 'guard', stage: 'output', isAllowed: true }],
    ]);
  });

  it('has the time since its call was pending from timing()', async () => {
    const toolkit = createKit({ use: [timing()] });
    await toolkit.execute('pick', {}, { callId: 'c1' });
    const [pending] = toolkit.snapshot().pendingCalls ?? [];
    const until = Number(pending?.since) + 20;
    while (Date.now() < until) await new Promise((resolve) => setImmediate(resolve));
    const result = await toolkit.supplyResult('c1', { data: 1 });
    expect(result.metadata?.durationMs).toBeGreaterThanOrEqual(20);
    expect(result.durationMs).toBeGreaterThanOrEqual(20);
  });

  it('is logged once as the end of the call', async () => {
    const lines: string[] = [];
    const write = (_: object, line: string) => void lines.push(line);
    const toolkit = createKit({ use: [logging({ debug: write, info: write, warn: write, error: write })] });
    await callAndSupply(toolkit, { data: 1 });
    await callAndSupply(toolkit, { error: 'closed' }, { id: 'c2' });
    expect(lines).toEqual([
      ...['pick started', 'pick is pending', 'pick succeeded'],
      ...['pick started', 'pick is pending', 'pick failed'],
    ]);
  });

  it('has a span of its own, and is no second call in the metrics', async () => {
    const spans = new InMemorySpanExporter();
    const tracers = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] });
    const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
    const reader = new PeriodicExportingMetricReader({ exporter });
    const meters = new MeterProvider({ readers: [reader] });
    const toolkit = createKit({ use: [telemetry({ tracer: tracers.getTracer('t'), meter: meters.getMeter('t') })] });
    await callAndSupply(toolkit, { error: 'closed' });
    expect(
      spans.getFinishedSpans().map(({ attributes }) => [attributes['toolwright.stage'], attributes['error.type']]),
    ).toEqual([
      [undefined, undefined],
      ['result', 'execution'],
    ]);
    await reader.forceFlush();
    const points = exporter
      .getMetrics()
      .flatMap(({ scopeMetrics }) =>
        scopeMetrics.flatMap((scope) =>
          scope.metrics.flatMap(({ descriptor, dataPoints }) =>
            dataPoints.map(({ value }) => [
              descriptor.name,
              typeof value === 'number' ? value : (value as { count: number }).count,
            ]),
          ),
        ),
      );
    expect(points.map(([, count]) => count)).toEqual(points.map(() => 1));
    await Promise.all([reader.shutdown(), tracers.shutdown()]);
  });
});
