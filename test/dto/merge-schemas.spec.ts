import type { JsonSchema } from '../../src/base/json/json-schema.js';
import { isPrimitive, mergeSchemas, nullable, typesOf } from '../../src/schema/class-validator/merge-schemas.js';

describe('mergeSchemas', () => {
  it.each<[string, readonly JsonSchema[], JsonSchema]>([
    ['nothing', [], {}],
    ['one schema', [{ type: 'string' }], { type: 'string' }],
    ['what is said once', [{}, { type: 'string' }, { minLength: 1 }], { type: 'string', minLength: 1 }],
    ['what is said twice', [{ format: 'date' }, { format: 'date' }], { format: 'date' }],
    [
      'lower limits',
      [
        { minimum: 1, minLength: 5 },
        { minimum: 3, minLength: 2 },
      ],
      { minimum: 3, minLength: 5 },
    ],
    [
      'upper limits',
      [
        { maximum: 1, maxItems: 5 },
        { maximum: 3, maxItems: 2 },
      ],
      { maximum: 1, maxItems: 2 },
    ],
    [
      'limits that exclude',
      [
        { exclusiveMinimum: 1, exclusiveMaximum: 8, minItems: 1, minProperties: 1, maxLength: 4 },
        { exclusiveMinimum: 2, exclusiveMaximum: 9, minItems: 2, minProperties: 2, maxLength: 3 },
      ],
      { exclusiveMinimum: 2, exclusiveMaximum: 8, minItems: 2, minProperties: 2, maxLength: 3 },
    ],
    ['types', [{ type: ['string', 'number'] }, { type: ['number', 'null'] }], { type: 'number' }],
    [
      'several types',
      [{ type: ['string', 'null', 'object'] }, { type: ['null', 'string'] }],
      { type: ['string', 'null'] },
    ],
    ['an integer and a number', [{ type: 'integer' }, { type: 'number' }], { type: 'integer' }],
    ['a number and an integer', [{ type: 'number' }, { type: 'integer' }], { type: 'integer' }],
    [
      'types without a common one',
      [{ type: 'string' }, { type: 'number' }],
      { type: 'string', allOf: [{ type: 'number' }] },
    ],
    ['values', [{ enum: [1, 2, 3] }, { enum: [2, 3, 4] }], { enum: [2, 3] }],
    ['values without a common one', [{ enum: [1] }, { enum: [2] }], { enum: [1], allOf: [{ enum: [2] }] }],
    ['excluded values', [{ not: { enum: [1] } }, { not: { enum: [2, 1] } }], { not: { enum: [1, 2] } }],
    [
      'other exclusions',
      [{ not: { enum: [1] } }, { not: { type: 'null' } }],
      { not: { enum: [1] }, allOf: [{ not: { type: 'null' } }] },
    ],
    [
      'parts',
      [{ allOf: [{ minLength: 1 }] }, { allOf: [{ format: 'date' }] }],
      { allOf: [{ minLength: 1 }, { format: 'date' }] },
    ],
    ['items', [{ items: { minLength: 1 } }, { items: { maxLength: 2 } }], { items: { minLength: 1, maxLength: 2 } }],
    [
      'patterns',
      [{ pattern: 'a' }, { pattern: 'b' }, { pattern: 'c' }],
      { pattern: 'a', allOf: [{ pattern: 'b' }, { pattern: 'c' }] },
    ],
    [
      'sentences',
      [{ description: 'One.' }, { description: 'Two' }, { description: 'Three' }],
      { description: 'One. Two. Three' },
    ],
  ])('merges %s', (_, parts, merged) => {
    expect(mergeSchemas(parts)).toEqual(merged);
  });

  it.each<[string, JsonSchema, JsonSchema]>([
    ['among the values', { enum: [1, 2], not: { enum: [2, 3] } }, { enum: [1] }],
    [
      'of another type',
      { type: 'string', not: { enum: [1, null, true, 'a'] } },
      { type: 'string', not: { enum: ['a'] } },
    ],
    ['of no type that is there', { type: 'object', not: { enum: [1, 'a'] } }, { type: 'object' }],
    ['that are whole or not', { type: 'integer', not: { enum: [1, 1.5] } }, { type: 'integer', not: { enum: [1] } }],
    ['that are numbers', { type: 'number', not: { enum: [1, 1.5] } }, { type: 'number', not: { enum: [1, 1.5] } }],
    [
      'that are null',
      { type: ['string', 'null'], not: { enum: [null] } },
      { type: ['string', 'null'], not: { enum: [null] } },
    ],
    ['of any type where none is said', { not: { enum: [null, 'a', 1] } }, { not: { enum: [null, 'a', 1] } }],
    [
      'that are empty texts',
      { type: 'string', not: { enum: ['', 'a'] } },
      { type: 'string', minLength: 1, not: { enum: ['a'] } },
    ],
    [
      'that are empty texts, beside a limit',
      { type: 'string', minLength: 3, not: { enum: [''] } },
      { type: 'string', minLength: 3 },
    ],
    [
      'that are empty texts, among others',
      { type: ['string', 'number'], not: { enum: [''] } },
      { type: ['string', 'number'], not: { enum: [''] } },
    ],
  ])('normalizes excluded values %s', (_, schema, settled) => {
    expect(mergeSchemas([schema])).toEqual(settled);
  });

  it('keeps an exclusion that would exclude all values', () => {
    const schema = { enum: [1], not: { enum: [1] } };
    expect(mergeSchemas([schema])).toEqual(schema);
  });
});

