import type { JsonSchema } from '../../src/base/json/json-schema.js';
import { addSentences, describeConstraint } from '../../src/format/describe-constraint.js';

describe('describeConstraint', () => {
  it.each<[keyword: string, JsonSchema, string | undefined]>([
    ['minLength', { minLength: 2 }, 'At least 2 characters.'],
    ['maxItems', { maxItems: 1 }, 'At most 1 item.'],
    ['minItems', { minItems: 3 }, 'At least 3 items.'],
    ['maxProperties', { maxProperties: 2 }, 'At most 2 properties.'],
    ['uniqueItems', { uniqueItems: false }, undefined],
    [
      'contains',
      { contains: {}, minContains: 2, maxContains: 3 },
      'At least 2 and at most 3 of the items must match {}.',
    ],
    ['contentEncoding', { contentEncoding: 'base64' }, 'Encoded as base64.'],
    ['contentMediaType', { contentMediaType: 'image/png' }, 'Media type: image/png.'],
    ['contentSchema', { contentSchema: true }, 'The decoded text must match true.'],
    ['unevaluatedItems', { unevaluatedItems: false }, 'Further items must match false.'],
    ['propertyNames', { propertyNames: { maxLength: 3 } }, 'Property names must match {"maxLength":3}.'],
    ['patternProperties', { patternProperties: {} }, undefined],
    ['additionalProperties', { additionalProperties: false }, undefined],
    ['additionalProperties', { additionalProperties: {} }, 'Further properties of any name are allowed.'],
    ['dependentRequired', { dependentRequired: { a: ['b', 'c'] } }, 'If "a" is present, also required: "b", "c".'],
    ['dependentSchemas', { dependentSchemas: { a: true } }, 'If "a" is present, the object must match true.'],
    ['if', { if: { const: 1 } }, undefined],
    ['if', { if: { const: 1 }, else: false }, 'Unless the value matches {"const":1}, it must match false.'],
    ['allOf', { allOf: [true] }, 'Must also match every one of [true].'],
    ['anyOf', { anyOf: [true] }, 'Must also match at least one of [true].'],
    ['oneOf', { oneOf: [true] }, 'Must also match exactly one of [true].'],
    ['$ref', { $ref: '#/$defs/A' }, 'Must also match #/$defs/A.'],
    ['const', { const: 'a' }, 'Always "a".'],
    ['deprecated', { deprecated: false }, undefined],
    ['toString', {}, undefined],
    ['x-own', { 'x-own': 1 }, undefined],
  ])('describes the constraint of %s', (keyword, schema, expected) => {
    expect(describeConstraint(keyword, schema)).toBe(expected);
  });

  it('describes both branches of a condition', () => {
    const condition = JSON.parse('{ "if": true, "then": {"const": 1}, "else": false }') as JsonSchema;
    expect(describeConstraint('if', condition)).toBe(
      'If the value matches true, it must match {"const":1}; otherwise it must match false.',
    );
  });
});

describe('addSentences', () => {
  it('appends sentences to a description, which it ends with a period first', () => {
    expect(addSentences('Text', ['A.', 'B.'])).toBe('Text. A. B.');
    expect(addSentences('Text! ', ['A.'])).toBe('Text! A.');
    expect(addSentences('文。', ['A.'])).toBe('文。 A.');
    expect(addSentences(undefined, ['A.'])).toBe('A.');
    expect(addSentences(undefined, [])).toBeUndefined();
    expect(addSentences('Text ', [])).toBe('Text ');
  });
});
