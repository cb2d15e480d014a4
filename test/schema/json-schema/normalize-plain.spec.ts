import type { JsonSchema } from '../../../src/json-schema.js';
import { normalizeAtLength, normalizeAuthored } from '../../../src/schema/json-schema/normalize.js';
import { normalizePlain } from '../../../src/schema/json-schema/normalize-plain.js';
import { inputSchema } from '../../format/random-schemas.js';
import { fc } from '../../support/fast-check.js';
import { normalizeCases } from './normalize-cases.js';

const titled = { type: 'object', title: 'Search', properties: { q: { type: 'string', description: undefined } } };

/** A schema as it comes, with what the usual kind may have besides. */
const dressed = fc
  .record({ schema: inputSchema, title: fc.option(fc.string()), dialect: fc.boolean() })
  .map(({ schema, title, dialect }) => ({
    ...(dialect ? { $schema: 'https://json-schema.org/draft/2020-12/schema' } : {}),
    ...schema,
    ...(title === null ? {} : { title }),
  }));

describe('normalizePlain', () => {
  it.each(normalizeCases)('makes of $name what the long way makes, or leaves it to that', ({ schema, normalized }) => {
    const plain = normalizePlain(schema);
    if (plain !== undefined) expect(JSON.stringify(plain.schema)).toBe(JSON.stringify(normalized));
  });

  it('makes of any schema what the long way makes, in the same order, or leaves it to that', () => {
    fc.assert(
      fc.property(dressed, (schema) => {
        const before = JSON.stringify(schema);
        const plain = normalizePlain(schema);
        expect(JSON.stringify(schema)).toBe(before);
        if (plain === undefined) return;
        expect(JSON.stringify(plain.schema)).toBe(JSON.stringify(normalizeAtLength(schema, 'x')));
        if (plain.isVerbatim) expect(plain.schema).toStrictEqual(schema);
      }),
    );
  });

  it('takes a schema of the usual kind', () => {
    const schema = {
      type: 'object',
      properties: {
        query: { type: 'string', minLength: 1, pattern: '^x', examples: ['x', { deep: [1] }] },
        id: { anyOf: [{ type: 'string' }, { const: { a: [null] } }] },
        tags: { type: 'array', items: { enum: ['a', 'b'] }, default: [] },
      },
      required: ['query'],
      additionalProperties: false,
    };
    const plain = normalizePlain(schema);
    expect(plain).toStrictEqual({ schema, isVerbatim: true });
    expect(plain?.schema).not.toBe(schema);
    expect(Object.isFrozen(plain?.schema.properties)).toBe(true);
    expect(Object.isFrozen(plain?.schema.required)).toBe(true);
    expect(Object.isFrozen(schema.properties.tags.default)).toBe(false);
  });

  it('drops titles and what is undefined, and says so', () => {
    expect(normalizePlain(titled)).toStrictEqual({
      schema: { type: 'object', properties: { q: { type: 'string' } } },
      isVerbatim: false,
    });
  });

  it("drops the '$schema' of 2020-12", () => {
    const $schema = 'https://json-schema.org/draft/2020-12/schema';
    expect(normalizePlain({ $schema, type: 'object' })).toStrictEqual({
      schema: { type: 'object' },
      isVerbatim: false,
    });
    expect(normalizePlain({ $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' })).toBeUndefined();
  });

  const cyclic: Record<string, unknown> = { type: 'array' };
  cyclic.items = cyclic;
  // As a tree it has 2^40 leaves.
  let shared: object = { type: 'string' };
  for (let level = 0; level < 40; level++) shared = { anyOf: [shared, shared] };

  it.each<[string, unknown]>([
    ['a reference', { $ref: '#/$defs/a', $defs: { a: {} } }],
    ['an id', { properties: { a: { $id: 'a' } } }],
    ['a flag of draft-04', { minimum: 1, exclusiveMinimum: true }],
    ['a tuple of draft-07', { items: [{ type: 'string' }] }],
    ['nullable of OpenAPI', { properties: { a: { type: 'string', nullable: true } } }],
    ['an unknown type', { properties: { a: { type: 'text' } } }],
    ['a pattern that does not compile', { patternProperties: { '(': true } }],
    ['an empty list of schemas', { anyOf: [] }],
    ['a date', { default: new Date() }],
    ['a function', { 'x-check': () => true }],
    ['a hole in a list', { default: new Array(1) }],
    ['not a number', { default: Number.NaN }],
    ['a schema that is a number', { properties: { a: 1 } }],
    ['a property named __proto__', { properties: JSON.parse('{"__proto__":{}}') as unknown }],
    ['a boolean', true],
    ['nothing', undefined],
    ['a schema that holds itself', cyclic],
    ['parts that are shared too often', shared],
    ['a dialect that is no text', { $schema: 1 }],
    ['an object of a class', new (class Schema {})()],
    ['an object of a class among the properties', { properties: new Map() }],
    ['an object of a class in a value', { default: { at: new Date() } }],
    ['a list instead of properties', { properties: [] }],
    ['a schema instead of a list', { anyOf: {} }],
    ['null for a schema', { not: null }],
    ['an odd schema among properties', { properties: { a: {}, b: { $ref: '#' } } }],
    ['an odd schema in a list', { anyOf: [{}, { $ref: '#' }] }],
    ['an odd schema in a schema', { not: { $ref: '#' } }],
    ['a text for a limit', { minimum: '1' }],
    ['a text for a limit that excludes', { exclusiveMaximum: '1' }],
    ['an undefined member', { default: { a: undefined } }],
    ['infinity', { default: [1, Number.POSITIVE_INFINITY] }],
    ['a symbol', { default: Symbol('a') }],
    ['a member named __proto__', { default: JSON.parse('{"__proto__":1}') as unknown }],
  ])('leaves %s to the long way', (_, schema) => {
    expect(normalizePlain(schema)).toBeUndefined();
  });

  it.each([
    ...['$anchor', '$defs', '$dynamicAnchor', '$dynamicRef', '$id', '$recursiveAnchor', '$recursiveRef', '$ref'],
    ...['$vocabulary', 'additionalItems', 'definitions', 'dependencies', 'discriminator', 'example', 'externalDocs'],
    ...['id', 'nullable', 'xml'],
  ])("leaves the keyword '%s' to the long way, and takes a property of that name", (keyword) => {
    // Also where it says nothing: what it stands for is decided there.
    for (const value of ['a', true, {}, undefined]) expect(normalizePlain({ [keyword]: value })).toBeUndefined();
    const schema = { properties: { [keyword]: { type: 'string' } }, default: { [keyword]: 1 } };
    expect(normalizePlain(schema)).toStrictEqual({ schema, isVerbatim: true });
  });

  it('takes booleans for schemas, and every kind of value', () => {
    const values = { text: 'a', number: 1.5, truth: false, nothing: null, list: [[], {}], object: { a: { b: [] } } };
    const schema = { properties: { a: true, b: false }, default: values, exclusiveMinimum: 1, exclusiveMaximum: 2.5 };
    expect(normalizePlain(schema)).toStrictEqual({ schema, isVerbatim: true });
  });

  it('takes patterns that compile', () => {
    const schema = { patternProperties: { '^a': { type: 'string' } }, propertyNames: { pattern: 'a' } };
    expect(normalizePlain(schema)).toStrictEqual({ schema, isVerbatim: true });
  });

  it('freezes all that it copies, and nothing that it was given', () => {
    const schema = { properties: { a: { default: { b: [{}] } } }, anyOf: [{ not: {} }] };
    const copy = normalizePlain(schema)?.schema as typeof schema;
    const parts = (of: typeof schema): readonly object[] => {
      const { properties, anyOf } = of;
      const { default: value } = properties.a;
      return [of, properties, properties.a, value, value.b, value.b[0] ?? [], anyOf, anyOf[0]?.not ?? []];
    };
    expect(parts(copy).map((part) => Object.isFrozen(part))).toEqual(parts(copy).map(() => true));
    expect(parts(schema).map((part) => Object.isFrozen(part))).toEqual(parts(schema).map(() => false));
  });

  it.each<[string, (level: object) => object]>([
    ['properties', (held) => ({ properties: { a: held } })],
    ['lists', (held) => ({ anyOf: [held] })],
    ['schemas', (held) => ({ items: held })],
  ])('leaves what is nested deeply in %s to the long way', (_, wrap) => {
    const nested = (levels: number): object => (levels === 0 ? {} : wrap(nested(levels - 1)));
    const perLevel = 'items' in wrap({}) ? 1 : 2;
    expect(normalizePlain(nested(50 / perLevel))).toBeDefined();
    expect(normalizePlain(nested(50 / perLevel + 1))).toBeUndefined();
  });

  it.each<[string, (level: unknown) => unknown]>([
    ['lists', (held) => [held]],
    ['objects', (held) => ({ a: held })],
  ])('leaves values that are nested deeply in %s to the long way', (_, wrap) => {
    const nested = (levels: number): unknown => (levels === 0 ? 1 : wrap(nested(levels - 1)));
    expect(normalizePlain({ default: nested(50) })).toBeDefined();
    expect(normalizePlain({ default: nested(51) })).toBeUndefined();
  });

  it('leaves a schema of very many parts to the long way', () => {
    const many = (parts: number): object => ({ anyOf: new Array<object>(parts).fill({}) });
    expect(normalizePlain(many(9_999))).toBeDefined();
    expect(normalizePlain(many(10_000))).toBeUndefined();
  });
});

describe('normalizeAuthored', () => {
  it('keeps what the author wrote', () => {
    const { schema, authored } = normalizeAuthored(titled as unknown as JsonSchema, 'x');
    expect(schema).toEqual({ type: 'object', properties: { q: { type: 'string' } } });
    expect(JSON.stringify(authored)).toBe(JSON.stringify(titled));
    expect(authored).not.toBe(titled);
    expect(Object.isFrozen(authored.properties)).toBe(true);
  });

  it('keeps one copy where both say the same', () => {
    const { schema, authored } = normalizeAuthored({ type: 'object' }, 'x');
    expect(authored).toBe(schema);
  });
});
