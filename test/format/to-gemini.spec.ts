import type { Schema } from '@google/genai';
import type { JsonSchema } from '../../src/base/json/json-schema.js';
import { toGemini, toGeminiName } from '../../src/format/to-gemini.js';
import { descriptorList, descriptors } from './descriptors.js';
import { brokenGeminiRules } from './gemini-rule-check.js';

/** Returns one property in Gemini's dialect, and the warnings about it. */
function property(schema: JsonSchema | boolean, $defs?: JsonSchema['$defs']): readonly [Schema | undefined, string] {
  let warning = '';
  const inputSchema: JsonSchema = {
    type: 'object',
    properties: { a: schema },
    ...($defs === undefined ? {} : { $defs }),
  };
  const tool = { name: 'tool', inputSchema };
  const { parameters } = toGemini(tool, { onWarning: (message) => (warning = message.replace(/^.*by Gemini: /, '')) });
  return [parameters?.properties?.a, warning];
}

describe('toGemini', () => {
  it.each(descriptorList)('satisfies the rules of the API for the tool %s', (_, tool) => {
    const { parameters } = toGemini(tool, { onWarning: () => undefined });
    expect(brokenGeminiRules(parameters ?? { type: undefined, anyOf: [] })).toEqual([]);
  });

  it('prints types in capitals and counts as text', () => {
    expect(toGemini(descriptors.plain, { onWarning: () => undefined })).toEqual({
      name: 'search',
      description: 'Search the knowledge base.\n\nFinds whole words only.',
      parameters: {
        type: 'OBJECT',
        properties: {
          query: { type: 'STRING', description: 'What to look for', minLength: '1' },
          limit: { type: 'INTEGER', description: 'At most this many hits', minimum: 1, maximum: 100, default: 10 },
          tags: { type: 'ARRAY', items: { type: 'STRING' }, description: 'Items must be unique.' },
        },
        required: ['query'],
      },
    });
  });

  it('has no parameters for a tool without arguments', () => {
    expect(toGemini(descriptors.noArguments)).toEqual({ name: 'now', description: 'The time' });
  });

  it('inlines references and replaces a recursion by a described object', () => {
    const again = {
      type: 'OBJECT',
      description: 'Repeats the shape of Node: { value: number; children?: Node[]; parent?: Node | null }.',
    };
    const { parameters } = toGemini(descriptors.recursive, { onWarning: () => undefined });
    expect(parameters?.properties?.tree).toEqual({
      type: 'OBJECT',
      description: 'The root',
      properties: {
        value: { type: 'NUMBER' },
        children: { type: 'ARRAY', items: again },
        parent: { ...again, nullable: true },
      },
      required: ['value'],
    });
  });

  it('uses nullable instead of null types', () => {
    expect(toGemini(descriptors.nullable).parameters?.properties).toEqual({
      nickname: { type: 'STRING', maxLength: '20', nullable: true },
      owner: { type: 'OBJECT', properties: { id: { type: 'STRING' } }, nullable: true },
      mode: { type: 'STRING', format: 'enum', enum: ['a', 'b'], nullable: true },
      nothing: { type: 'NULL' },
    });
  });

  it('lists only string values, and describes others in words', () => {
    expect(property({ const: 'x' })).toEqual([{ type: 'STRING', format: 'enum', enum: ['x'] }, '']);
    expect(property({ type: 'integer', enum: [3, 1] })).toEqual([
      { type: 'INTEGER', minimum: 1, maximum: 3, description: 'One of: 3, 1.' },
      "/properties/a: 'enum' of numbers.",
    ]);
    expect(property({ enum: ['', 'x'], description: 'Mark' })).toEqual([
      { type: 'STRING', description: 'Mark. One of: "", "x".' },
      "/properties/a: 'enum' of an empty string.",
    ]);
    expect(property({ enum: [[1], ['a']] })[0]).toEqual({
      type: 'ARRAY',
      items: { type: 'STRING' },
      description: 'One of: [1], ["a"].',
    });
  });

  it('rounds exclusive bounds of integers and describes exclusive bounds of other numbers', () => {
    expect(property({ type: 'integer', exclusiveMinimum: 0, minimum: -5, exclusiveMaximum: 10 })).toEqual([
      { type: 'INTEGER', minimum: 1, maximum: 9 },
      '',
    ]);
    expect(property({ type: 'number', exclusiveMaximum: 1 })).toEqual([
      { type: 'NUMBER', maximum: 1, description: 'Less than 1.' },
      "/properties/a: 'exclusiveMaximum'.",
    ]);
  });

  it('describes unsupported keywords in words', () => {
    expect(property({ type: 'object', additionalProperties: { type: 'number' }, description: 'Prices' })).toEqual([
      {
        type: 'OBJECT',
        description: 'Prices. Further properties of any name are allowed; each must match {"type":"number"}.',
      },
      "/properties/a: 'additionalProperties'.",
    ]);
    expect(property({ type: 'string', not: { const: 'x' } })).toEqual([
      { type: 'STRING', description: 'Must not match {"const":"x"}.' },
      "/properties/a: 'not'.",
    ]);
    expect(property({ type: 'number', format: 'money' })).toEqual([
      { type: 'NUMBER', description: 'Format: money.' },
      "/properties/a: 'format'.",
    ]);
    expect(property({ type: 'array', prefixItems: [{ type: 'string' }, { type: 'string' }], items: false })).toEqual([
      {
        type: 'ARRAY',
        items: { type: 'STRING' },
        maxItems: '2',
        description: 'Items in this order: [string, string].',
      },
      "/properties/a: 'prefixItems'.",
    ]);
  });

  it('merges allOf of objects', () => {
    const both = property({
      allOf: [
        { type: 'object', properties: { x: { type: 'string' } }, required: ['x'] },
        { type: 'object', properties: { y: { type: 'number' } } },
      ],
    });
    expect(both).toEqual([
      { type: 'OBJECT', properties: { x: { type: 'STRING' }, y: { type: 'NUMBER' } }, required: ['x'] },
      '',
    ]);
  });

  it('lists all kinds of values if the schema accepts any value', () => {
    const [any, warning] = property(true);
    expect(any).toMatchObject({ description: 'Any JSON value.', nullable: true });
    expect(any?.anyOf).toHaveLength(5);
    expect(warning).toBe('/properties/a: any value is accepted.');
    expect(property({ $ref: '#/$defs/Gone' })[0]).toEqual(any);
  });

  it('describes the defaults and examples of a union in words, because anyOf supports few siblings', () => {
    expect(property({ type: ['string', 'boolean'], default: true, examples: ['x'] })).toEqual([
      { anyOf: [{ type: 'STRING' }, { type: 'BOOLEAN' }], description: 'Defaults to true. Examples: "x".' },
      '',
    ]);
    expect(property({ type: 'string', default: 'x', examples: ['y', 'z'] })[0]).toEqual({
      type: 'STRING',
      default: 'x',
      example: 'y',
    });
  });

  it('describes a recursive list by its items', () => {
    const $defs = { List: { type: 'array', items: { $ref: '#/$defs/List' } } } as const;
    expect(property({ $ref: '#/$defs/List' }, $defs)[0]).toEqual({
      type: 'ARRAY',
      items: { type: 'ARRAY', items: { type: 'OBJECT' }, description: 'Repeats the shape of List: List[].' },
    });
  });
});

describe('toGeminiName', () => {
  it('starts with a letter or an underscore', () => {
    expect(['search', '_x', '2fa', '-x'].map(toGeminiName)).toEqual(['search', '_x', '_2fa', '_-x']);
  });
});
