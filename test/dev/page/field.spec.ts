import { readField } from '../../../src/integrations/dev/page/model/field.js';
import { emptyValue, initialValue } from '../../../src/integrations/dev/page/model/initial-value.js';
import { variantOf } from '../../../src/integrations/dev/page/model/variant.js';

type Schema = Readonly<Record<string, unknown>>;

function read(schema: unknown, root: Schema = {}): ReturnType<typeof readField> {
  return readField(schema, root);
}

describe('readField', () => {
  it.each([
    ['a text', { type: 'string' }, { kind: 'text', input: 'lines' }],
    ['a text with a format', { type: 'string', format: 'email' }, { kind: 'text', input: 'line', hint: 'email' }],
    ['a date', { type: 'string', format: 'date' }, { kind: 'text', input: 'date' }],
    ['a time with a date', { type: 'string', format: 'date-time' }, { kind: 'text', input: 'date-time' }],
    ['a file', { type: 'string', contentEncoding: 'base64' }, { kind: 'text', input: 'file' }],
    ['an integer', { type: 'integer' }, { kind: 'number', integer: true }],
    ['a number', { type: 'number' }, { kind: 'number', integer: false }],
    ['a boolean', { type: 'boolean' }, { kind: 'boolean' }],
    ['null', { type: 'null' }, { kind: 'null' }],
    ['a constant', { const: 'card' }, { kind: 'const', value: 'card' }],
    ['anything', {}, { kind: 'json' }],
    ['an object without a description of its properties', { type: 'object' }, { kind: 'json' }],
    ['an array', { type: 'array', items: { type: 'string' } }, { kind: 'array', items: { type: 'string' } }],
    ['a record', { additionalProperties: { type: 'number' } }, { kind: 'object', additional: { type: 'number' } }],
    ['a boolean as a schema', true, { kind: 'json' }],
  ])('reads %s', (_, schema, field) => {
    expect(read(schema)).toMatchObject({ nullable: false, ...field });
  });

  it('reads the properties of an object, and which are required', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' }, b: {} }, required: ['a'] };
    expect(read(schema)).toMatchObject({
      kind: 'object',
      properties: [
        { name: 'a', schema: { type: 'string' }, required: true },
        { name: 'b', schema: {}, required: false },
      ],
    });
  });

  it('offers the values of an enum', () => {
    expect(read({ enum: ['slow', 1, null] })).toMatchObject({
      kind: 'enum',
      options: [
        { label: 'slow', value: 'slow' },
        { label: '1', value: 1 },
        { label: 'null', value: null },
      ],
    });
  });

  it('offers constants of a union as an enum with their titles', () => {
    const schema = { oneOf: [{ const: 1, title: 'one' }, { const: 2 }] };
    expect(read(schema)).toMatchObject({
      kind: 'enum',
      options: [
        { label: 'one', value: 1 },
        { label: '2', value: 2 },
      ],
    });
  });

  it.each([
    ['a list of types', { type: ['string', 'null'] }],
    ['a union with null', { anyOf: [{ type: 'string' }, { type: 'null' }] }],
    ['a union with the constant null', { oneOf: [{ type: 'string' }, { const: null }] }],
  ])('accepts null in addition for %s', (_, schema) => {
    expect(read(schema)).toMatchObject({ kind: 'text', nullable: true });
  });

  it('names the variants of a union by title, constant, reference or type', () => {
    const root = { $defs: { Circle: { type: 'object', properties: { r: { type: 'number' } } } } };
    const card = { type: 'object', properties: { kind: { const: 'card' } } };
    const schema = {
      anyOf: [{ type: 'string', title: 'Name' }, card, { $ref: '#/$defs/Circle' }, { type: 'number' }, {}],
    };
    const field = read(schema, root);
    expect(field.kind === 'union' ? field.variants.map(({ label }) => label) : []).toEqual([
      ...['Name', 'card', 'Circle', 'number', 'Variant 5'],
    ]);
  });

  it('reads several types as a union', () => {
    const field = read({ type: ['string', 'number'] });
    expect(field.kind === 'union' ? field.variants.map(({ label }) => label) : []).toEqual(['string', 'number']);
  });

  it('resolves references, which keep what is said next to them', () => {
    const root = { $defs: { 'a/b': { type: 'string', description: 'there' } } };
    expect(read({ $ref: '#/$defs/a~1b', description: 'here' }, root)).toMatchObject({
      kind: 'text',
      description: 'here',
    });
  });

  it('combines the parts of allOf', () => {
    const schema = {
      allOf: [
        { type: 'object', properties: { a: {} }, required: ['a'] },
        { properties: { b: {} }, required: ['b'] },
      ],
    };
    expect(read(schema)).toMatchObject({
      properties: [
        { name: 'a', required: true },
        { name: 'b', required: true },
      ],
    });
  });

  it.each([
    ['that refers to itself', { $ref: '#' }],
    ['that combines itself', { allOf: [{ $ref: '#' }] }],
    ['whose reference leads nowhere', { $ref: '#/$defs/missing' }],
    ['whose reference is no URI', { $ref: '#/%' }],
  ])('reads a schema %s as JSON', (_, schema) => {
    expect(read(schema, schema).kind).toBe('json');
  });
});

