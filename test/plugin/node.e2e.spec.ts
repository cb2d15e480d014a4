import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, runNode } from '../support/repository.js';
import { mappedDtoReport, mappedDtos } from './mapped-dtos.js';
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

  it('applies the rules of mapped DTO classes and of mixins, also in a CommonJS package', () => {
    const folder = join(project, 'mapped');
    for (const type of ['module', 'commonjs']) {
      writeFiles(folder, { 'package.json': JSON.stringify({ type }), ...mappedDtos });
      cpSync(join(project, 'tsconfig.json'), join(folder, 'tsconfig.json'));
      expect(JSON.parse(runNode(['--import', register, 'src/mapped.ts'], { cwd: folder }))).toEqual(mappedDtoReport);
    }
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

  it.each([
    ['without another loader', ['--import', register]],
    ['with tsx', ['--import', tsx, '--import', register]],
    ['with require()', ['--require', register]],
  ])('works in a CommonJS package %s', (_, args) => {
    const folder = join(project, 'commonjs');
    cpSync(join(project, 'src'), join(folder, 'src'), { recursive: true });
    cpSync(join(project, 'tsconfig.json'), join(folder, 'tsconfig.json'));
    writeFiles(folder, {
      'package.json': JSON.stringify({ name: 'commonjs', type: 'commonjs' }),
      'src/first.ts': `import { orders } from './orders';
import { label } from './label.mjs';
console.log(require.main === module, label, orders.toolSpec('find').inputSchema.properties?.state);
`,
      'src/label.mts': "export const label: string = 'orders';\n",
    });
    const output = runNode([...args, 'src/first.ts'], { cwd: folder });
    expect(output).toBe("true orders { type: 'string', enum: [ 'open', 'paid' ] }\n");
  });

  it.each(['module', 'commonjs'])('refuses a file with a syntax error in a package of the type %s', (type) => {
    const folder = join(project, 'syntax');
    writeFiles(folder, {
      'package.json': JSON.stringify({ type }),
      'lamp.ts': "import { Tool } from 'toolwright';\nconst level: = 3;\nif (level > 1 { console.log(Tool); }\n",
    });
    const { stdout, stderr } = spawnSync(process.execPath, ['--import', register, 'lamp.ts'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(stdout).toBe('');
    expect(stderr).toMatch(/lamp\.ts:2:14: Type expected\./);
    const tool = 'class Lamp extends ToolRegistry {\n  @Tool() dim(level = ): number { return level; }\n}\n';
    writeFiles(folder, { 'lamp.ts': `import { Tool, ToolRegistry } from 'toolwright';\n${tool}` });
    const { stderr: ofTool } = spawnSync(process.execPath, ['--import', register, 'lamp.ts'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(ofTool).toMatch(/lamp\.ts:3:23: Expression expected\./);
  });

  it('compiles class fields as the target of the project does, and keeps import() in CommonJS modules', () => {
    const folder = join(project, 'fields');
    const compilerOptions = { target: 'ES2021', module: 'CommonJS', experimentalDecorators: true, types: [] };
    writeFiles(folder, {
      'package.json': JSON.stringify({ type: 'commonjs' }),
      'tsconfig.json': JSON.stringify({ compilerOptions, include: ['.'] }),
      'light.mjs': 'export const light = await Promise.resolve(7);\n',
      'lamp.ts': `import { Tool, ToolRegistry } from 'toolwright';
class Lamp extends ToolRegistry {
  private readonly doubled = this.level * 2;
  constructor(private readonly level: number) { super(); }
  @Tool() get(unit: 'lux'): string { return this.doubled + unit; }
}
console.log(new Lamp(2).get('lux'));
import('./light.mjs').then(({ light }: { light: number }) => console.log(light));
`,
    });
    expect(runNode(['--import', register, 'lamp.ts'], { cwd: folder })).toBe('4lux\n7\n');
  });

  describe('with decorators of parameters', () => {
    const lamp = `import { Bind, Param, Tool, ToolRegistry } from 'toolwright';
class Lamp extends ToolRegistry {
  @Tool()
  dim(@Param({ minimum: 1 }) level: number, @Bind('room') room: string): string { return room + level; }
}
const spec = new Lamp().toolSpec('dim');
console.log(JSON.stringify(spec.inputSchema.properties));
`;
    let folder = '';

    beforeEach(() => {
      // No folder above has a tsconfig file.
      folder = mkdtempSync(join(tmpdir(), 'toolwright-decorators-'));
      symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'), 'dir');
      writeFiles(folder, { 'package.json': JSON.stringify({ type: 'module' }), 'lamp.ts': lamp });
    });

    afterEach(() => {
      rmSync(folder, { recursive: true });
    });

    function runLamp(): { readonly stdout: string; readonly stderr: string } {
      return spawnSync(process.execPath, ['--import', register, 'lamp.ts'], { cwd: folder, encoding: 'utf8' });
    }

    it('keeps them without a tsconfig file', () => {
      expect(runLamp()).toMatchObject({ stdout: '{"level":{"type":"number","minimum":1}}\n', stderr: '' });
    });

    it('refuses them in a project whose compiler would drop them, also after it ran without a tsconfig file', () => {
      runLamp();
      writeFiles(folder, { 'tsconfig.json': JSON.stringify({ compilerOptions: { strict: true } }) });
      const { stdout, stderr } = runLamp();
      expect(stdout).toBe('');
      expect(stderr).toContain(
        "lamp.ts:4:7 Lamp.dim: the decorator '@Param({ minimum: 1 })' of a parameter would be dropped. Fix one of: set " +
          '"experimentalDecorators": true in the tsconfig file that includes this file, such as tsconfig.app.json; use the options params, bind and ctx of @Tool().',
      );
    });
  });

  it.each([
    ["'await' outside of a function", 'first.ts', 'await Promise.resolve();', 'npm pkg set type=module'],
    ["'import.meta'", 'first.ts', 'console.log((() => import.meta.url)());', 'npm pkg set type=module'],
    ["'await' outside of a function", 'first.cts', 'for await (const one of []) console.log(one);', 'file .mts.'],
  ])('refuses %s in a CommonJS module: %s', (what, name, code, fix) => {
    const folder = join(project, 'refused');
    writeFiles(folder, {
      'package.json': JSON.stringify({ type: 'commonjs' }),
      [name]: `import { Tool } from 'toolwright';\nclass Lamp { @Tool() dim(level: 'low'): string { return level; } }\n${code}\n`,
    });
    const { stderr } = spawnSync(process.execPath, ['--import', register, name], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env.PATH },
    });
    const file = join(folder, name);
    expect(stderr).toMatch(`DefinitionError: ${file}:3 uses ${what}, which a CommonJS module cannot. `);
    expect(stderr).toMatch(fix);
  });

  it('reads the format of a package that states none from the syntax of the module', () => {
    const folder = join(project, 'untyped');
    writeFiles(folder, {
      'package.json': '{}',
      'module.ts': "import { sep } from 'node:path';\nawait Promise.resolve();\nconsole.log(typeof sep);\n",
      'common.ts': "import path = require('node:path');\nconsole.log(typeof path.sep, require.main === module);\n",
    });
    const run = (name: string): string => runNode(['--import', register, name], { cwd: folder });
    expect([run('module.ts'), run('common.ts')]).toEqual(['string\n', 'string true\n']);
  });

  describe('finds the file of an import', () => {
    const imports = {
      './label.js': 'label.ts',
      './view.js': 'view.tsx',
      './view.jsx': 'view.tsx',
      './module.mjs': 'module.mts',
      './common.cjs': 'common.cts',
      './label': 'label.ts',
      './folder': 'folder/index.ts',
      './label.js?again': 'label.ts',
      './my%20label.js': 'my label.ts',
      './my%20folder/100%25.js?again': 'my folder/100%.ts',
      './both.js': 'both.ts',
      './plain.js': 'plain.js',
      './data.json': 'data.json',
      '@labels/label': 'label.ts',
      '#labels/label.js': 'label.ts',
    };

    const contentOf = (name: string): string => {
      if (name.endsWith('.json')) return JSON.stringify({ name });
      return name.endsWith('.js') ? `export const name = '${name}';\n` : `export const name: string = '${name}';\n`;
    };

    let folder = '';

    beforeAll(() => {
      folder = join(project, 'imports');
      const names = Object.values(imports).map((name) => [`src/${name}`, contentOf(name)]);
      const compilerOptions = { jsx: 'react', module: 'NodeNext', paths: { '@labels/*': ['./src/*'] } };
      writeFiles(folder, {
        ...Object.fromEntries(names),
        'src/coded%20.ts': contentOf('coded%20.ts'),
        'src/both.js': "export const name = 'both.js';\n",
        'package.json': JSON.stringify({ type: 'module', imports: { '#labels/*.js': './src/*.js' } }),
        'tsconfig.json': JSON.stringify({ compilerOptions }),
      });
    });

    // Only the specifier of an ES module is a URL.
    const paths = Object.fromEntries(Object.entries(imports).filter(([specifier]) => !/[?%]/.test(specifier)));

    it.each([
      ['import()', imports, "(await import(specifier, specifier.endsWith('.json') ? json : {}))"],
      [
        'require()',
        { ...paths, './my label.js': 'my label.ts', './coded%20.js': 'coded%20.ts' },
        'createRequire(import.meta.url)(specifier)',
      ],
    ])('with %s', (_, expected, load) => {
      writeFiles(folder, {
        'src/main.ts': `import { createRequire } from 'node:module';
const json = { with: { type: 'json' } };
const found: Record<string, string> = {};
for (const specifier of ${JSON.stringify(Object.keys(expected))}) {
  const module = ${load};
  found[specifier] = module.name ?? module.default.name;
}
console.log(JSON.stringify(found), typeof createRequire, typeof json);
`,
      });
      const output = runNode(['--import', register, 'src/main.ts'], { cwd: folder, env: { NODE_NO_WARNINGS: '1' } });
      expect(output).toBe(`${JSON.stringify(expected)} function object\n`);
    });

    it('in the order of Node.js if a JavaScript file imports it', () => {
      writeFiles(folder, {
        'src/main.js':
          "import { name } from './both.js';\nimport * as label from './label.js';\nconsole.log(name, label.name);\n",
      });
      expect(runNode(['--import', register, 'src/main.js'], { cwd: folder })).toBe('both.js label.ts\n');
    });

    it('and reports what Node.js does, if there is none', () => {
      writeFiles(folder, {
        'src/main.ts': `for (const specifier of ['./nothing.js', 'nothing', '@labels/nothing', './coded%20.js', './a%2fb.js', './%zz.js']) {
  await import(specifier).catch((error) => console.log(error.code, error.message));
}
`,
      });
      const lines = runNode(['--import', register, 'src/main.ts'], { cwd: folder }).trim().split('\n');
      const from = `imported from ${join(folder, 'src/main.ts')}`;
      expect(lines).toEqual([
        `ERR_MODULE_NOT_FOUND Cannot find module '${join(folder, 'src/nothing.js')}' ${from}`,
        `ERR_MODULE_NOT_FOUND Cannot find package 'nothing' ${from}`,
        `ERR_MODULE_NOT_FOUND Cannot find package '@labels/nothing' ${from}`,
        `ERR_MODULE_NOT_FOUND Cannot find module '${join(folder, 'src/coded .js')}' ${from}`,
        expect.stringMatching(/^ERR_INVALID_MODULE_SPECIFIER /),
        'undefined URI malformed',
      ]);
    });
  });

  it.each([
    ['an ES module', 'start.mjs', "import 'toolwright/register';\nawait import('./src/main.ts');\n"],
    ['a CommonJS module', 'start.cjs', "require('toolwright/register');\nvoid import('./src/main.ts');\n"],
  ])('is imported by %s that imports the rest', (_, name, text) => {
    writeFiles(project, { [name]: text });
    expect(JSON.parse(runNode([name], { cwd: project }))).toEqual(expectedReport);
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
