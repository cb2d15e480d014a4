/**
 * Ajv, which generates code, is the oracle, so code may be generated from strings here.
 *
 * @jest-environment node
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonSchema } from '../../../src/base/json/json-schema.js';
import { closeTopLevel, hoistDefs, omitProperties } from '../../../src/schema/json-schema/edit-schema.js';
import { normalizeSchema } from '../../../src/schema/json-schema/normalize.js';
import { fc } from '../../support/fast-check.js';

// Shared, because each instance compiles the meta-schema again.
const ajv = new Ajv2020({ strict: false });

function accepts(schema: JsonSchema, value: unknown): boolean {
  return ajv.compile(schema)(value);
}

function isDeeplyFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isDeeplyFrozen);
}

function normal(schema: unknown): JsonSchema {
  return normalizeSchema(schema, 'x');
}

/** A schema whose root refers to itself. */
function treeSchema(): JsonSchema {
  return normal({
    type: 'object',
    properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#' } } },
    required: ['name'],
  });
}

describe('closeTopLevel', () => {
  it('rejects unknown properties only at the top level', () => {
    const closed = closeTopLevel(normal({ type: 'object', properties: { a: { type: 'object' } } }));
    expect(closed).toStrictEqual({
      type: 'object',
      properties: { a: { type: 'object' } },
      additionalProperties: false,
    });
    expect(isDeeplyFrozen(closed)).toBe(true);
    expect(accepts(closed, { a: { any: 1 } })).toBe(true);
    expect(accepts(closed, { a: {}, b: 1 })).toBe(false);
  });

  it('puts definitions last', () => {
    const closed = closeTopLevel(normal({ properties: { a: { $ref: '#/$defs/A' } }, $defs: { A: true } }));
    expect(Object.keys(closed)).toEqual(['properties', 'additionalProperties', '$defs']);
  });

  it.each<JsonSchema>([
    { additionalProperties: true },
    { additionalProperties: { type: 'string' } },
    { patternProperties: { '^x-': true } },
    { unevaluatedProperties: false },
    { type: 'array', items: { type: 'string' } },
    { type: ['string', 'null'] },
  ])('does not change %j', (schema) => {
    expect(closeTopLevel(schema)).toBe(schema);
  });

  it.each([
    [{ type: 'object' }, 'additionalProperties'],
    [{}, 'additionalProperties'],
    [{ type: ['object', 'null'] }, 'additionalProperties'],
    [{ not: { required: ['a'] } }, 'additionalProperties'],
    [{ $ref: '#/$defs/A', $defs: { A: true } }, 'unevaluatedProperties'],
    [{ allOf: [{ required: ['a'] }] }, 'unevaluatedProperties'],
    [{ anyOf: [{ required: ['a'] }] }, 'unevaluatedProperties'],
    [{ oneOf: [{ required: ['a'] }] }, 'unevaluatedProperties'],
    [{ if: { required: ['a'] } }, 'unevaluatedProperties'],
    [{ dependentSchemas: { a: true } }, 'unevaluatedProperties'],
  ])('closes %j by %s', (schema, keyword) => {
    expect(closeTopLevel(normal(schema))[keyword]).toBe(false);
  });

  it('accepts only properties that a branch declares', () => {
    const schema = normal({
      properties: { a: true },
      allOf: [{ $ref: '#/$defs/Base' }],
      anyOf: [{ properties: { kind: { const: 'x' }, x: true }, required: ['kind'] }, { properties: { y: true } }],
      $defs: { Base: { type: 'object', properties: { id: { type: 'string' } } } },
    });
    const closed = closeTopLevel(schema);
    expect(accepts(closed, { a: 1, id: 'i', kind: 'x', x: 1, y: 1 })).toBe(true);
    expect(accepts(closed, { y: 1 })).toBe(true);
    expect(accepts(closed, { x: 1 })).toBe(false);
    expect(accepts(closed, { other: 1 })).toBe(false);
  });

  it.each([{ additionalProperties: true }, { patternProperties: { o: true } }])(
    'is open if a branch declares %j',
    (branch) => {
      const closed = closeTopLevel(normal({ properties: { a: true }, allOf: [branch] }));
      expect(accepts(closed, { a: 1, other: 1 })).toBe(true);
    },
  );

  it('leaves schemas open that refer back to the root', () => {
    const closed = closeTopLevel(treeSchema());
    expect(closed).toStrictEqual({
      type: 'object',
      properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/Root' } } },
      required: ['name'],
      additionalProperties: false,
      $defs: {
        Root: {
          type: 'object',
          properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/Root' } } },
          required: ['name'],
        },
      },
    });
    expect(accepts(closed, { name: 'a', children: [{ name: 'b', more: 1, children: [{ name: 'c', more: 1 }] }] })).toBe(
      true,
    );
    expect(accepts(closed, { name: 'a', children: [{}] })).toBe(false);
    expect(accepts(closed, { name: 'a', more: 1 })).toBe(false);
  });

  it('does not change other references, or text that looks like a reference', () => {
    const closed = closeTopLevel(
      normal({
        description: '#',
        properties: { self: { $ref: '#' }, a: { $ref: '#/$defs/A' }, b: { const: '#', default: '#' } },
        $defs: { A: { type: 'string' } },
      }),
    );
    expect(closed.description).toBe('#');
    expect(closed.properties).toStrictEqual({
      self: { $ref: '#/$defs/Root' },
      a: { $ref: '#/$defs/A' },
      b: { const: '#', default: '#' },
    });
    expect(closed.$defs?.A).toStrictEqual({ type: 'string' });
  });

  it('reads shared parts once, even if they are shared exponentially', () => {
    let shared: object = { $ref: '#' };
    for (let level = 0; level < 40; level++) shared = { items: shared, contains: shared };
    const closed = closeTopLevel(normal({ properties: { a: shared } }));
    const outer = closed.properties?.a;
    expect(typeof outer === 'object' && outer.items === outer.contains).toBe(true);
  });

  it('uses an unused name for the root', () => {
    const closed = closeTopLevel(
      normal({ properties: { a: { $ref: '#' } }, $defs: { Root: { not: {} }, Self: { $ref: '#' } } }),
    );
    expect(closed.properties).toEqual({ a: { $ref: '#/$defs/Root_2' } });
    expect(closed.$defs).toMatchObject({ Root: { not: {} }, Self: { $ref: '#/$defs/Root_2' } });
  });
});

