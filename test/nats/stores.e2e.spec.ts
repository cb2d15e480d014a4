import { DefinitionError, NetworkError } from 'toolwright';
import { type NatsStores, type NatsStoresOptions, openNatsStores } from 'toolwright/nats';
import type { RecordStore } from 'toolwright/stores';
import { testStores } from '../contracts/stores.contract.js';
import { until } from '../execution/waiting.js';
import { type NatsServer, startNatsServer } from '../support/nats-server.mjs';

let server: NatsServer;
const opened: NatsStores[] = [];
let count = 0;

beforeAll(async () => {
  server = await startNatsServer();
});
afterAll(async () => {
  await Promise.all(opened.map((stores) => stores.close()));
  await server.stop();
});

async function open(options: NatsStoresOptions = {}): Promise<NatsStores> {
  const stores = await openNatsStores({ servers: server.url, prefix: `test-${++count}`, ...options });
  opened.push(stores);
  return stores;
}

testStores({
  name: 'NATS',
  buses: async () => {
    const [one, other] = [await open({ prefix: 'bus' }), await open({ prefix: 'bus' })];
    return [one.events, other.events];
  },
  records: async (limits) => (await open({ limits: { tasks: limits } })).records('tasks'),
  sessions: async () => (await open()).sessions,
  rounds: async () => (await open()).rounds,
  tasks: async () => (await open()).tasks,
  effects: async (limits) => (await open({ limits: { effects: limits } })).effects,
});

describe('openNatsStores', () => {
  it('isolates the stores and events of another prefix', async () => {
    const [one, other, same] = [
      await open({ prefix: 'one' }),
      await open({ prefix: 'other' }),
      await open({ prefix: 'one' }),
    ];
    const received: unknown[] = [];
    await other.events.subscribe('topic', (event) => received.push(['other', event]));
    await same.events.subscribe('topic', (event) => received.push(['same', event]));
    await one.events.publish('topic', 1);
    await one.effects.claim('effect');
    await until(() => received.length > 0);
    expect(received).toEqual([['same', 1]]);
    expect([await other.effects.claim('effect'), (await same.effects.claim('effect')).state]).toEqual([
      { state: 'claimed' },
      'unknown',
    ]);
  });

  it('retains what is stored, and the watchers, when the server is killed and restarted', async () => {
    const stores = await open();
    const records: RecordStore = stores.records('tasks');
    const seen: unknown[] = [];
    await records.watch(({ record }) => seen.push(record?.value), 'key');
    const revision = (await records.create('key', 'before')) ?? 0;
    await server.kill();
    const written = records.update('key', 'during', revision);
    await server.restart();
    const next = await written;
    expect(next).toBeGreaterThan(revision);
    await until(() => seen.includes('during'));
    await records.update('key', 'after', next ?? 0);
    await until(() => seen.includes('after'));
    expect([seen[0], seen.at(-1), (await records.get('key'))?.value]).toEqual(['before', 'after', 'after']);
  });

  it('changes the limits of stores that exist', async () => {
    const first = await open({ limits: { tasks: { maxBytes: 2_000 } } });
    const prefix = `test-${count}`;
    await first.records('tasks').create('a', 'x'.repeat(900));
    await expect(first.records('tasks').create('b', 'x'.repeat(900))).rejects.toThrow(/maxBytes: 2000/);
    const second = await open({ prefix, limits: { tasks: { maxBytes: 20_000 } } });
    expect(await second.records('tasks').create('b', 'x'.repeat(900))).toEqual(expect.any(Number));
  });

  it('names the server that does not answer, and what to start', async () => {
    const message =
      /^No NATS server accepts a connection at nats:\/\/127\.0\.0\.1:9.*Start one: nats-server --jetstream\.$/;
    await expect(openNatsStores({ servers: 'nats://ada:secret@127.0.0.1:9' })).rejects.toMatchObject({
      name: 'NetworkError',
      message: expect.stringMatching(message),
    });
    const stores = await open({ offlineMs: 300 });
    await stores.close();
    await expect(stores.effects.claim('effect')).rejects.toThrow(NetworkError);
  });

  it.each<[string, object]>([
    ['an unknown option', { prefixes: 'a' }],
    ['a prefix with a dot', { prefix: 'a.b' }],
    ['a limit that is not positive', { limits: { tasks: { maxAgeMs: 0 } } }],
    ['an unlimited store', { limits: { tasks: { maxBytes: Number.POSITIVE_INFINITY } } }],
    ['a duration that is not positive', { offlineMs: -1 }],
  ])('rejects %s', async (_, options) => {
    await expect(openNatsStores({ servers: server.url, ...options })).rejects.toThrow(DefinitionError);
  });
});
