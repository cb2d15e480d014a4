import type { JsonSchema } from '../../src/base/json/json-schema.js';
import { acceptsNull } from '../../src/format/accepts-null.js';
import { shapeOf } from '../../src/format/schema-shape.js';

const root: JsonSchema = {
  $defs: {
    Maybe: { anyOf: [{ $ref: '#/$defs/Text' }, { type: 'null' }] },
    Text: { type: 'string' },
    Loop: { anyOf: [{ $ref: '#/$defs/Loop' }, { type: 'number' }] },
    A: { type: 'object', properties: { x: { $ref: '#/$defs/A' } } },
    B: { type: 'object', properties: { x: { $ref: '#/$defs/B' } }, required: ['x'] },
  },
};
const read = (schema: JsonSchema | boolean) => shapeOf(schema, { root, pointer: '/here' });

describe('shapeOf', () => {
  it('separates null', () => {
    expect(read({ type: ['null', 'string'] })).toMatchObject({ kind: 'string', nullable: true });
    expect(read({ enum: ['a', null] })).toMatchObject({ kind: 'values', values: ['a'], nullable: true });
    expect(read({ const: null })).toMatchObject({ kind: 'null', nullable: false });
    expect(read({ anyOf: [{ type: 'null' }, { type: 'string', maxLength: 1 }] })).toMatchObject({
      kind: 'string',
      nullable: true,
      schema: { maxLength: 1 },
      pointer: '/here/anyOf/1',
    });
  });

  it('does not merge a null that has further constraints', () => {
    const conditional = read({ anyOf: [{ type: 'null', not: {} }, { type: 'string' }] });
    expect(conditional).toMatchObject({ kind: 'union', nullable: false });
  });

  it('joins the descriptions of a union and its only branch', () => {
    const shape = read({ description: 'Outer', anyOf: [{ type: 'string', description: 'Inner' }, { type: 'null' }] });
    expect(shape.schema.description).toBe('Outer\nInner');
  });

  it('infers the type from the keywords of one kind', () => {
    expect(read({ properties: {} }).kind).toBe('object');
    expect(read({ items: true }).kind).toBe('array');
    expect(read({ pattern: 'a' }).kind).toBe('string');
    expect(read({ format: 'email' }).kind).toBe('string');
    expect(read({ minimum: 1 }).kind).toBe('number');
    expect(read({ minimum: 1, pattern: 'a' }).kind).toBe('any');
  });

  it('reads a list of types as a union, each with its own keywords', () => {
    expect(read({ type: ['string', 'array'], minLength: 1, minItems: 2, description: 'x' })).toMatchObject({
      kind: 'union',
      branches: [{ schema: { type: 'string', minLength: 1 } }, { schema: { type: 'array', minItems: 2 } }],
      schema: { description: 'x' },
    });
  });

  it('merges the constraints next to a union into each branch', () => {
    expect(read({ type: 'string', oneOf: [{ minLength: 9 }, { maxLength: 2 }, { type: 'number' }] })).toMatchObject({
      kind: 'union',
      exclusive: true,
      branches: [{ schema: { type: 'string', minLength: 9 } }, { schema: { type: 'string', maxLength: 2 } }],
    });
  });

  it('reads a described reference as a reference, also inside allOf', () => {
    const reference = { kind: 'reference', ref: '#/$defs/Text', schema: { description: 'x' } };
    expect(read({ $ref: '#/$defs/Text', description: 'x' })).toMatchObject(reference);
    expect(read({ allOf: [{ $ref: '#/$defs/Text' }], description: 'x' })).toMatchObject(reference);
  });

  it('inlines a reference once on each path, so that merging two recursive schemas ends', () => {
    const shape = read({ allOf: [{ $ref: '#/$defs/A' }, { $ref: '#/$defs/B' }] });
    expect(shape).toMatchObject({ kind: 'object', inlined: new Set(['#/$defs/A', '#/$defs/B']) });
    const inner = shape.schema.properties?.x ?? false;
    expect(shapeOf(inner, { root, pointer: '', inlined: shape.inlined })).toMatchObject({
      kind: 'any',
      schema: { allOf: [{ $ref: '#/$defs/A' }, { $ref: '#/$defs/B' }] },
    });
  });
});

describe('acceptsNull', () => {
  it('follows references and unions', () => {
    const accepts = (schema: JsonSchema | boolean) => acceptsNull(shapeOf(schema, { root, pointer: '' }), root);
    expect([{ $ref: '#/$defs/Maybe' }, {}, { type: ['string', 'null'] } as const].map(accepts)).toEqual([
      true,
      true,
      true,
    ]);
    expect([{ $ref: '#/$defs/Text' }, { $ref: '#/$defs/Loop' }, { $ref: '#/$defs/Gone' }].map(accepts)).toEqual([
      false,
      false,
      false,
    ]);
  });
});
