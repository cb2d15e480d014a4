import { strictViolations } from '../../src/format/strict-rules.js';
import type { JsonSchema } from '../../src/json-schema.js';

function closed(properties: Record<string, JsonSchema | boolean>, extra: JsonSchema = {}): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false, ...extra };
}

describe('strictViolations', () => {
  it('finds nothing in a schema that keeps the rules', () => {
    const node = closed({
      value: { type: 'number', minimum: 0, exclusiveMaximum: 9, multipleOf: 3 },
      next: { anyOf: [{ $ref: '#/$defs/Node' }, { type: 'null' }] },
      whole: { $ref: '#' },
      mark: { type: ['string', 'null'], pattern: '^a', description: 'x' },
      when: { type: 'string', format: 'date-time' },
      kinds: { type: 'array', minItems: 1, maxItems: 2, items: { type: 'string', enum: ['a', 'b'] } },
    });
    expect(strictViolations(closed({ node: { $ref: '#/$defs/Node' } }, { $defs: { Node: node } }))).toEqual([]);
  });

  it('takes an object without properties also without a list of the required', () => {
    expect(strictViolations({ type: 'object', properties: {}, additionalProperties: false })).toEqual([]);
  });

  it.each<[string, JsonSchema, readonly string[]]>([
    [
      'an open object with optional properties',
      { type: 'object', properties: { a: { type: 'string' } } },
      [
        "(top level): 'additionalProperties' must be false",
        "(top level): 'required' must list every property, also 'a'",
      ],
    ],
    [
      'a union at the top',
      { anyOf: [closed({})] },
      ["(top level): the top level must be of type 'object'", "(top level): the top level must not be 'anyOf'"],
    ],
    [
      'a keyword that is not supported',
      closed({ a: { type: 'string', minLength: 1 } }),
      ["/properties/a: 'minLength' is not supported"],
    ],
    ['a place without a type', closed({ 'a/b': { description: 'x' } }), ["/properties/a~1b: 'type' is missing"]],
    ['a boolean schema', closed({ a: true }), ['/properties/a: a boolean schema is not supported']],
    ['an array without items', closed({ a: { type: 'array' } }), ["/properties/a: 'items' is missing"]],
    [
      'two types',
      closed({ a: { type: ['string', 'number'] } }),
      ["/properties/a: 'type' may list one type besides 'null'"],
    ],
    [
      'a described reference',
      closed({ a: { $ref: '#', description: 'x' } }),
      ["/properties/a: '$ref' must stand alone, without 'description'"],
    ],
    [
      'a reference to nothing',
      closed({ a: { $ref: '#/$defs/B' } }),
      [`/properties/a: '$ref' "#/$defs/B" means nothing in '$defs'`],
    ],
    [
      'a format of its own',
      closed({ a: { type: 'string', format: 'uri' } }),
      [`/properties/a: 'format' "uri" is not supported`],
    ],
    [
      'a pattern that looks ahead',
      closed({ a: { type: 'string', pattern: '(?=x)' } }),
      ["/properties/a: 'pattern' has a lookaround or a backreference"],
    ],
    [
      'an enum of objects',
      closed({ a: { type: 'object', properties: {}, additionalProperties: false, enum: [{}] } }),
      ["/properties/a: 'enum' may hold only simple values"],
    ],
    [
      'a type beside a union',
      closed({ a: { type: 'string', anyOf: [{ type: 'string' }] } }),
      ["/properties/a: 'type' must not stand beside 'anyOf'"],
    ],
    [
      'a required property that is none',
      closed({}, { required: ['b'] }),
      ["(top level): 'required' lists 'b', which is not a property"],
    ],
    [
      'definitions below the top',
      closed({ a: { type: 'string', $defs: {} } }),
      ["/properties/a: '$defs' is not supported"],
    ],
  ])('names %s', (_, schema, expected) => {
    expect(strictViolations(schema)).toEqual(expected);
  });

  it('counts levels through references, a recursion once', () => {
    const deep = (levels: number): JsonSchema =>
      levels === 0 ? { type: 'string' } : { type: 'array', items: deep(levels - 1) };
    expect(strictViolations(closed({ a: deep(9) }))).toEqual([]);
    const tooDeep = ['(top level): 11 levels of nesting, and at most 10 are allowed'];
    expect(strictViolations(closed({ a: deep(10) }))).toEqual(tooDeep);
    const definitions = { $defs: { Deep: deep(10) } };
    expect(strictViolations(closed({ a: { $ref: '#/$defs/Deep' } }, definitions))).toEqual(tooDeep);
  });

  it('counts properties, names, and values of enums', () => {
    const named = (count: number, length: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, n) => [String(n).padStart(length, '0'), { type: 'string' } as const]),
      );
    const values = (count: number, length: number) =>
      Array.from({ length: count }, (_, n) => String(n).padStart(length, '0'));
    expect(strictViolations(closed(named(5001, 4)))).toEqual([
      '(top level): 5001 properties, and at most 5000 are allowed',
    ]);
    expect(strictViolations(closed(named(100, 1201)))).toEqual([
      '(top level): 120100 characters of names and values, and at most 120000 are allowed',
    ]);
    expect(strictViolations(closed({ a: { type: 'string', enum: values(1001, 4) } }))).toEqual([
      '(top level): 1001 enum values, and at most 1000 are allowed',
    ]);
    expect(strictViolations(closed({ a: { type: 'string', enum: values(251, 60) } }))).toEqual([
      '(top level): an enum has more than 15000 characters',
    ]);
    expect(strictViolations(closed({ a: { type: 'string', enum: values(250, 70) } }))).toEqual([]);
  });
});
