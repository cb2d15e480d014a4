import { type CopyTally, limitedCopy, UNCOPIED } from '../../../src/schema/validation/limited-copy.js';
import { argumentLimits } from '../../../src/schema/validation/limits.js';

const { values, items, characters, depth } = argumentLimits;

function copyOf(value: unknown, before: Partial<CopyTally> = {}, at = 0): unknown {
  return limitedCopy(value, at, { values: 0, characters: 0, ...before });
}

describe('limitedCopy', () => {
  it.each(['text', 1, true, null, undefined])('gives %p as it is', (value) => {
    expect(copyOf(value)).toBe(value);
  });

  it('copies plain objects and arrays, whatever they hold', () => {
    const value = { list: [{ a: 1 }, ['b'], null], inner: { c: true } };
    const copy = copyOf(value) as typeof value;
    expect(copy).toStrictEqual(value);
    expect(copy).not.toBe(value);
    expect(copy.list).not.toBe(value.list);
    expect(copy.list[0]).not.toBe(value.list[0]);
    expect(copy.list[1]).not.toBe(value.list[1]);
    expect(copy.inner).not.toBe(value.inner);
  });

  it('copies an object without a prototype', () => {
    const value = Object.assign(Object.create(null) as object, { a: 1 });
    expect(copyOf(value)).toStrictEqual({ a: 1 });
  });

  it('leaves out what is undefined in objects, and keeps it in arrays', () => {
    expect(copyOf({ a: undefined, b: { c: undefined } })).toStrictEqual({ b: {} });
    expect(copyOf([undefined, 1])).toStrictEqual([undefined, 1]);
  });

  it('keeps holes', () => {
    const value = [1, 2, 3];
    delete value[1];
    expect(copyOf(value)).toStrictEqual(value);
  });

  it.each<[string, unknown]>([
    ['an object of a class', new Date(0)],
    ['an object that inherits from another', Object.create({ a: 1 })],
    ['an own __proto__', JSON.parse('{"__proto__":1}')],
    ['a constructor', { constructor: 1 }],
    ['a prototype', { prototype: 1 }],
  ])('copies nothing where there is %s', (_, value) => {
    expect(copyOf(value)).toBe(UNCOPIED);
    expect(copyOf([value])).toBe(UNCOPIED);
    expect(copyOf({ a: value })).toBe(UNCOPIED);
  });

  it('counts each value, at any level', () => {
    const value = { a: [1, { b: 'c' }] };
    const tally = { values: 0, characters: 0 };
    limitedCopy(value, 0, tally);
    expect(tally).toEqual({ values: 5, characters: 3 });
    expect(copyOf(value, { values: values - 5 })).toEqual(value);
    expect(copyOf(value, { values: values - 4 })).toBe(UNCOPIED);
  });

  it('counts the characters of texts and keys', () => {
    for (const value of ['abc', ['a', 'bc'], { a: 'bc' }, { ab: { c: 1 } }, { abc: 1 }]) {
      expect(copyOf(value, { characters: characters - 3 })).toEqual(value);
      expect(copyOf(value, { characters: characters - 2 })).toBe(UNCOPIED);
    }
  });

  it('copies arrays of so many items, and none that is longer', () => {
    // Counted on its own, whatever the values before.
    expect(copyOf(new Array(items), { values: -items })).toHaveLength(items);
    expect(copyOf(new Array(items + 1), { values: -2 * items })).toBe(UNCOPIED);
  });

  it('copies to a certain depth', () => {
    for (const value of [[], {}]) {
      expect(copyOf(value, {}, depth - 1)).toEqual(value);
      expect(copyOf(value, {}, depth)).toBe(UNCOPIED);
      expect(copyOf([value], {}, depth - 1)).toBe(UNCOPIED);
      expect(copyOf({ a: value }, {}, depth - 1)).toBe(UNCOPIED);
    }
    expect(copyOf('text', {}, depth)).toBe('text');
  });
});
