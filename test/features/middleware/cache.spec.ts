import { firstValueFrom, lastValueFrom, toArray } from 'rxjs';
import {
  Bind,
  DefinitionError,
  secret,
  Tool,
  ToolContext,
  Toolkit,
  ToolRegistry,
  ToolSpec,
  ToolState,
} from 'toolwright';
import { type CacheOptions, cache } from 'toolwright/middleware';

class Counted extends ToolRegistry {
  runs = 0;

  @Tool()
  search(query: string, limit: number = 10): string {
    return `${query} ${limit} run ${++this.runs}`;
  }

  @Tool()
  mine(@Bind('user', { optional: true }) user?: string, ctx?: ToolContext): string {
    return `${user ?? JSON.stringify(ctx?.auth)} run ${++this.runs}`;
  }

  @Tool()
  async *stream(): AsyncGenerator<string> {
    this.runs++;
    yield 'a';
    yield 'b';
  }

  @Tool()
  flaky(): string {
    if (++this.runs === 1) throw new TypeError('broken');
    return `run ${this.runs}`;
  }

  @Tool()
  list(): { readonly items: number[]; readonly at: Date } {
    this.runs++;
    return { items: [1, 2], at: new Date(0) };
  }

  @Tool({ annotations: { readOnlyHint: false } })
  add(): number {
    return ++this.runs;
  }

  @Tool({ needsApproval: true })
  approved(): number {
    return ++this.runs;
  }
}

function cachedKit(options: Partial<CacheOptions> = {}): { readonly toolkit: Toolkit; readonly counted: Counted } {
  const counted = new Counted();
  const toolkit = new Toolkit().use(cache({ ttlMs: 60_000, ...options }));
  toolkit.register(counted);
  return { toolkit, counted };
}

