import { cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { installPackedPackage } from '../support/packed-package.js';
import { runNode } from '../support/repository.js';

describe('toolwright.vite() in the development server', () => {
  let project = '';

  beforeAll(() => {
    project = installPackedPackage();
    mkdirSync(join(project, 'elsewhere'));
  }, 120_000);

  afterAll(() => {
    rmSync(project, { recursive: true, force: true });
  });

  /** Runs the hook with which the plugin adds to a configuration, as Vite does. */
  const added = (config: object): unknown => {
    const code = `import toolwright from 'toolwright/plugin';
      console.log(JSON.stringify(toolwright.vite().config(${JSON.stringify(config)}, { command: 'serve', mode: 'development' })));`;
    return JSON.parse(runNode(['--no-warnings', '--input-type=module', '-e', code], { cwd: project }));
  };

  it.each([
    ['the working directory', {}],
    ['a root', { root: 'elsewhere' }],
    ['other exclusions', { optimizeDeps: { exclude: ['toolwright-extras'] } }],
  ])('optimises the module that the plugin imports, with %s', (_title, config) => {
    expect(added(config)).toEqual({ optimizeDeps: { include: ['toolwright/generated'] } });
  });

  it.each([['toolwright'], ['toolwright/http']])('does not load a second copy if the project excludes %s', (name) => {
    expect(added({ optimizeDeps: { exclude: [name] } })).toEqual({});
  });

  it('adds nothing to a root that does not have the package, or only a link to its sources', () => {
    expect(added({ root: '/' })).toEqual({});
    const linking = join(project, 'linked/app');
    cpSync(join(project, 'node_modules/toolwright'), join(project, 'linked/toolwright'), { recursive: true });
    mkdirSync(join(linking, 'node_modules'), { recursive: true });
    symlinkSync(join(project, 'linked/toolwright'), join(linking, 'node_modules/toolwright'));
    expect(added({ root: linking })).toEqual({});
  });
});
