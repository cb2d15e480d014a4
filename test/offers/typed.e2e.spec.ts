import { join } from 'node:path';
import { generateToolSchemas } from '../../src/build/codegen/generate.js';

const folder = join(import.meta.dirname, 'typed');

describe('toolwright generate', () => {
  const generation = generateToolSchemas({
    project: folder,
    out: join(folder, 'toolwright.gen.ts'),
    types: join(folder, 'toolwright.types.ts'),
  });

  it('describes the parameters and comments of resources, prompts and completions', () => {
    expect(generation.problems).toEqual([]);
    for (const part of ['prices', 'label', 'countries', 'The price list of a country.', 'Where the parcel goes.']) {
      expect(generation.text).toContain(part);
    }
  });

  it('describes no result of them, which need not be JSON', () => {
    expect(generation.text?.match(/returns/g)).toHaveLength(1);
  });

  it('lists the types of tools only', () => {
    const types = JSON.stringify(generation.types);
    expect(types).toContain('send');
    expect(types).not.toContain('prices');
  });
});
