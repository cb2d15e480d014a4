import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { Client as ClientV2, StreamableHTTPClientTransport as TransportV2 } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base';
import { type ToolContext, Toolkit, ToolSpec } from 'toolwright';
import {
  linkMcp,
  type McpEra,
  type McpServing,
  type McpSource,
  type McpSourceOptions,
  mcpHandler,
  mcpSource,
  serveMcp,
} from 'toolwright/mcp';
import { until } from '../execution/waiting.js';
import { root } from '../support/repository.js';
import { createRecorder, type Recorder } from './recorder.js';

const eras = ['2025-11-25', '2026-07-28'] as const;
const traceId = 'a'.repeat(32);
const traceparent = `00-${traceId}-${'b'.repeat(16)}-01`;

const executors = {
  greet: () => 'hello',
  fail: () => {
    throw new TypeError('out of tea');
  },
  metaOf: (_: object, { meta }: ToolContext) => JSON.stringify(meta),
  count: async function* () {
    yield* ['one', 'two'];
  },
  ask: (_: object, ctx: ToolContext) => {
    return ctx.ask({ type: 'object', properties: { city: { type: 'string' } } } as const);
  },
  wait: (_: object, ctx: ToolContext) => {
    ctx.progress(1);
    return new Promise<never>((_resolve, reject) => {
      ctx.signal.addEventListener('abort', () => reject(ctx.signal.reason), { once: true });
    });
  },
};

function shop(recorder: Recorder): Toolkit {
  const toolkit = new Toolkit().use(recorder.observer);
  toolkit.register(
    Object.entries(executors).map(([name, execute]) => ToolSpec.create({ name, executor: { kind: 'test', execute } })),
  );
  return toolkit;
}

function only(spans: readonly ReadableSpan[], name: string): ReadableSpan {
  const found = spans.filter((span) => span.name === name);
  expect(found).toHaveLength(1);
  return found[0] as ReadableSpan;
}

/** The spans that describe calls of tools, at either end. */
function callsIn({ spans }: Recorder): readonly ReadableSpan[] {
  return spans().filter(({ attributes }) => attributes['gen_ai.operation.name'] === 'execute_tool');
}

async function measured(recorder: Recorder, side: 'client' | 'server') {
  const histogram = await recorder.histogram(`mcp.${side}.operation.duration`);
  return {
    unit: histogram?.descriptor.unit,
    points: (histogram?.dataPoints ?? []).map(({ attributes, value: { count, buckets } }) => ({
      attributes,
      count,
      boundaries: buckets.boundaries,
    })),
  };
}

beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
});

afterAll(() => {
  context.disable();
  trace.disable();
});

