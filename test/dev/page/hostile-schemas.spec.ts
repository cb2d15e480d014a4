import { type Field, readField } from '../../../src/integrations/dev/page/model/field.js';
import { emptyValue, initialValue } from '../../../src/integrations/dev/page/model/initial-value.js';
import { isJsonObject, type JsonObject, writeJson } from '../../../src/integrations/dev/page/model/json.js';
import { variantOf } from '../../../src/integrations/dev/page/model/variant.js';
import { expectCpuMsBelow } from '../../support/cpu-time.js';

const names = Array.from({ length: 50 }, (_, index) => `p${index}`);

function nested(depth: number, innermost: unknown, wrap: (inner: unknown) => unknown): unknown {
  let value = innermost;
  for (let level = 0; level < depth; level += 1) value = wrap(value);
  return value;
}

const schemas: Readonly<Record<string, unknown>> = {
  'a text': 'string',
  null: null,
  'a list': [{ type: 'string' }],
  'an unknown type': { type: 'weird' },
  'a type that is a number': { type: 7 },
  'no types': { type: [] },
  'properties that are null': { type: 'object', properties: null },
  'a property that is null': { type: 'object', properties: { a: null } },
  'required properties as a text': { type: 'object', properties: { a: {} }, required: 'a' },
  'required properties that do not exist': { type: 'object', properties: { a: {} }, required: ['b', 7, null] },
  'names of the prototype': { properties: { constructor: {}, toString: {} }, required: ['constructor', 'toString'] },
  'an empty enum': { enum: [] },
  'an enum of objects': { enum: [{ a: 1 }, [1], null] },
  'an enum as a text': { enum: 'abc' },
  'an enum of 100,000 values': { enum: Array.from({ length: 100_000 }, (_, index) => index) },
  'a union of none': { anyOf: [] },
  'a union as an object': { oneOf: { type: 'string' } },
  'a union of null only': { anyOf: [{ type: 'null' }] },
  'a union of itself': { anyOf: [{ $ref: '#' }] },
  'a union of itself and a text': { anyOf: [{ $ref: '#' }, { type: 'string' }] },
  'a union of itself twice': { anyOf: [{ $ref: '#' }, { $ref: '#' }] },
  'allOf of itself twice': { allOf: [{ $ref: '#' }, { $ref: '#' }] },
  'allOf of itself 50 times': { allOf: names.map(() => ({ $ref: '#' })) },
  'a reference that is a number': { $ref: 7 },
  'a reference to the web': { $ref: 'https://example.com/schema' },
  'references in a circle': { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
  'itself as each of 50 required properties': {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { $ref: '#' }])),
    required: names,
  },
  'itself as each of 50 variants': {
    anyOf: names.map((title) => ({ title, anyOf: [{ $ref: '#' }, { type: 'number' }] })),
  },
  '10,000 properties': {
    properties: Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`p${index}`, { type: 'string' }])),
  },
  '5,000 levels of objects': nested(5_000, {}, (inner) => ({ properties: { a: inner }, required: ['a'] })),
  '5,000 levels of unions': nested(5_000, {}, (inner) => ({ anyOf: [inner] })),
  '5,000 levels of allOf': nested(5_000, {}, (inner) => ({ allOf: [inner] })),
  'items as a list': { type: 'array', items: [{ type: 'string' }, { type: 'number' }] },
  'items that are null': { type: 'array', items: null },
  'prefixItems as a text': { type: 'array', prefixItems: 'a' },
  'a default of another type': { type: 'string', default: { a: 1 } },
};

const values: readonly unknown[] = [undefined, null, 'a', 1, true, [], [1], {}, { p0: { p1: {} } }, { constructor: 1 }];

function expectVariant(field: Field, value: unknown, root: JsonObject): void {
  if (field.kind !== 'union') return;
  expect(field.variants[variantOf(field, value, { root, current: 0 })]).toBeDefined();
}

describe('a schema with', () => {
  it.each(Object.keys(schemas))('%s has a form, quickly', async (name) => {
    const schema = schemas[name];
    const root: JsonObject = isJsonObject(schema) ? schema : {};
    await expectCpuMsBelow(2_000, () => {
      const field = readField(schema, root);
      expect(writeJson(initialValue(schema, root)).length).toBeLessThan(100_000);
      expect(writeJson(emptyValue(schema, root)).length).toBeLessThan(100_000);
      for (const value of field.kind === 'union' ? values : []) expectVariant(field, value, root);
    });
  });
});
