/**
 * Ajv, which generates code, is the oracle, so code may be generated from strings here.
 *
 * @jest-environment node
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonSchema } from '../../src/base/json/json-schema.js';
import { intersect } from '../../src/format/intersection.js';
import { fc } from '../support/fast-check.js';
import { anySchema, anyValue } from './random-schemas.js';

// One shared instance, because creating one takes longer than everything that a test compiles.
const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false, logger: false });

describe('intersect', () => {
  const root: JsonSchema = {
    $defs: {
      Named: { properties: { name: { type: 'string' } }, required: ['name'] },
      Self: { allOf: [{ $ref: '#/$defs/Self' }] },
    },
  };

  it.each<[string, readonly (JsonSchema | boolean)[], ReturnType<typeof intersect>]>([
    ['nothing to anything', [], {}],
    [
      'the narrower bounds',
      [
        { minimum: 1, maxLength: 5 },
        { minimum: 2, maxLength: 9 },
      ],
      { minimum: 2, maxLength: 5 },
    ],
    [
      'the narrower type',
      [{ type: ['string', 'number', 'null'] }, { type: ['null', 'integer'] }],
      { type: ['integer', 'null'] },
    ],
    ['types that differ to no value', [{ type: 'string' }, { type: 'object' }], false],
    ['the common values', [{ enum: ['a', 'b', 'c'] }, { enum: ['c', 'b'] }], { enum: ['b', 'c'] }],
    ['constants that differ to no value', [{ const: 1 }, { const: 2 }], false],
    ['the greater multiple', [{ multipleOf: 2 }, { multipleOf: 6 }], { multipleOf: 6 }],
    ['patterns that differ to nothing exact', [{ pattern: 'a' }, { pattern: 'b' }], undefined],
    [
      'two negations to one',
      [{ not: { const: 1 } }, { not: { const: 2 } }],
      { not: { anyOf: [{ const: 1 }, { const: 2 }] } },
    ],
    ['the first description', [{ description: 'a' }, { description: 'b' }], { description: 'a' }],
    [
      'a reference to its target',
      [{ $ref: '#/$defs/Named' }, { type: 'object' }],
      {
        type: 'object',
        properties: { name: { type: 'string' } },
        required: ['name'],
      },
    ],
    ['a definition made of itself to nothing exact', [{ $ref: '#/$defs/Self' }], undefined],
    ['false to no value', [{ type: 'string' }, false], false],
    [
      'a property that a closed part does not declare to no property',
      [
        { properties: { a: { type: 'string' } }, additionalProperties: false },
        { properties: { a: { minLength: 1 }, b: { type: 'string' } } },
      ],
      { properties: { a: { allOf: [{ type: 'string' }, { minLength: 1 }] } }, additionalProperties: false },
    ],
    [
      'a required property that a closed part does not declare to no value',
      [{ properties: { a: true }, additionalProperties: false }, { required: ['b'] }],
      false,
    ],
    [
      'unevaluatedProperties to a closed object',
      [{ allOf: [{ properties: { a: true } }, { properties: { b: true } }], unevaluatedProperties: false }],
      { properties: { a: true, b: true }, additionalProperties: false },
    ],
  ])('merges %s', (_, parts, expected) => {
    expect(intersect(parts, root)).toEqual(expected);
  });

  it('accepts exactly the values that all parts accept', () => {
    let compared = 0;
    fc.assert(
      fc.property(anySchema, anySchema, fc.array(anyValue, { minLength: 5, maxLength: 10 }), (a, b, values) => {
        const $defs = { A: { type: 'string' }, B: { type: 'object' } } as const;
        const whole = { $defs };
        const merged = intersect([a, b], whole);
        if (merged === undefined || refersElsewhere([a, b]) || isMiscompiled([a, b])) return;
        const accepts = (schema: JsonSchema | boolean) =>
          ajv.compile(typeof schema === 'boolean' ? schema : { ...schema, $defs });
        const [both, one, other] = [accepts(merged), accepts(a), accepts(b)];
        for (const value of values) {
          compared += 1;
          expect([value, both(value)]).toEqual([value, one(value) && other(value)]);
        }
      }),
    );
    expect(compared).toBeGreaterThan(0);
  });
});

/**
 * Checks for `not` next to `oneOf`, for which ajv 8 with `unevaluated` may generate code that reads an undeclared variable:
 * "props0 is not defined".
 */
function isMiscompiled(schemas: unknown): boolean {
  return /"oneOf":.*"not":|"not":.*"oneOf":/.test(JSON.stringify(schemas));
}

/** Checks for references to the root, which change meaning in the merged schema, and unresolvable references. */
function refersElsewhere(schemas: unknown): boolean {
  return /"\$ref":"(#|#\/\$defs\/Gone)"/.test(JSON.stringify(schemas));
}