describe('omitProperties', () => {
  const hidden = new Set(['userId']);

  it('removes a property from all keywords of the top level', () => {
    const schema = normal({
      type: 'object',
      properties: { q: { type: 'string' }, userId: { type: 'string' } },
      required: ['q', 'userId'],
      dependentRequired: { userId: ['q'], q: ['userId', 'r'], r: ['userId'] },
      dependentSchemas: { userId: { required: ['q'] }, q: { required: ['userId', 'q'] } },
      additionalProperties: false,
    });
    expect(omitProperties(schema, hidden)).toStrictEqual({
      type: 'object',
      properties: { q: { type: 'string' } },
      required: ['q'],
      dependentRequired: { q: ['r'] },
      dependentSchemas: { q: { required: ['q'] } },
      additionalProperties: false,
    });
  });

  it('removes keywords that become empty', () => {
    const schema = normal({
      properties: { userId: true },
      required: ['userId'],
      dependentRequired: { userId: ['q'] },
      dependentSchemas: { userId: true },
      allOf: [{ required: ['userId'] }],
      anyOf: [{ required: ['userId'] }, { required: ['q'] }],
    });
    expect(omitProperties(schema, hidden)).toStrictEqual({ properties: {} });
  });

  it('removes only emptied branches from a list', () => {
    const schema = normal({
      allOf: [
        { properties: { userId: true } },
        { properties: { userId: true, q: true } },
        { type: 'object', required: ['userId'] },
        { properties: { userId: true }, description: 'Kept' },
        true,
      ],
    });
    expect(omitProperties(schema, hidden)).toStrictEqual({
      allOf: [{ properties: { q: true } }, { type: 'object' }, { properties: {}, description: 'Kept' }, true],
    });
  });

  it('removes a property from one of several conditions', () => {
    const schema = normal({
      dependentSchemas: { q: { required: ['userId', 'q'] }, r: { required: ['r'] } },
      dependentRequired: { q: ['r'], userId: ['q'] },
    });
    expect(omitProperties(schema, hidden)).toStrictEqual({
      dependentSchemas: { q: { required: ['q'] }, r: { required: ['r'] } },
      dependentRequired: { q: ['r'] },
    });
  });

  it('treats the value as present in every branch', () => {
    const schema = normal({
      allOf: [{ required: ['userId', 'q'] }, { required: ['q'] }],
      oneOf: [{ required: ['userId'] }, { properties: { userId: true }, required: ['r'] }],
      if: { required: ['q'] },
      // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword.
      then: { required: ['userId', 's'] },
      else: { required: ['userId'] },
    });
    expect(omitProperties(schema, hidden)).toStrictEqual({
      allOf: [{ required: ['q'] }, { required: ['q'] }],
      oneOf: [{}, { properties: {}, required: ['r'] }],
      if: { required: ['q'] },
      // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword.
      then: { required: ['s'] },
      else: {},
    });
  });

  it('follows references, and does not change other references to the same definition', () => {
    const schema = normal({
      $ref: '#/$defs/Args',
      description: 'Kept',
      $defs: {
        Args: {
          type: 'object',
          properties: { userId: { $ref: '#/$defs/Id' }, q: true, deep: { $ref: '#/$defs/Args' } },
          allOf: [{ $ref: '#/$defs/Base' }],
        },
        Base: { required: ['userId', 'q'] },
        Id: { type: 'string' },
      },
    });
    const omitted = omitProperties(schema, hidden);
    expect(omitted).toStrictEqual({
      type: 'object',
      properties: { q: true, deep: { $ref: '#/$defs/Args' } },
      allOf: [{ required: ['q'] }],
      description: 'Kept',
      $defs: schema.$defs,
    });
    expect(accepts(omitted, { q: 1, deep: { q: 1 } })).toBe(false);
    expect(accepts(omitted, { q: 1, deep: { q: 1, userId: 'u' } })).toBe(true);
  });

  it('does not merge the keywords next to a reference with its target', () => {
    const schema = normal({
      $ref: '#/$defs/Base',
      required: ['q'],
      $defs: { Base: { properties: { userId: true, r: true }, additionalProperties: false } },
    });
    expect(omitProperties(schema, hidden)).toStrictEqual({
      required: ['q'],
      allOf: [{ properties: { r: true }, additionalProperties: false }],
    });
  });

  it('removes definitions that only the property used', () => {
    const schema = normal({
      properties: { userId: { $ref: '#/$defs/A' }, q: { $ref: '#/$defs/C' } },
      $defs: {
        A: { items: { $ref: '#/$defs/B' } },
        B: true,
        C: { items: { $ref: '#/$defs/D' } },
        D: { items: { $ref: '#/$defs/C' } },
      },
    });
    expect(Object.keys(omitProperties(schema, hidden).$defs ?? {})).toEqual(['C', 'D']);
  });

  it('preserves the property in schemas that refer back to the root', () => {
    const omitted = omitProperties(treeSchema(), new Set(['name']));
    expect(Object.keys(omitted.properties ?? {})).toEqual(['children']);
    expect(Object.keys(omitted.$defs ?? {})).toEqual(['Root']);
    expect(accepts(omitted, { children: [{ name: 'x' }] })).toBe(true);
    expect(accepts(omitted, { children: [{}] })).toBe(false);
  });

  it('returns the same object if it does not contain the properties', () => {
    const schema = normal({
      properties: { q: { properties: { userId: true } } },
      required: ['q'],
      dependentRequired: { q: ['r'], s: [] },
      dependentSchemas: { q: { required: ['r'] } },
      allOf: [{ $ref: '#/$defs/A' }],
      anyOf: [true, { required: ['q'] }],
      $defs: { A: { required: ['q'] }, Unused: true },
    });
    expect(omitProperties(schema, hidden)).toBe(schema);
    const tree = treeSchema();
    expect(omitProperties(tree, hidden)).toBe(tree);
    expect(omitProperties(schema, new Set())).toBe(schema);
  });

  it('accepts the arguments that the complete schema accepts with the value', () => {
    const names = ['a', 'b', 'userId'];
    const list = fc.subarray(names);
    const count = fc.integer({ min: 0, max: 3 });
    const counts = { minProperties: count, maxProperties: fc.integer({ min: 1, max: 3 }) };
    const part = fc.record(
      { required: list, properties: fc.dictionary(fc.constantFrom(...names), fc.constant(true)), ...counts },
      { requiredKeys: ['required', 'properties'] },
    );
    const alternative = fc.record({ required: list, minProperties: count, maxProperties: count }, { requiredKeys: [] });
    // If no alternative has room for the value, one is reduced.
    const alternatives = fc
      .array(alternative, { minLength: 1 })
      .filter((branches) => branches.some(({ maxProperties }) => maxProperties !== 0));
    const schemas = fc.record(
      {
        required: list,
        properties: fc.constant({ userId: true }),
        ...counts,
        allOf: fc.array(part, { minLength: 1 }),
        anyOf: alternatives,
        oneOf: alternatives,
        not: fc.record({ minProperties: count, maxProperties: count }, { requiredKeys: [] }),
      },
      { requiredKeys: ['required', 'properties'] },
    );
    const check = (schema: unknown, present: readonly string[]): void => {
      const args = Object.fromEntries(present.filter((name) => name !== 'userId').map((name) => [name, 1]));
      const whole = normal(schema);
      const omitted = omitProperties(whole, hidden);
      expect(isDeeplyFrozen(omitted)).toBe(true);
      expect(accepts(omitted, args)).toBe(accepts(whole, { ...args, userId: 1 }));
    };
    fc.assert(fc.property(schemas, list, check));
  });
});

