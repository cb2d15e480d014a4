import { runInNewContext } from 'node:vm';
import { secret, ToolError } from 'toolwright';
import { copyPlainData, isPlainData, toJsonValue } from '../../src/call/response/json-value.js';
import { fc } from '../support/fast-check.js';

class Point {
  readonly #hidden = 1;
  constructor(
    readonly x: number,
    readonly y: number,
  ) {}
  get sum(): number {
    return this.x + this.y + this.#hidden;
  }
}

const nested = (depth: number): unknown => {
  let value: unknown = 'core';
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { value };
  return value;
};

describe('toJsonValue', () => {
  it.each<readonly [string, unknown, unknown]>([
    ['a string', 'é', 'é'],
    ['a boolean', false, false],
    ['null', null, null],
    ['a number', -0.5, -0.5],
    ['NaN', Number.NaN, null],
    ['Infinity', -Infinity, null],
    ['a bigint', 2n ** 70n, '1180591620717411303424'],
    ['a Date', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['a Date that is none', new Date(Number.NaN), null],
    [
      'a Map',
      new Map<unknown, unknown>([
        ['a', 1n],
        [2, new Map([['b', null]])],
      ]),
      { a: '1', 2: { b: null } },
    ],
    ['a Set', new Set([1, new Set(['a'])]), [1, ['a']]],
    ['bytes', new Uint8Array([104, 105]), 'aGk='],
    ['a Buffer', Buffer.from('hi'), 'aGk='],
    ['a part of bytes', new Uint8Array([0, 104, 105, 0]).subarray(1, 3), 'aGk='],
    ['a boxed string', new Object('a'), 'a'],
    ['a boxed number', new Object(5), 5],
    ['an instance', new Point(1, 2), { x: 1, y: 2 }],
    ['an object without a prototype', Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
    ['an array that states its JSON', Object.assign([1], { toJSON: () => 'stated' }), 'stated'],
    [
      'an array of a class that states its JSON',
      new (class extends Array<unknown> {
        toJSON(): unknown {
          return { items: this.length };
        }
      })(2),
      { items: 2 },
    ],
    ['a hidden toJSON', Object.defineProperty({ a: 1 }, 'toJSON', { value: () => 'stated' }), 'stated'],
    ['an error', new RangeError('x'), {}],
    ['a secret', { token: secret('hunter2') }, { token: '[redacted]' }],
    ['what has no JSON form among members', { a: undefined, b: () => 1, c: Symbol('c'), d: 1 }, { d: 1 }],
    ['what has no JSON form among items', [undefined, () => 1, Symbol('c'), 1], [null, null, null, 1]],
    // biome-ignore lint/suspicious/noSparseArray: the hole is the point.
    ['an array with holes', [1, , 2], [1, null, 2]],
    ['symbol keys', { [Symbol('a')]: 1, b: 2 }, { b: 2 }],
  ])('converts %s', (_, value, json) => {
    expect(toJsonValue(value)).toStrictEqual(json);
  });

  it.each([undefined, () => 1, Symbol('a')])('is undefined for %p', (value) => {
    expect(toJsonValue(value)).toBeUndefined();
  });

  it('converts values of another realm', () => {
    const foreign: unknown = runInNewContext(
      `({ map: new Map([['a', 1n]]), set: new Set([1]), bytes: new Uint8Array([104, 105]), date: new Date(0), list: [1] })`,
    );
    expect(toJsonValue(foreign)).toStrictEqual({
      map: { a: '1' },
      set: [1],
      bytes: 'aGk=',
      date: '1970-01-01T00:00:00.000Z',
      list: [1],
    });
  });

  it('calls toJSON with the key, and uses its result', () => {
    const keys: string[] = [];
    const telling = {
      toJSON(key: string) {
        keys.push(key);
        return { big: 1n, list: new Set([1]) };
      },
    };
    expect(toJsonValue({ a: telling, b: [telling] })).toStrictEqual({
      a: { big: '1', list: [1] },
      b: [{ big: '1', list: [1] }],
    });
    expect(keys).toEqual(['a', '0']);
    const self = { a: 1, toJSON: () => self };
    expect(toJsonValue(self)).toStrictEqual({ a: 1 });
    expect(toJsonValue({ a: { toJSON: () => undefined } })).toStrictEqual({});
    expect(toJsonValue({ a: { toJSON: 5 } })).toStrictEqual({ a: { toJSON: 5 } });
  });

  it('sets no prototype', () => {
    const json = toJsonValue(JSON.parse('{"__proto__":{"polluted":true}}')) as object;
    expect(Object.keys(json)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(json)).toBe(Object.prototype);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('shares nothing with the value', () => {
    const value = { list: [{ a: 1 }] };
    const json = toJsonValue(value) as typeof value;
    expect(json).toEqual(value);
    expect(json).not.toBe(value);
    expect(json.list).not.toBe(value.list);
    expect(json.list[0]).not.toBe(value.list[0]);
  });

  it('accepts the same value twice, but not inside itself', () => {
    const shared = { a: 1 };
    expect(toJsonValue([shared, shared])).toEqual([{ a: 1 }, { a: 1 }]);
    const cycle: Record<string, unknown> = {};
    cycle.deep = [{ cycle }];
    expect(rejectionOf(cycle)).toEqual(['invalid_output', 'The tool returned data that contains itself.']);
    const map = new Map<string, unknown>();
    map.set('self', map);
    expect(rejectionOf(map)).toEqual(['invalid_output', 'The tool returned data that contains itself.']);
    const telling = { toJSON: () => [telling] };
    expect(rejectionOf(telling)).toEqual(['invalid_output', 'The tool returned data that contains itself.']);
  });

  it('accepts 500 levels, and rejects more instead of overflowing', () => {
    expect(toJsonValue(nested(500))).toEqual(nested(500));
    expect(() => JSON.stringify(toJsonValue(nested(500)))).not.toThrow();
    const tooDeep = ['invalid_output', 'The tool returned data that is nested deeper than 500 levels.'];
    expect(rejectionOf(nested(501))).toEqual(tooDeep);
    expect(rejectionOf(nested(100_000))).toEqual(tooDeep);
    const endless = { toJSON: () => ({ ...endless }) };
    expect(rejectionOf(endless)).toEqual(tooDeep);
  });

  it('rejects a value that throws when read', () => {
    const getter = Object.defineProperty({}, 'a', { enumerable: true, get: throwNow });
    expect(rejectionOf(getter)).toEqual(['invalid_output', 'The tool returned data that has no JSON form: no entry']);
    expect(rejectionOf({ toJSON: throwNow })[0]).toBe('invalid_output');
    expect(rejectionOf(new Map([[Object.create(null), 1]]))[0]).toBe('invalid_output');
    expect(rejectionOf(new Proxy({}, { ownKeys: throwNow }))[0]).toBe('invalid_output');
  });

  it('converts any JSON data like JSON.stringify', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.stringify(toJsonValue(value))).toBe(JSON.stringify(value));
      }),
    );
  });

  it('converts any value to JSON data, or rejects it', () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withTypedArray: true,
      withSparseArray: true,
      withNullPrototype: true,
      withBoxedValues: true,
    });
    fc.assert(
      fc.property(anything, (value) => {
        const [verdict, json] = rejectionOf({ value });
        if (verdict !== 'accepted') expect(verdict).toBe('invalid_output');
        else expect(JSON.stringify(toJsonValue(json))).toBe(JSON.stringify(json));
      }),
    );
  });
});

