import { once } from 'node:events';
import { type AddressInfo, createServer, connect as openSocket, type Server, type Socket } from 'node:net';
import { jest } from '@jest/globals';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { DefinitionError, NetworkError, type ToolContext, Toolkit, ToolSpec } from 'toolwright';
import { NatsEventBus, type NatsServing, natsSource, openNatsStores, serveNats } from 'toolwright/nats';
import { until } from '../execution/waiting.js';
import { type NatsServer, startNatsServer } from '../support/nats-server.mjs';
import { warningsOf } from '../support/process-warnings.js';

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

function subjectOfTest(): string {
  return `dead-${++count}`;
}

function createWorker(run: (text: string, ctx: ToolContext) => unknown = (text) => text): Toolkit {
  const toolkit = new Toolkit();
  toolkit.register(
    ToolSpec.create({
      name: 'echo',
      inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
      executor: { kind: 'native', execute: ({ text }, ctx) => run(String(text), ctx) },
    }),
  );
  return toolkit;
}

async function openConnection(): Promise<NatsConnection> {
  const connection = await connect({ servers: server.url });
  closing.push(() => connection.close());
  return connection;
}

async function importTools(options: Parameters<typeof natsSource>[0]): Promise<Toolkit> {
  const toolkit = new Toolkit();
  const source = natsSource(options);
  await toolkit.registerSource(source);
  closing.push(() => toolkit.removeSource(source.name));
  return toolkit;
}

/** Ends the reader of a connection, as a callback of the application that throws does. */
async function endReader(connection: NatsConnection): Promise<void> {
  const printed = jest.spyOn(console, 'log').mockImplementation(() => {});
  connection.subscribe('boom', {
    callback: () => {
      throw new RangeError('boom');
    },
  });
  connection.publish('boom');
  await until(() => printed.mock.calls.length > 0);
  printed.mockRestore();
}

/** A proxy whose connections can become deaf: they stay open, but no longer pass what the server sends. */
class DeafProxy {
  readonly #server: Server;
  readonly #deaf = new Set<Socket>();
  readonly #sockets = new Set<Socket>();
  opened = 0;

