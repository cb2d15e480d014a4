import { acceptedTypes, findFurtherKeywords, isShaped } from '../../../src/schema/typed/type-agreement.js';
import type { GeneratedSchema } from '../../../src/tool/metadata/generated-tools.js';

describe('isShaped', () => {
  it.each([
    ...['type', 'enum', 'const', '$ref', 'anyOf', 'oneOf', 'allOf', 'properties', 'items', 'prefixItems'],
    ...['additionalProperties', 'patternProperties'],
  ])('is true for a schema with %s', (keyword) => {
    expect(isShaped({ description: 'x', [keyword]: {} })).toBe(true);
  });

  it('is false for a schema with only limits or annotations', () => {
    expect(isShaped({ description: 'x', minLength: 1, not: {} })).toBe(false);
  });
});

describe('acceptedTypes', () => {
  const definitions: Readonly<Record<string, unknown>> = { Name: { type: 'string' }, Loop: { $ref: '#/$defs/Loop' } };
  const typesOf = (schema: unknown): readonly string[] | undefined => {
    const types = acceptedTypes(schema, (name) => definitions[name]);
    return types && [...types];
  };

  it.each<[string, unknown, readonly string[]]>([
    ['a type', { type: 'string' }, ['string']],
    ['an integer, which is a number', { type: 'integer' }, ['number']],
    ['several types', { type: ['integer', 'null'] }, ['number', 'null']],
    ['a type before all else', { type: 'string', enum: [1], anyOf: [{ type: 'null' }] }, ['string']],
    ['values', { enum: [1, 'a', null, [], {}, true] }, ['number', 'string', 'null', 'array', 'object', 'boolean']],
    ['one value', { const: 'a' }, ['string']],
    ['a value that is null', { const: null }, ['null']],
    ['a reference', { $ref: '#/$defs/Name' }, ['string']],
    ['branches', { anyOf: [{ type: 'string' }, { const: 1 }] }, ['string', 'number']],
    ['branches that exclude each other', { oneOf: [{ $ref: '#/$defs/Name' }, { type: 'null' }] }, ['string', 'null']],
  ])('returns the types of %s', (_, schema, types) => {
    expect(typesOf(schema)).toEqual(types);
  });

  it.each<[string, unknown]>([
    ['does not say', { minLength: 1 }],
    ['is a boolean', true],
    ['refers to nothing that is known', { $ref: '#/$defs/Other' }],
    ['refers to itself', { $ref: '#/$defs/Loop' }],
    ['has a branch that does not say', { anyOf: [{ type: 'string' }, {}] }],
    ['has no branches', { anyOf: [] }],
  ])('returns undefined if a schema %s', (_, schema) => {
    expect(typesOf(schema)).toBeUndefined();
  });

  it('returns undefined if definitions cannot be resolved', () => {
    expect(acceptedTypes({ $ref: '#/$defs/Name' })).toBeUndefined();
  });
});

/** Returns the keywords that a type adds to rules, if both specify the accepted types. */
function further(rules: GeneratedSchema, type: GeneratedSchema): GeneratedSchema {
  return findFurtherKeywords(rules, type, { ofRules: acceptedTypes(rules), ofType: acceptedTypes(type) });
}