const comment = {
  type: 'object',
  properties: { text: { type: 'string' }, parent: { $ref: '#' }, mood: { type: 'string', default: 'calm' } },
  required: ['text'],
};

describe('initialValue', () => {
  it('begins with defaults, constants and required objects', () => {
    const schema = {
      type: 'object',
      properties: {
        kind: { const: 'order' },
        ship: { type: 'object', properties: { fast: { type: 'boolean', default: true } } },
        items: { type: 'array' },
        name: { type: 'string' },
        other: { type: 'object', properties: { a: {} } },
      },
      required: ['kind', 'ship', 'items', 'name'],
    };
    expect(initialValue(schema, schema)).toEqual({ kind: 'order', ship: { fast: true }, items: [] });
  });

  it('creates nothing for optional properties that contain the schema itself', () => {
    expect(initialValue(comment, comment)).toEqual({ mood: 'calm' });
  });

  it('ends for a schema that requires itself', () => {
    const schema = { type: 'object', properties: { next: { $ref: '#' } }, required: ['next'] };
    expect(JSON.stringify(initialValue(schema, schema)).length).toBeLessThan(200);
  });
});

describe('emptyValue', () => {
  it.each([
    [{ type: 'string' }, ''],
    [{ type: 'integer' }, 0],
    [{ type: 'boolean' }, false],
    [{ enum: ['a', 'b'] }, 'a'],
    [{ type: 'array', items: {} }, []],
    [{ type: 'object' }, {}],
    [{ type: 'object', properties: { a: {} } }, {}],
    [{ oneOf: [{ type: 'number' }, { type: 'string' }] }, 0],
    [{ type: ['string', 'null'] }, ''],
    [{}, null],
  ])('creates a value of %j', (schema, value) => {
    expect(emptyValue(schema, {})).toEqual(value);
  });
});

describe('variantOf', () => {
  const choose = (variants: readonly unknown[], value: unknown, current = 0): number => {
    const field = readField({ anyOf: variants }, {});
    return field.kind === 'union' ? variantOf(field, value, { root: {}, current }) : Number.NaN;
  };
  const variant = (kind: string): unknown => ({
    type: 'object',
    properties: { kind: { const: kind }, size: { type: 'number' } },
  });

  it('chooses by the type', () => {
    expect(choose([{ type: 'string' }, { type: 'number' }], 1)).toBe(1);
  });

  it('chooses by a constant, also if another value is wrong', () => {
    expect(choose([variant('a'), variant('b')], { kind: 'b', size: 'large' })).toBe(1);
  });

  it('chooses by the names of properties', () => {
    const variants = [
      { type: 'object', properties: { a: {} } },
      { type: 'object', properties: { b: {} } },
    ];
    expect(choose(variants, { b: 1 })).toBe(1);
  });

  it('keeps the current variant if others are not better', () => {
    const variants = [
      { type: 'object', properties: { a: {} } },
      { type: 'object', properties: { b: {} } },
    ];
    expect(choose(variants, {}, 1)).toBe(1);
  });
});