describe('cache', () => {
  it('returns an earlier result again', async () => {
    const { toolkit, counted } = cachedKit();
    const first = await toolkit.execute('search', { query: 'tea' });
    const second = await toolkit.execute('search', { query: 'tea' }, { callId: 'c2' });
    expect([first.data, second.data]).toEqual(['tea 10 run 1', 'tea 10 run 1']);
    expect(second).toMatchObject({ callId: 'c2', attempts: 0, metadata: { cached: true }, success: true });
    expect(first.metadata).toBeUndefined();
    expect(counted.runs).toBe(1);
  });

  it('treats arguments in any order and as JSON text as equal', async () => {
    const { toolkit, counted } = cachedKit();
    await toolkit.execute('search', { query: 'tea', limit: 2 });
    await toolkit.execute('search', { limit: 2, query: 'tea' });
    await toolkit.execute('search', '{ "limit": 2, "query": "tea" }');
    expect(counted.runs).toBe(1);
  });

  it('runs a tool for other arguments, and other tools', async () => {
    const { toolkit, counted } = cachedKit();
    await toolkit.execute('search', { query: 'tea' });
    await toolkit.execute('search', { query: 'tea', limit: 3 });
    await toolkit.execute('list', {});
    expect(counted.runs).toBe(3);
  });

  it('runs a tool again after the time has passed', async () => {
    const { toolkit, counted } = cachedKit({ ttlMs: 20 });
    await toolkit.execute('list', {});
    await new Promise((resolve) => setTimeout(resolve, 40));
    await toolkit.execute('list', {});
    expect(counted.runs).toBe(2);
  });

  it('removes the least recently used results', async () => {
    const { toolkit, counted } = cachedKit({ maxEntries: 2 });
    for (const query of ['a', 'b', 'a', 'c', 'a', 'b']) await toolkit.execute('search', { query });
    expect(counted.runs).toBe(4);
  });

  it('returns a cached stream as its final response', async () => {
    const { toolkit } = cachedKit();
    const first = await lastValueFrom(toolkit.callTool({ name: 'stream', input: {} }).pipe(toArray()));
    const again = await lastValueFrom(toolkit.callTool({ id: 'c2', name: 'stream', input: {} }).pipe(toArray()));
    expect(first.map(({ isLast }) => isLast)).toEqual([false, false, true]);
    expect(again).toMatchObject([{ id: 'c2', callId: 'c2', isLast: true, stream: false, content: [{ text: 'ab' }] }]);
  });

  it('caches no failures', async () => {
    const { toolkit } = cachedKit();
    expect((await toolkit.execute('flaky', {})).success).toBe(false);
    expect((await toolkit.execute('flaky', {})).data).toBe('run 2');
    expect((await toolkit.execute('flaky', {})).data).toBe('run 2');
  });

  it('caches no cancelled call', async () => {
    const { toolkit, counted } = cachedKit();
    await firstValueFrom(toolkit.callTool({ name: 'stream', input: {} }));
    const result = await toolkit.execute('stream', {});
    expect([result.data, result.metadata, counted.runs]).toEqual(['ab', undefined, 2]);
  });

  it('returns a copy of plain data to each caller', async () => {
    const { toolkit } = cachedKit();
    const results = [];
    for (let at = 0; at < 3; at++) {
      const { data } = await toolkit.execute('list', {});
      const { items, at: date } = data as { items: number[]; at: Date };
      results.push([...items], date instanceof Date);
      items.push(99);
    }
    expect(results).toEqual([[1, 2], true, [1, 2], true, [1, 2], true]);
  });

  it('always runs tools that change something or need approval', async () => {
    const { toolkit, counted } = cachedKit();
    const approver = (): 'approve' => 'approve';
    for (const name of ['add', 'add', 'approved', 'approved']) await toolkit.execute(name, {}, { approver });
    expect(counted.runs).toBe(4);
  });

  it('forwards calls of unknown tools', async () => {
    const { toolkit } = cachedKit();
    expect((await toolkit.execute('nothing', {})).error?.code).toBe('tool_not_found');
  });

  it('does not mistake a replacement for the earlier tool', async () => {
    const { toolkit } = cachedKit();
    expect((await toolkit.execute('search', { query: 'tea' })).data).toBe('tea 10 run 1');
    toolkit.register(new Counted(), { onDuplicate: 'replace' });
    expect((await toolkit.execute('search', { query: 'tea' })).metadata).toBeUndefined();
  });

  describe('between callers', () => {
    it('shares nothing if `auth` differs', async () => {
      const { toolkit } = cachedKit();
      const [ann, bob] = [{ user: 'ann' }, { user: 'bob' }];
      expect((await toolkit.execute('mine', {}, { auth: ann })).data).toBe('{"user":"ann"} run 1');
      expect((await toolkit.execute('mine', {}, { auth: bob })).data).toBe('{"user":"bob"} run 2');
      expect((await toolkit.execute('mine', {}, { auth: { user: 'ann' } })).data).toBe('{"user":"ann"} run 1');
      expect((await toolkit.execute('mine', {})).data).toBe('undefined run 3');
    });

    it('shares nothing if the state differs', async () => {
      const { toolkit } = cachedKit();
      expect((await toolkit.execute('mine', {}, { state: { user: 'ann' } })).data).toBe('ann run 1');
      expect((await toolkit.execute('mine', {}, { state: { user: 'bob' } })).data).toBe('bob run 2');
      expect((await toolkit.execute('mine', {}, { state: { user: 'ann' } })).data).toBe('ann run 1');
      const session = toolkit.session({ state: { user: 'cyd' } });
      expect((await session.execute('mine', {})).data).toBe('cyd run 3');
      toolkit.state.set('user', 'dan');
      expect((await toolkit.execute('mine', {})).data).toBe('dan run 4');
    });

    it('returns nothing to a caller that may not access the tool', async () => {
      const toolkit = new Toolkit().use(cache({ ttlMs: 60_000, key: () => 'shared' }));
      let runs = 0;
      const executor = { kind: 'test', execute: () => `report ${++runs}` };
      toolkit.register(ToolSpec.create({ name: 'report', executor, canAccess: (auth) => auth === 'ann' }));
      expect((await toolkit.execute('report', {}, { auth: 'ann' })).data).toBe('report 1');
      const refused = await toolkit.execute('report', {}, { auth: 'bob' });
      expect(refused.error?.code).toBe('tool_not_found');
      expect(JSON.stringify(refused)).not.toContain('report 1');
      expect((await toolkit.execute('report', {}, { auth: 'ann' })).data).toBe('report 1');
    });

    it('distinguishes secrets in the state', async () => {
      const { toolkit } = cachedKit();
      expect((await toolkit.execute('mine', {}, { state: { user: secret('ann-token') } })).data).toBe(
        'ann-token run 1',
      );
      expect((await toolkit.execute('mine', {}, { state: { user: secret('bob-token') } })).data).toBe(
        'bob-token run 2',
      );
      expect((await toolkit.execute('mine', {}, { state: { user: secret('ann-token') } })).data).toBe(
        'ann-token run 1',
      );
    });

    class Point {
      x = 1;
    }
    const [point, run] = [new Point(), () => 1];
    const nested = (value: unknown): unknown => ({ deep: [{ value }] });
    const deep = (levels: number): unknown => (levels === 0 ? 'end' : [deep(levels - 1)]);
    const looped: unknown[] = [];
    looped.push(looped);

    it.each<[string, unknown, unknown]>([
      ['objects, whatever the order of their keys', { a: 1, b: { c: 2 } }, { b: { c: 2 }, a: 1 }],
      ['lists', [1, 'two', null, undefined, true], [1, 'two', null, undefined, true]],
      ['Maps', new Map([['a', { b: 1 }]]), new Map([['a', { b: 1 }]])],
      ['Sets', new Set(['a', 1]), new Set(['a', 1])],
      ['Dates', new Date(5), new Date(5)],
      ['bytes', new Uint8Array([1, 2]), new Uint8Array([1, 2])],
      ['numbers', -0, -0],
      ['big numbers', 12n, 12n],
      ['symbols with a key', Symbol.for('a'), Symbol.for('a')],
      ['an instance that is identical', point, point],
      ['a function that is identical', run, run],
      ['nested values', nested(new Map([['a', 1]])), nested(new Map([['a', 1]]))],
      ['values nested 60 levels deep', deep(60), deep(60)],
    ])('shares if the state contains equal %s', async (_, one, other) => {
      const { toolkit, counted } = cachedKit();
      await toolkit.execute('list', {}, { state: { held: one } });
      await toolkit.execute('list', {}, { state: { held: other } });
      expect(counted.runs).toBe(1);
    });

    it.each<[string, unknown, unknown]>([
      ['a key', { a: 1 }, { b: 1 }],
      ['an object and the list of its entries', { a: 1 }, ['a', 1]],
      ['where an array ends', [['a'], 'b'], [['a', 'b']]],
      ['a missing and an undefined value', {}, { a: undefined }],
      ['one hole more or less', [1], [1, undefined]],
      ['a Map', new Map([['a', 1]]), new Map([['a', 2]])],
      ['a Map and an object', new Map([['a', 1]]), { a: 1 }],
      ['a Set', new Set(['a']), new Set(['b'])],
      ['a Set and a list', new Set(['a']), ['a']],
      ['a Date', new Date(5), new Date(6)],
      ['a Date and its number', new Date(5), 5],
      ['bytes', new Uint8Array([1]), new Uint8Array([2])],
      ['a zero', 0, -0],
      ['a number and its text', 1, '1'],
      ['a number and a big one', 1, 1n],
      ['nothing and null', undefined, null],
      ['true and false', true, false],
      ['symbols', Symbol('a'), Symbol('a')],
      ['instances', new Point(), new Point()],
      ['functions', () => 1, () => 1],
      ['nested values', nested(1), nested(2)],
      ['values too deep to compare', deep(70), deep(70)],
      ['a circular value', looped, looped],
      [
        'a value that cannot be read',
        Object.defineProperty({}, 'a', { get: () => JSON.parse('{'), enumerable: true }),
        Object.defineProperty({}, 'a', { get: () => JSON.parse('{'), enumerable: true }),
      ],
    ])('shares nothing if the state differs in %s', async (_, one, other) => {
      const { toolkit, counted } = cachedKit();
      await toolkit.execute('list', {}, { state: { held: one } });
      await toolkit.execute('list', {}, { state: { held: other } });
      expect(counted.runs).toBe(2);
    });

    it("depends on the tool's own state", async () => {
      const { toolkit, counted } = cachedKit();
      counted.toolSpec('mine').state.set('user', 'ann');
      expect((await toolkit.execute('mine', {})).data).toBe('ann run 1');
      counted.toolSpec('mine').state.set('user', 'bob');
      expect((await toolkit.execute('mine', {})).data).toBe('bob run 2');
    });

    it('shares results by the key', async () => {
      const { toolkit } = cachedKit({ key: (call) => JSON.stringify(call.input) });
      expect((await toolkit.execute('mine', {}, { auth: 'ann' })).data).toBe('"ann" run 1');
      expect((await toolkit.execute('mine', {}, { auth: 'bob' })).data).toBe('"ann" run 1');
    });

    it('runs a call without a key', async () => {
      const { toolkit, counted } = cachedKit({ key: () => undefined });
      await toolkit.execute('list', {});
      await toolkit.execute('list', {});
      expect(counted.runs).toBe(2);
    });

    it('runs a call whose state is too large to compare', async () => {
      const { toolkit, counted } = cachedKit();
      const state = new ToolState({ all: Array.from({ length: 20_000 }, (_, at) => at) });
      await toolkit.execute('list', {}, { state });
      await toolkit.execute('list', {}, { state });
      expect(counted.runs).toBe(2);
    });
  });

  it('lets equal concurrent calls run separately', async () => {
    const { toolkit, counted } = cachedKit();
    await Promise.all([toolkit.execute('list', {}), toolkit.execute('list', {})]);
    expect(counted.runs).toBe(2);
  });

  it('does not affect tools that act on the toolkit', async () => {
    const toolkit = new Toolkit().use(cache({ ttlMs: 60_000 }));
    toolkit.createGroup('browser');
    toolkit.enableMetaTool();
    for (const browser of [true, false, true]) await toolkit.execute('activate_tool_groups', { browser });
    expect(toolkit.activeGroups()).toEqual(['basic', 'browser']);
  });

  it('rejects invalid limits', () => {
    expect(() => cache({ ttlMs: 0 })).toThrow(DefinitionError);
    expect(() => cache({} as CacheOptions)).toThrow('ttlMs is missing');
    expect(() => cache({ ttlMs: 1, maxEntries: 0.5 })).toThrow('maxEntries must be a whole number from 1, not 0.5');
  });
});
