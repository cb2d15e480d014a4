import { rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { installPackedPackage } from '../support/packed-package.js';
import { root } from '../support/repository.js';

const compiler = createRequire(import.meta.url).resolve('typescript/lib/tsc.js');

describe('the types of the tools of a toolkit', () => {
  let project = '';
  afterEach(() => rmSync(project, { recursive: true, force: true }));

  it.each([6, 7])('are read by version %i of the AI SDK', async (major) => {
    const { compilePrograms } = await import(join(root, 'test/types/compile-programs.mjs'));
    project = installPackedPackage();
    const link = join(project, 'node_modules/ai');
    rmSync(link);
    symlinkSync(join(root, `test/peers/ai-sdk-${major}/node_modules/ai`), link);
    const programs = join(root, 'test/fixtures/ai-sdk-types');
    const { differences, expected } = compilePrograms({ project, compiler, legacy: true, programs });
    expect(differences).toEqual([]);
    expect(expected).toBeGreaterThan(5);
  });
});
