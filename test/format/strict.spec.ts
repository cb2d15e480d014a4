/**
 * Ajv, which generates code, is the oracle, so code may be generated from strings here.
 *
 * @jest-environment node
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonSchema } from '../../src/base/json/json-schema.js';
import { toStrictSchema } from '../../src/format/strict.js';
import { descriptorList, descriptors, type ToolKind } from './descriptors.js';
import { brokenStrictRules } from './strict-rule-check.js';

const sku = '9f3c0f38-7d9b-4f4e-9d3e-6f3f3c1b2a10';

function accepts(schema: JsonSchema, value: unknown): boolean {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  return ajv.validate(schema, value);
}

describe('toStrictSchema', () => {
  it.each(descriptorList)('satisfies the rules for the tool %s, or reports that it cannot', (_, tool) => {
    const { schema, warnings, strict } = toStrictSchema(tool.inputSchema);
    if (strict) expect(brokenStrictRules(schema)).toEqual([]);
    else {
      expect(schema).toBe(tool.inputSchema);
      expect(warnings).not.toEqual([]);
    }
  });

  it('returns a schema that satisfies the rules unchanged', () => {
    const { inputSchema } = descriptors.strictAlready;
    expect(toStrictSchema(inputSchema)).toEqual({ schema: inputSchema, warnings: [], strict: true });
  });

  it('requires every property, makes optional ones nullable and describes unsupported constraints in words', () => {
    expect(toStrictSchema(descriptors.plain.inputSchema)).toEqual({
      schema: {
        type: 'object',
        properties: {
          query: { type: 'string', description: 'What to look for. At least 1 character.' },
          limit: {
            type: ['integer', 'null'],
            description: 'At most this many hits. Defaults to 10.',
            minimum: 1,
            maximum: 100,
          },
          tags: {
            description: 'Items must be unique.',
            anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'null' }],
          },
        },
        required: ['query', 'limit', 'tags'],
        additionalProperties: false,
      },
      warnings: ["/properties/query: 'minLength'", "/properties/limit: 'default'", "/properties/tags: 'uniqueItems'"],
      strict: true,
    });
  });

  it('preserves recursion, puts descriptions around references and removes unused definitions', () => {
    expect(toStrictSchema(descriptors.recursive.inputSchema).schema).toEqual({
      type: 'object',
      properties: {
        tree: { description: 'The root', anyOf: [{ $ref: '#/$defs/Node' }] },
        spare: { anyOf: [{ $ref: '#/$defs/Node' }, { type: 'null' }] },
      },
      required: ['tree', 'spare'],
      additionalProperties: false,
      $defs: {
        Node: {
          type: 'object',
          description: 'One node',
          properties: {
            value: { type: 'number' },
            children: { anyOf: [{ type: 'array', items: { $ref: '#/$defs/Node' } }, { type: 'null' }] },
            parent: { anyOf: [{ $ref: '#/$defs/Node' }, { type: 'null' }] },
          },
          required: ['value', 'children', 'parent'],
          additionalProperties: false,
        },
      },
    });
  });

  it('merges allOf into one object', () => {
    expect(toStrictSchema(descriptors.allOf.inputSchema)).toEqual({
      schema: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          nick: { type: ['string', 'null'] },
          age: { type: 'integer', minimum: 0, maximum: 150 },
        },
        required: ['age', 'name', 'nick'],
        additionalProperties: false,
      },
      warnings: [],
      strict: true,
    });
  });

  it('reports each location that a strict schema cannot express', () => {
    expect(toStrictSchema(descriptors.record.inputSchema)).toEqual({
      schema: descriptors.record.inputSchema,
      warnings: [
        "/properties/labels: 'additionalProperties' leaves the object open",
        '/properties/anything: the object is open',
        "/properties/mixed: 'additionalProperties' leaves the object open",
        "/properties/byPattern: 'patternProperties' leaves the object open",
        '/properties/value: any value is accepted',
      ],
      strict: false,
    });
  });

  it('rejects a union at the top level, unresolvable references and schemas without values', () => {
    const property = (schema: JsonSchema | boolean): JsonSchema => ({
      type: 'object',
      properties: { a: schema },
      required: ['a'],
    });
    const warningsOf = (schema: JsonSchema) => toStrictSchema(schema).warnings;
    expect(warningsOf(descriptors.alternatives.inputSchema)).toEqual(['(top level): the top level must be one object']);
    expect(warningsOf(property({ $ref: '#/$defs/Gone' }))).toEqual([
      `/properties/a: '$ref' "#/$defs/Gone" does not refer to a definition in '$defs'`,
    ]);
    expect(warningsOf(property({ enum: [{}] }))).toEqual([
      "/properties/a: 'enum' and 'const' may contain only primitive values",
    ]);
    expect(warningsOf(property({ type: 'array' }))).toEqual(['/properties/a/items: any value is accepted']);
    expect(warningsOf(property({ type: 'string', enum: [1] }))).toEqual(['/properties/a: no value is accepted']);
    expect(warningsOf({ type: 'object', required: ['b'], properties: {} })).toEqual([
      "(top level): required property 'b' has no schema",
    ]);
  });

  it('converts a tuple to an array of its item types, with the order in words', () => {
    const { schema, warnings } = toStrictSchema(descriptors.tuple.inputSchema);
    expect(schema.properties?.to).toEqual({
      type: 'array',
      description: 'Items in this order: [number, string].',
      items: { anyOf: [{ type: 'number' }, { type: 'string' }] },
      minItems: 2,
      maxItems: 2,
    });
    expect(warnings).toContain("/properties/to: 'prefixItems'");
  });

  it('converts oneOf to anyOf, and reports it if more than one alternative may match', () => {
    expect(toStrictSchema(descriptors.union.inputSchema).warnings).toEqual([]);
    const overlapping: JsonSchema = {
      type: 'object',
      properties: {
        a: {
          oneOf: [
            { type: 'number', multipleOf: 3 },
            { type: 'number', multipleOf: 5 },
          ],
        },
      },
      required: ['a'],
    };
    expect(toStrictSchema(overlapping)).toMatchObject({
      schema: { properties: { a: { description: 'Exactly one alternative may match.' } } },
      warnings: ["/properties/a: 'oneOf' became 'anyOf'"],
      strict: true,
    });
  });

  it.each<[ToolKind, Record<string, unknown>]>([
    ['plain', { query: 'x', limit: null, tags: null }],
    ['plain', { query: 'x', limit: 3, tags: ['a'] }],
    ['nested', { address: { street: 'A', zip: null, title: null }, lines: [{ sku, count: 1 }] }],
    [
      'recursive',
      { tree: { value: 1, children: [{ value: 2, children: null, parent: null }], parent: null }, spare: null },
    ],
    ['union', { shape: { kind: 'circle', radius: 1 }, color: 7, id: null }],
    ['nullable', { nickname: null, owner: { id: null }, mode: null, nothing: null }],
    ['tuple', { to: [1, 'a'], path: null, rest: [true, 'x'] }],
    ['values', { mode: 'fast', level: 2, version: null, flag: true, mixed: 0, blank: null }],
    ['allOf', { age: 3, name: 'x', nick: null }],
  ])('accepts the values that the tool %s accepts, with null for omitted properties', (kind, value) => {
    const { inputSchema } = descriptors[kind];
    const { schema } = toStrictSchema(inputSchema);
    // `nickname` is required and may be null; any other null represents an omitted property.
    const withoutNulls = (part: unknown): unknown => {
      if (Array.isArray(part)) return part.map(withoutNulls);
      if (typeof part !== 'object' || part === null) return part;
      const entries = Object.entries(part).filter(([name, inner]) => inner !== null || name === 'nickname');
      return Object.fromEntries(entries.map(([name, inner]) => [name, withoutNulls(inner)]));
    };
    expect(accepts(schema, value)).toBe(true);
    expect(accepts(inputSchema, withoutNulls(value))).toBe(true);
  });
});
