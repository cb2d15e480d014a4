import { objectOf, toolOf } from './json-tool.js';

const open = objectOf({ data: {} });

async function received(data: unknown): Promise<unknown> {
  const { data: copy } = (await toolOf(open).call({ data })) as { data: unknown };
  return copy;
}

describe('the arguments that a tool receives', () => {
  it('are a copy, at every depth', async () => {
    const data = { list: [{ a: 1 }, [{ b: 2 }]], object: { c: { d: 3 } } };
    const copy = (await received(data)) as typeof data;
    expect(copy).toEqual(data);
    expect(copy).not.toBe(data);
    expect(copy.list).not.toBe(data.list);
    expect(copy.list[0]).not.toBe(data.list[0]);
    expect((copy.list[1] as readonly unknown[])[0]).not.toBe((data.list[1] as readonly unknown[])[0]);
    expect(copy.object.c).not.toBe(data.object.c);
  });

  it.each([null, 'text', 5, true])('preserve %j', async (value) => {
    expect(await received({ value, list: [value, [value]] })).toEqual({ value, list: [value, [value]] });
  });

  it('have no properties that are undefined', async () => {
    expect(Object.keys((await received({ a: undefined, b: 1, c: { d: undefined } })) as object)).toEqual(['b', 'c']);
    expect(await received({ c: { d: undefined } })).toStrictEqual({ c: {} });
  });

  it('contain instances of classes unchanged, and objects without a prototype as plain objects', async () => {
    const date = new Date(0);
    const map = new Map();
    const copy = (await received({ date, list: [map] })) as { date: unknown; list: readonly unknown[] };
    expect(copy.date).toBe(date);
    expect(copy.list[0]).toBe(map);
    const bare = Object.assign(Object.create(null) as object, { a: { b: 1 } });
    const plain = await received(bare);
    expect(plain).not.toBe(bare);
    expect(plain).toStrictEqual({ a: { b: 1 } });
  });
});
