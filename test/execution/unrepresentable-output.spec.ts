import { Observable, of } from 'rxjs';
import { respond, ToolResult } from 'toolwright';
import { consumers } from './consumers.js';
import { toolOf } from './tools.js';

class Client {
  readonly url = 'https://example.com';
  connect(): void {}
}

describe.each(consumers)('returned data without a JSON form, read by $name', ({ consume }) => {
  it.each<readonly [string, () => unknown, string]>([
    ['a promise in an array', () => [1, Promise.resolve(2)], 'a promise at /1'],
    // biome-ignore lint/suspicious/noThenProperty: what a thenable is.
    ['a thenable', () => ({ row: { then: () => {} } }), 'a promise at /row'],
    ['a function among members', () => ({ a: { 'b/c': () => 1 } }), 'a function at /a/b~1c'],
    ['a function itself', () => () => 1, 'a function'],
    ['a symbol itself', () => Symbol('tea'), 'a symbol'],
    ['a symbol among members', () => ({ a: [Symbol('tea')] }), 'a symbol at /a/0'],
    ['NaN itself', () => Number.NaN, 'NaN'],
    ['an infinity itself', () => Number.POSITIVE_INFINITY, 'Infinity'],
    ['a negative infinity among members', () => ({ a: { b: -1 / 0 } }), '-Infinity at /a/b'],
    ['NaN among items', () => [1, Number.NaN], 'NaN at /1'],
    ['NaN in a typed array', () => new Float32Array([1, Number.NaN]), 'NaN at /1'],
    ['NaN that toJSON() states', () => ({ a: { toJSON: () => Number.NaN } }), 'NaN at /a'],
    ['a yielded NaN', () => of(Number.NaN), 'NaN'],
    ['a class', () => Client, 'a function'],
    ['a function in a Map', () => new Map([['run', () => 1]]), 'a function at /run'],
    ['a function in a Set', () => new Set([() => 1]), 'a function at /0'],
    ['an Error itself', () => new RangeError('no'), 'an Error'],
    ['an Error among items', () => ({ results: [1, new RangeError('no')] }), 'an Error at /results/1'],
    ['a DOMException', () => ({ cause: new DOMException('no') }), 'an Error at /cause'],
    ['a function that toJSON() states', () => ({ a: { toJSON: () => ({ run: () => 1 }) } }), 'a function at /a/run'],
    ['an Error of ToolResult.ok()', () => ToolResult.ok({ cause: new RangeError('no') }), 'an Error at /cause'],
    ['a promise of respond()', () => respond({ structuredContent: [Promise.resolve(1)] }), 'a promise at /0'],
    ['a yielded function', () => of({ a: () => 1 }), 'a function at /a'],
  ])('is rejected with its path: %s', async (_, body, message) => {
    const { ending } = await consume(toolOf(body));
    expect(ending).toMatchObject({
      success: false,
      code: 'invalid_output',
      message: expect.stringContaining(`The tool returned ${message}, which has no JSON form.`),
    });
  });

  it.each<readonly [string, () => unknown, unknown]>([
    ['an Error with toJSON()', () => Object.assign(new RangeError('no'), { toJSON: () => ({ code: 7 }) }), { code: 7 }],
    ['a function with toJSON()', () => ({ f: Object.assign(() => 1, { toJSON: () => 'f' }) }), { f: 'f' }],
    ['methods of a prototype', () => [new Client()], [{ url: 'https://example.com' }]],
    ['numbers', () => new Uint16Array([1, 65_535]), [1, 65_535]],
    ['numbers among members', () => ({ vector: new Float32Array([0.5, -1]) }), { vector: [0.5, -1] }],
    ['big integers', () => new BigInt64Array([2n ** 60n]), ['1152921504606846976']],
    ['clamped bytes', () => new Uint8ClampedArray([1, 300]), [1, 255]],
    ['bytes', () => ({ bytes: new Uint8Array([104, 105]) }), { bytes: 'aGk=' }],
    ['an ArrayBuffer', () => ({ bytes: new Uint8Array([104, 105]).buffer }), { bytes: 'aGk=' }],
    ['a DataView', () => ({ bytes: new DataView(new Uint8Array([0, 104, 105]).buffer, 1) }), { bytes: 'aGk=' }],
  ])('does not include: %s', async (_, body, json) => {
    const { ending } = await consume(toolOf(body));
    expect(ending).toMatchObject({ success: true, structuredContent: json });
  });

  it.each([Symbol('tea'), () => 1, Number.NaN, Number.NEGATIVE_INFINITY])(
    'is rejected under an output schema that accepts anything: %p',
    async (value) => {
      const { ending } = await consume(toolOf(() => value, { outputSchema: {} }));
      expect(ending).toMatchObject({ success: false, code: 'invalid_output' });
    },
  );

  it('does not include a promise that an Observable emits, which is awaited', async () => {
    const { ending } = await consume(toolOf(() => of(Promise.resolve({ a: 1 }), { b: 2 })));
    expect(ending).toMatchObject({ success: true, structuredContent: [{ a: 1 }, { b: 2 }] });
  });

  it('unsubscribes from an Observable when a promise that it emits rejects', async () => {
    let isOpen = false;
    const source = new Observable((subscriber) => {
      isOpen = true;
      subscriber.next(Promise.reject(new RangeError('broken')));
      return () => {
        isOpen = false;
      };
    });
    const { ending } = await consume(toolOf(() => source));
    expect(ending).toMatchObject({ success: false, code: 'execution', message: 'broken' });
    expect(isOpen).toBe(false);
  });
});
