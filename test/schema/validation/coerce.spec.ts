import type { JsonSchema } from 'toolwright';
import { issuesIn, objectOf, toolOf } from './json-tool.js';

const integer: JsonSchema = { type: 'integer' };

describe('coerced arguments', () => {
  const numbers: [string, number][] = [
    ['120', 120],
    ['0', 0],
    ['-0.25', -0.25],
    ['1.25', 1.25],
    ['1e+21', 1e21],
    ['1e-7', 1e-7],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
    ['-9007199254740991', Number.MIN_SAFE_INTEGER],
    ['\n7\t', 7],
  ];
  it.each(numbers)('read the number in %j', async (text, number) => {
    expect(await toolOf(objectOf({ x: { type: 'number' } })).call({ x: text })).toEqual({ x: number });
  });

  it.each([
    '12345678901234567890',
    '9007199254740993',
    '5.0',
    '3.50',
    '1e3',
    '+5',
    '-0',
    '.5',
    '0.1000000000000000055',
  ])('are not numbers for a text in another notation, which may be an ID: %j', async (text) => {
    for (const type of ['number', 'integer'] as const) {
      expect(await issuesIn(objectOf({ x: { type } }), { x: text })).toEqual([`/x must be ${type}, got "${text}"`]);
    }
  });

  const padded: [JsonSchema, string, unknown][] = [
    [{ type: 'boolean' }, ' true ', true],
    [{ type: 'boolean' }, ' false\n', false],
    [{ enum: [1, 2] }, ' 2 ', 2],
    [{ type: 'object' }, ' {"a": 1}', { a: 1 }],
    [{ type: 'array' }, '\n[1] ', [1]],
  ];
  it.each(padded)('read a value of %j in %j, surrounded by white space', async (schema, text, value) => {
    expect(await toolOf(objectOf({ x: schema })).call({ x: text })).toEqual({ x: value });
  });

  const forms: [string, JsonSchema][] = [
    ['oneOf', { oneOf: [{ type: 'number' }, { type: 'boolean' }] }],
    ['anyOf', { anyOf: [{ type: 'number' }, { type: 'boolean' }] }],
    // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword.
    ['if', { if: { type: ['string', 'number'] }, then: { type: 'number' } }],
  ];
  it.each(forms)('have the form that %s accepts', async (_keyword, schema) => {
    expect(await toolOf(objectOf({ x: schema })).call({ x: '5' })).toEqual({ x: 5 });
  });

  it('are coerced under names that need escapes in a path', async () => {
    const schema = objectOf({ 'a/b': objectOf({ 'c~d': integer, 'e~1f': integer }) });
    expect(await toolOf(schema).call({ 'a/b': { 'c~d': '1', 'e~1f': null } })).toEqual({ 'a/b': { 'c~d': 1 } });
    expect(await issuesIn(schema, { 'a/b': { 'c~d': 'x' } })).toEqual(['/a~1b/c~0d must be integer, got "x"']);
  });

  const shownAsTheyCame: [JsonSchema, unknown, string][] = [
    [{ type: 'boolean' }, '5', 'must be boolean, got "5"'],
    [integer, '5.5', 'must be integer, got "5.5"'],
    [{ type: 'array' }, '5', 'must be array, got "5"'],
    [{ type: 'array' }, '{}', 'must be array, got "{}"'],
    [{ type: 'object' }, '[]', 'must be object, got "[]"'],
    [{ enum: ['on', 1] }, '"on"', 'must be "on" or 1, got "\\"on\\""'],
    [{ const: null }, 'null', 'must be null, got "null"'],
  ];
  it.each(shownAsTheyCame)('of %j do not include %j, which is reported unchanged', async (schema, value, message) => {
    expect(await issuesIn(objectOf({ x: schema }), { x: value })).toEqual([`/x ${message}`]);
  });

  it('may be nested JSON text, up to four levels', async () => {
    const node = objectOf({ child: { $ref: '#' } });
    const wrapped = (times: number): object => (times === 0 ? {} : { child: JSON.stringify(wrapped(times - 1)) });
    expect(await toolOf(node).call(wrapped(4))).toEqual({ child: { child: { child: { child: {} } } } });
    expect(await issuesIn(node, wrapped(5))).toEqual(['/child/child/child/child/child must be object, got "{}"']);
  });

  describe('lose a null', () => {
    it('if another schema of the object declares the property', async () => {
      const page = objectOf({ size: integer });
      expect(await toolOf(objectOf({}, { allOf: [page] })).call({ size: null })).toEqual({});
      const required = objectOf({}, { allOf: [{ ...page, required: ['size'] }] });
      expect(await issuesIn(required, { size: null })).toEqual(['/size must be integer, got null']);
    });

    const size: JsonSchema = { $ref: '#/$defs/Size' };
    const boxes = (box: JsonSchema): [string, JsonSchema, (box: object) => unknown][] => [
      ['behind a reference', { $ref: '#/$defs/Box' }, (it) => it],
      ['in items', { type: 'array', items: box }, (it) => [it]],
      ['in prefixItems', { type: 'array', prefixItems: [integer, box], items: integer }, (it) => [1, it, 2]],
      ['in items after others', { type: 'array', prefixItems: [integer], items: box }, (it) => [1, it]],
      ['in a branch of anyOf', { anyOf: [{ type: 'string' }, box] }, (it) => it],
      ['in a part of allOf', { allOf: [{ type: 'object' }, box] }, (it) => it],
      ['in a property that looks like an index', objectOf({ '0': box }), (it) => ({ '0': it })],
    ];
    it.each(boxes(objectOf({ size })))('of a type that has a name, %s', async (_where, x, around) => {
      const schema = objectOf({ x }, { $defs: { Size: integer, Box: objectOf({ size }) } });
      expect(await toolOf(schema).call({ x: around({ size: null }) })).toEqual({ x: around({}) });
    });
    it.each(boxes(objectOf({ size: integer })))('of a type without a name, %s', async (_where, x, around) => {
      const schema = objectOf({ x }, { $defs: { Box: objectOf({ size: integer }) } });
      expect(await toolOf(schema).call({ x: around({ size: null }) })).toEqual({ x: around({}) });
    });

    it('in an object that a map holds', async () => {
      const map: JsonSchema = { type: 'object', additionalProperties: objectOf({ size: integer }) };
      expect(await toolOf(objectOf({ map })).call({ map: { a: { size: null } } })).toEqual({ map: { a: {} } });
    });

    it('never if the property is required in this object, although it is optional in another', async () => {
      const $defs = { Size: integer, Box: objectOf({ size }, { required: ['size'] }) };
      const schema = objectOf({ size, box: { $ref: '#/$defs/Box' } }, { $defs });
      expect(await issuesIn(schema, { box: { size: null } })).toEqual(['/box/size must be integer, got null']);
    });

    it('that no branch of its property accepts', async () => {
      const either = objectOf({ x: { anyOf: [integer, { type: 'boolean' }] }, y: integer });
      expect(await toolOf(either).call({ x: null, y: 1 })).toEqual({ y: 1 });
    });

    it('never if it is the value of a map', async () => {
      const rest = { $defs: { Size: integer, Box: objectOf({ size: { $ref: '#/$defs/Size' } }) } };
      const sizes = objectOf({ map: { type: 'object', additionalProperties: { $ref: '#/$defs/Size' } } }, rest);
      expect(await issuesIn(sizes, { map: { a: null } })).toEqual(['/map/a must be integer, got null']);
      const boxes = objectOf({ map: { type: 'object', additionalProperties: { $ref: '#/$defs/Box' } } }, rest);
      expect(await issuesIn(boxes, { map: { a: { size: null } } })).toEqual(['/map/a/size must be integer, got null']);
    });

    it('never if it is an item of an array', async () => {
      const list = objectOf({ list: { type: 'array', items: { type: 'number' } } });
      expect(await issuesIn(list, { list: [1, null] })).toEqual(['/list/1 must be number, got null']);
      const nonNull = objectOf({ list: { type: 'array', items: { not: { type: 'null' } } } });
      expect(await issuesIn(nonNull, { list: [null, 1] })).toEqual([
        '/list/0 must not match {"type":"null"}, got null',
      ]);
    });
  });
});
