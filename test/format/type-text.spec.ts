import type { JsonSchema } from '../../src/base/json/json-schema.js';
import { toComment, typeText } from '../../src/format/type-text.js';

describe('typeText', () => {
  it.each<[string, JsonSchema | boolean]>([
    ['string', { type: 'string' }],
    ['number', { type: 'integer' }],
    ['boolean', { type: 'boolean' }],
    ['null', { type: 'null' }],
    ['unknown', {}],
    ['unknown', true],
    ['never', false],
    ['never', { type: 'string', allOf: [{ type: 'number' }] }],
    ["'a' | 'b'", { enum: ['a', 'b'] }],
    ["2 | true | 'it\\'s' | { a: 1 } | null", { enum: [2, true, "it's", { a: 1 }, null] }],
    ["'x'", { const: 'x' }],
    ['string | null', { type: ['string', 'null'] }],
    ['string | number', { type: ['string', 'number', 'integer'] }],
    ['string | number | null', { anyOf: [{ type: ['string', 'null'] }, { type: 'number' }] }],
    ['string', { anyOf: [{ type: 'string' }, { type: 'string', minLength: 2 }] }],
    ['string[]', { type: 'array', items: { type: 'string' } }],
    ['string[][]', { type: 'array', items: { type: 'array', items: { type: 'string' } } }],
    ['unknown[]', { type: 'array' }],
    ["Array<'a' | 'b'>", { type: 'array', items: { enum: ['a', 'b'] } }],
    ['Array<{ a: string }>', { items: { properties: { a: { type: 'string' } }, required: ['a'] } }],
    ['[string, number]', { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] }],
    ['[string, (number | null)?]', { prefixItems: [{ type: 'string' }, { type: ['number', 'null'] }], minItems: 1 }],
    ['[string, ...number[]]', { prefixItems: [{ type: 'string' }], items: { type: 'number' } }],
    ['[string]', { prefixItems: [{ type: 'string' }], items: { type: 'number' }, maxItems: 1 }],
    [
      '{ a: string; "b-c"?: number }',
      {
        type: 'object',
        properties: { a: { type: 'string' }, 'b-c': { type: 'number' }, gone: false },
        required: ['a'],
      },
    ],
    ['{ a: unknown }', { type: 'object', required: ['a'] }],
    ['Record<string, never>', { type: 'object', additionalProperties: false }],
    ['{ [key: string]: unknown }', { type: 'object' }],
    ['{ [key: string]: number }', { type: 'object', additionalProperties: { type: 'number' } }],
    [
      '{ [key: string]: number | string }',
      {
        type: 'object',
        patternProperties: { a: { type: 'number' } },
        additionalProperties: { type: 'string' },
      },
    ],
    [
      '{ a?: string; [key: string]: unknown }',
      {
        type: 'object',
        properties: { a: { type: 'string' } },
        additionalProperties: true,
      },
    ],
    [
      '{ a?: string } & { [key: string]: number }',
      {
        type: 'object',
        properties: { a: { type: 'string' } },
        additionalProperties: { type: 'number' },
      },
    ],
    [
      '{ a?: string; b?: number }',
      {
        allOf: [{ properties: { a: { type: 'string' } } }, { properties: { b: { type: 'number' } } }],
      },
    ],
  ])('prints %s', (text, schema) => {
    expect(typeText(schema)).toBe(text);
  });

  it('inlines references, and names a recursive one', () => {
    const schema: JsonSchema = {
      $ref: '#/$defs/tree-node',
      $defs: {
        'tree-node': {
          type: 'object',
          properties: { next: { $ref: '#/$defs/tree-node' }, id: { $ref: '#/$defs/Id' } },
        },
        Id: { type: ['string', 'number'] },
      },
    };
    expect(typeText(schema)).toBe('{ next?: TreeNode; id?: string | number }');
    expect(typeText({ $ref: '#/$defs/Gone' })).toBe('unknown');
  });

  it('uses nameOf for references', () => {
    const root: JsonSchema = { $defs: { A: { type: 'string' } } };
    const nameOf = (ref: string) => ref.toUpperCase().replace(/^.*\//, 'My');
    expect(typeText({ items: { $ref: '#/$defs/A' } }, { root, nameOf })).toBe('MyA[]');
  });

  it('puts each property on its own line in block layout, under its description', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: {
        a: {
          type: 'object',
          description: 'First\nand */ more',
          properties: { b: { type: 'string', description: 'B' } },
        },
      },
    };
    expect(typeText(schema, { layout: 'block' })).toBe(`{
  /**
   * First
   * and *\\/ more
   */
  a?: {
    /** B */
    b?: string;
  };
}`);
  });
});

describe('toComment', () => {
  it('escapes comment delimiters in the text', () => {
    expect(toComment('a */ b')).toBe('/** a *\\/ b */');
    expect(toComment('a\n\n*/')).toBe('/**\n * a\n *\n * *\\/\n */');
  });
});
