import fc from 'fast-check';
import type { JsonSchema } from '../../src/json-schema.js';
import { normalizeAtLength, normalizeAuthored } from '../../src/schema/normalize.js';
import { normalizePlain } from '../../src/schema/normalize-plain.js';
import { inputSchema } from '../format/random-schemas.js';
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
  ])('leaves %s to the long way', (_, schema) => {
    expect(normalizePlain(schema)).toBeUndefined();
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
