import { ArrayTools } from 'toolwright/builtin';

const tools = new ArrayTools();

const call = (name: string, args: object): Promise<unknown> => tools.toolSpec(name).call(args);

const people = [
  { name: 'Ann', age: 31, address: { city: 'Oslo' } },
  { name: 'Bob', age: null, address: { city: 'Rome' } },
  { name: 'Cid', age: 25, address: { city: 'Oslo' } },
];

const names = (list: unknown): unknown => (list as typeof people).map(({ name }) => name);

describe('ArrayTools', () => {
  it('sorts values, and puts missing ones last in both directions', async () => {
    expect(await call('array_sort', { items: [3, null, 1, 2] })).toEqual([1, 2, 3, null]);
    const descending = [{ direction: 'descending' }];
    expect(await call('array_sort', { items: [3, null, 1, 2], by: descending })).toEqual([3, 2, 1, null]);
    expect(await call('array_sort', { items: ['b', 2, true, 'a'] })).toEqual([true, 2, 'a', 'b']);
  });

  it('sorts objects by several values in them', async () => {
    const by = [{ path: 'address.city' }, { path: 'age', direction: 'descending' }];
    expect(names(await call('array_sort', { items: people, by }))).toEqual(['Ann', 'Cid', 'Bob']);
  });

  it.each([
    [{ path: 'age', operator: 'greater', value: 25 }, ['Ann']],
    [{ path: 'age', operator: 'greater_or_equal', value: 25 }, ['Ann', 'Cid']],
    [{ path: 'age', operator: 'less', value: 31 }, ['Cid']],
    [{ path: 'age', operator: 'less_or_equal', value: 31 }, ['Ann', 'Cid']],
    [{ path: 'name', operator: 'equals', value: 'Bob' }, ['Bob']],
    [{ path: 'address', operator: 'equals', value: { city: 'Rome' } }, ['Bob']],
    [{ path: 'name', operator: 'not_equals', value: 'Bob' }, ['Ann', 'Cid']],
    [{ path: 'name', operator: 'contains', value: 'n' }, ['Ann']],
    [{ path: 'name', operator: 'starts_with', value: 'C' }, ['Cid']],
    [{ path: 'name', operator: 'ends_with', value: 'b' }, ['Bob']],
    [{ path: 'name', operator: 'in', value: ['Ann', 'Cid'] }, ['Ann', 'Cid']],
    [{ path: 'age', operator: 'exists' }, ['Ann', 'Cid']],
    [{ path: 'age', operator: 'missing' }, ['Bob']],
    [{ path: 'constructor', operator: 'exists' }, undefined],
  ])('filters by %j', async (condition, expected) => {
    const { data, error } = await tools.toolSpec('array_filter').exec({ items: people, conditions: [condition] });
    if (expected === undefined)
      expect(error?.message).toBe("Invalid conditions: the name 'constructor' is not allowed.");
    else expect(names(data)).toEqual(expected);
  });

  it('filters by any of several conditions', async () => {
    const conditions = [
      { path: 'age', operator: 'missing' },
      { path: 'age', operator: 'less', value: 30 },
    ];
    expect(names(await call('array_filter', { items: people, conditions, match: 'any' }))).toEqual(['Bob', 'Cid']);
    expect(names(await call('array_filter', { items: people, conditions }))).toEqual([]);
    expect(await call('array_filter', { items: [[1], [2]], conditions: [{ operator: 'contains', value: 2 }] })).toEqual(
      [[2]],
    );
  });

  it('plucks one value of each item', async () => {
    expect(await call('array_pluck', { items: people, path: 'address.city' })).toEqual(['Oslo', 'Rome', 'Oslo']);
    expect(await call('array_pluck', { items: people, path: 'email' })).toEqual([null, null, null]);
  });

  it('groups items by a value of any type', async () => {
    expect(await call('array_group', { items: people, by: 'address.city' })).toEqual([
      { key: 'Oslo', count: 2, items: [people[0], people[2]] },
      { key: 'Rome', count: 1, items: [people[1]] },
    ]);
  });

  it('removes equal items, whatever the order of their names', async () => {
    const items = [1, '1', 1, { a: 1, b: 2 }, { b: 2, a: 1 }];
    expect(await call('array_unique', { items })).toEqual([1, '1', { a: 1, b: 2 }]);
    expect(names(await call('array_unique', { items: people, by: 'address.city' }))).toEqual(['Ann', 'Bob']);
  });

  it('slices, chunks and flattens', async () => {
    expect(await call('array_slice', { items: [1, 2, 3, 4], start: 1, end: -1 })).toEqual([2, 3]);
    expect(await call('array_slice', { items: [1, 2, 3, 4], start: -2 })).toEqual([3, 4]);
    expect(await call('array_chunk', { items: [1, 2, 3], size: 2 })).toEqual([[1, 2], [3]]);
    expect(await call('array_flatten', { items: [[1, [2]], 3] })).toEqual([1, [2], 3]);
    expect(await call('array_flatten', { items: [[1, [2]], 3], depth: 2 })).toEqual([1, 2, 3]);
  });

  it.each([
    ['count', 3],
    ['sum', 0.6],
    ['average', 0.2],
    ['min', 0.1],
    ['max', 0.3],
    ['median', 0.2],
  ])('aggregates decimals exactly: %s', async (operation, value) => {
    expect(await call('array_aggregate', { items: [0.1, 0.3, null, 0.2], operation })).toEqual({ value });
  });

  it('aggregates each group, and nothing to null', async () => {
    const grouped = { items: people, operation: 'sum', path: 'age', groupBy: 'address.city' };
    expect(await call('array_aggregate', grouped)).toEqual({
      groups: [
        { key: 'Oslo', value: 56 },
        { key: 'Rome', value: 0 },
      ],
    });
    expect(await call('array_aggregate', { items: [], operation: 'max' })).toEqual({ value: null });
    expect(await call('array_aggregate', { items: [4, 1], operation: 'median' })).toEqual({ value: 2.5 });
  });

  it('refuses to aggregate what is no number, or too large', async () => {
    const { error } = await tools.toolSpec('array_aggregate').exec({ items: [1, 'a'], operation: 'sum' });
    expect(error?.message).toBe('Invalid items: the value 2 to combine is no number.');
    const large = await tools.toolSpec('array_aggregate').exec({ items: [1e308, 1e308], operation: 'sum' });
    expect(large.error?.message).toBe('Invalid items: the result is larger than any number of JSON.');
  });

  it('joins items to a text', async () => {
    expect(await call('array_join', { items: ['a', 1, { b: 2 }, null] })).toBe('a, 1, {"b":2}, ');
    expect(await call('array_join', { items: people, path: 'name', separator: '/' })).toBe('Ann/Bob/Cid');
  });

  it.each([
    ['union', [1, 2, 3]],
    ['intersection', [2]],
    ['difference', [1]],
    ['symmetric_difference', [1, 3]],
  ])('combines lists as sets: %s', async (operation, expected) => {
    expect(await call('array_combine', { items: [1, 2, 2], others: [2, 3], operation })).toEqual(expected);
  });
});
