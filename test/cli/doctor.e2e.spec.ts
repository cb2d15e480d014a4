import { spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeFiles } from '../plugin/plugin-project.js';
import { packedCommand, packedFolder } from '../support/packed-package.js';
import { readManifest } from '../support/repository.js';
import { type Run, runOf } from './command-line.js';

const { peerDependencies = {} } = readManifest();

interface Finding {
  readonly area: string;
  readonly status: string;
  readonly message: string;
  readonly remedy?: string;
}

const goodOptions = {
  target: 'ES2022',
  module: 'NodeNext',
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  skipLibCheck: true,
};

const tool = `import { ToolSpec } from 'toolwright';
export const find = ToolSpec.fromFunction(function find() { return 'found'; }, { inputSchema: { type: 'object' } });
`;

describe('toolwright doctor', () => {
  const folders: string[] = [];

  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  /** Creates a project with packages that have only a version, and a link to toolwright. */
  function createProject(
    files: Readonly<Record<string, string>>,
    packages: Readonly<Record<string, string>> = {},
  ): string {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolwright-doctor-')));
    folders.push(folder);
    const versions = Object.entries({ rxjs: '7.8.2', 'reflect-metadata': '0.2.2', ...packages });
    const manifests = versions.map(([name, version]) => [
      `node_modules/${name}/package.json`,
      JSON.stringify({ name, version }),
    ]);
    writeFiles(folder, {
      'package.json': '{ "name": "app", "type": "module" }',
      ...Object.fromEntries(manifests),
      ...files,
    });
    symlinkSync(packedFolder, join(folder, 'node_modules/toolwright'), 'dir');
    return folder;
  }

  function run(folder: string, ...args: readonly string[]): Promise<Run> {
    const child = spawn(process.execPath, [packedCommand, 'doctor', ...args], { cwd: folder });
    child.stdin.end();
    return runOf(child);
  }

  /** Returns the problems of a project. What the link to toolwright causes is left out. */
  async function problemsOf(folder: string, ...args: readonly string[]): Promise<readonly Finding[]> {
    const { stdout } = await run(folder, '--json', ...args);
    const findings: readonly Finding[] = JSON.parse(stdout).data.findings;
    return findings.filter(({ status, message }) => status !== 'ok' && !message.startsWith('toolwright uses version'));
  }

  const tsconfig = (compilerOptions: object): Readonly<Record<string, string>> => {
    return { 'tsconfig.json': JSON.stringify({ compilerOptions }) };
  };

  it('prints what is installed and configured, and exits with 0 without an error', async () => {
    const folder = createProject(
      { ...tsconfig(goodOptions), 'tools.js': tool },
      { typescript: '5.9.3', '@modelcontextprotocol/sdk': '1.40.0', tsx: '4.20.0' },
    );
    const { code, stdout, stderr } = await run(folder, 'tools.js');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [node, ...lines] = stdout.split('\n');
    expect(node).toBe(`Node.js     ${process.versions.node} (>=20.19 is required)`);
    expect(lines.join('\n')).toContain(`package     ${folder}: ES modules ("type": "module")\n`);
    expect(stdout).toContain('TypeScript  5.9.3\n');
    expect(stdout).toContain('target ES2022, module NodeNext, moduleResolution unset, experimentalDecorators true');
    expect(stdout).toContain('build       tsx 4.20.0\n');
    expect(stdout).toContain('@modelcontextprotocol/sdk 1.40.0');
    expect(stdout).toContain('tools       1 in tools.js: find\n');
  });

  it('reports errors with their remedies, and exits with 1', async () => {
    const folder = createProject(tsconfig(goodOptions), { 'class-validator': '0.13.0', 'class-transformer': '0.5.1' });
    const { code, stdout } = await run(folder);
    expect(code).toBe(1);
    const range = peerDependencies['class-validator'];
    expect(stdout).toContain(
      `\nerror: class-validator: Version 0.13.0 is not supported (${range}).\n  Run: npm install 'class-validator@${range}'\n`,
    );
    const { ok, exitCode, error, data } = JSON.parse((await run(folder, '--json')).stdout);
    expect({ ok, exitCode, error }).toEqual({
      ok: false,
      exitCode: 1,
      error: { code: 'problems', message: expect.stringMatching(/^1 error was found\.$/) },
    });
    expect(data).toMatchObject({ errors: 1 });
  });

  it.each([
    ['nest-cli.json', '{}', 'Nest CLI', 'toolwright/nest-plugin', /^Add it to compilerOptions: "plugins"/],
    ['jest.config.js', "{ transform: { ts: '@swc/jest' } }", 'jest', 'toolwright/jest', /^Use it in transform: /],
    [
      'jest.config.ts',
      "{ preset: 'ts-jest' }",
      'jest',
      'toolwright/jest',
      /^Add to the options of ts-jest: "astTransformers"/,
    ],
    ['package.json', '{ "jest": { "preset": "ts-jest" } }', 'jest', 'toolwright/jest', /"toolwright\/nest-plugin"/],
  ])('warns that %s with %s reads no types', async (file, text, area, plugin, remedy) => {
    const folder = createProject({ ...tsconfig(goodOptions), [file]: text }, { typescript: '5.9.3' });
    const message = `${file} does not use ${plugin}, so tools have only the types that are emitted.`;
    const finding = { area, status: 'warning', message, remedy: expect.stringMatching(remedy) };
    expect(await problemsOf(folder)).toEqual([finding]);
  });

  it.each([
    ['nest-cli.json', '{ "compilerOptions": { "plugins": ["toolwright/nest-plugin"] } }'],
    ['jest.config.js', "{ transform: { ts: ['toolwright/jest', { transformer: '@swc/jest' }] } }"],
    [
      'jest.config.js',
      "{ transform: { ts: ['ts-jest', { astTransformers: { before: ['toolwright/nest-plugin'] } }] } }",
    ],
  ])('accepts %s with %s', async (file, text) => {
    const packages = { typescript: '5.9.3', 'typescript-json-schema': '0.68.4' };
    const folder = createProject({ ...tsconfig(goodOptions), [file]: text }, packages);
    expect(await problemsOf(folder)).toEqual([]);
    expect((await run(folder)).stdout).toMatch(new RegExp(`^(?:Nest CLI|jest) +${file} with toolwright/`, 'm'));
  });

  it.each([
    [{ 'jest.config.js': '{}' }],
    [{ ...tsconfig(goodOptions), 'jest.config.js': '{}', 'src/toolwright.gen.ts': '' }],
  ])('does not warn of jest without types to read, and with a generated module: %j', async (files) => {
    expect(await problemsOf(createProject(files, { typescript: '5.9.3' }))).toEqual([]);
  });

  it.each([
    [{ emitDecoratorMetadata: true }, 'error', 'Set "experimentalDecorators": true.'],
    [
      { ...goodOptions, emitDecoratorMetadata: false },
      'warning',
      'Set "emitDecoratorMetadata": true, or run: npm install --save-dev typescript-json-schema@~0.68.0',
    ],
    [{ ...goodOptions, skipLibCheck: false }, 'warning', 'Set "skipLibCheck": true.'],
    [{ ...goodOptions, target: 'es5' }, 'error', 'Set "target": "ES2022".'],
    [{ target: 'ESNext', module: 'NodeNext' }, 'warning', 'Set "target": "ES2022".'],
    [{ ...goodOptions, module: 'ES2022' }, 'error', 'Set "moduleResolution": "bundler", or "module": "NodeNext".'],
    [
      { ...goodOptions, moduleResolution: 'Classic' },
      'error',
      'Set "moduleResolution": "bundler", or "module": "NodeNext".',
    ],
  ])('finds wrong compiler options: %j', async (options, status, remedy) => {
    const problems = await problemsOf(createProject(tsconfig(options), { typescript: '5.9.3' }));
    expect(problems).toContainEqual({ area: 'tsconfig', status, message: expect.any(String), remedy });
  });

  it.each([false, true])(
    'says that types can be read if typescript-json-schema is installed, legacy: %s',
    async (isLegacy) => {
      const options = { target: 'ES2022', module: 'NodeNext', experimentalDecorators: isLegacy, skipLibCheck: true };
      const packages = { typescript: '5.9.3', 'typescript-json-schema': '0.68.4' };
      const folder = createProject(tsconfig(options), packages);
      expect(await problemsOf(folder)).toEqual([]);
      expect((await run(folder)).stdout).toContain(
        'types       toolwright/register, the command and the plugins can read them (typescript-json-schema 0.68.4)\n',
      );
    },
  );

  it('warns that nothing publishes types if nothing can read them', async () => {
    const options = { target: 'ES2022', module: 'NodeNext', skipLibCheck: true };
    expect(await problemsOf(createProject(tsconfig(options)))).toEqual([
      {
        area: 'tsconfig',
        status: 'warning',
        message: expect.stringMatching(/^Nothing publishes the types of parameters: .* is not installed\.$/),
        remedy: 'Run: npm install --save-dev typescript-json-schema@~0.68.0',
      },
    ]);
  });

  it('says how decorators are compiled without tsconfig.json', async () => {
    const { stdout } = await run(createProject({}, { typescript: '5.9.3', 'typescript-json-schema': '0.68.4' }));
    expect(stdout).toContain(
      'tsconfig    there is no tsconfig.json: toolwright/register and the command compile legacy decorators\n',
    );
  });

  it('names the flag for scripts that run tsx', async () => {
    const folder = createProject(
      { 'package.json': '{ "name": "app", "type": "module", "scripts": { "start": "tsx src/main.ts" } }' },
      { 'typescript-json-schema': '0.68.4' },
    );
    expect(await problemsOf(folder)).toContainEqual(
      expect.objectContaining({ area: 'build', remedy: 'Add the flag to tsx: --import toolwright/register' }),
    );
  });

  it('reads comments and the files that tsconfig.json extends', async () => {
    const base = JSON.stringify({ compilerOptions: goodOptions });
    const folder = createProject({
      'tsconfig.json': '// ours\n{ "extends": ["./base", "@acme/tsconfig/tsconfig.json"], }',
      'base.json': base,
      'node_modules/@acme/tsconfig/tsconfig.json': '{ "compilerOptions": { "skipLibCheck": false } }',
    });
    expect((await problemsOf(folder)).map(({ remedy }) => remedy)).toEqual(['Set "skipLibCheck": true.']);
  });

  it.each([
    ['{ "extends": "./missing" }', 'does not exist'],
    ['{ "extends": "./tsconfig.json" }', 'extends itself'],
    ['{ "extends": "@acme/missing" }', 'is not installed'],
    ['{ "compilerOptions": ', 'is not valid JSON'],
  ])('reports a tsconfig.json that cannot be read: %j', async (text, message) => {
    const [problem] = await problemsOf(createProject({ 'tsconfig.json': text }));
    expect(problem).toMatchObject({ area: 'tsconfig', status: 'error', message: expect.stringContaining(message) });
  });

  it.each([
    ['5.4.5', 'error'],
    ['7.0.2', undefined],
  ])('checks the version of the compiler: %s', async (version, status) => {
    const problems = await problemsOf(createProject(tsconfig(goodOptions), { typescript: version }));
    expect(problems.find(({ area }) => area === 'TypeScript')?.status).toBe(status);
  });

  it.each([
    ['ai', '7.3.1', true],
    ['ai', '8.0.0', false],
    ['@anthropic-ai/claude-agent-sdk', '0.3.400', true],
    ['@anthropic-ai/claude-agent-sdk', '0.4.0', false],
    ['typescript-json-schema', '0.68.4', true],
    ['typescript-json-schema', '0.69.0', false],
    ['@nestjs/common', '12.0.0-next.1', false],
  ])('checks the version of a package: %s %s', async (name, version, isSupported) => {
    const problems = await problemsOf(createProject({}, { [name]: version }));
    expect(problems.some(({ area, status }) => area === name && status === 'error')).toBe(!isSupported);
  });

  it('finds a second copy of toolwright', async () => {
    const folder = createProject({
      'node_modules/@acme/kit/node_modules/toolwright/package.json': '{ "version": "0.0.9" }',
    });
    expect(await problemsOf(folder)).toContainEqual({
      area: 'toolwright',
      status: 'warning',
      message: `'${join(folder, 'node_modules/@acme/kit/node_modules/toolwright')}' is a second copy.`,
      remedy: 'Run: npm dedupe, or install the same version everywhere.',
    });
  });

  it('compares the copy that runs with that of the project', async () => {
    const folder = createProject({});
    rmSync(join(folder, 'node_modules/toolwright'));
    expect(await problemsOf(folder)).toContainEqual(
      expect.objectContaining({ area: 'toolwright', status: 'error', remedy: 'Run: npm install toolwright' }),
    );
    writeFiles(folder, { 'node_modules/toolwright/package.json': '{ "name": "toolwright", "version": "0.0.9" }' });
    expect(await problemsOf(folder)).toContainEqual(
      expect.objectContaining({ area: 'toolwright', remedy: `Run 'npx toolwright' in '${folder}'.` }),
    );
  });

  it('finds a bundler without the build plugin', async () => {
    const config = 'import toolwright from "toolwright/plugin"; export default { plugins: [toolwright.vite()] };';
    const without = createProject({ 'vite.config.ts': 'export default {};' });
    expect((await problemsOf(without)).map(({ area, status }) => [area, status])).toEqual([['build', 'warning']]);
    const packages = { 'typescript-json-schema': '0.68.4', unplugin: '3.7.0' };
    expect(await problemsOf(createProject({ 'vite.config.ts': config }, packages))).toEqual([]);
  });

  it.each<readonly [string, string, readonly string[]]>([
    ['vite.config.ts', 'import toolwright from "toolwright/plugin";', ['typescript-json-schema', 'unplugin']],
    ['next.config.js', 'import { withToolwright } from "toolwright/next";', ['typescript-json-schema']],
    ['jest.config.js', 'export default { transform: { ts: "toolwright/jest" } };', ['typescript-json-schema']],
    ['package.json', '{ "scripts": { "build": "toolwright generate && tsc" } }', ['typescript-json-schema']],
    ['package.json', '{ "scripts": { "start": "tsx --import toolwright/register a.ts" } }', ['typescript-json-schema']],
  ])(
    'finds that a package is missing which something requires that reads types: %s, %s',
    async (file, text, missing) => {
      const problems = await problemsOf(createProject({ [file]: text }));
      const errors = problems.filter(({ status }) => status === 'error');
      expect(errors.map(({ area }) => area)).toEqual(missing);
      for (const { remedy } of errors) expect(remedy).toContain('npm install --save-dev');
      const { stdout } = await run(
        createProject({ [file]: text }, { 'typescript-json-schema': '0.68.4', unplugin: '3.7.0' }),
      );
      expect(stdout).not.toContain('requires it, and it is not installed');
    },
  );

  it('does not mention ts-node, which no check is about', async () => {
    const { stdout } = await run(createProject({}, { 'ts-node': '10.9.2', tsx: '4.23.1' }));
    expect(stdout).toContain('build       tsx 4.23.1\n');
    expect(stdout).not.toContain('ts-node');
  });

  it('finds DTO packages that are useful only together', async () => {
    const problems = await problemsOf(createProject({}, { 'class-validator': '0.15.1' }));
    expect(problems.map(({ remedy }) => remedy)).toEqual(['Run: npm install class-transformer']);
  });

  it.each([
    ['export const = 1;', 'Cannot load'],
    ['export const nothing = 1;', 'exports no tools'],
  ])('reports a module whose tools cannot be loaded: %j', async (text, message) => {
    const [problem] = await problemsOf(createProject({ 'tools.js': text }), 'tools.js');
    expect(problem).toMatchObject({ area: 'tools', status: 'error', message: expect.stringContaining(message) });
  });

  it('finds parameters that are published with a wider type', async () => {
    const folder = createProject({
      ...tsconfig({ ...goodOptions, types: [] }),
      'lamp.ts': `import { Tool, ToolRegistry } from 'toolwright';
export class Lamp extends ToolRegistry {
  @Tool({ description: 'Dim' }) dim(level: 'low' | 'high'): string { return level; }
}`,
      'lamp.js': `import { ToolSpec } from 'toolwright';
export const dim = ToolSpec.fromFunction(function dim(level) { return level; }, {
  inputSchema: { type: 'object', properties: { level: { type: 'string' } }, required: ['level'] },
});`,
    });
    const problems = await problemsOf(folder, 'lamp.js');
    expect(problems.filter(({ area }) => area === 'tools')).toEqual([
      {
        area: 'tools',
        status: 'warning',
        message: expect.stringContaining("Lamp.dim: parameter 'level' is published as any string"),
        remedy: expect.stringContaining('One of: use the build plugin'),
      },
    ]);
  });

  it.each([
    [['a.js', 'b.js'], "'doctor' accepts one module."],
    [['--fix'], "'doctor' has no option --fix."],
  ])('refuses the arguments %j', async (args, message) => {
    const { code, stderr } = await run(createProject({}), ...args);
    expect(code).toBe(1);
    expect(stderr).toContain(message);
  });
});
