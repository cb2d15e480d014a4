import { toAnthropic } from '../../src/format/to-anthropic.js';
import { descriptorList, descriptors } from './descriptors.js';

describe('toAnthropic', () => {
  it('returns the schema with the inputs of the examples', () => {
    expect(toAnthropic(descriptors.plain)).toEqual({
      name: 'search',
      description: 'Search the knowledge base.\n\nFinds whole words only.',
      input_schema: descriptors.plain.inputSchema,
      input_examples: [{ query: 'pizza' }, { query: 'x', limit: 1 }],
    });
  });

  it('omits missing fields', () => {
    expect(toAnthropic(descriptors.reserved)).toEqual({
      name: 'delete',
      input_schema: { type: 'object', properties: {} },
    });
  });

  it.each(descriptorList)('has a plain object at the top level for the tool %s', (_, tool) => {
    const { input_schema: schema } = toAnthropic(tool, { onWarning: () => undefined });
    expect(schema.type).toBe('object');
    for (const keyword of ['anyOf', 'oneOf', 'allOf', '$ref']) expect(schema).not.toHaveProperty(keyword);
  });

  it('merges allOf at the top level without a warning', () => {
    const messages: string[] = [];
    const { input_schema: schema } = toAnthropic(descriptors.allOf, { onWarning: (message) => messages.push(message) });
    expect(Object.keys(schema.properties ?? {})).toEqual(['age', 'name', 'nick']);
    expect(schema.required).toEqual(['name', 'age']);
    expect(messages).toEqual([]);
  });

  it('reports property names and unions that the API rejects', () => {
    const messages: string[] = [];
    const onWarning = (message: string) => messages.push(message);
    toAnthropic(descriptors.unicode, { onWarning });
    toAnthropic(descriptors.alternatives, { onWarning });
    expect(messages).toEqual([
      `Tool 'greet-user' is not fully supported by Anthropic: property name "名前" is rejected by the API.`,
      "Tool 'find' is not fully supported by Anthropic: (top level): alternatives became one object.",
    ]);
  });
});
