import { ToolSpec } from 'toolwright';
import type { JsonSchema } from '../../src/base/json/json-schema.js';
import { toMcp } from '../../src/format/to-mcp.js';
import { descriptors } from './descriptors.js';

describe('toMcp', () => {
  it('returns all fields of the protocol', () => {
    const { inputSchema, outputSchema } = descriptors.plain;
    expect(toMcp(descriptors.plain)).toEqual({
      name: 'search',
      title: 'Search',
      description: 'Search the knowledge base.\n\nFinds whole words only.',
      inputSchema,
      outputSchema,
      annotations: { readOnlyHint: true },
      _meta: { origin: 'test' },
    });
  });

  it('returns the icons', () => {
    const icons = [{ src: 'https://example.com/a.png', sizes: ['48x48'], theme: 'dark' as const }];
    const spec = ToolSpec.create({ name: 'look', icons, executor: { kind: 'test', execute: () => 1 } });
    expect(spec.toMcp().icons).toEqual(icons);
    expect(spec.rename('see').toMcp().icons).toEqual(icons);
    icons.pop();
    expect(spec.icons).toHaveLength(1);
  });

  it("returns the author's schemas unchanged", () => {
    const authoredInputSchema: JsonSchema = { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' };
    const authoredOutputSchema: JsonSchema = { type: 'object', title: 'Result' };
    const exported = toMcp({ ...descriptors.plain, authoredInputSchema, authoredOutputSchema });
    expect(exported).toMatchObject({ inputSchema: authoredInputSchema, outputSchema: authoredOutputSchema });
  });

  it('omits an output schema that does not describe an object', () => {
    expect(toMcp(descriptors.noArguments)).not.toHaveProperty('outputSchema');
    const withOutput = (outputSchema: JsonSchema) => toMcp({ ...descriptors.noArguments, outputSchema }).outputSchema;
    expect(withOutput({ type: ['object', 'null'] })).toBeUndefined();
    expect(withOutput({ anyOf: [{ type: 'object' }, { type: 'string' }] })).toBeUndefined();
    expect(withOutput({ $ref: '#' })).toBeUndefined();
  });

  it('adds the type object to a schema that implies it', () => {
    const withOutput = (outputSchema: JsonSchema) => toMcp({ ...descriptors.noArguments, outputSchema }).outputSchema;
    const union: JsonSchema = { anyOf: [{ type: 'object' }, { type: 'object', required: ['a'] }] };
    expect(withOutput(union)).toEqual({ ...union, type: 'object' });
    const reference: JsonSchema = { $ref: '#/$defs/A', $defs: { A: { type: 'object' } } };
    expect(withOutput(reference)).toEqual({ ...reference, type: 'object' });
    expect(toMcp({ name: 'x', inputSchema: union }).inputSchema).toEqual({ ...union, type: 'object' });
  });

  it('converts boolean schemas of properties to objects, which the protocol requires', () => {
    const inputSchema: JsonSchema = {
      type: 'object',
      properties: { any: true, none: false, text: { type: 'string' } },
    };
    expect(toMcp({ name: 'x', inputSchema }).inputSchema).toEqual({
      type: 'object',
      properties: { any: {}, none: { not: {} }, text: { type: 'string' } },
    });
  });
});
