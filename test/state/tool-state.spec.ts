import { inspect } from 'node:util';
import { DefinitionError, type StateChange, secret, ToolState } from 'toolwright';
import { fc } from '../support/fast-check.js';
import { naiveState, Refused } from './naive-state.js';

function changesOf(state: ToolState): readonly StateChange[] {
  const changes: StateChange[] = [];
  state.changes$.subscribe((change) => changes.push(change));
  return changes;
}

describe('ToolState', () => {
  describe('constructor', () => {
    it('copies the initial object', () => {
      const initial = { user: { id: 'u1' } };
      const state = new ToolState(initial);
      state.set('user.id', 'u2');
      state.set('other', 1);
      expect(initial).toEqual({ user: { id: 'u1' } });
    });

    it('is empty without an initial object', () => {
      expect(new ToolState().toJSON()).toEqual({});
    });
  });

  describe('from', () => {
    it('returns a state unchanged', () => {
      const state = new ToolState();
      expect(ToolState.from(state)).toBe(state);
    });

    it('creates a state from an object or undefined', () => {
      expect(ToolState.from({ a: 1 }).get('a')).toBe(1);
      expect(ToolState.from(undefined).toJSON()).toEqual({});
    });
  });

  describe('get and has', () => {
    const shared = { deep: [{ name: 'first' }, { name: 'last' }] };
    const state = new ToolState({ a: { b: null, c: undefined, d: 0, e: '', f: false }, 'x.y': 1, '[0]': 2, shared });

    it.each([
      ['a.b', null],
      ['a.c', undefined],
      ['a.d', 0],
      ['a.e', ''],
      ['a.f', false],
      ['x\\.y', 1],
      ['\\[0\\]', 2],
      ['shared.deep[0].name', 'first'],
      ['shared.deep[-1].name', 'last'],
    ])('find %s', (path, value) => {
      expect(state.get(path)).toBe(value);
      expect(state.has(path)).toBe(true);
    });

    it.each(['b', 'a.g', 'a.b.c', 'a.d.e', 'a.e.length', 'x.y', 'shared.deep[2]', 'shared.deep[-3]', 'a[0]'])(
      'find nothing at %s',
      (path) => {
        expect(state.get(path)).toBeUndefined();
        expect(state.has(path)).toBe(false);
      },
    );

    it('return values by identity', () => {
      expect(state.get('shared')).toBe(shared);
      expect(state.get('shared.deep[0]')).toBe(shared.deep[0]);
    });

    it('follow own properties only', () => {
      class User {
        readonly id = 'u1';
        get role(): string {
          return 'admin';
        }
      }
      const users = new ToolState({
        user: new User(),
        inherits: Object.create({ id: 'u2' }),
        list: [1],
        call: () => 1,
      });
      expect(users.get('user.id')).toBe('u1');
      expect(
        ['user.role', 'user.toString', 'inherits.id', 'list.map', 'call.name', 'toString'].filter((path) =>
          users.has(path),
        ),
      ).toEqual([]);
    });
  });

  describe('set', () => {
    it('creates missing objects and arrays', () => {
      const state = new ToolState();
      state.set('a.b[1].c', 1);
      expect(state.toJSON()).toEqual({ a: { b: [null, { c: 1 }] } });
      expect(state.get('a.b')).toEqual([undefined, { c: 1 }]);
      expect(state.has('a.b[0]')).toBe(true);
    });

    it('replaces null and undefined by new objects', () => {
      const state = new ToolState({ a: null, b: undefined });
      state.set('a.x', 1);
      state.set('b[0]', 2);
      expect(state.toJSON()).toEqual({ a: { x: 1 }, b: [2] });
    });

    it('counts negative indexes from the end, and appends at the end', () => {
      const state = new ToolState({ list: [1, 2] });
      state.set('list[-1]', 3);
      state.set('list[2]', 4);
      expect(state.get('list')).toEqual([1, 3, 4]);
    });

    it('stores values by identity', () => {
      const state = new ToolState();
      const [value, list] = [{ a: 1 }, [1]];
      state.set('value', value);
      state.set('list', list);
      expect(state.get('value')).toBe(value);
      expect(state.get('list')).toBe(list);
    });

    it('never changes a stored object, and copies only containers on the path', () => {
      const beside = { kept: true };
      const value = Object.freeze({ inner: Object.freeze({ list: Object.freeze([1]) }), beside });
      const state = new ToolState({ value });
      state.set('value.inner.list[0]', 2);
      expect(value.inner.list).toEqual([1]);
      expect(state.get('value.inner.list')).toEqual([2]);
      expect(state.get('value.beside')).toBe(beside);
    });

    it('does not change values that were read before', () => {
      const state = new ToolState({ user: { id: 'u1' } });
      const before = state.get('user');
      state.set('user.id', 'u2');
      expect(before).toEqual({ id: 'u1' });
    });

    it.each([
      ['text.x', "Cannot set 'text.x': 'x' would go into a string. Set the entire value instead."],
      ['zero.x', "Cannot set 'zero.x': 'x' would go into a number. Set the entire value instead."],
      ['call.x', "Cannot set 'call.x': 'x' would go into a function. Set the entire value instead."],
      ['date.x', "Cannot set 'date.x': 'x' would go into an instance of Date. Set the entire value instead."],
      ['hidden.x', "Cannot set 'hidden.x': 'x' would go into a secret. Set the entire value instead."],
      ['list.x', "Cannot set 'list.x': 'x' would go into an array. Set the entire value instead."],
      ['object[0]', "Cannot set 'object[0]': '0' would go into an object. Set the entire value instead."],
      ['[0]', "Cannot set '[0]': '0' would go into an object. Set the entire value instead."],
      ['list[-2]', "Cannot set 'list[-2]': the array has 1 items, so [-2] is out of range."],
      ['list[5000]', "Cannot set 'list[5000]': the array has 1 items, so [5000] is out of range."],
      ['fresh[-1]', "Cannot set 'fresh[-1]': the array has 0 items, so [-1] is out of range."],
    ])('rejects %s, and changes nothing', (path, message) => {
      const initial = {
        text: 'a',
        zero: 0,
        call: () => 1,
        date: new Date(0),
        hidden: secret({ x: 1 }),
        list: [1],
        object: {},
      };
      const state = new ToolState(initial);
      const before = state.toJSON();
      const changes = changesOf(state);
      expect(() => state.set(path, 1)).toThrow(new DefinitionError(message));
      expect(state.toJSON()).toEqual(before);
      expect(changes).toEqual([]);
    });
  });

  describe('delete', () => {
    it('removes a value, and returns whether one existed', () => {
      const state = new ToolState({ a: { b: null, c: 1 } });
      expect(state.delete('a.b')).toBe(true);
      expect(state.delete('a.b')).toBe(false);
      expect(state.delete('x.y.z')).toBe(false);
      expect(state.toJSON()).toEqual({ a: { c: 1 } });
    });

    it('removes an item from an array', () => {
      const state = new ToolState({ list: [1, 2, 3] });
      state.delete('list[-1]');
      state.delete('list[0]');
      expect(state.get('list')).toEqual([2]);
    });

    it('never changes a stored object', () => {
      const value = Object.freeze({ list: Object.freeze([1, 2]) });
      const state = new ToolState({ value });
      state.delete('value.list[0]');
      expect(value).toEqual({ list: [1, 2] });
      expect(state.get('value.list')).toEqual([2]);
    });

    it.each([
      ['list.length', "Cannot delete 'list.length': 'length' belongs to an array. Set the entire value instead."],
      ['user.id', "Cannot delete 'user.id': 'id' belongs to an instance of User. Set the entire value instead."],
      ['hidden.token', "Cannot delete 'hidden.token': 'token' belongs to a secret. Set the entire value instead."],
    ])('rejects %s, and changes nothing', (path, message) => {
      class User {
        readonly id = 'u1';
      }
      const user = new User();
      const state = new ToolState({ list: [1], user, hidden: secret({ token: 't' }) });
      const changes = changesOf(state);
      expect(() => state.delete(path)).toThrow(new DefinitionError(message));
      expect([state.get('list'), state.get('user'), state.get('hidden')]).toEqual([[1], user, { token: 't' }]);
      expect(changes).toEqual([]);
    });
  });

  describe('changes$', () => {
    it('emits each change after it is made', () => {
      const state = new ToolState({ a: 1 });
      const seen: unknown[] = [];
      state.changes$.subscribe(({ path, kind, value }) => seen.push([path, kind, value, state.get(path)]));
      state.set('b', null);
      state.delete('a');
      state.delete('a');
      expect(seen).toEqual([
        ['b', 'set', null, null],
        ['a', 'delete', undefined, undefined],
      ]);
    });

    it('cannot be fed from outside', () => {
      const { changes$ } = new ToolState();
      expect('next' in changes$).toBe(false);
    });

    it('emits only later changes to a late subscriber', () => {
      const state = new ToolState();
      state.set('a', 1);
      const changes = changesOf(state);
      state.set('b', 2);
      expect(changes.map(({ path }) => path)).toEqual(['b']);
    });
  });

  describe('fork', () => {
    it('copies a key named __proto__', () => {
      const plain: unknown = JSON.parse('{"__proto__":{"a":1}}');
      const copy = new ToolState({ plain }).fork().get('plain');
      expect(JSON.stringify(copy)).toBe('{"__proto__":{"a":1}}');
      expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    });

    it('copies plain objects and arrays deeply, and shares other values', () => {
      const shared = { date: new Date(0), map: new Map(), call: () => 1, hidden: secret('s3cret') };
      const state = new ToolState({ plain: { list: [{ a: 1 }] }, ...shared });
      const fork = state.fork();
      fork.set('plain.list[0].a', 2);
      state.set('own', 1);
      expect(state.get('plain.list[0].a')).toBe(1);
      expect(fork.has('own')).toBe(false);
      expect(fork.get('plain.list')).not.toBe(state.get('plain.list'));
      expect([fork.get('date'), fork.get('map'), fork.get('call')]).toEqual([shared.date, shared.map, shared.call]);
      expect(fork.get('date')).toBe(shared.date);
      expect(fork.get('hidden')).toBe('s3cret');
    });

    it('preserves cycles and shared objects', () => {
      const node: Record<string, unknown> = { name: 'node' };
      node.self = node;
      const fork = new ToolState({ first: node, second: node }).fork();
      const copy = fork.get('first');
      expect(copy).not.toBe(node);
      expect(fork.get('second')).toBe(copy);
      expect(fork.get('first.self.self')).toBe(copy);
    });

    it('shares no subscribers', () => {
      const state = new ToolState();
      const changes = changesOf(state);
      state.fork().set('a', 1);
      expect(changes).toEqual([]);
    });
  });

  describe('toJSON', () => {
    it('returns the JSON form of every value that has one', () => {
      const state = new ToolState({
        date: new Date(0),
        map: new Map([['a', new Set([1n])]]),
        call: () => 1,
        nothing: undefined,
        nan: Number.NaN,
      });
      expect(JSON.parse(JSON.stringify(state))).toEqual({
        date: '1970-01-01T00:00:00.000Z',
        map: { a: ['1'] },
        nan: null,
      });
    });

    it('is a copy', () => {
      const state = new ToolState({ list: [1] });
      (state.toJSON().list as number[]).push(2);
      expect(state.get('list')).toEqual([1]);
    });

    it('names the key of a value that has none', () => {
      const connection: Record<string, unknown> = {};
      connection.pool = { connection };
      const state = new ToolState({ db: connection });
      expect(() => state.toJSON()).toThrow(
        "The state's 'db' has no JSON form. Store only values that JSON can represent in the state.",
      );
    });
  });

  it('shows nothing of its values when inspected', () => {
    expect(inspect(new ToolState({ a: 'value' }), { depth: 9, showHidden: true })).not.toContain('value');
  });

  it('behaves like a naive model, and never changes stored objects', () => {
    const key = fc.constantFrom('a', 'b', 'c.d', '[0]');
    const step = fc.oneof(key, fc.integer({ min: -3, max: 4 }));
    const steps = fc.tuple(key, fc.array(step, { maxLength: 3 })).map(([first, rest]) => [first, ...rest]);
    const value = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<unknown>;
    const action = fc.record({ kind: fc.constantFrom('set' as const, 'delete' as const), steps, value });
    fc.assert(
      fc.property(fc.dictionary(key, value), fc.array(action, { maxLength: 20 }), steps, (initial, actions, probe) => {
        const given = [initial, ...actions.map((one) => one.value)];
        const before = structuredClone(given);
        const state = new ToolState(initial);
        const model = naiveState(initial);
        for (const { kind, steps: at, value: put } of actions) {
          const real = outcomeOf(() => (kind === 'set' ? state.set(pathOf(at), put) : state.delete(pathOf(at))));
          const expected = outcomeOf(() => (kind === 'set' ? model.set(at, put) : model.delete(at)));
          expect(real).toEqual(expected);
        }
        expect(state.has(pathOf(probe))).toBe(model.has(probe));
        expect(state.get(pathOf(probe))).toEqual(model.get(probe));
        expect(state.get('a')).toEqual(model.get(['a']));
        expect(state.fork().get('b')).toEqual(model.get(['b']));
        expect(given).toEqual(before);
      }),
    );
  });
});

function pathOf(steps: readonly (string | number)[]): string {
  return steps
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step.replace(/[\\.[\]]/g, '\\$&')}`))
    .join('')
    .replace(/^\./, '');
}

function outcomeOf(run: () => unknown): unknown {
  try {
    return { gave: run() };
  } catch (error) {
    return error instanceof DefinitionError || error instanceof Refused ? 'refused' : error;
  }
}
