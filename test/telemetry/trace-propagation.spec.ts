import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { type Middleware, type ToolContext, Toolkit, ToolSpec } from 'toolwright';
import { telemetry } from 'toolwright/telemetry';

const [traceId, spanId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
const traceparent = `00-${traceId}-${spanId}-01`;

function createTraced(run: (ctx: ToolContext) => unknown = () => 'done', inner: Middleware[] = []) {
  const spans = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] });
  const tracer = provider.getTracer('test');
  const metas: ToolContext['meta'][] = [];
  const toolkit = new Toolkit().use(telemetry({ tracer }), ...inner);
  const execute = (_: unknown, ctx: ToolContext): unknown => {
    metas.push(ctx.meta);
    return run(ctx);
  };
  toolkit.register(ToolSpec.create({ name: 'work', executor: { kind: 'test', execute } }));
  return { toolkit, tracer, metas, spans: () => spans.getFinishedSpans() };
}

describe('the trace context in the meta of a call', () => {
  beforeAll(() => {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  });

  afterAll(() => {
    context.disable();
    trace.disable();
  });

  it('is the parent of the span', async () => {
    const { toolkit, spans } = createTraced();
    await toolkit.execute('work', {}, { meta: { traceparent, tracestate: 'shop=1' } });
    const [span] = spans();
    expect(span?.spanContext().traceId).toBe(traceId);
    expect(span?.parentSpanContext).toMatchObject({ spanId, isRemote: true, traceFlags: 1 });
    expect(span?.spanContext().traceState?.serialize()).toBe('shop=1');
  });

  it('is replaced by that of the span for the tool, which preserves the other entries', async () => {
    const { toolkit, metas, spans } = createTraced();
    await toolkit.execute('work', {}, { meta: { traceparent, tracestate: 'shop=1', 'example.com/user': 'ada' } });
    const own = spans()[0]?.spanContext().spanId;
    expect(metas).toEqual([
      { traceparent: `00-${traceId}-${own}-01`, tracestate: 'shop=1', 'example.com/user': 'ada' },
    ]);
  });

  it('is that of the span if the call has none', async () => {
    const { toolkit, metas, spans } = createTraced();
    await toolkit.execute('work', {});
    const own = spans()[0]?.spanContext();
    expect(metas).toEqual([{ traceparent: `00-${own?.traceId}-${own?.spanId}-01` }]);
  });

  it('is shown to inner middleware as call.meta', async () => {
    const seen: unknown[] = [];
    const { toolkit, metas } = createTraced(undefined, [
      (call, next) => {
        seen.push(call.meta);
        return next({ ...call, meta: { ...call.meta, 'example.com/more': 1 } });
      },
    ]);
    await toolkit.execute('work', {}, { meta: { traceparent } });
    expect(seen).toEqual([{ traceparent: expect.stringContaining(traceId) }]);
    expect(metas).toEqual([{ ...(seen[0] as object), 'example.com/more': 1 }]);
  });

  it('is ignored if it is malformed', async () => {
    const { toolkit, spans, metas } = createTraced();
    await toolkit.execute('work', {}, { meta: { traceparent: `00-${traceId}-${spanId}-zz`, baggage: 'not baggage' } });
    expect(spans()[0]?.parentSpanContext).toBeUndefined();
    expect(metas[0]).not.toHaveProperty('baggage');
  });

  it('takes precedence over the active span, which becomes a link', async () => {
    const { toolkit, tracer, spans } = createTraced();
    const local = tracer.startSpan('server');
    await context.with(trace.setSpan(context.active(), local), () =>
      toolkit.execute('work', {}, { meta: { traceparent } }),
    );
    await context.with(trace.setSpan(context.active(), local), () => toolkit.execute('work', {}));
    const [remote, nested] = spans();
    expect(remote?.parentSpanContext?.spanId).toBe(spanId);
    expect(remote?.links.map((link) => link.context.spanId)).toEqual([local.spanContext().spanId]);
    expect(nested?.parentSpanContext?.spanId).toBe(local.spanContext().spanId);
    expect(nested?.links).toEqual([]);
  });

  it('provides its baggage to the tool, and that of the active context', async () => {
    const read = (): unknown => propagation.getActiveBaggage()?.getAllEntries();
    const { toolkit, metas } = createTraced(() => JSON.stringify(read()));
    const baggage = 'user=Ada%20L.;p=1,team=tea';
    const received = await toolkit.execute('work', {}, { meta: { traceparent, baggage } });
    expect(received.data).toContain('"value":"Ada L."');
    const own = propagation.createBaggage({ plan: { value: 'top, really' } });
    await context.with(propagation.setBaggage(context.active(), own), () => toolkit.execute('work', {}));
    expect(metas.map((meta) => meta?.baggage)).toEqual([baggage, 'plan=top%2C%20really']);
  });

  it('is passed on unchanged without an SDK', async () => {
    const metas: unknown[] = [];
    const toolkit = new Toolkit().use(telemetry());
    const execute = (_: unknown, ctx: ToolContext): unknown => metas.push(ctx.meta);
    toolkit.register(ToolSpec.create({ name: 'work', executor: { kind: 'test', execute } }));
    await toolkit.execute('work', {}, { meta: { traceparent, tracestate: 'shop=1', baggage: 'a=1' } });
    await toolkit.execute('work', {});
    expect(metas).toEqual([{ traceparent, tracestate: 'shop=1', baggage: 'a=1' }, undefined]);
  });
});
