import { toJsonSchema } from '../../src/format/to-json-schema.js';
import { descriptorList, descriptors } from './descriptors.js';
import { brokenStrictRules } from './strict-rule-check.js';

describe('toJsonSchema', () => {
  it('returns name, description and parameters as one flat object', () => {
    const { name, description, inputSchema } = descriptors.plain;
    expect(toJsonSchema(descriptors.plain)).toEqual({
      type: 'function',
      name,
      description,
      parameters: inputSchema,
      strict: false,
    });
  });

  it('omits a missing description', () => {
    expect(toJsonSchema(descriptors.strictAlready)).toEqual({
      type: 'function',
      name: 'add',
      parameters: descriptors.strictAlready.inputSchema,
      strict: true,
    });
  });

  it('adds extra fields, and preserves type, name and parameters', () => {
    const extra = { cache: true, description: 'Better', strict: true, type: 'x', name: 'y', parameters: 'z' };
    expect(toJsonSchema(descriptors.plain, { extra })).toEqual({
      type: 'function',
      name: 'search',
      description: 'Better',
      parameters: descriptors.plain.inputSchema,
      strict: true,
      cache: true,
    });
  });

  it.each(descriptorList)('marks the tool %s as strict only if its schema satisfies the rules', (_, tool) => {
    const { strict, parameters } = toJsonSchema(tool);
    if (strict) expect(brokenStrictRules(parameters)).toEqual([]);
    else expect(parameters).toBe(tool.inputSchema);
  });
});