describe('nullable', () => {
  it.each<[string, JsonSchema, JsonSchema]>([
    ['nothing', {}, {}],
    ['a type', { type: 'string', minLength: 1 }, { type: ['string', 'null'], minLength: 1 }],
    ['a type with null', { type: ['string', 'null'] }, { type: ['string', 'null'] }],
    ['values', { enum: ['a'] }, { enum: ['a', null] }],
    ['values with null', { enum: ['a', null] }, { enum: ['a', null] }],
    ['null excluded', { type: 'string', not: { enum: [null] } }, { type: ['string', 'null'] }],
    ['null excluded among others', { not: { enum: [null, 'a'] } }, { not: { enum: ['a'] } }],
    ['others excluded', { type: 'string', not: { enum: ['a'] } }, { type: ['string', 'null'], not: { enum: ['a'] } }],
    ['a reference', { $ref: '#/$defs/A' }, { anyOf: [{ $ref: '#/$defs/A' }, { type: 'null' }] }],
    ['one value', { const: 1, description: 'One.' }, { description: 'One.', anyOf: [{ const: 1 }, { type: 'null' }] }],
    ['parts', { allOf: [{}] }, { anyOf: [{ allOf: [{}] }, { type: 'null' }] }],
    ['branches', { anyOf: [{}] }, { anyOf: [{}, { type: 'null' }] }],
    ['a schema excluded', { not: { type: 'null' } }, { anyOf: [{ not: { type: 'null' } }, { type: 'null' }] }],
  ])('accepts null in addition to %s', (_, schema, open) => {
    expect(nullable(schema)).toEqual(open);
  });
});

describe('the values that a schema accepts', () => {
  it('have the types of the schema', () => {
    expect(typesOf({ type: 'string' })).toEqual(['string']);
    expect(typesOf({ type: ['string', 'null'] })).toEqual(['string', 'null']);
    expect(typesOf({})).toBeUndefined();
  });

  it.each<[JsonSchema, boolean]>([
    [{ type: 'string' }, true],
    [{ type: ['integer', 'null'] }, true],
    [{ type: 'object' }, false],
    [{ type: ['string', 'array'] }, false],
    [{ type: 'string', enum: [{}] }, true],
    [{ enum: ['a', 1, null] }, true],
    [{ enum: ['a', []] }, false],
    [{ const: null }, true],
    [{ const: {} }, false],
    [{}, false],
  ])('of %j is primitive: %p', (schema, expected) => {
    expect(isPrimitive(schema)).toBe(expected);
  });
});
