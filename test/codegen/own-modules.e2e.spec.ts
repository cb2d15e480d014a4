import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateToolSchemas } from '../../src/build/codegen/generate.js';
import { root } from '../support/repository.js';

describe('the generated modules of the package', () => {
  it.each([
    ['src/tsconfig.builtin.json', 'src/tools/builtin.gen.ts'],
    ['src/tsconfig.guarded.json', 'src/tools/guarded.gen.ts'],
  ])(
    'are what the types of %s say, and import the source of the package',
    (project, out) => {
      const generation = generateToolSchemas({ project: join(root, project), out: join(root, out) });
      expect({ problems: generation.problems, warnings: generation.warnings }).toEqual({ problems: [], warnings: [] });
      expect(generation.text).toBe(readFileSync(join(root, out), 'utf8'));
      expect(generation.text).toContain("import { defineToolSchemas } from '../tool/metadata/index.js';");
    },
    60_000,
  );
});
