import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { installPackedPackage } from '../support/packed-package.js';
import { runNode } from '../support/repository.js';

describe('toolwright/plugin without unplugin', () => {
  let project = '';

  beforeAll(() => {
    project = installPackedPackage();
    rmSync(join(project, 'node_modules/unplugin'), { recursive: true });
  }, 120_000);

  afterAll(() => {
    rmSync(project, { recursive: true, force: true });
  });

  it.each([
    ['an ES module', ['--input-type=module', '-e'], "import('toolwright/plugin')"],
    ['a CommonJS module', ['-e'], "new Promise((resolve) => resolve(require('toolwright/plugin')))"],
  ])('names the packages to install in %s', (_kind, options, load) => {
    const code = `${load}.catch((error) => console.log(error.name, error.message));`;
    expect(runNode([...options, code], { cwd: project })).toBe(
      'DefinitionError toolwright/plugin requires the package unplugin. ' +
        'Run: npm install --save-dev unplugin typescript-json-schema@~0.68.0\n',
    );
  });
});
