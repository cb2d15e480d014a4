import { context, trace } from '@opentelemetry/api';
import { type ToolContext, Toolkit, ToolSpec } from 'toolwright';
import type { McpObservedRequest } from 'toolwright/mcp';
import { createRecorder } from './recorder.js';

function call(changes: Partial<McpObservedRequest> = {}): McpObservedRequest {
  return { side: 'server', id: 1, method: 'tools/call', params: { name: 'work' }, transport: 'http', ...changes };
}

function setUp(kind = 'test') {
  const recorder = createRecorder();
  const toolkit = new Toolkit().use(recorder.observer);
  const execute = (_: object, { meta }: ToolContext): unknown => meta ?? {};
  toolkit.register(ToolSpec.create({ name: 'work', executor: { kind, execute } }));
  const run = async (params: McpObservedRequest['params']): Promise<void> => {
    await toolkit.execute('work', {}, { meta: params?._meta as Record<string, unknown> });
  };
  return { ...recorder, run, names: () => recorder.spans().map(({ name }) => name) };
}

describe('an observed request', () => {
  afterAll(() => {
    context.disable();
    trace.disable();
  });

  it('has the span of the first call that it runs, and no other', async () => {
    const { observer, run, names } = setUp();
    const { params, end } = observer.observe(call());
    await run(params);
    await run(params);
    end({ result: {} });
    expect(names()).toEqual(['execute_tool work', 'tools/call work']);
  });

  it('has no part in a call that begins after its end', async () => {
    const { observer, run, names } = setUp();
    const { params, end } = observer.observe(call());
    end({ result: {} });
    await run(params);
    expect(names()).toEqual(['tools/call work', 'execute_tool work']);
  });

  it('has its own span if a client sends it outside of the call that its _meta names', async () => {
    const { observer, run, spans, names } = setUp('mcp');
    await run(undefined);
    const own = spans()[0]?.spanContext();
    const traceparent = `00-${own?.traceId}-${own?.spanId}-01`;
    observer.observe(call({ side: 'client', params: { name: 'work', _meta: { traceparent } } })).end({ result: {} });
    expect(names()).toEqual(['execute_tool work', 'tools/call work']);
    expect(spans()[1]?.parentSpanContext?.spanId).toBe(own?.spanId);
  });

  it('keeps the other entries of its _meta, and its params are those to handle', () => {
    const { observer } = setUp();
    const { params } = observer.observe(call({ params: { name: 'work', _meta: { 'example.com/user': 'ada' } } }));
    expect(params).toEqual({
      name: 'work',
      _meta: { 'example.com/user': 'ada', traceparent: expect.stringMatching(/^00-[\da-f]{32}-[\da-f]{16}-01$/) },
    });
  });

  it('has the name _OTHER if its method is unknown, because a client may invent any number', () => {
    const { observer, spans } = setUp();
    observer.observe(call({ method: 'tea/brew' })).end({ error: { code: -32_601, message: 'Method not found.' } });
    expect(spans()[0]).toMatchObject({ name: '_OTHER', attributes: { 'mcp.method.name': '_OTHER' } });
  });

  it('has the URI of a resource as an attribute, and not in its name', () => {
    const { observer, spans } = setUp();
    observer.observe(call({ method: 'resources/read', params: { uri: 'tea://1' } })).end({ result: {} });
    expect(spans()[0]).toMatchObject({ name: 'resources/read', attributes: { 'mcp.resource.uri': 'tea://1' } });
  });

  it('has the name of a prompt', () => {
    const { observer, spans } = setUp();
    observer.observe(call({ method: 'prompts/get', params: { name: 'brew' } })).end({ result: {} });
    expect(spans()[0]).toMatchObject({ name: 'prompts/get brew', attributes: { 'gen_ai.prompt.name': 'brew' } });
    expect(spans()[0]?.attributes).not.toHaveProperty(['gen_ai.operation.name']);
  });

  it('has the failure of its connection as error.type', () => {
    const { observer, spans } = setUp();
    observer.observe(call({ side: 'client' })).end({ failure: 'lost' });
    expect(spans()[0]?.attributes).toMatchObject({ 'error.type': 'lost' });
  });
});
