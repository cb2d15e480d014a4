import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, runNode } from '../support/repository.js';
import { createPluginProject, expectedReport, writeFiles } from './plugin-project.js';

const tsx = pathToFileURL(join(root, 'test/programs/node_modules/tsx/dist/loader.mjs')).href;
const tsNode = pathToFileURL(join(root, 'node_modules/ts-node/esm.mjs')).href;
const register = 'toolwright/register';

describe('toolwright/register', () => {
  let project = '';

  beforeAll(() => {
    project = createPluginProject();
  }, 120_000);

  afterAll(() => {
    rmSync(project, { recursive: true, force: true });
  });

  it.each([
    ['Node.js without another loader', ['--import', register]],
    ['tsx that is registered after it', ['--import', register, '--import', tsx]],
    ['tsx that is registered before it', ['--import', tsx, '--import', register]],
    ['ts-node', ['--import', register, '--loader', tsNode]],
  ])('publishes types, comments and names with %s', (_, args) => {
    const output = runNode([...args, 'src/main.ts'], { cwd: project, env: { TS_NODE_TRANSPILE_ONLY: '1' } });
    expect(JSON.parse(output)).toEqual(expectedReport);
  });

  it.each([
    ['before tsx', ['--import', register, '--import', tsx]],
    ['after tsx', ['--import', tsx, '--import', register]],
  ])('reports the lines of thrown errors %s', (_, args) => {
    writeFiles(project, {
      'src/fails.ts':
        "import { orders } from './orders.ts';\ntry {\n  orders.fail('broken');\n} catch (error) {\n" +
        '  process.stdout.write(String((error as Error).stack));\n}\n',
    });
    const output = runNode(['--enable-source-maps', ...args, 'src/fails.ts'], { cwd: project });
    expect(output).toMatch(/src\/orders\.ts:33:11\b/);
    expect(output).toMatch(/src\/fails\.ts:3:10\b/);
  });

  it('works in a CommonJS package with tsx, and without it says what to do where Node.js cannot run it', () => {
    const folder = join(project, 'commonjs');
    cpSync(join(project, 'src'), join(folder, 'src'), { recursive: true });
    cpSync(join(project, 'tsconfig.json'), join(folder, 'tsconfig.json'));
    writeFiles(folder, {
      'package.json': JSON.stringify({ name: 'commonjs', type: 'commonjs' }),
      'src/first.ts':
        "import { orders } from './orders.ts';\nconsole.log(orders.toolSpec('find').inputSchema.properties?.state);\n",
    });
    const run = (...args: string[]): { readonly stdout: string; readonly stderr: string } =>
      spawnSync(process.execPath, [...args, 'src/first.ts'], {
        cwd: folder,
        encoding: 'utf8',
        env: { PATH: process.env.PATH },
      });
    const schema = "{ type: 'string', enum: [ 'open', 'paid' ] }";
    expect(run('--import', tsx, '--import', register).stdout.trim()).toBe(schema);
    const alone = run('--import', register);
    if (Number.parseInt(process.versions.node, 10) >= 24) expect(alone.stdout.trim()).toBe(schema);
    else expect(alone.stderr).toContain('use Node.js 24 or later; run it with tsx');
  });

  it('is what a jest transformer adds to another transformer', () => {
    writeFiles(project, {
      'src/orders.test.ts': `import { orders } from './orders.ts';
test('publishes', () => {
  expect(Object.keys(orders.toolSpec('find').inputSchema.properties)).toEqual(['query', 'state', 'filter', 'limit']);
});
`,
      'jest.config.json': JSON.stringify({
        testEnvironment: 'node',
        testMatch: ['**/src/*.test.ts'],
        extensionsToTreatAsEsm: ['.ts'],
        cacheDirectory: join(project, 'jest-cache'),
        transform: {
          '\\.ts$': [
            'toolwright/jest',
            {
              transformer: [
                join(root, 'node_modules/@swc/jest'),
                {
                  jsc: {
                    parser: { syntax: 'typescript', decorators: true },
                    transform: { legacyDecorator: true },
                    minify: { mangle: true },
                  },
                  module: { type: 'es6' },
                },
              ],
            },
          ],
        },
      }),
    });
    const jest = (): string =>
      execFileSync(process.execPath, ['--experimental-vm-modules', join(root, 'node_modules/jest/bin/jest.js')], {
        cwd: project,
        encoding: 'utf8',
        stdio: 'pipe',
        env: { PATH: process.env.PATH },
      });
    expect(jest).not.toThrow();
    // The transformed orders.ts is cached, but its records depend on this file.
    const types = 'export interface Filter {}\nexport type State = { readonly name: string };\n';
    writeFiles(project, {
      'src/types.ts': types,
      'src/orders.test.ts': `import { orders } from './orders.ts';
test('publishes the edited type', () => {
  expect(orders.toolSpec('find').inputSchema.properties.state.type).toBe('object');
});
`,
    });
    expect(jest).not.toThrow();
  });
});

describe('toolwright/next-loader', () => {
  it('adds the records of a module, and depends on the files with their types', () => {
    const project = createPluginProject();
    try {
      const resourcePath = join(project, 'src/orders.ts');
      // A loader is loaded with require(), in the process of the bundler.
      writeFiles(project, {
        'load.cjs': `const { default: loader } = require('toolwright/next-loader');
const report = { dependencies: [] };
loader.call({
  resourcePath: ${JSON.stringify(resourcePath)},
  addDependency: (file) => report.dependencies.push(file),
  callback: (error, code, map) => Object.assign(report, { error, code, map }),
}, "export class Orders {}\\nexport const text = 'x';\\n");
console.log(JSON.stringify(report));
`,
      });
      const report = JSON.parse(runNode(['load.cjs'], { cwd: project }));
      expect(report.error).toBeNull();
      expect(report.code).toContain("schema: {type: 'string', enum: ['open', 'paid']}");
      expect(report.map).toMatchObject({ version: 3, sources: [resourcePath] });
      expect(report.dependencies).toEqual(
        expect.arrayContaining(['src/types.ts', 'src/dto.ts', 'tsconfig.json'].map((name) => join(project, name))),
      );
    } finally {
      rmSync(project, { recursive: true });
    }
  });
});
