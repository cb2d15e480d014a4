import { request as httpRequest, type IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type ToolContext, Toolkit, ToolSpec } from 'toolwright';
import type { McpServeOptions } from 'toolwright/mcp';
import * as v1 from 'toolwright/mcp/v1';
import * as v2 from 'toolwright/mcp/v2';
import { until } from '../../execution/waiting.js';
import { beginSession, closeAfterTest } from './clients.js';

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly progress?: number; readonly message?: string };
  readonly result?: { readonly content: readonly { readonly text: string }[] };
}

/** A call of the tool `work` whose response is not read yet. */
interface UnreadCall {
  readonly output: Readable;
  /** Closes the connection. */
  readonly disconnect: () => void;
}

const servers = { v1, v2 } as const;
const ways = [
  ['v1', 'stdio'],
  ['v1', 'HTTP'],
  ['v2', 'stdio'],
  ['v2', 'HTTP'],
] as const;

type Sdk = keyof typeof servers;
type Way = (typeof ways)[number][1];

function toolkitWith(run: (ctx: ToolContext) => unknown): Toolkit {
  const toolkit = new Toolkit();
  toolkit.register(
    ToolSpec.create({
      name: 'work',
      accumulate: 'last',
      executor: { kind: 'test', execute: (_, ctx) => run(ctx) },
    }),
  );
  return toolkit;
}

function callOf(sdk: Sdk): object {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/logLevel': 'debug',
  };
  const _meta = { progressToken: 'p', ...(sdk === 'v2' ? meta : {}) };
  return { jsonrpc: '2.0', id: 9, method: 'tools/call', params: { name: 'work', arguments: {}, _meta } };
}

async function serve(sdk: Sdk, toolkit: Toolkit, options: McpServeOptions): Promise<string> {
  const serving = await servers[sdk].serveMcp(toolkit, { closeTimeoutMs: 10, ...options });
  closeAfterTest(() => serving.close());
  return String(serving.url);
}

