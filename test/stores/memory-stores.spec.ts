import { RateLimitError } from 'toolwright';
import {
  MemoryEffectLog,
  MemoryEventBus,
  MemoryRecordStore,
  MemoryRoundStore,
  MemorySessionStore,
  MemoryTaskStore,
  storeDefaults,
} from 'toolwright/stores';
import { testStores } from '../contracts/stores.contract.js';

testStores({
  name: 'memory',
  buses: async () => {
    const bus = new MemoryEventBus();
    return [bus, bus];
  },
  records: async (limits) => new MemoryRecordStore(storeDefaults.tasks, limits),
  sessions: async () => new MemorySessionStore(),
  rounds: async () => new MemoryRoundStore(),
  tasks: async () => new MemoryTaskStore(),
  effects: async (limits) => new MemoryEffectLog(limits),
});

describe('MemoryRecordStore', () => {
  it('has a limited number of records', async () => {
    const store = new MemoryRecordStore(storeDefaults.tasks, { maxRecords: 2 });
    const revision = await store.create('a', 1);
    await store.create('b', 1);
    await expect(store.create('c', 1)).rejects.toThrow(
      new RateLimitError('The store is full (maxRecords: 2). Try again later, or raise the limit.'),
    );
    expect(await store.update('a', 2, revision ?? 0)).toEqual(expect.any(Number));
  });

  it('returns copies of what is stored', async () => {
    const store = new MemoryRecordStore(storeDefaults.tasks);
    const value = { list: [1] };
    await store.create('a', value);
    value.list.push(2);
    expect((await store.get('a'))?.value).toEqual({ list: [1] });
  });

  it.each([{ maxRecords: 0 }, { maxAge: 1 } as never])('rejects the limits %j', (limits) => {
    expect(() => new MemoryRecordStore(storeDefaults.tasks, limits)).toThrow(/store/);
  });
});
