import { estimateBytes } from '../../../src/integrations/mcp/server/estimate-bytes.js';
import { WaitingCalls, type WaitingLimits } from '../../../src/integrations/mcp/server/waiting-calls.js';

const many = { maxPerClient: 100, maxCalls: 100, maxBytes: 100 };

function callsWithin(limits: Partial<WaitingLimits>) {
  const calls = new WaitingCalls({ ...many, ...limits });
  /** Adds a call that is written as its client, its number and its size, and returns what is displaced. */
  const add = (id: string, bytes = 1): readonly string[] => {
    const added = { id, client: id.slice(0, 1), bytes };
    return calls.add(added).map(({ call, limit }) => `${call.id} ${limit}`);
  };
  return { add, delete: (id: string) => calls.delete(id) };
}

describe('WaitingCalls', () => {
  it('displaces the oldest call of a client that has too many', () => {
    const { add } = callsWithin({ maxPerClient: 2 });
    expect([...add('a1'), ...add('b1'), ...add('a2'), ...add('b2')]).toEqual([]);
    expect(add('a3')).toEqual(['a1 maxPerClient']);
    expect(add('a4')).toEqual(['a2 maxPerClient']);
    expect(add('b3')).toEqual(['b1 maxPerClient']);
  });

  it('displaces the oldest call of any client if there are too many', () => {
    const { add } = callsWithin({ maxCalls: 2 });
    expect([...add('a1'), ...add('b1')]).toEqual([]);
    expect(add('c1')).toEqual(['a1 maxCalls']);
    expect(add('c2')).toEqual(['b1 maxCalls']);
  });

  it('displaces the oldest calls until a large one fits', () => {
    const { add } = callsWithin({ maxBytes: 10 });
    expect([...add('a1', 4), ...add('b1', 4), ...add('c1', 2)]).toEqual([]);
    expect(add('d1', 5)).toEqual(['a1 maxBytes', 'b1 maxBytes']);
    expect(add('e1', 3)).toEqual([]);
  });

  it('displaces no other call for one that can never fit', () => {
    const { add } = callsWithin({ maxBytes: 10 });
    expect(add('a1', 10)).toEqual([]);
    expect(add('b1', 11)).toEqual(['b1 maxBytes']);
    expect(add('c1', 1)).toEqual(['a1 maxBytes']);
  });

  it('frees the place and the bytes of a call that no longer waits', () => {
    const { add, delete: remove } = callsWithin({ maxPerClient: 1, maxBytes: 10 });
    add('a1', 10);
    remove('a1');
    remove('a1');
    remove('unknown');
    expect(add('a2', 10)).toEqual([]);
  });

  it('counts a call once that waits again, as the newest', () => {
    const { add } = callsWithin({ maxCalls: 2, maxBytes: 10 });
    add('a1', 4);
    add('b1', 4);
    expect(add('a1', 6)).toEqual([]);
    expect(add('c1', 1)).toEqual(['b1 maxCalls']);
  });

  it('counts the size that a call had when it began to wait', () => {
    const calls = new WaitingCalls({ ...many, maxBytes: 10 });
    const call = { id: 'a1', client: 'a', bytes: 10 };
    calls.add(call);
    call.bytes = 1;
    calls.delete('a1');
    expect(calls.add({ id: 'a2', client: 'a', bytes: 10 })).toEqual([]);
    expect(calls.add({ id: 'a3', client: 'a', bytes: 1 })).toMatchObject([{ call: { id: 'a2' } }]);
  });
});

describe('estimateBytes', () => {
  it('counts the characters of texts and names', () => {
    const base = estimateBytes({ a: 'x' });
    expect(estimateBytes({ a: 'x'.repeat(1_001) }) - base).toBe(1_000);
    expect(estimateBytes({ ['a'.repeat(1_001)]: 'x' }) - base).toBe(1_000);
    expect(estimateBytes({ a: 'é' }) - base).toBe(1);
  });

  it('counts many small values as more than their text', () => {
    const small = Array.from({ length: 1_000 }, () => []);
    expect(estimateBytes(small)).toBeGreaterThan(20 * JSON.stringify(small).length);
    expect(estimateBytes(Array.from({ length: 1_000 }, () => 0))).toBeGreaterThan(8 * 1_000);
  });

  it('counts an object once, and ends for one that contains itself', () => {
    const loop: { self?: unknown } = {};
    loop.self = loop;
    expect(estimateBytes(loop)).toBeLessThan(1_000);
  });

  it('does not exhaust the stack', () => {
    let deep: unknown = 1;
    for (let depth = 0; depth < 100_000; depth++) deep = [deep];
    expect(estimateBytes(deep)).toBeGreaterThan(100_000);
  });
});
