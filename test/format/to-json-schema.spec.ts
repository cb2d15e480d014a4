import { toJsonSchema } from '../../src/format/to-json-schema.js';
import { descriptorList, descriptors } from './descriptors.js';
import { brokenStrictRules } from './strict-rule-check.js';

describe('toJsonSchema', () => {
  it('gives name, description and parameters as one flat object', () => {
    const { name, description, inputSchema } = descriptors.plain;
    expect(toJsonSchema(descriptors.plain)).toEqual({
      type: 'function',
      name,
      description,
      parameters: inputSchema,
      strict: false,
    });
  });

  it('leaves out a description that there is not', () => {
    expect(toJsonSchema(descriptors.strictAlready)).toEqual({
      type: 'function',
      name: 'add',
      parameters: descriptors.strictAlready.inputSchema,
      strict: true,
    });
  });

  it('puts extra fields beside its own, and keeps type, name and parameters', () => {
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

  it.each(descriptorList)('calls the tool %s strict only if its schema keeps the rules', (_, tool) => {
    const { strict, parameters } = toJsonSchema(tool);
    if (strict) expect(brokenStrictRules(parameters)).toEqual([]);
    else expect(parameters).toBe(tool.inputSchema);
  });
});