async function call(sdk: Sdk, way: Way, toolkit: Toolkit): Promise<UnreadCall> {
  const body = JSON.stringify(callOf(sdk));
  if (way === 'stdio') {
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    await serve(sdk, toolkit, { transport: 'stdio', stdin, stdout });
    stdin.write(`${body}\n`);
    return { output: stdout, disconnect: () => stdin.end() };
  }
  const url = await serve(sdk, toolkit, { transport: 'http', port: 0 });
  const modern = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'work' };
  const headers = sdk === 'v2' ? modern : { 'mcp-session-id': await beginSession(new URL(url)) };
  return new Promise((resolve, reject) => {
    const accept = 'application/json, text/event-stream';
    const sent = httpRequest(
      url,
      { method: 'POST', headers: { 'content-type': 'application/json', accept, ...headers } },
      (output: IncomingMessage) => resolve({ output, disconnect: () => output.destroy() }),
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Reads messages until the response arrives, or until there are `count` messages. */
async function readAll(output: Readable, count = Number.POSITIVE_INFINITY): Promise<readonly Message[]> {
  const messages: Message[] = [];
  let rest = '';
  // A client that stops reading has not disconnected.
  for await (const chunk of output.iterator({ destroyOnReturn: false })) {
    const lines = `${rest}${String(chunk)}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const json = line.replace(/^data: /, '');
      if (json.startsWith('{')) messages.push(JSON.parse(json) as Message);
    }
    if (messages.length >= count || (count === Number.POSITIVE_INFINITY && messages.at(-1)?.id === 9)) return messages;
  }
  return messages;
}

/** Waits until a count has not changed for many iterations of the event loop. */
async function waitUntilStable(count: () => number): Promise<number> {
  await until(() => count() > 0);
  let [last, turns] = [count(), 0];
  while (turns++ < 300) {
    await yieldToEventLoop();
    if (count() !== last) [last, turns] = [count(), 0];
  }
  return last;
}

describe.each(ways)('a client of the SDK %s that does not read, over %s', (sdk, way) => {
  const chunks = 12_000;
  const padding = 'x'.repeat(1_000);

  it('causes the tool to wait, and misses nothing when it reads again', async () => {
    let yielded = 0;
    const toolkit = toolkitWith(function* () {
      while (yielded < chunks) yield `${++yielded} ${padding}`;
    });
    const { output } = await call(sdk, way, toolkit);
    expect(await waitUntilStable(() => yielded)).toBeLessThan(chunks);

    const messages = await readAll(output);
    const progress = messages.filter(({ method }) => method === 'notifications/progress');
    const numbers = Array.from({ length: chunks }, (_, at) => at + 1);
    expect(progress.map(({ params }) => params?.progress)).toEqual(numbers);
    expect(progress.map(({ params }) => Number.parseInt(String(params?.message), 10))).toEqual(numbers);
    expect(messages.at(-1)?.result?.content[0]?.text).toBe(`${chunks} ${padding}`);
  });

  it('causes the call to be cancelled when it disconnects', async () => {
    let [yielded, stopped] = [0, false];
    const toolkit = toolkitWith(function* () {
      try {
        for (;;) yield `${++yielded} ${padding}`;
      } finally {
        stopped = true;
      }
    });
    const { disconnect } = await call(sdk, way, toolkit);
    await waitUntilStable(() => yielded);
    disconnect();
    await until(() => stopped);
    expect(stopped).toBe(true);
  });

  it('receives the latest progress, but not all of it, when the tool reports progress', async () => {
    let step = 0;
    const toolkit = toolkitWith(async (ctx) => {
      while (step < chunks) {
        ctx.progress(++step, chunks, padding);
        if (step % 100 === 0) await yieldToEventLoop();
      }
      return 'done';
    });
    const { output } = await call(sdk, way, toolkit);
    await until(() => step === chunks);
    const messages = await readAll(output);
    const progress = messages.flatMap(({ params }) => params?.progress ?? []);
    expect(progress).toEqual([...progress].sort((one, other) => one - other));
    expect(progress.at(-1)).toBe(chunks);
    expect(progress.length).toBeLessThan(chunks);
    expect(messages.at(-1)?.result?.content[0]?.text).toBe('done');
  });

  it('misses log messages after the first thousand', async () => {
    let notes = 0;
    const toolkit = toolkitWith(async (ctx) => {
      while (notes < chunks) {
        ctx.log('info', `${++notes} ${padding}`);
        if (notes % 100 === 0) await yieldToEventLoop();
      }
      return 'done';
    });
    const { output } = await call(sdk, way, toolkit);
    await until(() => notes === chunks);
    const messages = await readAll(output);
    const noted = messages.filter(({ method }) => method === 'notifications/message').length;
    expect(noted).toBeGreaterThanOrEqual(1_000);
    expect(noted).toBeLessThan(chunks);
    expect(messages.at(-1)?.result?.content[0]?.text).toBe('done');
  });
});

describe.each(['v1', 'v2'] as const)('standard input and output, with the SDK %s', (sdk) => {
  it('answers 5,000 concurrent calls, each with its own result, and has few listeners', async () => {
    let runs = 0;
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    const toolkit = toolkitWith(() => `${++runs} ${'x'.repeat(100)}`);
    await serve(sdk, toolkit, { transport: 'stdio', stdin, stdout });
    const ids = Array.from({ length: 5_000 }, (_, at) => at + 10);
    for (const id of ids) stdin.write(`${JSON.stringify({ ...callOf(sdk), id })}\n`);
    await waitUntilStable(() => runs);
    expect(runs).toBe(ids.length);
    for (const event of ['drain', 'error']) {
      expect(stdout.listenerCount(event)).toBeLessThan(stdout.getMaxListeners());
    }
    const answers = await readAll(stdout, ids.length);
    expect(new Set(answers.map(({ id }) => id))).toEqual(new Set(ids));
    expect(new Set(answers.map(({ result }) => result?.content[0]?.text)).size).toBe(ids.length);
  });

  it('closes when its input ends, after the last response', async () => {
    const [stdin, stdout] = [new PassThrough({ highWaterMark: 16 }), new PassThrough({ highWaterMark: 16 })];
    const serving = await servers[sdk].serveMcp(
      toolkitWith(() => 'x'.repeat(100_000)),
      { transport: 'stdio', stdin, stdout },
    );
    stdin.write(`${JSON.stringify({ ...callOf(sdk), id: 8 })}\n`);
    stdin.end(`${JSON.stringify(callOf(sdk))}\n`);
    const answers = await readAll(stdout, 2);
    await serving.closed;
    await serving.close();
    expect(answers.map(({ id }) => id).sort()).toEqual([8, 9]);
  });
});
