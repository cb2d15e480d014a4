import { memoize } from '../../../src/base/values/memoize.js';

describe('memoize', () => {
  it('computes the value of each object once', () => {
    const seen: object[] = [];
    const count = memoize((key: { readonly size: number }) => {
      seen.push(key);
      return { size: key.size };
    });
    const [small, large] = [{ size: 1 }, { size: 2 }];

    expect(count(small)).toEqual({ size: 1 });
    expect(count(small)).toBe(count(small));
    expect(count(large)).toEqual({ size: 2 });
    expect(seen).toEqual([small, large]);
  });

  it('caches an undefined value', () => {
    let calls = 0;
    const find = memoize((_key: object) => {
      calls++;
      return undefined;
    });
    const key = {};

    expect([find(key), find(key)]).toEqual([undefined, undefined]);
    expect(calls).toBe(1);
  });

  it('computes again after an error', () => {
    let calls = 0;
    const compile = memoize((_key: object) => {
      calls++;
      if (calls === 1) throw new TypeError('not yet');
      return calls;
    });
    const key = {};

    expect(() => compile(key)).toThrow('not yet');
    expect(compile(key)).toBe(2);
  });
});
