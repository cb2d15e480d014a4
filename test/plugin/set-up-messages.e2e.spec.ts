import { spawnSync } from 'node:child_process';
import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { jestSetUp } from '../support/jest-set-up.js';
import { root } from '../support/repository.js';
import { createPluginProject, writeFiles } from './plugin-project.js';

const page = 'See node_modules/toolwright/docs/troubleshooting.md.';
const unemitted = "Lamp.dim: parameter 'level' has no runtime type, because no decorator metadata was emitted.";
const unread = "dim: parameter 'level' has no runtime type, because the types of the function were not read.";
const compiledSetUp =
  "Run 'toolwright generate' and import the module that it writes (with tsc or swc), build with 'toolwright/plugin' " +
  '(with a bundler)';
const inOptions = `or set the option params: { level: { type } }. ${page}`;
const inDecorator = `or set @Tool({ params: { level: { type } } }). ${page}`;

/** A method, a function, and the program that lists either. The text is both TypeScript and JavaScript. */
const files = {
  'src/method.ts': `import { Tool, ToolRegistry } from 'toolwright';
class Lamp extends ToolRegistry { @Tool() dim(level: 'low' | 'high'): string { return level; } }
console.log(new Lamp().toolSpec('dim').inputSchema);
`,
  'src/function.ts': `import { tool } from 'toolwright';
const dim = (level: 'low' | 'high'): string => level;
console.log(tool(dim, { name: 'dim' }).inputSchema);
`,
  'src/function.js': `import { tool } from 'toolwright';
const dim = (level) => level;
console.log(tool(dim, { name: 'dim' }).inputSchema);
`,
  'src/method.js': `import { Tool, ToolRegistry } from 'toolwright';
class Lamp extends ToolRegistry { dim(level) { return level; } }
Tool()(Lamp.prototype, 'dim', Object.getOwnPropertyDescriptor(Lamp.prototype, 'dim'));
console.log(new Lamp().toolSpec('dim').inputSchema);
`,
  'src/helper.ts': `import { tool } from 'toolwright';
const make = (f: (level: string) => string) => tool(f, { name: 'dim' }).inputSchema;
console.log(make((level) => level));
`,
  'loader.mjs': "import { register } from 'node:module';\nregister('./hooks.mjs', import.meta.url);\n",
  'hooks.mjs': `import { readFileSync } from 'node:fs';
import ts from '${pathToFileURL(join(root, 'node_modules/typescript/lib/typescript.js')).href}';
export const load = (url, context, nextLoad) => {
  if (!url.endsWith('.ts')) return nextLoad(url, context);
  const { outputText } = ts.transpileModule(readFileSync(new URL(url), 'utf8'), { compilerOptions: { target: 'ES2022', module: 'ESNext' } });
  return { format: 'module', source: outputText, shortCircuit: true };
};
`,
  'common/package.json': JSON.stringify({ type: 'commonjs' }),
  'common/function.ts': `import { tool } from 'toolwright';
const dim = (level: 'low' | 'high'): string => level;
console.log(tool(dim, { name: 'dim' }).inputSchema);
`,
  'common/tsconfig.json': JSON.stringify({
    compilerOptions: { module: 'CommonJS', moduleResolution: 'node10', experimentalDecorators: true, types: [] },
    'ts-node': { transpileOnly: true },
  }),
  'emitted/method.ts': `import { Tool, ToolRegistry } from 'toolwright';
class Lamp extends ToolRegistry { @Tool() dim(level: string[]): string { return String(level); } }
console.log(new Lamp().toolSpec('dim').inputSchema);
`,
  'emitted/tsconfig.json': JSON.stringify({
    compilerOptions: {
      target: 'ES2022',
      module: 'NodeNext',
      experimentalDecorators: true,
      emitDecoratorMetadata: true,
      types: [],
    },
    'ts-node': { transpileOnly: true },
  }),
  'jest.config.json': JSON.stringify({
    testEnvironment: 'node',
    extensionsToTreatAsEsm: ['.ts'],
    testMatch: ['**/src/*.test.ts'],
    transform: { '\\.ts$': [join(root, 'node_modules/@swc/jest'), { jsc: { parser: { syntax: 'typescript' } } }] },
  }),
  'src/method.test.ts': "import './function.js';\ntest('is not reached', () => {});\n",
};

