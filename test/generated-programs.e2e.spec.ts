import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, typescriptFiles } from './support/repository.js';

describe('the texts of programs', () => {
  it('are what `npm run generate` writes', async () => {
    const { buildPrograms } = (await import(join(root, '.ci/programs.mjs'))) as {
      readonly buildPrograms: () => Promise<ReadonlyMap<string, string>>;
    };
    const files = typescriptFiles('src').filter((file) => file.endsWith('.program.gen.ts'));
    const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
    expect(texts).toEqual(await buildPrograms());
  });
});