describe('hoistDefs', () => {
  it('moves the definitions of several schemas to one root', () => {
    const hoisted = hoistDefs({
      a: normal({ type: 'array', items: { $ref: '#/$defs/Item' }, $defs: { Item: { type: 'string' } } }),
      b: normal({ $ref: '#/$defs/Other', $defs: { Other: { type: 'number' } } }),
      c: normal({ type: 'boolean' }),
    });
    expect(hoisted).toStrictEqual({
      properties: {
        a: { type: 'array', items: { $ref: '#/$defs/Item' } },
        b: { $ref: '#/$defs/Other' },
        c: { type: 'boolean' },
      },
      $defs: { Item: { type: 'string' }, Other: { type: 'number' } },
    });
  });

  it('shares equal definitions, in any order', () => {
    const hoisted = hoistDefs({
      a: normal({ $ref: '#/$defs/X', $defs: { X: { type: 'object', properties: { p: true, q: true } } } }),
      b: normal({ $ref: '#/$defs/X', $defs: { X: { properties: { q: true, p: true }, type: 'object' } } }),
    });
    expect(hoisted.properties.b).toEqual({ $ref: '#/$defs/X' });
    expect(Object.keys(hoisted.$defs)).toEqual(['X']);
  });

  it('shares definitions that differ only in the order of names inside their lists', () => {
    const list = (branch: JsonSchema): JsonSchema => normal({ $ref: '#/$defs/X', $defs: { X: { anyOf: [branch] } } });
    const { $defs } = hoistDefs({
      a: list({ type: 'string', minLength: 1 }),
      b: list({ minLength: 1, type: 'string' }),
    });
    expect(Object.keys($defs)).toEqual(['X']);
  });

  it('renames definitions that differ, and shares those names again', () => {
    const text = normal({ $ref: '#/$defs/X', $defs: { X: { type: 'string' } } });
    const number = normal({ $ref: '#/$defs/X', $defs: { X: { type: 'number' } } });
    const { properties, $defs } = hoistDefs({ a: text, b: number, c: number, d: text });
    expect($defs).toEqual({ X: { type: 'string' }, X_2: { type: 'number' } });
    expect(Object.values(properties).map(({ $ref }) => $ref)).toEqual([
      '#/$defs/X',
      '#/$defs/X_2',
      '#/$defs/X_2',
      '#/$defs/X',
    ]);
  });

  it('distinguishes definitions with equal text that refer to different definitions', () => {
    const list = (type: string): JsonSchema =>
      normal({ $ref: '#/$defs/List', $defs: { List: { items: { $ref: '#/$defs/Item' } }, Item: { type } } });
    const { properties, $defs } = hoistDefs({ a: list('string'), b: list('number') });
    expect(properties.b).toEqual({ $ref: '#/$defs/List_2' });
    expect($defs).toEqual({
      List: { items: { $ref: '#/$defs/Item' } },
      Item: { type: 'string' },
      List_2: { items: { $ref: '#/$defs/Item_2' } },
      Item_2: { type: 'number' },
    });
  });

  it('shares definitions that refer to each other cyclically', () => {
    const circle = normal({
      $ref: '#/$defs/A',
      $defs: { A: { items: { $ref: '#/$defs/B' } }, B: { contains: { $ref: '#/$defs/A' } } },
    });
    expect(Object.keys(hoistDefs({ a: circle, b: circle }).$defs)).toEqual(['A', 'B']);
  });

  it('does not reuse the names of the definitions of the root', () => {
    const schema = normal({ $ref: '#/$defs/X', $defs: { X: { type: 'string' }, Same: true } });
    const { properties, $defs } = hoistDefs({ a: schema }, { X: { type: 'number' }, Same: true, X_2: true });
    expect(properties.a).toEqual({ $ref: '#/$defs/X_3' });
    expect($defs).toEqual({ X: { type: 'number' }, Same: true, X_2: true, X_3: { type: 'string' } });
  });

  it('moves a root that refers to itself into a definition', () => {
    const described: JsonSchema = { ...treeSchema(), description: 'A tree', default: { name: 'root' } };
    const { properties, $defs } = hoistDefs({ 'the tree': described });
    expect(properties).toStrictEqual({
      'the tree': { $ref: '#/$defs/the_tree', description: 'A tree', default: { name: 'root' } },
    });
    expect($defs.the_tree).toMatchObject({ properties: { children: { items: { $ref: '#/$defs/the_tree' } } } });
    expect(accepts({ properties, $defs }, { 'the tree': { name: 'a', children: [{ name: 'b' }] } })).toBe(true);
    expect(accepts({ properties, $defs }, { 'the tree': { name: 'a', children: [{}] } })).toBe(false);
  });

  it('freezes what it returns', () => {
    const hoisted = hoistDefs({
      a: treeSchema(),
      b: normal({ type: 'array', items: { $ref: '#/$defs/A' }, $defs: { A: true } }),
    });
    expect(isDeeplyFrozen(hoisted)).toBe(true);
  });
});
