import { createHash, createHmac } from 'node:crypto';
import { getEventListeners } from 'node:events';
import { isDeepStrictEqual, types } from 'node:util';
import { createContext, runInContext, runInThisContext } from 'node:vm';
import { sleep } from '../../src/base/async/schedule.js';
import { equalsDigest, hashText, signText } from '../../src/base/runtime/sha256.js';
import { decodeBase64, encodeBase64, encodeBase64Url } from '../../src/base/text/base64.js';
import { inspectText, TextCollector } from '../../src/base/text/inspect-text.js';
import { equalsDeep } from '../../src/base/values/equals-deep.js';
import * as kinds from '../../src/base/values/value-kinds.js';
import { fc } from '../support/fast-check.js';

describe('base64', () => {
  it('encodes and decodes bytes as Buffer does', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 20_000 }), (bytes) => {
        const text = Buffer.from(bytes).toString('base64');
        expect(encodeBase64(bytes)).toBe(text);
        expect(encodeBase64Url(bytes)).toBe(Buffer.from(bytes).toString('base64url'));
        expect(Buffer.from(decodeBase64(text)).equals(bytes)).toBe(true);
        expect(Buffer.from(decodeBase64(encodeBase64Url(bytes))).equals(bytes)).toBe(true);
      }),
    );
  });

  it.each(['YQ', 'YQ==', 'Y Q = =', 'Y\nW!I=', 'Y', '', '!'])('decodes %j without throwing, as Buffer does', (text) => {
    expect([...decodeBase64(text)]).toEqual([...Buffer.from(text, 'base64')]);
  });
});

describe('digests', () => {
  it('are those of node:crypto', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.uint8Array({ minLength: 1, maxLength: 100 }), (text, key) => {
        for (const encoding of ['hex', 'base64', 'base64url'] as const) {
          expect(hashText(text, encoding)).toBe(createHash('sha256').update(text).digest(encoding));
        }
        expect(signText(text, key)).toBe(createHmac('sha256', key).update(text).digest('base64url'));
      }),
    );
    expect(signText('text', 'kéy')).toBe(createHmac('sha256', 'kéy').update('text').digest('base64url'));
  });

  it('are equal only if all characters are', () => {
    expect(equalsDigest('abc', 'abc')).toBe(true);
    for (const other of ['abd', 'Abc', 'ab', 'abcd', '']) expect(equalsDigest('abc', other)).toBe(false);
  });
});

const samples = `[
  new Map([[1, 2]]), new Set([1]), new Date(0), new Error('e'), new TypeError('t'), Object('s'), Object(1),
  Object(false), Object(Symbol('x')), Object(1n), new Uint8Array(2), new Float64Array(1), new BigInt64Array(1),
  new DataView(new ArrayBuffer(1)), new ArrayBuffer(3), new SharedArrayBuffer(1), {}, [], () => 1, /x/, null, undefined,
  1, 'text', true, 2n, new WeakMap(), Promise.resolve(), new Proxy(new Map(), {}), Object.create(Map.prototype),
  { [Symbol.toStringTag]: 'Map' }, { [Symbol.toStringTag]: 'Date' }, { [Symbol.toStringTag]: 'String' },
  { [Symbol.toStringTag]: 'ArrayBuffer' }, class Sub extends Map {}, new (class extends Set {})(), new (class extends Date {})(),
]`;

describe('the kind of a value', () => {
  const foreign = runInContext(samples, createContext({})) as readonly unknown[];
  const own = runInThisContext(samples) as readonly unknown[];

  it.each(Object.entries(kinds))('%s answers as node:util does, also for other realms', (name, isOfKind) => {
    const expected = types[name as keyof typeof kinds];
    const values = [...own, ...foreign];
    expect(values.map((value) => isOfKind(value))).toEqual(values.map((value) => expected(value)));
  });
});

describe('equalsDeep', () => {
  class Point {
    constructor(readonly x: unknown) {}
  }
  const values: readonly unknown[] = [
    ...[null, undefined, 0, -0, 1, Number.NaN, 'a', '', true, 1n],
    ...[{}, { a: 1 }, { a: 1, b: undefined }, { b: undefined, a: 1 }, { a: { b: [1, 2] } }, [], [1], [[]], [undefined]],
    ...[new Date(0), new Date(1), new Date(Number.NaN), new Uint8Array([1]), new Uint8Array([2]), new Set([1])],
    ...[new Set([2]), new Map([['a', 1]]), new Map([['a', { b: 1 }]]), new Point(1), new Point(2), { x: 1 }],
    ...[new Point({ a: [1] }), Object.assign(Object.create(null), { a: 1 })],
  ];

  it('answers as isDeepStrictEqual does', () => {
    for (const one of values) {
      for (const other of [...values, ...values.map((value) => copy(value))]) {
        expect({ one, other, is: equalsDeep(one, other) }).toEqual({ one, other, is: isDeepStrictEqual(one, other) });
      }
    }
  });

  it('compares values that contain themselves', () => {
    const [one, other] = [circular(1), circular(1)];
    expect(equalsDeep(one, other)).toBe(true);
    expect(equalsDeep(one, circular(2))).toBe(false);
  });

  function copy(value: unknown): unknown {
    return value instanceof Point ? new Point(copy(value.x)) : structuredClone(value);
  }

  function circular(id: number): object {
    const value: Record<string, unknown> = { id };
    return Object.assign(value, { self: value });
  }
});

describe('the text that a log would show', () => {
  const secret = 's3cr3t';
  const holders: Readonly<Record<string, unknown>> = {
    'a message': new Error(secret),
    'a cause': new Error('failed', { cause: { headers: { authorization: secret } } }),
    'a list of errors': new AggregateError([new Error(secret)]),
    'a Map': new Map([['key', { secret }]]),
    'a Set': new Set([secret]),
    'a key': { [secret]: 1 },
    'a URL': { url: new URL(`https://host/?token=${secret}`) },
    'request headers': { headers: new Headers({ authorization: secret }) },
    'a symbol': { key: Symbol(secret) },
    'a function': Object.assign(() => 1, { secret }),
  };

  it.each(Object.entries(holders))('contains a secret in %s, with and without node:util', (_, value) => {
    expect(inspectText(value, 6)).toContain(secret);
    expect(new TextCollector(6).collect(value)).toContain(secret);
  });

  it('is limited in depth, reads no getters, and ends for data that contains itself', () => {
    const data = { self: undefined as unknown, deep: { deeper: { deepest: secret } } };
    data.self = data;
    Object.defineProperty(data, 'getter', { get: () => secret, enumerable: true });
    expect(new TextCollector(1).collect(data)).not.toContain(secret);
    expect(new TextCollector(3).collect(data)).toContain(secret);
  });
});

describe('sleep', () => {
  it('ends after the delay, or with the reason of its signal, and leaves no listener', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    await expect(sleep(1, signal)).resolves.toBeUndefined();
    const waiting = sleep(1_000_000, signal);
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    controller.abort(new TypeError('stop'));
    await expect(waiting).rejects.toThrow('stop');
    await expect(sleep(1, signal)).rejects.toThrow('stop');
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