function rejectionOf(value: unknown): readonly unknown[] {
  try {
    return ['accepted', toJsonValue(value)];
  } catch (error) {
    return ToolError.is(error) ? [error.code, error.message] : ['thrown', error];
  }
}

function throwNow(): never {
  throw new RangeError('no entry');
}

describe('the copy of plain data', () => {
  it('is the same as that of any value, and shares nothing with it', () => {
    const leaf = fc.oneof(fc.string(), fc.double(), fc.bigInt(), fc.boolean(), fc.constantFrom(null, undefined));
    const anyData = fc.letrec((tie) => ({
      data: fc.oneof(leaf, tie('list'), tie('members')),
      list: fc.array(tie('data'), { maxLength: 4 }),
      members: fc.dictionary(fc.oneof(fc.string(), fc.constant('__proto__')), tie('data'), { maxKeys: 4 }),
    })).data;
    let copied = 0;
    fc.assert(
      fc.property(anyData, (data) => {
        if (!isPlainData(data)) return;
        copied++;
        const copy = copyPlainData(data);
        expect(copy).toStrictEqual(toJsonValue(data));
        if (typeof data === 'object' && data !== null) expect(copy).not.toBe(data);
      }),
      { numRuns: 300 },
    );
    expect(copied).toBeGreaterThan(50);
  });
});
