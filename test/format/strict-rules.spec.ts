import type { JsonSchema } from '../../src/base/json/json-schema.js';
import { findStrictViolations } from '../../src/format/strict-rules.js';

function closed(properties: Record<string, JsonSchema | boolean>, extra: JsonSchema = {}): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false, ...extra };
}

describe('findStrictViolations', () => {
  it('finds nothing in a schema that satisfies the rules', () => {
    const node = closed({
      value: { type: 'number', minimum: 0, exclusiveMaximum: 9, multipleOf: 3 },
      next: { anyOf: [{ $ref: '#/$defs/Node' }, { type: 'null' }] },
      whole: { $ref: '#' },
      mark: { type: ['string', 'null'], pattern: '^a', description: 'x' },
      when: { type: 'string', format: 'date-time' },
      kinds: { type: 'array', minItems: 1, maxItems: 2, items: { type: 'string', enum: ['a', 'b'] } },
    });
    expect(findStrictViolations(closed({ node: { $ref: '#/$defs/Node' } }, { $defs: { Node: node } }))).toEqual([]);
  });

  it('accepts an object without properties and without `required`', () => {
    expect(findStrictViolations({ type: 'object', properties: {}, additionalProperties: false })).toEqual([]);
  });

  it.each<[string, JsonSchema, readonly string[]]>([
    [
      'an open object with optional properties',
      { type: 'object', properties: { a: { type: 'string' } } },
      [
        "(top level): 'additionalProperties' must be false",
        "(top level): 'required' must list every property, including 'a'",
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
      ["/properties/a: 'type' may list only one type in addition to 'null'"],
    ],
    [
      'a described reference',
      closed({ a: { $ref: '#', description: 'x' } }),
      ["/properties/a: '$ref' cannot be combined with 'description'"],
    ],
    [
      'an unresolvable reference',
      closed({ a: { $ref: '#/$defs/B' } }),
      [`/properties/a: '$ref' "#/$defs/B" does not refer to a definition in '$defs'`],
    ],
    [
      'a custom format',
      closed({ a: { type: 'string', format: 'uri' } }),
      [`/properties/a: 'format' "uri" is not supported`],
    ],
    [
      'a pattern with a lookahead',
      closed({ a: { type: 'string', pattern: '(?=x)' } }),
      ["/properties/a: 'pattern' has a lookaround or a backreference"],
    ],
    [
      'an enum of objects',
      closed({ a: { type: 'object', properties: {}, additionalProperties: false, enum: [{}] } }),
      ["/properties/a: 'enum' may contain only primitive values"],
    ],
    [
      'a type next to a union',
      closed({ a: { type: 'string', anyOf: [{ type: 'string' }] } }),
      ["/properties/a: 'type' cannot be combined with 'anyOf'"],
    ],
    [
      'a required name that is not a property',
      closed({}, { required: ['b'] }),
      ["(top level): 'required' lists 'b', which is not a property"],
    ],
    [
      'definitions below the top level',
      closed({ a: { type: 'string', $defs: {} } }),
      ["/properties/a: '$defs' is not supported"],
    ],
  ])('reports %s', (_, schema, expected) => {
    expect(findStrictViolations(schema)).toEqual(expected);
  });

  it('counts levels through references, and a recursion once', () => {
    const deep = (levels: number): JsonSchema =>
      levels === 0 ? { type: 'string' } : { type: 'array', items: deep(levels - 1) };
    expect(findStrictViolations(closed({ a: deep(9) }))).toEqual([]);
    const tooDeep = ['(top level): 11 levels of nesting, but at most 10 are allowed'];
    expect(findStrictViolations(closed({ a: deep(10) }))).toEqual(tooDeep);
    const definitions = { $defs: { Deep: deep(10) } };
    expect(findStrictViolations(closed({ a: { $ref: '#/$defs/Deep' } }, definitions))).toEqual(tooDeep);
  });

  it('counts properties, names, and values of enums', () => {
    const named = (count: number, length: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, n) => [String(n).padStart(length, '0'), { type: 'string' } as const]),
      );
    const values = (count: number, length: number) =>
      Array.from({ length: count }, (_, n) => String(n).padStart(length, '0'));
    expect(findStrictViolations(closed(named(5001, 4)))).toEqual([
      '(top level): 5001 properties, but at most 5000 are allowed',
    ]);
    expect(findStrictViolations(closed(named(100, 1201)))).toEqual([
      '(top level): 120100 characters of names and values, but at most 120000 are allowed',
    ]);
    expect(findStrictViolations(closed({ a: { type: 'string', enum: values(1001, 4) } }))).toEqual([
      '(top level): 1001 enum values, but at most 1000 are allowed',
    ]);
    expect(findStrictViolations(closed({ a: { type: 'string', enum: values(251, 60) } }))).toEqual([
      '(top level): an enum has more than 15000 characters',
    ]);
    expect(findStrictViolations(closed({ a: { type: 'string', enum: values(250, 70) } }))).toEqual([]);
  });
});