describe.each(eras)('MCP requests of version %s', (era) => {
  const open: { close(): Promise<void> }[] = [];
  let server: Recorder;
  let client: Recorder;

  beforeEach(() => {
    server = createRecorder();
    client = createRecorder();
  });

  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.close();
  });

  async function register(source: McpSource, toolkit = new Toolkit().use(client.observer)): Promise<Toolkit> {
    open.push(source);
    await toolkit.registerSource(source);
    return toolkit;
  }

  function link(options: Partial<McpSourceOptions> = {}, toolkit?: Toolkit): Promise<Toolkit> {
    const source = linkMcp(shop(server), {
      era,
      server: { telemetry: server.observer },
      client: { telemetry: client.observer, ...options },
    });
    return register(source, toolkit);
  }

  async function overHttp(): Promise<{ readonly toolkit: Toolkit; readonly url: URL }> {
    const options = { transport: 'http', port: 0, era, telemetry: server.observer } as const;
    const serving: McpServing = await serveMcp(shop(server), options);
    open.push(serving);
    const url = new URL(String(serving.url));
    const sdk = era === '2026-07-28' ? 'v2' : 'v1';
    const transport = { url: url.href };
    const source = mcpSource({ name: 'shop', prefix: false, sdk, transport, telemetry: client.observer });
    return { toolkit: await register(source), url };
  }

  it('have one span for a call at each end, in one trace', async () => {
    const toolkit = await link();
    expect((await toolkit.execute('greet', {}, { callId: 'c1', meta: { traceparent } })).data).toBe('hello');
    const sent = only(callsIn(client), 'execute_tool greet');
    const received = only(callsIn(server), 'tools/call greet');
    expect([sent, received].map((span) => span.spanContext().traceId)).toEqual([traceId, traceId]);
    expect(received.parentSpanContext?.spanId).toBe(sent.spanContext().spanId);
    expect([sent.kind, received.kind]).toEqual([SpanKind.CLIENT, SpanKind.SERVER]);
    expect([callsIn(client), callsIn(server)].map((spans) => spans.length)).toEqual([1, 1]);
  });

  it('are described by the conventions for MCP', async () => {
    const { toolkit, url } = await overHttp();
    await toolkit.execute('greet', {}, { callId: 'c1' });
    const sent = only(callsIn(client), 'execute_tool greet');
    const received = only(callsIn(server), 'tools/call greet');
    const common = {
      'mcp.method.name': 'tools/call',
      'mcp.protocol.version': era,
      'jsonrpc.request.id': expect.stringMatching(/^\d+$/),
      'network.transport': 'tcp',
      'network.protocol.name': 'http',
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'greet',
      'gen_ai.tool.type': 'function',
      ...(era === '2025-11-25' ? { 'mcp.session.id': expect.stringMatching(/^[\da-f-]{36}$/) } : {}),
    };
    const address = { 'server.address': '127.0.0.1', 'server.port': Number(url.port) };
    expect(sent.attributes).toEqual({ ...common, ...address, 'gen_ai.tool.call.id': 'c1' });
    expect(received.attributes).toEqual({ ...common, 'gen_ai.tool.call.id': expect.any(String) });
    const ids = [sent, received].map(({ attributes }) => attributes['jsonrpc.request.id']);
    expect(ids[0]).toBe(ids[1]);
  });

  it('have spans for the other methods', async () => {
    await overHttp();
    const opening = era === '2025-11-25' ? 'initialize' : 'server/discover';
    for (const { spans } of [client, server]) {
      expect(only(spans(), opening).attributes).toMatchObject({
        'mcp.method.name': opening,
        'mcp.protocol.version': era,
      });
      expect(only(spans(), 'tools/list').attributes).not.toHaveProperty(['gen_ai.operation.name']);
    }
    const parent = only(client.spans(), 'tools/list').spanContext().spanId;
    expect(only(server.spans(), 'tools/list').parentSpanContext?.spanId).toBe(parent);
  });

  it('fail with tool_error if the result of a call is an error', async () => {
    const toolkit = await link();
    await toolkit.execute('fail', {});
    const received = only(callsIn(server), 'tools/call fail');
    expect(received.attributes).toMatchObject({ 'error.type': 'tool_error', 'toolwright.error.code': 'execution' });
    expect(received.attributes).not.toHaveProperty(['rpc.response.status_code']);
    expect(received.status).toEqual({ code: SpanStatusCode.ERROR, message: expect.stringContaining('out of tea') });
    const sent = only(callsIn(client), 'execute_tool fail');
    expect(sent.attributes).toMatchObject({ 'error.type': 'execution' });
    expect(sent.status.code).toBe(SpanStatusCode.ERROR);
  });

  it('fail with the code of a protocol error, and metrics do not have the name that a client invented', async () => {
    const served = shop(server);
    const source = linkMcp(served, {
      era,
      server: { telemetry: server.observer },
      client: { telemetry: client.observer },
    });
    const toolkit = await register(source);
    served.unregister('greet');
    await toolkit.execute('greet', {});
    const received = only(callsIn(server), 'tools/call greet');
    expect(received.attributes).toMatchObject({ 'error.type': '-32602', 'rpc.response.status_code': '-32602' });
    expect(received.status).toEqual({ code: SpanStatusCode.ERROR, message: expect.stringContaining('greet') });
    const sent = only(callsIn(client), 'execute_tool greet');
    expect(sent.attributes).toMatchObject({ 'rpc.response.status_code': '-32602' });
    const { points } = await measured(server, 'server');
    const failed = points.filter(({ attributes }) => attributes['error.type'] !== undefined);
    expect(failed).toMatchObject([{ attributes: { 'error.type': '-32602', 'mcp.method.name': 'tools/call' } }]);
    expect(failed[0]?.attributes).not.toHaveProperty(['gen_ai.tool.name']);
  });

  it('have one span for a call with progress', async () => {
    const toolkit = await link();
    const texts: string[] = [];
    for await (const { content, isLast } of toolkit.get('count')?.iterate({}) ?? []) {
      if (!isLast) texts.push(...content.map((block) => (block.type === 'text' ? block.text : '')));
    }
    expect(texts).toEqual(['one', 'two']);
    expect(only(callsIn(server), 'tools/call count').attributes).toMatchObject({ 'toolwright.chunks': 2 });
    // The call of a spec has no middleware, so the source records it.
    const sent = only(callsIn(client), 'tools/call count');
    expect(sent.kind).toBe(SpanKind.CLIENT);
    expect(sent.attributes).toMatchObject({ 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'count' });
  });

  it('have a span for each request of a call that asks its client', async () => {
    const toolkit = await link({ elicit: () => ({ action: 'accept', content: { city: 'Rome' } }) });
    expect((await toolkit.execute('ask', {})).data).toMatchObject({ data: { city: 'Rome' } });
    const received = callsIn(server);
    const rounds = era === '2025-11-25' ? 1 : 2;
    expect(received.map(({ name, status }) => [name, status.code])).toEqual(
      Array.from({ length: rounds }, () => ['tools/call ask', SpanStatusCode.UNSET]),
    );
    const sent = only(callsIn(client), 'execute_tool ask');
    expect(received.map((span) => span.parentSpanContext?.spanId)).toEqual(
      received.map(() => sent.spanContext().spanId),
    );
  });

  it('are interrupted if the client cancels them', async () => {
    const { toolkit } = await overHttp();
    const abort = new AbortController();
    await toolkit.execute('wait', {}, { signal: abort.signal, onProgress: () => abort.abort() });
    await until(() => callsIn(server).length === 1);
    expect(only(callsIn(server), 'tools/call wait').attributes).toMatchObject({ 'error.type': 'interrupted' });
    expect(only(callsIn(client), 'execute_tool wait').attributes).toMatchObject({ 'error.type': 'interrupted' });
  });

  it('are measured in seconds, in the buckets of the conventions', async () => {
    const toolkit = await link();
    await toolkit.execute('greet', {});
    await toolkit.execute('greet', {});
    for (const [recorder, side] of [
      [server, 'server'],
      [client, 'client'],
    ] as const) {
      const { unit, points } = await measured(recorder, side);
      expect(unit).toBe('s');
      expect(points.filter(({ attributes }) => attributes['mcp.method.name'] === 'tools/call')).toEqual([
        {
          attributes: {
            'mcp.method.name': 'tools/call',
            'mcp.protocol.version': era,
            'gen_ai.operation.name': 'execute_tool',
            'gen_ai.tool.name': 'greet',
            'network.transport': 'tcp',
            'network.protocol.name': 'http',
          },
          count: 2,
          boundaries: [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300],
        },
      ]);
    }
  });

  it('are recorded without the middleware, too', async () => {
    const toolkit = await register(
      linkMcp(
        ToolSpec.fromFunction(() => 1, { name: 'one', params: {} }),
        {
          era,
          server: { telemetry: server.observer },
          client: { telemetry: client.observer },
        },
      ),
      new Toolkit(),
    );
    await toolkit.execute('one', {}, { meta: { traceparent } });
    const sent = only(callsIn(client), 'tools/call one');
    const received = only(callsIn(server), 'tools/call one');
    expect(sent.parentSpanContext?.spanId).toBe('b'.repeat(16));
    expect(received.parentSpanContext?.spanId).toBe(sent.spanContext().spanId);
  });

  it('are recorded if the application has connected the client', async () => {
    const handler = mcpHandler(shop(server), { era, telemetry: server.observer });
    open.push(handler);
    const url = new URL('http://localhost/mcp');
    const fetch = (to: string | URL, init?: RequestInit) => handler.fetch(new Request(to, init));
    const info = { name: 'test', version: '1' };
    const own =
      era === '2025-11-25'
        ? new ClientV1(info)
        : new ClientV2(info, { versionNegotiation: { mode: 'auto', probe: {} } });
    if (own instanceof ClientV1)
      await own.connect(new TransportV1(url, { fetch }) as Parameters<ClientV1['connect']>[0]);
    else await own.connect(new TransportV2(url, { fetch }));
    open.push(own);
    const toolkit = await register(
      mcpSource({ name: 'own', prefix: false, transport: own, telemetry: client.observer }),
    );
    await toolkit.execute('greet', {});
    const sent = only(callsIn(client), 'execute_tool greet');
    expect(sent.attributes).toMatchObject({ 'mcp.method.name': 'tools/call' });
    expect(only(callsIn(server), 'tools/call greet').parentSpanContext?.spanId).toBe(sent.spanContext().spanId);
  });

  it('are recorded over standard input and output', async () => {
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    const serving = await serveMcp(shop(server), {
      transport: 'stdio',
      era,
      stdin,
      stdout,
      telemetry: server.observer,
    });
    open.push(serving);
    const answers: { readonly id?: number }[] = [];
    createInterface({ input: stdout }).on('line', (line) => answers.push(JSON.parse(line) as { readonly id?: number }));
    const ask = async (id: number, method: string, params: object): Promise<void> => {
      stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      await until(() => answers.some((answer) => answer.id === id));
    };
    if (era === '2025-11-25') {
      const clientInfo = { name: 'test', version: '1' };
      await ask(1, 'initialize', { protocolVersion: era, capabilities: {}, clientInfo });
    }
    await ask(2, 'tools/call', { name: 'greet', _meta: { ...envelopeOf(era), traceparent } });
    const received = only(callsIn(server), 'tools/call greet');
    expect(received.attributes).toMatchObject({
      'jsonrpc.request.id': '2',
      'network.transport': 'pipe',
      'mcp.protocol.version': era,
      'gen_ai.tool.call.id': expect.any(String),
    });
    expect(received.parentSpanContext?.spanId).toBe('b'.repeat(16));
  });

  it('are recorded by a client that starts the server', async () => {
    const args = [join(root, 'test/mcp/kettle-server.mjs'), era === '2026-07-28' ? 'v2' : 'v1', 'stdio'];
    const sdk = era === '2026-07-28' ? 'v2' : 'v1';
    const transport = { command: process.execPath, args };
    const toolkit = await register(
      mcpSource({ name: 'kettle', prefix: false, sdk, transport, telemetry: client.observer }),
    );
    const { data } = await toolkit.execute('trace', {}, { meta: { traceparent } });
    const sent = only(callsIn(client), 'execute_tool trace');
    expect(data).toEqual({ traceparent: `00-${traceId}-${sent.spanContext().spanId}-01` });
    expect(sent.attributes).toMatchObject({ 'network.transport': 'pipe', 'mcp.protocol.version': era });
  }, 60_000);

  it('link the span of the request that carries them', async () => {
    const handler = mcpHandler(shop(server), { era, sessions: false, telemetry: server.observer });
    open.push(handler);
    const http = trace.wrapSpanContext({ traceId: 'c'.repeat(32), spanId: 'd'.repeat(16), traceFlags: 1 });
    const body = {
      jsonrpc: '2.0',
      id: 'seven',
      method: 'tools/call',
      params: { name: 'metaOf', arguments: {}, _meta: { ...envelopeOf(era), traceparent } },
    };
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': era,
      'mcp-method': 'tools/call',
      'mcp-name': 'metaOf',
    };
    const request = new Request('http://localhost/mcp', { method: 'POST', headers, body: JSON.stringify(body) });
    const answer = await context.with(trace.setSpan(context.active(), http), () => handler.fetch(request));
    expect(answer.status).toBe(200);
    const received = only(callsIn(server), 'tools/call metaOf');
    expect(received.attributes).toMatchObject({ 'jsonrpc.request.id': 'seven', 'mcp.protocol.version': era });
    expect(received.parentSpanContext?.spanId).toBe('b'.repeat(16));
    expect(received.links.map((one) => one.context.spanId)).toEqual(['d'.repeat(16)]);
    expect(await answer.text()).toContain(received.spanContext().spanId);
  });
});

function envelopeOf(era: McpEra): object {
  if (era === '2025-11-25') return {};
  return { 'io.modelcontextprotocol/protocolVersion': era, 'io.modelcontextprotocol/clientCapabilities': {} };
}
