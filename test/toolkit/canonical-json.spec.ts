import { canonicalJson } from '../../src/tool/arguments/canonical-json.js';
import { fc } from '../support/fast-check.js';

function withKeysReversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withKeysReversed);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, member]) => [name, withKeysReversed(member)] as const);
  return Object.fromEntries(entries.reverse());
}

describe('canonicalJson', () => {
  it('returns the same text for any order of keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(withKeysReversed(value))).toBe(canonicalJson(value));
      }),
    );
  });

  it('returns JSON of the value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const plain: unknown = JSON.parse(JSON.stringify(value));
        expect(JSON.parse(canonicalJson(value) ?? '')).toEqual(plain);
      }),
    );
  });

  it.each<[unknown, string]>([
    [{ b: 1, a: { d: [2, 1], c: null } }, '{"a":{"c":null,"d":[2,1]},"b":1}'],
    [{ a: undefined }, '{}'],
    ['é\u0000"', '"é\\u0000\\""'],
    [Object.create(null), '{}'],
    [JSON.parse('{"__proto__":1}'), '{"__proto__":1}'],
  ])('writes %p as %s', (value, json) => {
    expect(canonicalJson(value)).toBe(json);
  });

  it('returns undefined for values that JSON cannot distinguish', () => {
    const cyclic: unknown[] = [];
    cyclic.push(cyclic);
    const others = [
      undefined,
      Number.NaN,
      Infinity,
      1n,
      () => 1,
      Symbol('x'),
      new Date(0),
      new Map(),
      new (class {})(),
    ];
    for (const value of [...others, cyclic]) {
      expect(canonicalJson(value)).toBeUndefined();
      expect(canonicalJson({ in: [value] })).toBeUndefined();
    }
  });
});
