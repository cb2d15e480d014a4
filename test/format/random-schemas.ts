import fc from 'fast-check';
import type { JsonSchema } from '../../src/base/json/json-schema.js';

const names = ['a', 'b', 'c-d', '__proto__', 'title', '名'];
const description = fc.constantFrom('Some text', 'Ends */ here.', '`x`\nand more');
const value = fc.constantFrom<unknown>('x', '', 1, 0.5, true, null, [1], { a: 1 });

/** Keywords, each present or absent. */
function keywords(fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<JsonSchema> {
  return fc.record(fields, { requiredKeys: [] }) as fc.Arbitrary<JsonSchema>;
}

function withType(type: JsonSchema['type'], fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<JsonSchema> {
  const others = { description, default: value, examples: fc.array(value, { maxLength: 2 }), deprecated: fc.boolean() };
  return keywords({ ...fields, ...others }).map((rest) => ({ type, ...rest }) as JsonSchema);
}

const count = fc.integer({ min: 0, max: 3 });
const number = fc.constantFrom(-1, 0, 0.5, 2, 10);
const text = withType('string', {
  minLength: count,
  maxLength: count,
  pattern: fc.constantFrom('^a', '(?=x)'),
  format: fc.constantFrom('uri', 'email'),
});
const numeric = {
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  multipleOf: fc.constantFrom(2, 3, 0.5),
};
const leaf: fc.Arbitrary<JsonSchema> = fc.oneof(
  text,
  withType('number', numeric),
  withType('integer', numeric),
  withType('boolean', {}),
  withType('null', {}),
  withType(['string', 'null'], { maxLength: count }),
  withType(['string', 'integer', 'array'], { minItems: count, minimum: number }),
  fc.record({ enum: fc.uniqueArray(value, { minLength: 1, maxLength: 3 }) }),
  fc.record({ const: value }),
  fc.constantFrom<JsonSchema>({ $ref: '#/$defs/A' }, { $ref: '#/$defs/B', description: 'x' }, { $ref: '#' }),
  fc.constantFrom<JsonSchema>({ $ref: '#/$defs/Gone' }, {}, { pattern: 'a' }),
);

const { schema } = fc.letrec<{ schema: JsonSchema | boolean; object: JsonSchema }>((tie) => {
  const inner = tie('schema');
  const properties = fc.dictionary(fc.constantFrom(...names), inner, { maxKeys: 3 });
  const object = withType('object', {
    properties,
    required: fc.uniqueArray(fc.constantFrom(...names), { maxLength: 2 }),
    additionalProperties: fc.oneof(fc.constant(false), inner),
    patternProperties: fc.dictionary(fc.constant('^x'), inner, { maxKeys: 1 }),
    unevaluatedProperties: fc.boolean(),
    minProperties: count,
    propertyNames: fc.constant({ minLength: 1 }),
    dependentRequired: fc.constant({ a: ['b'] }),
  });
  const closed = fc.record({
    type: fc.constant('object' as const),
    properties,
    additionalProperties: fc.constant(false),
  });
  const array = withType('array', {
    items: inner,
    prefixItems: fc.array(inner, { minLength: 1, maxLength: 2 }),
    minItems: count,
    maxItems: count,
    uniqueItems: fc.boolean(),
    contains: inner,
  });
  const list = fc.record({ type: fc.constant('array' as const), items: inner });
  const several = fc.array(inner, { minLength: 1, maxLength: 3 });
  const mixed = keywords({
    anyOf: several,
    oneOf: several,
    allOf: several,
    not: inner,
    if: inner,
    else: inner,
    description,
  });
  const narrowed = fc.tuple(object, mixed).map(([a, b]) => ({ ...a, ...b }));
  return {
    object,
    schema: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      { arbitrary: leaf, weight: 4 },
      { arbitrary: closed, weight: 3 },
      { arbitrary: object, weight: 2 },
      { arbitrary: list, weight: 2 },
      { arbitrary: array, weight: 1 },
      { arbitrary: mixed, weight: 2 },
      { arbitrary: narrowed, weight: 1 },
      { arbitrary: fc.boolean(), weight: 1 },
    ),
  };
});

/** Schemas of any kind, some of them odd. */
export const anySchema: fc.Arbitrary<JsonSchema | boolean> = schema;

/** Input schemas: mostly plain objects, with two definitions. */
export const inputSchema: fc.Arbitrary<JsonSchema> = fc
  .record({
    properties: fc.dictionary(fc.constantFrom(...names), schema, { maxKeys: 4 }),
    required: fc.uniqueArray(fc.constantFrom(...names), { maxLength: 2 }),
    top: fc.option(schema, { nil: undefined, freq: 5 }),
    definitions: fc.tuple(schema, schema),
  })
  .map(({ properties, required, top, definitions: [A, B] }) => ({
    ...(typeof top === 'object' ? top : {}),
    type: 'object',
    properties,
    required: required.filter((name) => Object.hasOwn(properties, name)),
    additionalProperties: false,
    $defs: { A, B },
  }));

/** Values to which random schemas apply. */
export const anyValue: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<unknown>('', 'x', 'ab', 'abcd', 0, 1, 2, 6, 0.5, -1, true, false, null),
    fc.dictionary(fc.constantFrom('a', 'b', 'c-d', 'xy'), tie('value'), { maxKeys: 3 }),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
})).value;
