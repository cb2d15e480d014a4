import { normalizeSchema } from '../../../src/schema/json-schema/normalize.js';
import { normalizeCases } from './normalize-cases.js';

function messageFor(schema: unknown): string {
  try {
    normalizeSchema(schema, 'Shop.order: inputSchema');
  } catch (error) {
    return `${(error as Error).name} ${(error as Error).message}`;
  }
  return 'accepted';
}

function isDeeplyFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isDeeplyFrozen);
}

function nested(levels: number): unknown {
  let schema: unknown = true;
  for (let level = 0; level < levels; level++) schema = { not: schema };
  return schema;
}

describe('normalizeSchema', () => {
  describe.each(normalizeCases)('on $name', ({ schema, normalized }) => {
    it('returns the schema in the internal dialect', () => {
      expect(normalizeSchema(schema, 'x')).toStrictEqual(normalized);
    });

    it('does not change the input and freezes the result', () => {
      const before = structuredClone(schema);
      expect(isDeeplyFrozen(normalizeSchema(schema, 'x'))).toBe(true);
      expect(schema).toStrictEqual(before);
      if (typeof schema === 'object') expect(Object.isFrozen(schema)).toBe(false);
    });

    it('is idempotent', () => {
      expect(normalizeSchema(normalized, 'x')).toStrictEqual(normalized);
    });
  });

  it.each([
    ...['additionalProperties', 'contains', 'contentSchema', 'else', 'if', 'items', 'not', 'propertyNames', 'then'],
    ...['unevaluatedItems', 'unevaluatedProperties'],
  ])('normalizes the schema in %s', (keyword) => {
    expect(normalizeSchema({ [keyword]: { type: 'string', title: 'Gone' } }, 'x')).toStrictEqual({
      [keyword]: { type: 'string' },
    });
    expect(normalizeSchema({ [keyword]: false }, 'x')).toStrictEqual({ [keyword]: false });
  });

  it.each(['allOf', 'anyOf', 'oneOf', 'prefixItems'])('normalizes the schemas in the list of %s', (keyword) => {
    const schemas = [{ title: 'Gone' }, true, { type: 'string', title: 'Gone' }];
    expect(normalizeSchema({ [keyword]: schemas }, 'x')).toStrictEqual({ [keyword]: [{}, true, { type: 'string' }] });
  });

  it.each(['dependentSchemas', 'patternProperties', 'properties'])(
    'normalizes the schemas that %s contains by name',
    (keyword) => {
      const schemas = { title: { type: 'string', title: 'Gone' }, other: false };
      expect(normalizeSchema({ [keyword]: schemas }, 'x')).toStrictEqual({
        [keyword]: { title: { type: 'string' }, other: false },
      });
    },
  );

  it.each([
    ...['allOf', 'anyOf', 'oneOf'].map((keyword) => [keyword, { [keyword]: [true, { $ref: '#' }] }] as const),
    ...['not', 'if', 'then', 'else'].map((keyword) => [keyword, { [keyword]: { $ref: '#' } }] as const),
    ['dependentSchemas', { dependentSchemas: { a: { $ref: '#' } } }] as const,
  ])('rejects a cycle through %s, which validates the same value again', (_keyword, schema) => {
    expect(messageFor(schema)).toMatch(/refers back to itself without descending a level/);
  });

  it.each(['items', 'contains', 'additionalProperties', 'propertyNames'])(
    'accepts a cycle through %s, which descends a level',
    (keyword) => {
      expect(messageFor({ [keyword]: { $ref: '#' } })).toBe('accepted');
    },
  );

  it('reads a reference with invalid encoding without decoding it', () => {
    const schema = { items: { $ref: '#/$defs/100%' }, $defs: { '100%': { type: 'string' } } };
    expect(normalizeSchema(schema, 'x')).toStrictEqual({
      items: { $ref: '#/$defs/100_' },
      $defs: { '100_': { type: 'string' } },
    });
  });

  it('does not change unknown keywords', () => {
    const schema = { type: 'string', 'x-unit': { title: 'kept', $ref: '#/nowhere' }, contentEncoding: 'base64' };
    expect(normalizeSchema(schema, 'x')).toStrictEqual(schema);
  });

  it('omits keywords whose value is undefined', () => {
    const schema = { type: 'object', description: undefined, default: { a: undefined, b: 1 } };
    expect(normalizeSchema(schema, 'x')).toStrictEqual({ type: 'object', default: { b: 1 } });
  });

  it('accepts shared parts, even exponentially shared ones', () => {
    let schema: object = { type: 'string', title: 'gone' };
    for (let level = 0; level < 60; level++) schema = { allOf: [schema, schema] };
    const normalized = normalizeSchema(schema, 'x');
    expect(normalized.allOf?.[0]).toBe(normalized.allOf?.[1]);
  });

  it('accepts properties that are named like members of Object', () => {
    const schema = JSON.parse(
      '{"properties":{"constructor":{"type":"string"},"toString":{"$ref":"#/$defs/valueOf"}},"$defs":{"valueOf":{"type":"number"}}}',
    );
    expect(normalizeSchema(schema, 'x')).toEqual(schema);
  });

  it('ignores an $id next to $ref up to draft-07', () => {
    const $schema = 'http://json-schema.org/draft-07/schema#';
    const schema = { $schema, items: { $id: 'x', $ref: '#/definitions/A' }, definitions: { A: true } };
    expect(normalizeSchema(schema, 'x')).toStrictEqual({ items: { $ref: '#/$defs/A' }, $defs: { A: true } });
  });

  it('reads an id as a URI only at the root of a schema without a declared draft', () => {
    const schema = {
      id: 'http://a.b/c',
      properties: { x: { id: 'q', $ref: 'http://a.b/c#/$defs/X' } },
      $defs: { X: true },
    };
    expect(normalizeSchema(schema, 'x')).toStrictEqual({
      properties: { x: { $ref: '#/$defs/X' } },
      $defs: { X: true },
    });
  });

  it('accepts a schema with 200 levels and rejects a deeper one', () => {
    expect(messageFor(nested(200))).toBe('accepted');
    expect(messageFor(nested(201))).toBe(
      "DefinitionError Shop.order: inputSchema: the JSON Schema at '/not/not/not/not/not/not': it nests deeper than 200 levels. " +
        "Move parts into '$defs' and refer to them by '$ref'.",
    );
  });

  it('counts the depth of shared parts at their deepest location', () => {
    const shared = nested(150);
    expect(messageFor({ anyOf: [shared, { not: { not: shared } }] })).toBe('accepted');
    let deep = shared;
    for (let level = 0; level < 60; level++) deep = { not: deep };
    expect(messageFor({ anyOf: [shared, deep] })).toMatch(/nests deeper than 200 levels/);
  });

  it('rejects a schema that contains itself', () => {
    const schema: Record<string, unknown> = { type: 'object' };
    schema.properties = { self: schema };
    expect(messageFor(schema)).toBe(
      "DefinitionError Shop.order: inputSchema: the JSON Schema at '/properties/self': it contains itself. " +
        "Move the repeated part into '$defs' and refer to it by '$ref'.",
    );
  });

  it.each<[unknown, string]>([
    ['string', ': it must be an object, true or false, got "string".'],
    [null, ': it must be an object, true or false, got null.'],
    [[], ': it must be an object, true or false, got [].'],
    [undefined, ': undefined is not JSON. Write plain JSON values only.'],
    [() => 1, ': a function is not JSON. Write plain JSON values only.'],
    [{ default: new Date() }, " at '/default': an instance of Date is not JSON. Write plain JSON values only."],
    [{ enum: [1n] }, " at '/enum/0': a bigint is not JSON. Write plain JSON values only."],
    [{ minimum: Number.NaN }, " at '/minimum': NaN is not JSON. Write plain JSON values only."],
    [{ enum: [undefined] }, " at '/enum/0': undefined is not JSON. Write plain JSON values only."],
    [
      { $schema: 'http://json-schema.org/draft-03/schema#' },
      ', \'$schema\': "http://json-schema.org/draft-03/schema#" is not supported. Use draft-04, -06, -07, 2019-09 or 2020-12.',
    ],
    [
      { properties: { limit: { type: 'int' } } },
      " at '/properties/limit', 'type': \"int\" is not a type. " +
        'Use null, boolean, object, array, number, integer, string, or an array of them.',
    ],
    [{ type: ['string', 'string'] }, ', \'type\': it must be an array of different types, got ["string","string"].'],
    [{ type: [] }, ", 'type': it must be an array of different types, got []."],
    [{ properties: ['a'] }, ', \'properties\': it must be an object of schemas by name, got ["a"].'],
    [
      { items: { properties: { 'a/b': 'string' } } },
      " at '/items', 'properties': 'a/b' must be a schema: an object, true or false, got \"string\".",
    ],
    [
      { required: true },
      ", 'required': it must be an array of property names, got true. List the names next to 'properties'.",
    ],
    [{ required: [1] }, ", 'required': it must be an array of property names, got [1]."],
    [{ minimum: '5' }, ', \'minimum\': it must be a number, got "5".'],
    [{ exclusiveMinimum: '5' }, ', \'exclusiveMinimum\': it must be a number, got "5".'],
    [{ multipleOf: 0 }, ", 'multipleOf': it must be a number above 0, got 0."],
    [{ minLength: -1 }, ", 'minLength': it must be a non-negative integer, got -1."],
    [{ maxItems: 1.5 }, ", 'maxItems': it must be a non-negative integer, got 1.5."],
    [{ enum: [] }, ", 'enum': it must be an array with at least one value, got []."],
    [{ enum: 'a' }, ', \'enum\': it must be an array with at least one value, got "a".'],
    [{ anyOf: [] }, ", 'anyOf': it must be an array with at least one value, got []."],
    [{ allOf: [null] }, ", 'allOf': '0' must be a schema: an object, true or false, got null."],
    [{ items: 'string' }, ', \'items\': it must be a schema: an object, true or false, got "string".'],
    [
      { additionalProperties: 'no' },
      ', \'additionalProperties\': it must be a schema: an object, true or false, got "no".',
    ],
    [{ dependencies: { a: 'b' } }, ", 'dependencies': 'a': it must be a schema: an object, true or false, got \"b\"."],
    [{ dependentRequired: { a: [1] } }, ", 'dependentRequired': 'a': it must be an array of property names, got [1]."],
    [{ dependentRequired: [] }, ", 'dependentRequired': it must be an object of arrays of property names, got []."],
    [{ description: 5 }, ", 'description': it must be a string, got 5."],
    [{ uniqueItems: 1 }, ", 'uniqueItems': it must be true or false, got 1."],
    [{ examples: 'a' }, ', \'examples\': it must be an array, got "a".'],
    [{ $defs: [] }, ", '$defs': it must be an object of schemas by name, got []."],
    [{ $ref: 5 }, ", '$ref': it must be a string, got 5."],
    [
      { $ref: 'http://example.com/a.json' },
      ', \'$ref\': "http://example.com/a.json" is outside this schema, and nothing is fetched. ' +
        "Copy the definition into '$defs'.",
    ],
    [
      { items: { $ref: 'other.json#/$defs/A' } },
      " at '/items', '$ref': \"other.json#/$defs/A\" is outside this schema, and nothing is fetched. " +
        "Copy the definition into '$defs'.",
    ],
    [
      { $ref: '#/$defs/C', $defs: { A: true }, definitions: { B: true } },
      ", '$ref': \"#/$defs/C\" does not exist. The definitions are A, B. Correct it, or add the definition to '$defs'.",
    ],
    [
      { $ref: '#/components/schemas/X' },
      ', \'$ref\': "#/components/schemas/X" does not exist. There are no definitions. ' +
        "Correct it, or add the definition to '$defs'.",
    ],
    [
      { $ref: '#/type', type: 'string' },
      ", '$ref': \"#/type\" does not exist. There are no definitions. Correct it, or add the definition to '$defs'.",
    ],
    [
      { $ref: '#' },
      ", '$ref': it refers back to itself without descending a level, so validation would never end. Break the cycle.",
    ],
    [
      {
        properties: { a: { $ref: '#/$defs/A' } },
        $defs: { A: { anyOf: [{ $ref: '#/$defs/B' }] }, B: { not: { $ref: '#/$defs/A' } } },
      },
      " at '/$defs/A', '$ref': it refers back to itself without descending a level, so validation would never end. " +
        'Break the cycle.',
    ],
    [
      JSON.parse('{"properties":{"__proto__":{}}}'),
      " at '/properties': the name '__proto__' is not allowed. Choose another.",
    ],
    [JSON.parse('{"default":{"__proto__":1}}'), " at '/default': the name '__proto__' is not allowed. Choose another."],
  ])('rejects %j with the location and a remedy', (schema, problem) => {
    expect(messageFor(schema)).toBe(`DefinitionError Shop.order: inputSchema: the JSON Schema${problem}`);
  });

  describe.each<[string, readonly string[], readonly unknown[], readonly unknown[]]>([
    [
      'a string',
      ['$comment', '$dynamicRef', '$recursiveRef', 'contentEncoding', 'contentMediaType', 'format'],
      [],
      [5, null, ['a']],
    ],
    ['true or false', ['deprecated', 'nullable', 'readOnly', 'uniqueItems', 'writeOnly'], [true, false], ['true', 1]],
    [
      'a non-negative integer',
      [
        ...['maxContains', 'maxItems', 'maxLength', 'maxProperties'],
        ...['minContains', 'minItems', 'minLength', 'minProperties'],
      ],
      [0, 7],
      [-1, 0.5, '3'],
    ],
    ['a number', ['maximum', 'minimum', 'exclusiveMaximum', 'exclusiveMinimum'], [0, -1.5], ['5', null]],
    ['a number above 0', ['multipleOf'], [0.01, 3], [0, -1, '2']],
  ])('requires %s', (wanted, keywords, good, bad) => {
    it.each(keywords)('for %s', (keyword) => {
      for (const value of good) expect(messageFor({ [keyword]: value })).toBe('accepted');
      for (const value of bad)
        expect(messageFor({ [keyword]: value })).toContain(`'${keyword}': it must be ${wanted},`);
    });
  });

  it('finds a cycle next to branches that end', () => {
    const ends = { A: { allOf: [{ $ref: '#/$defs/B' }] }, B: { allOf: [{ $ref: '#/$defs/C' }] }, C: true };
    expect(messageFor({ $ref: '#/$defs/A', $defs: ends })).toBe('accepted');
    const root = { allOf: [{ $ref: '#/$defs/A' }, { $ref: '#/$defs/X' }] };
    const circle = { X: { anyOf: [{ $ref: '#/$defs/A' }, { $ref: '#/$defs/Y' }] }, Y: { not: { $ref: '#/$defs/X' } } };
    expect(messageFor({ ...root, $defs: { ...ends, ...circle } })).toMatch(
      /at '\/\$defs\/[XY]', '\$ref': it refers back to itself/,
    );
  });

  it('truncates a long value', () => {
    expect(messageFor({ type: 'x'.repeat(100) })).toContain(`'type': "${'x'.repeat(59)}… is not a type.`);
  });

  it.each([
    'http://json-schema.org/draft-04/schema#',
    'http://json-schema.org/draft-06/schema',
    'https://json-schema.org/draft-07/schema#',
    'https://json-schema.org/draft/2019-09/schema',
    'http://json-schema.org/draft/2020-12/schema#',
    'https://json-schema.org/schema',
    'https://spec.openapis.org/oas/3.1/dialect/base',
  ])('reads a schema of %s', ($schema) => {
    expect(normalizeSchema({ $schema, type: 'string' }, 'x')).toStrictEqual({ type: 'string' });
    expect(messageFor({ $schema: `x${$schema}` })).toMatch(/is not supported\. Use draft-04/);
  });

  it.each([{ pattern: '[' }, { pattern: '\\-' }, { patternProperties: { '[': true } }])(
    'rejects a pattern that does not compile: %j',
    (schema) => {
      const [keyword = ''] = Object.keys(schema);
      expect(messageFor(schema)).toContain(`the JSON Schema, '${keyword}': "`);
      expect(messageFor(schema)).toMatch(
        /does not compile as a JavaScript RegExp with the flag 'u' \(.+\)\. Correct the pattern\.$/,
      );
    },
  );

  it('rejects a $dynamicRef that depends on the caller', () => {
    const schema = {
      anyOf: [{ $ref: 'one' }, { $ref: 'two' }],
      $defs: {
        One: { $id: 'one', $dynamicAnchor: 'x', items: { $ref: 'list' } },
        Two: { $id: 'two', $dynamicAnchor: 'x', items: { $ref: 'list' } },
        List: { $id: 'list', $dynamicAnchor: 'x', items: { $dynamicRef: '#x' } },
      },
    };
    expect(messageFor(schema)).toBe(
      "DefinitionError Shop.order: inputSchema: the JSON Schema at '/$defs/List/items', '$dynamicRef': " +
        '"#x" refers to different schemas depending on the caller. Refer to one of them by \'$ref\'.',
    );
  });

  it('lists only the first of many definitions', () => {
    const $defs = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`D${index}`, true]));
    expect(messageFor({ $ref: '#/$defs/X', $defs })).toContain(
      'The definitions are D0, D1, D2, D3, D4, D5, D6, D7, D8, D9 and others.',
    );
  });

  it('reads ten thousand definitions that refer to each other in a chain', () => {
    const count = 10_000;
    const $defs = Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `D${index}`,
        index + 1 < count ? { $ref: `#/$defs/D${index + 1}` } : true,
      ]),
    );
    expect(messageFor({ $ref: '#/$defs/D0', $defs })).toBe('accepted');
  });
});
