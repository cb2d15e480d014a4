import { DefinitionError, RateLimitError, ToolExecutionError } from 'toolwright';
import type {
  EffectClaim,
  EffectLog,
  EventBus,
  RecordChange,
  RecordStore,
  RoundStore,
  SessionStore,
  StoreLimits,
  TaskRecord,
  TaskStore,
} from 'toolwright/stores';
import { until } from '../execution/waiting.js';

/** The stores under test. Each function opens a store of its own, in which nothing is stored. */
export interface StoresUnderTest {
  readonly name: string;
  /** Opens two views of one bus, as two processes have them. */
  readonly buses: () => Promise<readonly [EventBus, EventBus]>;
  readonly records: (limits?: Partial<StoreLimits>) => Promise<RecordStore>;
  readonly sessions: () => Promise<SessionStore>;
  readonly rounds: () => Promise<RoundStore>;
  readonly tasks: () => Promise<TaskStore>;
  readonly effects: (limits?: Partial<StoreLimits>) => Promise<EffectLog>;
}

const keys = ['plain', 'with space', 'a.b', 'a=2eb', '*', '>', 'söz/→', '../up', '__proto__', 'x'.repeat(512)];

/** The contract of every implementation of the stores. */
export function testStores({ name, buses, records, sessions, rounds, tasks, effects }: StoresUnderTest): void {
  describe(`${name} as an event bus`, () => {
    it('delivers an event to all subscribers of its topic, in the order of publication', async () => {
      const [one, other] = await buses();
      const received: unknown[][] = [[], [], []];
      await one.subscribe('tools changed', (event) => received[0]?.push(event));
      await other.subscribe('tools changed', (event) => received[1]?.push(event));
      await other.subscribe('tools.*', (event) => received[2]?.push(event));
      await one.publish('tools changed', { count: 1 });
      await one.publish('tools changed', null);
      await other.publish('tools changed', 'last');
      await until(() => received[0]?.length === 3 && received[1]?.length === 3);
      expect(received.map((events) => events.filter((event) => event !== 'last'))).toEqual([
        [{ count: 1 }, null],
        [{ count: 1 }, null],
        [],
      ]);
    });

    it('delivers nothing after the subscription has ended', async () => {
      const [one, other] = await buses();
      const ended: unknown[] = [];
      const open: unknown[] = [];
      const unsubscribe = await other.subscribe('topic', (event) => ended.push(event));
      await other.subscribe('topic', (event) => open.push(event));
      await unsubscribe();
      await one.publish('topic', 1);
      await until(() => open.length === 1);
      expect(ended).toEqual([]);
    });
  });

  describe(`${name} as a record store`, () => {
    it('stores a value once under each key', async () => {
      const store = await records();
      for (const key of keys) expect(await store.create(key, { key })).toEqual(expect.any(Number));
      expect(await Promise.all(keys.map((key) => store.create(key, 'another')))).toEqual(keys.map(() => undefined));
      expect(await Promise.all(keys.map(async (key) => (await store.get(key))?.value))).toEqual(
        keys.map((key) => ({ key })),
      );
      expect((await store.list()).map(({ key }) => key).sort()).toEqual([...keys].sort());
      expect(await store.get('unknown')).toBeUndefined();
    });

    it('lets one of several concurrent writes of a revision succeed', async () => {
      const store = await records();
      const created = await Promise.all(Array.from({ length: 20 }, (_, index) => store.create('key', index)));
      const [revision, ...others] = created.filter((one) => one !== undefined);
      expect(others).toEqual([]);
      const updated = await Promise.all(
        Array.from({ length: 20 }, (_, index) => store.update('key', index, revision ?? 0)),
      );
      const next = updated.filter((one) => one !== undefined);
      expect(next).toHaveLength(1);
      expect(next[0]).toBeGreaterThan(revision ?? 0);
      expect(await store.get('key')).toEqual({ key: 'key', value: updated.indexOf(next[0]), revision: next[0] });
    });

    it('deletes the revision that is named', async () => {
      const store = await records();
      const revision = (await store.create('key', 1)) ?? 0;
      const next = await store.update('key', 2, revision);
      expect(await store.delete('key', revision)).toBe(false);
      expect(await store.delete('key', next)).toBe(true);
      expect(await store.delete('key')).toBe(false);
      expect([await store.get('key'), await store.list()]).toEqual([undefined, []]);
      expect(await store.update('key', 3, next ?? 0)).toBeUndefined();
      expect(await store.create('key', 4)).toBeGreaterThan(next ?? 0);
    });

    it('passes the current records and later changes to a watcher', async () => {
      const store = await records();
      await store.create('before', 0);
      const all: RecordChange[] = [];
      const own: RecordChange[] = [];
      const unwatch = await store.watch((change) => all.push(change));
      await store.watch((change) => own.push(change), 'a key');
      const first = (await store.create('a key', 1)) ?? 0;
      await until(() => own.length === 1 && all.length === 2);
      const second = await store.update('a key', 2, first);
      await until(() => own.length === 2 && all.length === 3);
      await store.delete('a key');
      await until(() => own.length === 3 && all.length === 4);
      const expected = [
        { key: 'a key', record: { key: 'a key', value: 1, revision: first } },
        { key: 'a key', record: { key: 'a key', value: 2, revision: second } },
        { key: 'a key', record: undefined },
      ];
      expect(own).toEqual(expected);
      expect(all).toEqual([{ key: 'before', record: expect.objectContaining({ value: 0 }) }, ...expected]);
      await unwatch();
      await store.create('later', 0);
      await store.create('a key', 5);
      await until(() => own.length === 4);
      expect(all).toHaveLength(4);
    });

    it('refuses a value that is too large, and a record for which it has no room, by the name of the limit', async () => {
      const store = await records({ maxValueBytes: 1_000, maxBytes: 4_000 });
      await expect(store.create('large', 'x'.repeat(1_000))).rejects.toThrow(ToolExecutionError);
      await expect(store.create('large', 'x'.repeat(1_000))).rejects.toThrow(/maxValueBytes/);
      const fill = async (): Promise<void> => {
        for (let index = 0; index < 20; index++) await store.create(`record ${index}`, 'x'.repeat(900));
      };
      await expect(fill()).rejects.toThrow(RateLimitError);
      await expect(fill()).rejects.toThrow(/maxBytes: 4000/);
      expect((await store.list()).length).toBeGreaterThan(1);
    });

    it('refuses keys and values that are no text and no JSON data', async () => {
      const store = await records();
      for (const key of ['', 'x'.repeat(513), 7 as never])
        await expect(store.get(key)).rejects.toThrow(DefinitionError);
      for (const value of [undefined, 1n, () => 1])
        await expect(store.create('key', value)).rejects.toThrow(DefinitionError);
    });

    it('removes a record that is too old', async () => {
      const store = await records({ maxAgeMs: 300 });
      await store.create('old', 1);
      for (let found = await store.get('old'); found !== undefined; ) found = await store.get('old');
      expect(await store.create('old', 2)).toEqual(expect.any(Number));
    });
  });

  describe(`${name} as a session store`, () => {
    it('stores a session, and refuses to replace another revision', async () => {
      const store = await sessions();
      const first = await store.save('s', { state: { a: 1 } }, undefined);
      expect(await store.save('s', { state: {} }, undefined)).toBeUndefined();
      const second = await store.save('s', { state: { a: 2 } }, first);
      expect(await store.save('s', { state: { a: 3 } }, first)).toBeUndefined();
      expect(await store.load('s')).toEqual({ snapshot: { state: { a: 2 } }, revision: second });
      await store.delete('s');
      expect(await store.load('s')).toBeUndefined();
    });

    it('passes the current and each later state to a watcher', async () => {
      const store = await sessions();
      const first = await store.save('s', 1, undefined);
      const seen: unknown[] = [];
      const unwatch = await store.watch('s', ({ snapshot }) => seen.push(snapshot));
      await store.save('other', 'of another session', undefined);
      await store.save('s', 2, first);
      await until(() => seen.length === 2);
      expect(seen).toEqual([1, 2]);
      await unwatch();
    });
  });

  describe(`${name} as a round store`, () => {
    const round = { callId: 'c1', nodeId: 'n1', toolName: 'plan', owner: 'ada', isIdempotent: true };

    it('finds the node that has a call', async () => {
      const store = await rounds();
      await store.hold(round);
      await store.hold({ ...round, nodeId: 'n2' });
      expect(await store.find('c1')).toEqual({ ...round, nodeId: 'n2' });
      expect(await store.find('c2')).toBeUndefined();
    });

    it('lets one of several nodes take a round from the node that has it', async () => {
      const store = await rounds();
      await store.hold(round);
      expect(await store.take('c1', 'n2')).toBe(false);
      const taken = await Promise.all(Array.from({ length: 10 }, () => store.take('c1', 'n1')));
      expect(taken.filter((one) => one)).toEqual([true]);
      expect(await store.find('c1')).toBeUndefined();
    });
  });

  describe(`${name} as a task store`, () => {
    const task: TaskRecord = {
      id: 't1',
      toolName: 'pay',
      callId: 'c1',
      since: 2,
      status: 'queued',
      data: { input: {} },
    };

    it('stores tasks, and lists them in the order of their creation', async () => {
      const store = await tasks();
      const revision = await store.create(task);
      await store.create({ ...task, id: 't0', since: 1 });
      expect(await store.create(task)).toBeUndefined();
      expect((await store.list()).map(({ task: { id } }) => id)).toEqual(['t0', 't1']);
      expect(await store.get('t1')).toEqual({ task, revision });
      await store.delete('t1');
      expect(await store.get('t1')).toBeUndefined();
    });

    it('lets one of several workers change a revision, and passes the change to watchers', async () => {
      const store = await tasks();
      const seen: string[] = [];
      await store.watch(({ task: { id, status } }) => seen.push(`${id} ${status}`), 't1');
      const revision = (await store.create(task)) ?? 0;
      await store.create({ ...task, id: 't2' });
      const changed = await Promise.all(
        Array.from({ length: 10 }, () => store.update({ ...task, status: 'running' }, revision)),
      );
      const [next, ...others] = changed.filter((one) => one !== undefined);
      expect(others).toEqual([]);
      await store.update({ ...task, status: 'ended', result: { success: true } }, next ?? 0);
      await until(() => seen.length === 3);
      expect(seen).toEqual(['t1 queued', 't1 running', 't1 ended']);
    });
  });

  describe(`${name} as an effect log`, () => {
    const state = ({ state }: EffectClaim): string => state;

    it('lets one of several concurrent callers claim an effect', async () => {
      const log = await effects();
      const claims = await Promise.all(
        Array.from({ length: 20 }, (_, index) => log.claim('pay 1', { by: `w${index}` })),
      );
      expect(claims.map(state).sort()).toEqual(['claimed', ...Array.from({ length: 19 }, () => 'unknown')]);
      const winner = claims.map(state).indexOf('claimed');
      expect(await log.claim('pay 1')).toEqual({ state: 'unknown', by: `w${winner}`, claimedAt: expect.any(Number) });
    });

    it('returns the first result of an effect that is completed', async () => {
      const log = await effects();
      await log.claim('pay 1');
      await Promise.all([log.complete('pay 1', { receipt: 7 }), log.claim('pay 2')]);
      await log.complete('pay 1', 'a later result');
      await log.complete('pay 2', undefined);
      await log.complete('pay 3', 'without a claim');
      expect(await Promise.all(['pay 1', 'pay 2', 'pay 3'].map((key) => log.claim(key)))).toEqual([
        { state: 'done', result: { receipt: 7 } },
        { state: 'done', result: undefined },
        { state: 'done', result: 'without a claim' },
      ]);
    });

    it('can be claimed again after the claim was released, unless the effect is completed', async () => {
      const log = await effects();
      await log.claim('pay 1');
      await log.release('pay 1');
      await log.release('never claimed');
      expect((await log.claim('pay 1')).state).toBe('claimed');
      await log.complete('pay 1', 1);
      await log.release('pay 1');
      expect(await log.claim('pay 1')).toEqual({ state: 'done', result: 1 });
    });

    it('refuses a claim that it does not retain long enough', async () => {
      const log = await effects({ maxAgeMs: 10_000 });
      await expect(log.claim('pay 1', { retainUntil: Date.now() + 20_000 })).rejects.toThrow(DefinitionError);
      expect(await log.claim('pay 1', { retainUntil: Date.now() + 5_000 })).toEqual({ state: 'claimed' });
    });
  });
}
