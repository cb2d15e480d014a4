import { DefinitionError } from 'toolwright';
import { ObjectTools } from 'toolwright/builtin';

const tools = new ObjectTools();

const call = (name: string, args: object): Promise<unknown> => tools.toolSpec(name).call(args);
const messageOf = async (name: string, args: object): Promise<string | undefined> =>
  (await tools.toolSpec(name).exec(args)).error?.message;

const order = {
  id: 7,
  lines: [
    { sku: 'tea', price: 3.5 },
    { sku: 'cup', price: 9 },
  ],
  'ship.to': { city: 'Oslo' },
};

/** A query that multiplies its data by ten with every 25 characters. */
const multiplying = `[*]${' | [*].[@,@,@,@,@,@,@,@,@,@][]'.repeat(7)}`;

describe('ObjectTools', () => {
  it.each([
    ['id', 7],
    ['lines[1].sku', 'cup'],
    ['lines.0.price', 3.5],
    ['["ship.to"].city', 'Oslo'],
    ['lines[9].sku', null],
    ['lines.length', null],
    ['id.toFixed', null],
    ['toString', null],
  ])('gets the value at %s', async (path, value) => {
    expect(await call('object_get', { data: order, path })).toEqual(value);
  });

  it('gets a default where no value is', async () => {
    expect(await call('object_get', { data: order, path: 'note', default: 'none' })).toBe('none');
  });

  it('sets a value in a copy, and creates what is missing', async () => {
    expect(await call('object_set', { data: { a: [1] }, path: 'a[1]', value: 2 })).toEqual({ a: [1, 2] });
    expect(await call('object_set', { data: {}, path: 'a.b[0].c', value: 1 })).toEqual({ a: { b: [{ c: 1 }] } });
    expect(await messageOf('object_set', { data: { a: 5 }, path: 'a.b', value: 1 })).toContain("'b' is inside a value");
    expect(await messageOf('object_set', { data: [], path: '[5]', value: 1 })).toContain("'5' is no index");
  });

  it('deletes values in a copy', async () => {
    const paths = ['lines[0]', '["ship.to"].city', 'missing.too'];
    expect(await call('object_delete', { data: order, paths })).toEqual({
      id: 7,
      lines: [order.lines[1]],
      'ship.to': {},
    });
  });

  it.each(['__proto__', 'a.__proto__.b', 'constructor', 'a["prototype"]'])('refuses the path %s', async (path) => {
    for (const name of ['object_get', 'object_set']) {
      expect(await messageOf(name, { data: {}, path, value: 1 })).toMatch(
        /^(?:Invalid path: the name|Invalid arguments)/,
      );
    }
    expect(({} as { readonly b?: unknown }).b).toBeUndefined();
  });

  it('states the position of a mistake in a path', async () => {
    expect(await messageOf('object_get', { data: {}, path: 'a..b' })).toBe(
      'Invalid path: at position 2, expected a name, an index [0] or a name in quotes ["a.b"].',
    );
  });

  it('picks and omits properties', async () => {
    expect(await call('object_pick', { object: order, names: ['id', 'toString'] })).toEqual({ id: 7 });
    expect(await call('object_omit', { object: order, names: ['lines', 'ship.to'] })).toEqual({ id: 7 });
  });

  it('merges objects deeply or not, and replaces or appends lists', async () => {
    const objects = [{ a: { b: 1, c: [1] } }, { a: { d: 2, c: [2] } }];
    expect(await call('object_merge', { objects })).toEqual({ a: { b: 1, c: [2], d: 2 } });
    expect(await call('object_merge', { objects, lists: 'append' })).toEqual({ a: { b: 1, c: [1, 2], d: 2 } });
    expect(await call('object_merge', { objects, deep: false })).toEqual({ a: { d: 2, c: [2] } });
  });

  it('lists keys, values and entries', async () => {
    const object = { a: 1, b: 2 };
    expect(await call('object_list', { object, what: 'keys' })).toEqual(['a', 'b']);
    expect(await call('object_list', { object, what: 'values' })).toEqual([1, 2]);
    expect(await call('object_list', { object, what: 'entries' })).toEqual([
      { key: 'a', value: 1 },
      { key: 'b', value: 2 },
    ]);
  });

  it('flattens data to paths that object_get reads', async () => {
    const flat = (await call('object_flatten', { data: order })) as Readonly<Record<string, unknown>>;
    expect(Object.keys(flat)).toHaveLength(6);
    for (const [path, value] of Object.entries(flat))
      expect(await call('object_get', { data: order, path })).toBe(value);
    expect(await call('object_flatten', { data: {} })).toEqual({});
  });

  it('compares two versions of data', async () => {
    const after = { id: 8, lines: [order.lines[0]], note: 'x', 'ship.to': { city: 'Oslo' } };
    expect(await call('object_compare', { before: order, after })).toEqual([
      { path: 'id', kind: 'changed', before: 7, after: 8 },
      { path: 'lines[1]', kind: 'removed', before: order.lines[1] },
      { path: 'note', kind: 'added', after: 'x' },
    ]);
    expect(await call('object_compare', { before: order, after: order })).toEqual([]);
  });

  describe('object_query', () => {
    const query = (expression: string, data: unknown = order): Promise<unknown> =>
      call('object_query', { data, expression });

    it.each([
      ['lines[?price > `4`].sku', ['cup']],
      ['sum(lines[*].price)', 12.5],
      ['lines[*].{name: sku}', [{ name: 'tea' }, { name: 'cup' }]],
      ['missing', null],
    ])('evaluates %s', async (expression, value) => {
      expect(await query(expression)).toEqual(value);
    });

    it.each([
      'constructor',
      '__proto__',
      'lines.constructor',
      '{a: id} | constructor',
      '{a: id} | __proto__',
      "'x'.constructor",
    ])('reaches no object of the runtime: %s', async (expression) => {
      expect(await query(expression)).toBeNull();
    });

    it('drops a name that could reach a prototype', async () => {
      const result = await query('`{"__proto__": {"x": 1}, "a": 1}`');
      expect(Object.keys(result as object)).toEqual(['a']);
    });

    it('states what is wrong with an expression', async () => {
      expect(await messageOf('object_query', { data: order, expression: 'lines[' })).toMatch(
        /^Invalid expression: Syntax error/,
      );
      expect(await messageOf('object_query', { data: order, expression: '('.repeat(40) })).toBe(
        'Invalid expression: it is nested deeper than 32 levels.',
      );
      expect(await messageOf('object_query', { data: order, expression: 'a'.repeat(1_001) })).toContain(
        'at most 1000 characters',
      );
    });

    it('ends at its time limit, without blocking the process, and serves the next call', async () => {
      const limited = new ObjectTools({ queryTimeoutMs: 500 }).toolSpec('object_query');
      let ticks = 0;
      const ticking = setInterval(() => ticks++, 5);
      const data = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
      const { error } = await limited.exec({ data, expression: multiplying });
      clearInterval(ticking);
      expect(error).toMatchObject({ code: 'timeout', message: 'The time limit of 500 ms was reached.' });
      expect(ticks).toBeGreaterThan(3);
      expect(await limited.call({ data, expression: 'length(@)' })).toBe(10);
    });

    it('ends when the caller aborts, while it runs and while it waits', async () => {
      const spec = new ObjectTools({ queryTimeoutMs: 60_000 }).toolSpec('object_query');
      const abort = new AbortController();
      const data = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
      const running = Array.from({ length: 5 }, () =>
        spec.exec({ data, expression: multiplying }, { signal: abort.signal }),
      );
      setTimeout(() => abort.abort(), 50);
      const codes = (await Promise.all(running)).map(({ error }) => error?.code);
      expect(codes).toEqual(Array.from({ length: 5 }, () => 'interrupted'));
      expect(await spec.call({ data, expression: 'length(@)' })).toBe(10);
    });

    it('answers many calls at once, each with its own result', async () => {
      const results = await Promise.all(Array.from({ length: 50 }, (_, at) => query('[0]', [at])));
      expect(results).toEqual(Array.from({ length: 50 }, (_, at) => at));
    });

    it('limits the size of its result', async () => {
      const data = Array.from({ length: 100 }, () => 'x'.repeat(1_000));
      const expression = '[[*], [*], [*]]';
      expect(await messageOf('object_query', { data, expression })).toBe(
        'Invalid expression: the result has more than 200000 characters.',
      );
    });

    it('has no time limit on request', async () => {
      const unlimited = new ObjectTools({ queryTimeoutMs: Number.POSITIVE_INFINITY }).toolSpec('object_query');
      expect(await unlimited.call({ data: [1, 2], expression: 'length(@)' })).toBe(2);
    });

    it('requires a time limit above 0', () => {
      expect(() => new ObjectTools({ queryTimeoutMs: 0 })).toThrow(DefinitionError);
    });
  });
});