  constructor(target: URL) {
    this.#server = createServer((client) => {
      this.opened++;
      const upstream = openSocket({ host: target.hostname, port: Number(target.port) });
      this.#sockets.add(client).add(upstream);
      client.on('data', (data) => upstream.write(data)).on('close', () => upstream.destroy());
      upstream.on('data', (data) => this.#deaf.has(client) || client.write(data)).on('close', () => client.destroy());
      for (const socket of [client, upstream]) socket.on('error', () => {});
    });
  }

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `nats://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  deafen(): void {
    for (const socket of this.#sockets) this.#deaf.add(socket);
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

async function startProxy(): Promise<{ readonly proxy: DeafProxy; readonly url: string }> {
  const proxy = new DeafProxy(new URL(server.url));
  const url = await proxy.listen();
  closing.push(() => proxy.close());
  return { proxy, url };
}

describe('a worker', () => {
  it('ends when the connection of the application is dead, and says why', async () => {
    const connection = await openConnection();
    const subject = subjectOfTest();
    const errors: unknown[] = [];
    let hasStarted = false;
    let hasStopped = false;
    const worker = createWorker(async (_, { signal }) => {
      hasStarted = true;
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      hasStopped = true;
    });
    const serving = await serveNats(worker, { connection, subject, onError: (error) => errors.push(error) });
    const toolkit = await importTools({ servers: server.url, subject });
    const running = toolkit.execute('echo', { text: 'tea' });
    await until(() => hasStarted);
    await endReader(connection);
    const reason: unknown = await serving.closed.catch((error: unknown) => error);
    expect(NetworkError.is(reason)).toBe(true);
    expect(String(reason)).toMatch(
      /serveNats: The connection to NATS at \S+ is open but answers nothing: .* has thrown/,
    );
    expect(errors).toEqual([reason]);
    expect((await running).error?.code).toBe('interrupted');
    expect(hasStopped).toBe(true);
    await serving.close();
  });

  it('ends when the application closes its connection', async () => {
    const connection = await openConnection();
    const errors: unknown[] = [];
    const serving = await serveNats(createWorker(), {
      connection,
      subject: subjectOfTest(),
      onError: (error) => errors.push(error),
    });
    await connection.close();
    await expect(serving.closed).rejects.toThrow(/was closed/);
    expect(errors).toHaveLength(1);
    await serving.close();
  });

  it('survives that the application drains its connection while calls run', async () => {
    const connection = await openConnection();
    const subject = subjectOfTest();
    const worker = createWorker(() => new Promise(() => {}));
    const errors: unknown[] = [];
    const serving = await serveNats(worker, { connection, subject, onError: (error) => errors.push(error) });
    const toolkit = await importTools({ servers: server.url, subject });
    const running = toolkit.execute('echo', { text: 'tea' });
    await until(() => serving.running === 1);
    await connection.drain();
    await expect(serving.closed).rejects.toThrow(/was closed/);
    expect((await running).error?.code).toBe('interrupted');
    expect(errors).toHaveLength(1);
  });

  it('opens a connection of its own again when it is dead', async () => {
    const { proxy, url } = await startProxy();
    const subject = subjectOfTest();
    const errors: unknown[] = [];
    const serving = await serveNats(createWorker(), { servers: url, subject, onError: (error) => errors.push(error) });
    closing.push(() => serving.close());
    const toolkit = await importTools({ servers: server.url, subject, offline: 'wait' });
    proxy.deafen();
    await until(() => proxy.opened === 2);
    expect((await toolkit.execute('echo', { text: 'tea' })).data).toBe('tea');
    expect(errors.map(String)).toEqual([expect.stringContaining('answers nothing. It is opened again.')]);
  });

  it('is not started on a connection that is closed', async () => {
    const connection = await openConnection();
    await connection.close();
    await expect(serveNats(createWorker(), { connection })).rejects.toThrow('serveNats: the connection is closed.');
  });

  it('rejects an onError that is no function', async () => {
    const onError = 'log' as unknown as () => void;
    await expect(serveNats(createWorker(), { onError })).rejects.toThrow(DefinitionError);
    await expect(serveNats(createWorker(), { onError })).rejects.toThrow('serveNats: onError must be a function');
  });
});

describe('a caller', () => {
  it('opens a connection of its own again when it is dead, and its calls end', async () => {
    const { proxy, url } = await startProxy();
    const subject = subjectOfTest();
    const serving = await serveNats(createWorker(), { servers: server.url, subject });
    closing.push(() => serving.close());
    const errors: unknown[] = [];
    const toolkit = await importTools({ servers: url, subject, onError: (error) => errors.push(error) });
    proxy.deafen();
    const lost = await toolkit.execute('echo', { text: 'tea' });
    expect(['network', 'interrupted']).toContain(lost.error?.code);
    await until(() => errors.length > 0);
    await until(() => proxy.opened === 2 && toolkit.get('echo') !== undefined);
    expect((await toolkit.execute('echo', { text: 'tea' })).data).toBe('tea');
  });

  it.each(['fail', 'wait'] as const)(
    'fails when the application has closed its connection (offline: %s)',
    async (offline) => {
      const connection = await openConnection();
      const subject = subjectOfTest();
      const serving = await serveNats(createWorker(), { servers: server.url, subject });
      closing.push(() => serving.close());
      const errors: unknown[] = [];
      const toolkit = await importTools({ connection, subject, offline, onError: (error) => errors.push(error) });
      await connection.close();
      expect((await toolkit.execute('echo', { text: 'tea' })).error?.code).toBe('network');
      expect(errors.map(String)).toEqual([expect.stringMatching(/natsSource: The connection to NATS .* was closed/)]);
    },
  );

  it('ends the calls that run when its source is removed', async () => {
    const subject = subjectOfTest();
    const worker = createWorker((_, { signal }) => new Promise((resolve) => signal.addEventListener('abort', resolve)));
    const serving: NatsServing = await serveNats(worker, { servers: server.url, subject });
    closing.push(() => serving.close());
    const toolkit = new Toolkit();
    await toolkit.registerSource(natsSource({ servers: server.url, subject }));
    const running = toolkit.execute('echo', { text: 'tea' });
    await until(() => serving.running === 1);
    await toolkit.removeSource('nats');
    expect((await running).error).toMatchObject({ code: 'interrupted' });
    await until(() => serving.running === 0);
  });
});

describe('the stores on NATS', () => {
  it('pass further events after a listener has thrown', async () => {
    const errors: unknown[] = [];
    const stores = await openNatsStores({
      servers: server.url,
      prefix: subjectOfTest(),
      onError: (error) => errors.push(error),
    });
    closing.push(() => stores.close());
    const events: unknown[] = [];
    await stores.events.subscribe('tea', (event) => {
      events.push(event);
      throw new RangeError('out of tea');
    });
    await stores.events.publish('tea', 1);
    await stores.events.publish('tea', 2);
    await until(() => events.length === 2);
    expect(errors).toMatchObject([{ message: expect.stringMatching(/^NatsEventBus: a message on .* out of tea$/) }]);
  });

  it('pass further records to a watcher that has thrown', async () => {
    const errors: unknown[] = [];
    const stores = await openNatsStores({
      servers: server.url,
      prefix: subjectOfTest(),
      onError: (error) => errors.push(error),
    });
    closing.push(() => stores.close());
    const records = stores.records('tasks');
    const keys: string[] = [];
    const stop = await records.watch(({ key }) => {
      keys.push(key);
      throw new RangeError('out of tea');
    });
    await records.create('a', 1);
    await records.create('b', 2);
    await until(() => keys.length === 2);
    expect(keys).toEqual(['a', 'b']);
    expect(errors).toHaveLength(2);
    await stop();
  });

  it('omit entries that another program has written, and report them', async () => {
    const prefix = subjectOfTest();
    const errors: unknown[] = [];
    const stores = await openNatsStores({ servers: server.url, prefix, onError: (error) => errors.push(error) });
    closing.push(() => stores.close());
    const records = stores.records('tasks');
    await records.create('a', 1);
    const connection = await openConnection();
    for (const [key, data] of [
      ['foreign', 'no JSON'],
      ['=zz', '{"value":1,"write":"a"}'],
      ['list', '[]'],
    ]) {
      await connection.request(`$KV.${prefix}_tasks.${key}`, data);
    }
    const keys: string[] = [];
    const stop = await records.watch(({ key }) => keys.push(key));
    await records.create('b', 2);
    await until(() => keys.includes('b'));
    expect(keys).toEqual(['a', 'b']);
    expect((await records.list()).map(({ key }) => key)).toEqual(['a', 'b']);
    expect(errors).toHaveLength(3);
    await expect(records.get('foreign')).rejects.toThrow(
      /The entry foreign of the bucket \S+ was not written by a store/,
    );
    expect(await records.delete('foreign')).toBe(true);
    expect(await records.get('foreign')).toBeUndefined();
    await stop();
  });

  it('report a dead connection of the application', async () => {
    const connection = await openConnection();
    const errors: unknown[] = [];
    const stores = await openNatsStores({
      connection,
      prefix: subjectOfTest(),
      onError: (error) => errors.push(error),
    });
    await stores.records('tasks').create('a', 1);
    await endReader(connection);
    await until(() => errors.length > 0);
    expect(errors.map(String)).toEqual([expect.stringContaining('openNatsStores: The connection to NATS')]);
    await stores.close();
  });
});

describe('NatsEventBus', () => {
  it('reports a listener that throws as a process warning, unless it has an onError', async () => {
    const connection = await openConnection();
    const bus = new NatsEventBus(connection, subjectOfTest());
    let hasThrown = false;
    await bus.subscribe('tea', () => {
      hasThrown = true;
      throw new RangeError('out of tea');
    });
    const warnings = await warningsOf(async () => {
      await bus.publish('tea', 1);
      await until(() => hasThrown);
    });
    expect(warnings).toEqual([expect.stringContaining('out of tea')]);
  });
});