describe('findFurtherKeywords', () => {
  it('returns keywords that the rules do not contain', () => {
    const rules = { type: 'string', minLength: 1 };
    expect(further(rules, { type: 'string', minLength: 2, maxLength: 5, pattern: '^a' })).toEqual({
      maxLength: 5,
      pattern: '^a',
    });
  });

  it.each<[string, GeneratedSchema, GeneratedSchema]>([
    ['another type', { type: 'string' }, { type: 'number', minimum: 1 }],
    ['more types', { type: 'string' }, { type: ['string', 'number'], minimum: 1 }],
    ['fewer types', { type: ['string', 'number'] }, { type: 'string', minLength: 1 }],
    ['as many others', { type: ['string', 'number'] }, { type: ['string', 'boolean'], minLength: 1 }],
    ['no type at all', { type: 'string' }, { minLength: 1 }],
  ])('returns nothing if the type accepts %s', (_, rules, type) => {
    expect(further(rules, type)).toEqual({});
  });

  it('returns nothing if the rules specify no type', () => {
    expect(further({ minLength: 1 }, { type: 'string', maxLength: 5 })).toEqual({});
  });

  it('ignores annotations, definitions and keywords of toolwright', () => {
    const words = { description: 'a', default: 'b', examples: [], deprecated: true, readOnly: true, $comment: 'c' };
    const type = {
      type: 'string',
      ...words,
      $defs: {},
      instanceOf: 'Date',
      dtoCandidate: 'Date',
      $ref: '#/$defs/a',
      format: 'date',
    };
    expect(further({ type: 'string' }, type)).toEqual({ format: 'date' });
  });

  it.each<[string, GeneratedSchema, readonly string[]]>([
    [
      'properties',
      { properties: {} },
      [
        ...['properties', 'required', 'additionalProperties', 'patternProperties', 'propertyNames'],
        ...['unevaluatedProperties', 'minProperties', 'maxProperties', 'dependentRequired', 'dependentSchemas'],
      ],
    ],
    ['items', { items: {} }, ['items', 'prefixItems', 'contains', 'unevaluatedItems']],
    ['choices', { enum: [] }, ['enum', 'const', 'anyOf', 'oneOf']],
  ])('leaves %s to rules that specify them', (_, said, settled) => {
    const type = { ...Object.fromEntries(settled.map((keyword) => [keyword, {}])), type: 'object', extra: 1 };
    expect(Object.keys(further({ type: 'object', ...said }, type))).toEqual(['extra']);
    // Limits do not describe the shape.
    const open = further({ type: 'object', required: ['a'], contains: {} }, type);
    expect(Object.keys(open)).toEqual(
      [...settled, 'extra'].filter((keyword) => !['required', 'contains'].includes(keyword)),
    );
  });

  describe('if the rules accept null', () => {
    const nullable = (type: GeneratedSchema): GeneratedSchema =>
      findFurtherKeywords({ nullable: true }, type, {
        ofRules: new Set(['string', 'null']),
        ofType: new Set(['string']),
      });

    it.each<[string, GeneratedSchema, GeneratedSchema]>([
      ['one type', { type: 'string' }, { type: ['string', 'null'] }],
      ['several types', { type: ['string', 'null'] }, { type: ['string', 'null'] }],
      ['values', { enum: ['a'] }, { enum: ['a', null] }],
      ['values with null', { enum: ['a', null] }, { enum: ['a', null] }],
      ['one value', { const: 'a' }, { enum: ['a', null] }],
      ['branches', { anyOf: [{ minLength: 1 }] }, { anyOf: [{ minLength: 1 }, { type: 'null' }] }],
      ['other branches', { oneOf: [{}] }, { oneOf: [{}, { type: 'null' }] }],
      ['what must hold of null too', { allOf: [{ minLength: 1 }], not: {} }, {}],
      ['limits', { minLength: 1 }, { minLength: 1 }],
    ])('accepts null too: %s', (_, type, admitted) => {
      expect(nullable(type)).toEqual(admitted);
    });
  });

  describe('if the rules do not accept null', () => {
    const present = (type: GeneratedSchema): GeneratedSchema =>
      findFurtherKeywords({}, type, { ofRules: new Set(['string']), ofType: new Set(['string', 'null']) });

    it.each<[string, GeneratedSchema, GeneratedSchema]>([
      ['one type', { type: ['string', 'null'] }, { type: 'string' }],
      ['several types', { type: ['string', 'number', 'null'] }, { type: ['string', 'number'] }],
      ['a type that is no list', { type: 'string' }, { type: 'string' }],
      ['values', { enum: ['a', null] }, { enum: ['a'] }],
      ['branches', { anyOf: [{ minLength: 1 }, { type: 'null' }] }, { anyOf: [{ minLength: 1 }] }],
      ['other branches', { oneOf: [{ const: null }, {}] }, { oneOf: [{}] }],
      ['other lists', { examples: ['a'], allOf: [{ type: 'null' }] }, { allOf: [{ type: 'null' }] }],
    ])('does not accept null either: %s', (_, type, admitted) => {
      expect(present(type)).toEqual(admitted);
    });
  });
});
