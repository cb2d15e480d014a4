import { receive, refuse, valueTool } from './generated-tool.js';

const dateForm = 'a valid date-time such as 2026-12-01T09:00:00Z or a valid date such as 2026-12-01';
const date = { anyOf: ['date-time', 'date'].map((format) => ({ type: 'string', format })), instanceOf: Date };
const big = { type: 'string', pattern: '^-?[0-9]+$', instanceOf: BigInt };
const bytes = { type: 'string', contentEncoding: 'base64', instanceOf: Uint8Array };
const buffer = { ...bytes, instanceOf: Buffer };
const set = { type: 'array', items: { type: 'number' }, uniqueItems: true, instanceOf: Set };
const map = { type: 'object', additionalProperties: { type: 'number' }, instanceOf: Map };

describe('a type that JSON cannot represent', () => {
  it.each([
    ['Date', date, '2024-05-06T07:08:09Z', new Date('2024-05-06T07:08:09Z')],
    ['bigint', big, '-12345678901234567890', -12345678901234567890n],
    ['Uint8Array', bytes, 'AQID', new Uint8Array([1, 2, 3])],
    ['Uint8Array of no bytes', bytes, '', new Uint8Array()],
    ['Buffer', buffer, '/+8=', Buffer.from([255, 239])],
    ['Set', set, [1, 2], new Set([1, 2])],
    ['Map', map, { a: 1 }, new Map([['a', 1]])],
  ])('%s is created from its JSON form', async (_, schema, json, value) => {
    const received = await receive(schema, json);
    expect(received).toStrictEqual(value);
    expect(Object.getPrototypeOf(received)).toBe(Object.getPrototypeOf(value));
  });

  it('Uint8Array has a separate buffer', async () => {
    const received = (await receive(bytes, 'AQID')) as Uint8Array;
    expect(received.buffer.byteLength).toBe(3);
  });

  it.each([
    ['a word for a date', date, 'soon', `/value must be ${dateForm}, got "soon"`],
    [
      'a date that does not exist',
      { type: 'string', instanceOf: Date },
      '2024-99-01',
      `/value must be ${dateForm}, got "2024-99-01"`,
    ],
    [
      'a leap second, which JavaScript does not support',
      date,
      '2016-12-31T23:59:60Z',
      `/value must be ${dateForm}, got "2016-12-31T23:59:60Z"`,
    ],
    ['letters for a bigint', big, '12n', '/value must match the pattern ^-?[0-9]+$, got "12n"'],
    [
      'a fraction for a bigint',
      { type: 'string', instanceOf: BigInt },
      '1.5',
      '/value must be a whole number in decimal digits, got "1.5"',
    ],
    [
      'no digits for a bigint',
      { type: 'string', instanceOf: BigInt },
      '',
      '/value must be a whole number in decimal digits, got ""',
    ],
    ['a text that is not base64', bytes, 'A?==', '/value must be base64, got "A?=="'],
    ['base64 of a wrong length', bytes, 'AQI', '/value must be base64, got "AQI"'],
    ['base64 with padding inside', bytes, 'A=ID', '/value must be base64, got "A=ID"'],
    ['text after base64', buffer, 'AQID\nAQI', '/value must be base64, got "AQID\\nAQI"'],
    ['a number for a date', date, 5, '/value must be string, got 5'],
    ['an object for a set', set, {}, '/value must be array, got {}'],
    ['an array for a map', map, [], '/value must be object, got []'],
    ['an item of a set that does not fit', set, ['a'], '/value/0 must be number, got "a"'],
    ['an entry of a map that does not fit', map, { a: 'x' }, '/value/a must be number, got "x"'],
  ])('rejects %s once, with the reason', async (_, schema, json, message) => {
    expect(await refuse(schema, json)).toBe(message);
  });

  it('reports the rule and the path of an issue', async () => {
    const validation = await valueTool({ type: 'array', items: { type: 'string', instanceOf: BigInt } }).validate({
      value: ['1', 'x', '3', 'y'],
    });
    expect(validation).toEqual({
      ok: false,
      issues: ['x', 'y'].map((text, index) => ({
        path: `/value/${index * 2 + 1}`,
        message: `must be a whole number in decimal digits, got "${text}"`,
        rule: 'format',
      })),
    });
  });

  it('is created inside others, inner values first', async () => {
    const schema = {
      type: 'object',
      additionalProperties: { type: 'array', items: date, instanceOf: Set },
      instanceOf: Map,
    };
    expect(await receive(schema, { a: ['2024-01-01T00:00:00Z'], b: [] })).toEqual(
      new Map([
        ['a', new Set([new Date('2024-01-01T00:00:00Z')])],
        ['b', new Set()],
      ]),
    );
  });

  it('passes null on if null is accepted', async () => {
    expect(await receive({ type: ['string', 'null'], format: 'date-time', instanceOf: Date }, null)).toBe(null);
    expect(await receive({ anyOf: [date, { type: 'null' }] }, null)).toBe(null);
    expect(await receive({ anyOf: [set, { type: 'null' }] }, [1])).toEqual(new Set([1]));
  });
});
