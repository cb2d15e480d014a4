import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { Toolkit, ToolSpec } from 'toolwright';
import { natsSource, serveNats } from 'toolwright/nats';
import { describeMachine } from './table.js';

const inFlight = 100;
const subject = 'bench';

/** `npm run bench nats`: calls and chunks over NATS, as ratios to messages without toolwright in the same run. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { smoke: { type: 'boolean', default: false }, worker: { type: 'string' } } });
  if (values.worker !== undefined) {
    await serveBench(values.worker);
    return;
  }
  const calls = values.smoke ? 1_000 : 30_000;
  console.log(describeMachine());
  const { url, stop } = await startServer();
  const workers = await Promise.all([startWorker(url), startWorker(url)]);
  const connection = await connect({ servers: url });
  const source = natsSource({ servers: url, subject });
  const toolkit = new Toolkit();
  await toolkit.registerSource(source);

  const raw = (): Promise<unknown> => connection.request('raw', '{"text":"tea"}');
  const safe = (): Promise<unknown> => toolkit.execute('echo', { text: 'tea' });
  const plain = (): Promise<unknown> => toolkit.execute('plain', { text: 'tea' });
  for (const run of [raw, safe, plain]) await measure(Math.min(calls, 3_000), run);
  const rows = {
    'raw request and reply': await measure(calls, raw),
    'idempotent tool': await measure(calls, safe),
    'other tool': await measure(calls, plain),
  };
  const base = rows['raw request and reply'];
  console.log(`\n${inFlight} in flight, two workers\n| | calls/s | ratio | p50 ms | ratio |\n|---|---|---|---|---|`);
  for (const [name, { perSecond, p50 }] of Object.entries(rows)) {
    const cells = [
      Math.round(perSecond),
      (perSecond / base.perSecond).toFixed(2),
      p50.toFixed(2),
      (p50 / base.p50).toFixed(1),
    ];
    console.log(`| ${[name, ...cells].join(' | ')} |`);
  }
  const chunks = calls * 3;
  const rawRate = await measureRawChunks(connection, chunks);
  const rate = await measureChunks(toolkit, chunks);
  console.log(
    `\n${chunks} chunks: ${Math.round(rate)}/s, raw messages ${Math.round(rawRate)}/s, ratio ${(rate / rawRate).toFixed(2)}`,
  );
  await toolkit.removeSource(source.name);
  await connection.close();
  for (const worker of workers) worker();
  stop();
}

/** The rate and the median time of calls of which a fixed number is in flight. */
async function measure(calls: number, call: () => Promise<unknown>): Promise<{ perSecond: number; p50: number }> {
  const times: number[] = [];
  let begun = 0;
  const start = performance.now();
  const run = async (): Promise<void> => {
    while (begun++ < calls) {
      const from = performance.now();
      await call();
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, run));
  const perSecond = (calls / (performance.now() - start)) * 1_000;
  times.sort((one, other) => one - other);
  return { perSecond, p50: times[times.length >> 1] ?? 0 };
}

async function measureRawChunks(connection: NatsConnection, count: number): Promise<number> {
  const start = performance.now();
  await new Promise<void>((resolve) => {
    let received = 0;
    connection.subscribe('raw.inbox', {
      callback: () => {
        if (++received === count) resolve();
      },
    });
    connection.publish('raw.stream', String(count));
  });
  return (count / (performance.now() - start)) * 1_000;
}

async function measureChunks(toolkit: Toolkit, count: number): Promise<number> {
  const start = performance.now();
  let received = 0;
  for await (const { isLast } of toolkit.iterate({ name: 'stream', input: { count } })) if (!isLast) received++;
  if (received !== count) throw new TypeError(`Only ${received} chunks arrived.`);
  return (count / (performance.now() - start)) * 1_000;
}

async function serveBench(servers: string): Promise<void> {
  const inputSchema = { type: 'object', properties: { text: { type: 'string' } } } as const;
  const executor = { kind: 'native', execute: ({ text }: Readonly<Record<string, unknown>>) => text };
  const toolkit = new Toolkit();
  toolkit.register([
    ToolSpec.create({ name: 'echo', inputSchema, executor, idempotent: true }),
    ToolSpec.create({ name: 'plain', inputSchema, executor }),
    ToolSpec.create({
      name: 'stream',
      inputSchema: { type: 'object', properties: { count: { type: 'integer' } } },
      accumulate: 'none',
      executor: {
        kind: 'native',
        execute: function* ({ count }) {
          for (let at = 0; at < Number(count); at++) yield 'chunk';
        },
      },
    }),
  ]);
  await serveNats(toolkit, { servers, subject });
  const connection = await connect({ servers });
  connection.subscribe('raw', { queue: 'raw', callback: (_, message) => void message.respond(message.data) });
  connection.subscribe('raw.stream', {
    queue: 'raw',
    callback: (_, message) => {
      const count = Number(message.string());
      for (let at = 0; at < count; at++) connection.publish('raw.inbox', 'chunk');
    },
  });
  await connection.flush();
  process.send?.('ready');
}

/** Starts a process with a worker. Returns a function that ends it. */
async function startWorker(url: string): Promise<() => void> {
  const child = spawn(process.execPath, [String(process.argv[1]), '--worker', url], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await new Promise((resolve) => child.once('message', resolve));
  return () => void child.kill();
}

async function startServer(): Promise<{ url: string; stop: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'nats-bench-'));
  const listener = createServer();
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as { readonly port: number };
  await new Promise((resolve) => listener.close(resolve));
  const child = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
  const url = `nats://127.0.0.1:${port}`;
  await (
    await connect({ servers: url, waitOnFirstConnect: true, reconnectTimeWait: 50, maxReconnectAttempts: 200 })
  ).close();
  const stop = (): void => {
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  return { url, stop };
}

await main();
