import { setTimeout as pause } from 'node:timers/promises';
import { type Context, context, metrics, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { firstValueFrom, interval, lastValueFrom, map, take } from 'rxjs';
import { clientTool, DeniedError, NetworkError, secret, Tool, Toolkit, ToolRegistry, ToolSpec } from 'toolwright';
import { rateLimit } from 'toolwright/middleware';
import { QuickJsEngine } from 'toolwright/sandbox';
import { type TelemetryOptions, telemetry } from 'toolwright/telemetry';

function activeSpanId(): string | undefined {
  return trace.getActiveSpan()?.spanContext().spanId;
}

class Traced extends ToolRegistry {
  readonly seen: (string | undefined)[] = [];
  failures = 0;

  @Tool({ description: 'Greet a person' })
  greet(name: string): string {
    this.seen.push(activeSpanId());
    return `hello ${name}`;
  }

  @Tool()
  async later(): Promise<string> {
    await new Promise((resolve) => setTimeout(resolve, 5));
    this.seen.push(activeSpanId());
    return 'later';
  }

  @Tool()
  async *stream(): AsyncGenerator<string> {
    try {
      for (const one of ['a', 'b', 'c']) {
        this.seen.push(activeSpanId());
        yield one;
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    } finally {
      this.seen.push(activeSpanId());
    }
  }

  @Tool()
  *pull(): Generator<string> {
    for (const one of ['a', 'b']) {
      this.seen.push(activeSpanId());
      yield one;
    }
  }

  @Tool()
  observe() {
    return interval(1).pipe(
      take(2),
      map(() => {
        this.seen.push(activeSpanId());
        return 'x';
      }),
    );
  }

  @Tool({ concurrency: 1 })
  async alone(): Promise<string> {
    await new Promise((resolve) => setTimeout(resolve, 5));
    this.seen.push(activeSpanId());
    return 'alone';
  }

  @Tool({ retry: { maxRetries: 2, delayMs: 1 } })
  flaky(): string {
    this.seen.push(activeSpanId());
    if (++this.failures < 3) throw new NetworkError('gone');
    return 'back';
  }

  @Tool()
  fail(): never {
    throw new TypeError('broken with s3cr3t-value');
  }

  @Tool()
  refuse(): never {
    throw new DeniedError('not today');
  }

  @Tool()
  nested(): string {
    trace.getTracer('inner').startSpan('inner work').end();
    return 'done';
  }
}

function tracedKit(options: TelemetryOptions = {}) {
  const spans = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] });
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
  const meters = new MeterProvider({ readers: [reader] });
  const tracer = provider.getTracer('test');
  const toolkit = new Toolkit().use(telemetry({ tracer, meter: meters.getMeter('test'), ...options }));
  const traced = new Traced();
  toolkit.register(traced);
  const recorded = async () => {
    await reader.forceFlush();
    await reader.shutdown();
    const all = exporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics));
    return new Map(all.map((metric) => [metric.descriptor.name, metric]));
  };
  return { toolkit, traced, tracer, provider, recorded, spans: () => spans.getFinishedSpans() };
}

function only(spans: readonly ReadableSpan[]): ReadableSpan {
  expect(spans).toHaveLength(1);
  return spans[0] as ReadableSpan;
}

function idOf(span: ReadableSpan): string {
  return span.spanContext().spanId;
}

