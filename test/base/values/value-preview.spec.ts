import { previewValue } from '../../../src/base/values/value-preview.js';
import { fc } from '../../support/fast-check.js';

describe('previewValue', () => {
  it.each([
    ['ten', '"ten"'],
    ['say "hi"\n', '"say \\"hi\\"\\n"'],
    [-1, '-1'],
    [-0, '-0'],
    [Number.NaN, 'NaN'],
    [10n, '10n'],
    [true, 'true'],
    [null, 'null'],
    [undefined, 'undefined'],
    [Symbol('s'), 'Symbol(s)'],
    [[1, 'a', [null]], '[1,"a",[null]]'],
    [{ a: 1, b: { c: undefined } }, '{"a":1,"b":{"c":undefined}}'],
    [new Date(0), '"1970-01-01T00:00:00.000Z"'],
    [new Date(Number.NaN), 'Invalid Date'],
    [new Map([[1, 2]]), 'Map(1)'],
    [new Set(), 'Set(0)'],
    [new Uint8Array(3), 'Uint8Array(3)'],
    [function work() {}, 'function work'],
    [10n ** 100n, 'a huge bigint'],
    [new TypeError('no'), 'TypeError: no'],
  ])('shows %p as %s', (value, text) => {
    expect(previewValue(value)).toBe(text);
  });

  it('truncates long strings inside their quotes', () => {
    expect(previewValue('x'.repeat(100))).toBe(`"${'x'.repeat(57)}…"`);
    expect(previewValue('x'.repeat(58))).toBe(`"${'x'.repeat(58)}"`);
  });

  it('truncates long arrays and objects', () => {
    expect(previewValue(Array.from({ length: 100 }, (_, index) => index))).toBe(
      '[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22…',
    );
    expect(previewValue({ text: 'y'.repeat(100) })).toHaveLength(60);
  });

  it('shows cyclic and very deep values', () => {
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level++) deep = [deep];
    expect(previewValue(cyclic)).toMatch(/^\{"self":\{"self":.*…$/);
    expect(previewValue(deep)).toBe(`${'['.repeat(59)}…`);
  });

  it('reads only what it shows', () => {
    let reads = 0;
    const endless = new Proxy([], { get: (_, key) => (key === 'length' ? 2 ** 32 - 1 : `item ${reads++}`) });
    expect(previewValue(endless)).toHaveLength(60);
    expect(reads).toBeLessThan(20);
  });

  it('does not throw on values that throw', () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(previewValue(proxy)).toBe('an unreadable object');
    const hostile = Object.defineProperty({}, 'x', {
      enumerable: true,
      get: () => {
        throw new TypeError('never mind');
      },
    });
    expect(previewValue(hostile)).toBe('an unreadable object');
  });

  it('never exceeds 60 characters, and never splits an emoji', () => {
    fc.assert(
      fc.property(
        fc.anything({ withDate: true, withMap: true, withNullPrototype: true, withBigInt: true }),
        (value) => {
          const text = previewValue(value);
          expect(text.length).toBeLessThanOrEqual(60);
        },
      ),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 20 }), (value) => {
        expect(previewValue(value).length).toBeLessThanOrEqual(60);
        expect(previewValue([value])).not.toMatch(/\p{Surrogate}/u);
      }),
    );
  });
});