describe('the error of a tool without types', () => {
  let project = '';

  beforeAll(() => {
    project = createPluginProject();
    symlinkSync(join(root, 'test/programs/node_modules/tsx'), join(project, 'node_modules/tsx'), 'dir');
    writeFiles(project, files);
  }, 120_000);

  afterAll(() => rmSync(project, { recursive: true, force: true }));

  const run = (args: readonly string[], env: object = {}): string => {
    const { stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: project,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, NODE_NO_WARNINGS: '1', TS_NODE_TRANSPILE_ONLY: '1', ...env },
    });
    return stdout + stderr;
  };

  const tsxCommand = join(root, 'test/programs/node_modules/tsx/dist/cli.mjs');
  const tsNode = join(root, 'node_modules/ts-node');

  it.each([
    ['the command tsx', [tsxCommand], 'npx tsx --import toolwright/register src/'],
    ['Node.js with tsx', ['--import', 'tsx'], 'node --import tsx --import toolwright/register src/'],
  ])('names the command that reads them with %s', (_, args, command) => {
    expect(run([...args, 'src/method.ts'])).toContain(
      `DefinitionError: ${unemitted} Start the program with '${command}method.ts', ${inDecorator}`,
    );
    expect(run([...args, 'src/function.ts'])).toContain(
      `DefinitionError: ${unread} Start the program with '${command}function.ts', ${inOptions}`,
    );
  });

  it.each([
    [
      'ts-node as a loader',
      ['--loader', join(tsNode, 'esm.mjs'), 'src/function.ts'],
      'node --import toolwright/register --loader ts-node/esm src/function.ts',
    ],
    [
      'ts-node in CommonJS',
      [join(tsNode, 'dist/bin.js'), 'common/function.ts'],
      'npx ts-node --require toolwright/register common/function.ts',
    ],
    [
      'another loader',
      ['--import', './loader.mjs', 'src/function.ts'],
      'node --import toolwright/register src/function.ts',
    ],
  ])('names the command for a function with %s', (_, args, command) => {
    expect(run(args)).toContain(`DefinitionError: ${unread} Start the program with '${command}', ${inOptions}`);
  });

  it('names the command for a type that ts-node does not emit', () => {
    const command = 'node --import toolwright/register --loader ts-node/esm emitted/method.ts';
    const env = { TS_NODE_PROJECT: 'emitted/tsconfig.json' };
    expect(run(['--loader', join(tsNode, 'esm.mjs'), 'emitted/method.ts'], env)).toContain(
      "DefinitionError: Lamp.dim: parameter 'level' has no runtime type for the items of its array. " +
        `Start the program with '${command}', or use @Param({ type: [Item] }) with the class of the items or @Param({ schema }). ${page}`,
    );
  });

  it('names the set-up first for a class without rules', () => {
    writeFiles(project, {
      'emitted/class.ts': `import { Tool, ToolRegistry } from 'toolwright';
class BookVisit { day = ''; }
class Clinic extends ToolRegistry { @Tool() book(visit: BookVisit): string { return visit.day; } }
console.log(new Clinic().toolSpec('book').inputSchema);
`,
    });
    const without = "Clinic.book: parameter 'visit': class 'BookVisit' has no class-validator rules.";
    const env = { TS_NODE_PROJECT: 'emitted/tsconfig.json' };
    expect(run(['--loader', join(tsNode, 'esm.mjs'), 'emitted/class.ts'], env)).toContain(
      `DefinitionError: ${without} Start the program with 'node --import toolwright/register --loader ts-node/esm emitted/class.ts', ` +
        `or use a DTO class or @Param({ schema }). ${page}`,
    );
  });

  it('names the transformer in jest', () => {
    const jest = join(root, 'node_modules/jest/bin/jest.js');
    expect(run(['--experimental-vm-modules', jest]).replaceAll(/\s+/g, ' ')).toContain(
      `${unread} ${jestSetUp}, pass the function to tool() where it is declared, ${inOptions}`,
    );
  });

  it('names what fits tsc first, and then bundlers, in a program that was compiled', () => {
    expect(run(['src/function.js'])).toContain(
      `${unread} ${compiledSetUp}, pass the function to tool() where it is declared, ${inOptions}`,
    );
    expect(run(['src/method.js'], { JEST_WORKER_ID: '1' })).toContain(
      `${unemitted} ${compiledSetUp}, set "emitDecoratorMetadata": true (for classes and primitive types), ${inDecorator}`,
    );
  });

  it('names the loader of Next.js where its runtime is set', () => {
    expect(run(['src/method.js'], { NEXT_RUNTIME: 'nodejs' })).toContain(
      `${unemitted} Export withToolwright({}) of 'toolwright/next' from next.config.js, ${inDecorator}`,
    );
  });

  it('with toolwright/register names what it could not read', () => {
    const register = ['--import', 'toolwright/register'];
    expect(run([...register, 'src/helper.ts'])).toContain(
      `${unread} Pass the function to tool() where it is declared, ${inOptions}`,
    );
    expect(run([...register, 'src/method.js'])).toContain(
      `${unemitted} Import its TypeScript module after 'toolwright/register', with await import(), ${inDecorator}`,
    );
  });

  it('does not take the short names of a TypeScript file for those of a minifier', () => {
    writeFiles(project, {
      'src/short.ts': `import { Toolkit } from 'toolwright';
const kit = new Toolkit();
kit.register({ negate: (e = 1) => -e });
console.log(kit.get('negate')?.inputSchema);
`,
    });
    const output = run([tsxCommand, 'src/short.ts']);
    expect(output).toContain("negate: parameter 'e' has no runtime type");
    expect(output).not.toContain('minifier');
  });
});
