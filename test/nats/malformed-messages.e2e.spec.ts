import { connect, type NatsConnection } from '@nats-io/transport-node';
import { Toolkit, ToolSpec } from 'toolwright';
import { natsSource, type ServeNatsOptions, serveNats } from 'toolwright/nats';
import { until } from '../execution/waiting.js';
import { hostileMessage, RawClient } from '../fuzz/hostile-messages.mjs';
import { Random } from '../fuzz/random.mjs';
import { type NatsServer, startNatsServer } from '../support/nats-server.mjs';

let server: NatsServer;
let connection: NatsConnection;
let raw: RawClient;
let count = 0;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  server = await startNatsServer();
  connection = await connect({ servers: server.url });
  raw = await RawClient.open(server.url);
});

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

afterAll(async () => {
  raw.close();
  await connection.close();
  await server.stop();
});

function createWorker(): Toolkit {
  const toolkit = new Toolkit();
  toolkit.register(
    ToolSpec.create({
      name: 'echo',
      inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
      executor: { kind: 'native', execute: ({ text }) => text },
    }),
  );
  return toolkit;
}

interface Linked {
  readonly subject: string;
  readonly workerId: string;
  readonly toolkit: Toolkit;
  readonly errors: readonly unknown[];
}

/** Starts a worker, and a toolkit that imports its tools. */
async function link(options: ServeNatsOptions = {}): Promise<Linked> {
  const subject = `malformed-${++count}`;
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const serving = await serveNats(createWorker(), { servers: server.url, subject, onError, ...options });
  closing.push(() => serving.close());
  const toolkit = new Toolkit();
  const source = natsSource({ servers: server.url, subject, onError });
  await toolkit.registerSource(source);
  closing.push(() => toolkit.removeSource(source.name));
  return { subject, workerId: serving.workerId, toolkit, errors };
}

/** Calls the worker. It answers within a second; the limit is ten times as long, because the machine may be busy. */
async function answer(toolkit: Toolkit): Promise<unknown> {
  const { data, error } = await toolkit.execute('echo', { text: 'tea' }, { timeoutMs: 10_000 });
  return error ?? data;
}

describe('a worker', () => {
  it.each(['hello', 'tools', 'runs'])('reads on after a message without a reply: %s', async (kind) => {
    const { subject, workerId, toolkit } = await link();
    for (const to of [`${subject}.workers`, `${subject}.worker.${workerId}`]) {
      connection.publish(to, JSON.stringify({ kind, effectKey: 'a' }));
    }
    await connection.flush();
    expect(await answer(toolkit)).toBe('tea');
  });

  it('reads on after messages whose values cannot be converted', async () => {
    const { subject, toolkit, errors } = await link();
    const odd = { toString: 1, valueOf: 1 };
    for (const control of [
      { kind: 'beat', inbox: odd, beatMs: odd },
      { kind: 'read', call: odd, count: odd },
      { kind: 'cancel', call: odd, reason: odd },
    ]) {
      connection.publish(`${subject}.workers`, JSON.stringify(control));
    }
    connection.publish(`${subject}.health`, JSON.stringify({ worker: odd, queue: 'default', healthMs: 1_000 }));
    await connection.flush();
    expect(await answer(toolkit)).toBe('tea');
    expect(errors).toEqual([]);
  });

  it('reports a message with malformed headers, and reads on', async () => {
    const { subject, toolkit, errors } = await link();
    raw.publish({ subject: `${subject}.workers`, headers: 'NATS/1.0\r\n\u0001: a\r\n\r\n', data: '' });
    await raw.flush();
    expect(await answer(toolkit)).toBe('tea');
    expect(errors).toMatchObject([{ message: expect.stringContaining(`serveNats: a message on ${subject}.workers`) }]);
  });

  it('answers soon after 10,000 malformed messages on every subject', async () => {
    const { subject, toolkit } = await link();
    const spy = await RawClient.open(server.url);
    spy.subscribe('>');
    await spy.flush();
    expect(await answer(toolkit)).toBe('tea');
    await spy.flush();
    const subjects = [...spy.subjects, `${subject}.workers`, `${subject}.health`];
    spy.close();
    const random = new Random(1);
    for (let sent = 0; sent < 10_000; sent++) raw.publish(hostileMessage(random, subjects));
    await raw.flush();
    expect(await answer(toolkit)).toBe('tea');
  });
});

describe('a caller', () => {
  it('ends a call for which it receives a malformed message, and cancels it', async () => {
    const worker = new Toolkit();
    let stopped = 0;
    worker.register(
      ToolSpec.create({
        name: 'linger',
        inputSchema: { type: 'object' },
        executor: {
          kind: 'native',
          execute: (_, { signal }) => new Promise(() => signal.addEventListener('abort', () => void stopped++)),
        },
      }),
    );
    const subject = `malformed-${++count}`;
    const serving = await serveNats(worker, { servers: server.url, subject });
    closing.push(() => serving.close());
    const toolkit = new Toolkit();
    await toolkit.registerSource(natsSource({ servers: server.url, subject }));
    closing.push(() => toolkit.removeSource('nats'));
    let reply = '';
    connection.subscribe(`${subject}.call.>`, {
      max: 1,
      callback: (_, message) => {
        reply = String(message.reply);
      },
    });
    await connection.flush();
    const running = toolkit.execute('linger', {});
    await until(() => serving.running === 1 && reply !== '');
    raw.publish({ subject: reply, headers: 'NATS/1.0\r\n\u0001: a\r\n\r\n', data: '' });
    expect((await running).error).toMatchObject({
      code: 'invalid_output',
      message: expect.stringContaining("'linger' sent a malformed message"),
    });
    await until(() => stopped === 1);
  });
});