describe('telemetry', () => {
  beforeAll(() => {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  });

  afterAll(() => {
    context.disable();
    trace.disable();
    metrics.disable();
  });

  describe('the span', () => {
    it('is named and described by the conventions for generative AI', async () => {
      const { toolkit, spans } = tracedKit();
      await toolkit.execute('greet', { name: 'Ann' }, { callId: 'c1' });
      const span = only(spans());
      expect(span.name).toBe('execute_tool greet');
      expect(span.kind).toBe(SpanKind.INTERNAL);
      expect(span.status).toEqual({ code: SpanStatusCode.UNSET });
      expect(span.attributes).toEqual({
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'greet',
        'gen_ai.tool.call.id': 'c1',
        'gen_ai.tool.description': 'Greet a person',
        'gen_ai.tool.type': 'function',
      });
    });

    it('records the error of a failed call', async () => {
      const { toolkit, spans } = tracedKit();
      await toolkit.execute('fail', {});
      const span = only(spans());
      expect(span.attributes['error.type']).toBe('execution');
      expect(span.status).toEqual({ code: SpanStatusCode.ERROR, message: 'broken with s3cr3t-value' });
      expect(span.events).toEqual([]);
    });

    it('records the error of a rejected call, a denied call and an unknown tool', async () => {
      const { toolkit, spans } = tracedKit();
      await toolkit.execute('greet', {});
      await toolkit.execute('refuse', {});
      await toolkit.execute('x'.repeat(1_000), {});
      expect(spans().map(({ attributes }) => attributes['error.type'])).toEqual([
        'invalid_parameters',
        'denied',
        'tool_not_found',
      ]);
      expect(spans()[2]?.name).toBe(`execute_tool ${'x'.repeat(64)}`);
    });

    it('records the error of an aborted call', async () => {
      const { toolkit, spans } = tracedKit();
      const abort = new AbortController();
      const call = toolkit.execute('later', {}, { signal: abort.signal });
      abort.abort();
      await call;
      const span = only(spans());
      expect(span.attributes['error.type']).toBe('interrupted');
      expect(span.status.code).toBe(SpanStatusCode.ERROR);
    });

    it('ends as interrupted when the subscriber unsubscribes', async () => {
      const { toolkit, traced, spans } = tracedKit();
      await firstValueFrom(toolkit.callTool({ name: 'stream', input: {} }));
      const span = only(spans());
      expect(span.attributes).toMatchObject({ 'error.type': 'interrupted', 'toolwright.chunks': 1 });
      expect(span.status.code).toBe(SpanStatusCode.ERROR);
      expect(new Set(traced.seen)).toEqual(new Set([idOf(span)]));
    });

    it('counts chunks and attempts if there are several', async () => {
      const { toolkit, spans } = tracedKit();
      await toolkit.execute('stream', {});
      await toolkit.execute('flaky', {});
      expect(spans()[0]?.attributes['toolwright.chunks']).toBe(3);
      expect(spans()[1]?.attributes['toolwright.attempts']).toBe(3);
    });

    it('contains arguments and results only if enabled', async () => {
      const { toolkit, spans } = tracedKit({ captureInput: true, captureOutput: true });
      await toolkit.execute('greet', { name: 'Ann' });
      await toolkit.execute('greet', '{"name":"Bob"}');
      await toolkit.execute('fail', {});
      expect(spans().map(({ attributes }) => attributes['gen_ai.tool.call.arguments'])).toEqual([
        '{"name":"Ann"}',
        '{"name":"Bob"}',
        '{}',
      ]);
      expect(spans().map(({ attributes }) => attributes['gen_ai.tool.call.result'])).toEqual([
        'hello Ann',
        'hello Bob',
        undefined,
      ]);
    });

    it('contains no secrets of the state', async () => {
      const { toolkit, spans } = tracedKit({ captureInput: true, captureOutput: true });
      const state = { db: { password: secret('s3cr3t-value') } };
      await toolkit.execute('greet', { name: 's3cr3t-value' }, { state });
      await toolkit.execute('fail', {}, { state });
      const shown = JSON.stringify(spans().map(({ attributes, status, events }) => ({ attributes, status, events })));
      expect(shown).not.toContain('s3cr3t-value');
      expect(shown).toContain('hello [redacted]');
      expect(shown).toContain('broken with [redacted]');
    });

    it('accepts arguments that JSON cannot represent', async () => {
      const { toolkit, spans } = tracedKit({ captureInput: true });
      const loop: Record<string, unknown> = {};
      loop.self = loop;
      await toolkit.execute('greet', loop);
      expect(only(spans()).attributes['gen_ai.tool.call.arguments']).toBe('[not serializable]');
    });
  });

  describe('the active context', () => {
    it.each(['greet', 'later', 'stream', 'pull', 'observe', 'flaky'])(
      'of %s is always the context of its span',
      async (name) => {
        const { toolkit, traced, spans } = tracedKit();
        await toolkit.execute(name, name === 'greet' ? { name: 'Ann' } : {});
        expect(traced.seen.length).toBeGreaterThan(0);
        expect(new Set(traced.seen)).toEqual(new Set([idOf(only(spans()))]));
      },
    );

    it('is separate for each call, even for calls that wait for each other', async () => {
      const { toolkit, traced, spans } = tracedKit();
      await Promise.all([toolkit.execute('alone', {}), toolkit.execute('alone', {}), toolkit.execute('alone', {})]);
      expect(traced.seen).toEqual(spans().map(idOf));
    });

    it('is preserved by calls that wait in middleware', async () => {
      const { toolkit, traced, spans } = tracedKit();
      toolkit.use(rateLimit({ points: 1, perMs: 20, wait: true }));
      await Promise.all([1, 2].map(() => toolkit.execute('greet', { name: 'Ann' })));
      expect(new Set(traced.seen)).toEqual(new Set(spans().map(idOf)));
    });

    it('makes the span a child of the span around the call', async () => {
      const { toolkit, tracer, spans } = tracedKit();
      const outer = tracer.startSpan('agent');
      await context.with(trace.setSpan(context.active(), outer), () => toolkit.execute('greet', { name: 'Ann' }));
      const span = only(spans());
      expect(span.parentSpanContext?.spanId).toBe(outer.spanContext().spanId);
      expect(span.spanContext().traceId).toBe(outer.spanContext().traceId);
    });

    it("is the caller's context when responses are received", async () => {
      const { toolkit } = tracedKit();
      const seen = new Set<Context>();
      const outside = context.active();
      await new Promise<void>((resolve) => {
        toolkit.callTool({ name: 'stream', input: {} }).subscribe({
          next: () => void seen.add(context.active()),
          complete: () => {
            seen.add(context.active());
            resolve();
          },
        });
      });
      expect(seen).toEqual(new Set([outside]));
    });
  });

  describe('the metrics', () => {
    it('are a histogram of durations and a counter of outcomes', async () => {
      const { toolkit, recorded } = tracedKit();
      toolkit.register(clientTool({ name: 'pick' }));
      await toolkit.execute('later', {});
      await toolkit.execute('later', {});
      await toolkit.execute('pick', {});
      await toolkit.execute('fail', {});
      await toolkit.execute('refuse', {});
      await firstValueFrom(toolkit.callTool({ name: 'stream', input: {} }));
      await toolkit.execute('made_up', {});
      const found = await recorded();
      const calls = found.get('toolwright.tool.calls');
      expect(
        calls?.dataPoints.map(({ attributes, value }) => [
          attributes['gen_ai.tool.name'],
          attributes['toolwright.outcome'],
          attributes['error.type'],
          value,
        ]),
      ).toEqual([
        ['later', 'completed', undefined, 2],
        ['pick', 'pending', undefined, 1],
        ['fail', 'failed', 'execution', 1],
        ['refuse', 'denied', 'denied', 1],
        ['stream', 'interrupted', 'interrupted', 1],
        [undefined, 'failed', 'tool_not_found', 1],
      ]);
      const duration = found.get('gen_ai.execute_tool.duration');
      expect(duration?.descriptor.unit).toBe('s');
      const [later] = duration?.dataPoints ?? [];
      expect(later?.attributes).toEqual({
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'later',
        'gen_ai.tool.type': 'function',
      });
      const value = later?.value as { readonly count: number; readonly sum: number };
      expect(value.count).toBe(2);
      expect(value.sum).toBeGreaterThan(0.008);
      expect(value.sum).toBeLessThan(5);
    });
  });

  describe('the counter of late results', () => {
    const lateCounts = async (recorded: ReturnType<typeof tracedKit>['recorded']) =>
      (await recorded())
        .get('toolwright.tool.late_results')
        ?.dataPoints.map(({ attributes, value }) => [attributes['gen_ai.tool.name'], value]);

    it('counts results and chunks that a tool produces after its attempt has ended', async () => {
      const { toolkit, recorded } = tracedKit();
      const late: Promise<unknown>[] = [];
      const resolveLater = <T>(value: T): Promise<T> => {
        const result = pause(60, value);
        late.push(result);
        return result;
      };
      toolkit.register([
        ToolSpec.create({ name: 'value', executor: { kind: 'test', execute: () => resolveLater('late') } }),
        ToolSpec.create({
          name: 'chunk',
          executor: {
            kind: 'test',
            async *execute() {
              yield 'in time';
              yield await resolveLater('late');
            },
          },
        }),
      ]);
      const options = { timeoutMs: 20, retry: { maxRetries: 1, delayMs: 0 } };
      expect((await toolkit.execute('value', {}, options)).error).toMatchObject({ code: 'timeout' });
      expect((await toolkit.execute('value', {}, { deadlineMs: 20 })).error).toMatchObject({ code: 'timeout' });
      expect((await toolkit.execute('chunk', {}, { timeoutMs: 20 })).error).toMatchObject({ code: 'timeout' });
      const subscription = toolkit.callTool({ name: 'value', input: {} }).subscribe();
      await pause(5);
      subscription.unsubscribe();
      await Promise.all(late);
      await pause(1);
      expect(await lateCounts(recorded)).toEqual([
        ['value', 4],
        ['chunk', 1],
      ]);
    });

    it('counts neither results in time nor the errors of tools that stop in time', async () => {
      const { toolkit, recorded } = tracedKit();
      toolkit.register([
        ToolSpec.create({
          name: 'stops',
          executor: { kind: 'test', execute: (_, { signal }) => pause(60_000, 'late', { signal }) },
        }),
        ToolSpec.create({
          name: 'returns',
          executor: {
            kind: 'test',
            async *execute(_, { signal }) {
              yield 'in time';
              await pause(60_000, undefined, { signal }).catch(() => {});
            },
          },
        }),
      ]);
      await toolkit.execute('later', {});
      await toolkit.execute('stream', {});
      await toolkit.execute('stops', {}, { timeoutMs: 10 });
      await toolkit.execute('returns', {}, { timeoutMs: 10 });
      await pause(20);
      expect(await lateCounts(recorded)).toBeUndefined();
    });
  });

  describe('without options', () => {
    it('records and changes nothing until providers are set', async () => {
      const toolkit = new Toolkit().use(telemetry());
      toolkit.register(new Traced());
      expect((await toolkit.execute('greet', { name: 'Ann' })).data).toBe('hello Ann');
      const { provider, spans } = tracedKit();
      const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
      const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
      trace.setGlobalTracerProvider(provider);
      metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
      await toolkit.execute('nested', {});
      expect(spans().map(({ name }) => name)).toEqual(['inner work', 'execute_tool nested']);
      expect(spans()[0]?.parentSpanContext?.spanId).toBe(spans()[1]?.spanContext().spanId);
      expect(spans()[1]?.instrumentationScope.name).toBe('toolwright');
      await reader.forceFlush();
      const names = exporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics[0]?.metrics ?? []);
      await reader.shutdown();
      expect(names.map(({ descriptor }) => descriptor.name)).toEqual([
        'gen_ai.execute_tool.duration',
        'toolwright.tool.calls',
      ]);
    });
  });

  it('passes on each response unchanged', async () => {
    const { toolkit } = tracedKit();
    const last = await lastValueFrom(toolkit.callTool({ id: 'c1', name: 'stream', input: {} }));
    expect(last).toMatchObject({ id: 'c1', content: [{ text: 'abc' }], state: 'success' });
    const result = await toolkit.execute('flaky', {});
    expect(result).toMatchObject({ data: 'back', attempts: 3 });
  });
});

describe('the calls of a program of code mode', () => {
  it('have spans in the trace of the call that runs the program', async () => {
    const { toolkit, spans } = tracedKit();
    toolkit.enableCodeMode({ engine: new QuickJsEngine() });
    const code = "await Promise.all([tools.greet({ name: 'ann' }), tools.later()])";
    // The second program runs in the worker of the first one.
    for (const run of [0, 1]) {
      expect((await toolkit.execute('run_code', { code })).error).toBeUndefined();
      const [inner, other, outer] = spans().slice(run * 3);
      expect([inner, other, outer].map((span) => span?.attributes['gen_ai.tool.name']).sort()).toEqual([
        'greet',
        'later',
        'run_code',
      ]);
      for (const span of [inner, other]) {
        expect(span?.parentSpanContext?.spanId).toBe(outer?.spanContext().spanId);
        expect(span?.spanContext().traceId).toBe(outer?.spanContext().traceId);
      }
    }
  });
});
