import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { type ContentBlock, PermissionError, RateLimitError, Toolkit, ValidationError } from 'toolwright';
import { type McpSourceOptions, mcpSource, type SourceTransport } from 'toolwright/mcp';
import { telemetry } from 'toolwright/telemetry';
import { root } from '../support/repository.js';

const script = join(root, 'test/mcp/kettle-server.mjs');

// The server of the SDK v2 supports only 2026-07-28, which clients of the SDK v1 do not.
const pairs = [
  ['v1', 'http', 'v1'],
  ['v1', 'http', 'v2'],
  ['v2', 'http', 'v2'],
  ['v1', 'stdio', 'v1'],
  ['v1', 'stdio', 'v2'],
  ['v2', 'stdio', 'v2'],
] as const;

function textOf(content: readonly ContentBlock[]): string {
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('');
}

describe.each(pairs)('tools served with the SDK %s over %s and imported with %s', (serverSdk, over, sdk) => {
  let child: ChildProcess | undefined;
  let toolkit: Toolkit;
  let asked: string[] = [];
  let isApproved = true;

  async function transportTo(): Promise<SourceTransport> {
    const args = [script, serverSdk, over];
    if (over === 'stdio') return { command: process.execPath, args };
    const server = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    child = server;
    const [line] = (await once(server.stderr, 'data')) as [Buffer];
    return { url: String(line).trim() };
  }

  beforeAll(async () => {
    const elicit: McpSourceOptions['elicit'] = ({ message }) => {
      asked.push(String(message));
      const content = String(message).includes('lumps') ? { lumps: 2 } : { approve: isApproved };
      return { action: 'accept', content };
    };
    const sample: McpSourceOptions['sample'] = () => {
      return { model: 'mine', role: 'assistant', content: { type: 'text', text: 'Too hot.' } };
    };
    const roots = [{ uri: 'file:///tea' }];
    toolkit = new Toolkit();
    const transport = await transportTo();
    await toolkit.registerSource(mcpSource({ name: 'kettle', prefix: false, sdk, transport, elicit, sample, roots }));
  }, 120_000);

  beforeEach(() => {
    asked = [];
    isApproved = true;
  });

  afterAll(async () => {
    await toolkit.clear();
    child?.kill('SIGKILL');
  });

  it.each([
    ['counts', [1, 2], { type: 'array', items: { type: 'integer' } }],
    ['word', 'tea', { type: 'string' }],
    ['nothing', null, { type: ['object', 'null'] }],
    ['cups', { cups: 3 }, { type: 'object', properties: { cups: { type: 'integer' } }, required: ['cups'] }],
    ['results', { result: {} }, { type: 'object', properties: { result: { type: 'object' } }, required: ['result'] }],
  ])('%s returns its data unchanged', async (name, data, outputSchema) => {
    expect(toolkit.get(name)).toMatchObject({ outputSchema });
    const result = await toolkit.execute(name, {});
    expect(result.error).toBeUndefined();
    expect(result.data).toEqual(data);
  });

  it('a tool that fails returns its message', async () => {
    const { error } = await toolkit.execute('spill', {});
    expect(error).toMatchObject({ code: 'execution', message: expect.stringContaining('The pot is empty.') });
  });

  it('a tool that fails returns an error of the same class with the same details', async () => {
    const { error } = await toolkit.execute('hurry', {});
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ message: 'One pot at a time.', retryAfterMs: 1_500, details: { pots: 1 } });
    const wrong = (await toolkit.execute('measure', { spoons: 3 })).error;
    expect(wrong).toBeInstanceOf(ValidationError);
    expect(wrong).toMatchObject({ issues: [{ path: '/spoons', message: 'must be even', rule: 'even' }] });
    expect((await toolkit.execute('leave', {})).error).toBeInstanceOf(PermissionError);
  });

  it('a tool that fails during a stream emits its chunks and then one error', async () => {
    const result = await toolkit.execute('drop', {});
    expect(result.error).toMatchObject({ code: 'not_found', message: 'The cup is gone.' });
    expect(result.toText()).toBe('one cup\nThe cup is gone.');
  });

  it('a call that its server cancels is not reported as cancelled by the client', async () => {
    const { error, isInterrupted } = await toolkit.execute('giveUp', {});
    expect({ code: error?.code, isInterrupted }).toEqual({ code: 'execution', isInterrupted: false });
  });

  it('a tool receives the trace context of its call', async () => {
    const meta = {
      traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
      tracestate: 'shop=1',
      baggage: 'user=ada',
    };
    expect((await toolkit.execute('trace', {}, { meta })).data).toEqual(meta);
    expect((await toolkit.execute('trace', {}, { meta: { ...meta, traceparent: 'wrong' } })).data).toEqual({
      baggage: 'user=ada',
    });
  });

  it('a tool receives the span of its call as the parent of its own', async () => {
    const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(new InMemorySpanExporter())] });
    const traced = new Toolkit().use(telemetry({ tracer: provider.getTracer('test') }));
    const spec = toolkit.get('trace');
    if (spec !== undefined) traced.register(spec);
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    const { data } = await traced.execute('trace', {}, { meta: { traceparent, tracestate: 'shop=1', baggage: 'a=1' } });
    expect(data).toEqual({
      traceparent: expect.stringMatching(/^00-a{32}-(?!b{16})[\da-f]{16}-01$/),
      tracestate: 'shop=1',
      baggage: 'a=1',
    });
  });

  it('invalid arguments are rejected before they are sent', async () => {
    const { error } = await toolkit.execute('cups', { more: true });
    expect(error).toMatchObject({ code: 'invalid_parameters' });
  });

  it('chunks arrive as chunks, in order, before one final response', async () => {
    const chunks: string[] = [];
    const wholes: string[] = [];
    for await (const { content, isLast } of toolkit.get('pour')?.iterate({}) ?? []) {
      (isLast ? wholes : chunks).push(textOf(content));
    }
    expect(chunks).toEqual(['The water is hot. ', 'one ', 'two']);
    expect(wholes).toEqual(['one two']);
  });

  it('a call that needs approval runs only if it is approved', async () => {
    expect((await toolkit.execute('smash', {})).data).toBe('smashed');
    isApproved = false;
    expect((await toolkit.execute('smash', {})).error).toMatchObject({ code: 'denied' });
    expect(asked).toHaveLength(2);
  });

  it('a tool can sample a model and list roots', async () => {
    expect((await toolkit.execute('taste', {})).data).toBe('Too hot.');
    expect((await toolkit.execute('search', {})).data).toBe('file:///tea');
  });

  it('a tool can ask the user', async () => {
    expect((await toolkit.execute('sweeten', {})).data).toBe('2 lumps');
    expect(asked).toEqual(['How many lumps?']);
  });
});
