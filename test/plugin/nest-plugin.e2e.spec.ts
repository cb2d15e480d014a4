import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root, runNode } from '../support/repository.js';
import { mappedDtoReport, mappedDtos } from './mapped-dtos.js';
import { createPluginProject, expectedReport, writeFiles } from './plugin-project.js';

const compilers = [
  ['5.9', createRequire(import.meta.url).resolve('typescript')],
  ['6.0', join(root, 'test/programs/node_modules/typescript/lib/typescript.js')],
] as const;

const formats = [
  ['CommonJS for an older target', 'commonjs', { module: 'CommonJS', target: 'ES2017' }],
  ['CommonJS as the Nest CLI 11 generates it', 'commonjs', { module: 'NodeNext', target: 'ES2023' }],
  ['ES modules as the Nest CLI 12 generates them', 'module', { module: 'NodeNext', target: 'ES2023' }],
  ['ES modules of a bundler', 'module', { module: 'ESNext', moduleResolution: 'Bundler', target: 'ES2022' }],
] as const;

/** Builds a project as the Nest CLI does: types are checked, and the plugin transforms the modules that are emitted. */
const build = `const [compiler, options = '{}'] = process.argv.slice(2);
const ts = require(compiler);
const { before } = require('toolwright/nest-plugin');
const config = ts.getParsedCommandLineOfConfigFile('tsconfig.json', undefined, ts.sys);
const program = ts.createProgram({ rootNames: config.fileNames, options: config.options });
const hook = before.bind(before, JSON.parse(options));
const emitted = program.emit(undefined, undefined, undefined, undefined, { before: [hook(program)] });
const found = [...config.errors, ...ts.getPreEmitDiagnostics(program), ...emitted.diagnostics];
for (const { messageText } of found) console.error(ts.flattenDiagnosticMessageText(messageText, ' '));
process.exitCode = found.length;
`;

const functions = `import { tool, Toolkit } from 'toolwright';
import { NewOrder } from './dto.js';
import { twice } from './more.js';

/** Halves a value. */
const half = (value: 2 | 4, unit?: 'kg' | 'g'): string => \`\${value / 2} \${unit}\`;

export const kit = new Toolkit();
kit.register([twice, half]);
kit.register({ buy: (order: NewOrder) => order.customer });
export const named = tool(twice, { name: 'named' });

const property = (kit.get('half') as any).inputSchema.properties.unit;
export const report = async () => [
  [...kit.list(), named].map(({ name, inputSchema }) => [name, Object.keys(inputSchema.properties ?? {})]),
  property,
  (await kit.execute('twice', { text: 'c' })).toText(),
  (await kit.execute('buy', { customer: 'Bo', lines: [{ article: 'tea', count: 0 }] })).toText(),
];
`;

const functionsReport = [
  [
    ['twice', ['text']],
    ['half', ['value', 'unit']],
    ['buy', ['customer', 'lines']],
    ['named', ['text']],
  ],
  { type: 'string', enum: ['kg', 'g'] },
  'Invalid arguments for \'twice\': /text must be "a" or "b", got "c"',
  "Invalid arguments for 'buy': /lines/0/count must be >= 1, got 0",
];

describe('toolwright/nest-plugin', () => {
  let project = '';

  beforeAll(() => {
    project = createPluginProject();
    writeFiles(project, { 'build.cjs': build });
  }, 120_000);

  afterAll(() => {
    rmSync(project, { recursive: true, force: true });
  });

  /** Writes a project of a format, whose imports are those that Node.js runs. Returns its folder. */
  const createFolder = (type: string, options: object): string => {
    const read = (name: string): string =>
      readFileSync(join(project, `src/${name}.ts`), 'utf8').replaceAll(".ts'", ".js'");
    const [imports = '', ...rest] = read('main').split('\n');
    const folder = join(project, 'app');
    const compilerOptions = {
      ...{ outDir: 'out', rootDir: 'src', strict: true, skipLibCheck: true, types: [], lib: ['ES2023'] },
      ...{
        experimentalDecorators: true,
        emitDecoratorMetadata: true,
        removeComments: true,
        useDefineForClassFields: false,
      },
      ...options,
    };
    rmSync(folder, { recursive: true, force: true });
    writeFiles(folder, {
      'package.json': JSON.stringify({ name: 'app', type }),
      'tsconfig.json': JSON.stringify({ compilerOptions, include: ['src'] }),
      'src/types.ts': read('types'),
      'src/dto.ts': read('dto'),
      'src/orders.ts': read('orders'),
      'src/more.ts': "export function twice(text: 'a' | 'b'): string {\n  return text + text;\n}\n",
      'src/functions.ts': functions,
      'src/main.ts': [
        imports,
        "import { report as reportOfFunctions } from './functions.js';",
        'declare const process: { stdout: { write(text: string): void } };',
        'async function main() {',
        ...rest.map((line) =>
          line.replace('JSON.stringify(report)', 'JSON.stringify([report, await reportOfFunctions()])'),
        ),
        '}',
        'main();',
      ].join('\n'),
    });
    return folder;
  };

  const run = (cwd: string, ...args: readonly string[]): string => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['../build.cjs', ...args], {
      cwd,
      encoding: 'utf8',
      env: { PATH: process.env.PATH },
    });
    return status === 0 ? 'built' : stdout + stderr;
  };

  // The formats do not depend on the compiler. `npm run test:nest` builds with the Nest CLIs and their compilers.
  it.each([
    ...formats.map((format) => [...format, ...compilers[0]] as const),
    [...formats[2], ...compilers[1]] as const,
  ])('publishes types, comments and names in %s (%s, %j), with TypeScript %s', (...row) => {
    const [, type, options, , compiler] = row;
    const cwd = createFolder(type, options);
    expect(run(cwd, compiler)).toBe('built');
    expect(JSON.parse(runNode(['out/main.js'], { cwd }))).toEqual([expectedReport, functionsReport]);
  });

  it.each([
    ['CommonJS', 'commonjs', { module: 'CommonJS', target: 'ES2022' }],
    ['ES modules', 'module', { module: 'NodeNext', target: 'ES2023' }],
  ])('applies the rules of mapped DTO classes and of mixins in %s', (_, type, options) => {
    const cwd = createFolder(type, options);
    const sources = Object.entries(mappedDtos).map(([name, text]) => [name, text.replaceAll(".ts'", ".js'")]);
    writeFiles(cwd, Object.fromEntries(sources));
    expect(run(cwd, compilers[0][1])).toBe('built');
    expect(JSON.parse(runNode(['out/mapped.js'], { cwd }))).toEqual(mappedDtoReport);
  });

  it.each([
    [
      'a type that has no schema',
      'run(callback: () => void): void {}',
      '{}',
      /src\/service\.ts:4:.*'callback' is a function/s,
    ],
    [
      'an option that does not exist',
      'run(): void {}',
      '{"close":true}',
      /toolwright\/nest-plugin: there is no option 'close'/,
    ],
  ])('fails the build at %s', (_, method, options, message) => {
    const cwd = createFolder('module', { module: 'NodeNext', target: 'ES2023' });
    const code = `import { Tool } from 'toolwright';\nexport class Service {\n  @Tool()\n  ${method}\n}\n`;
    writeFiles(cwd, { 'src/service.ts': code });
    expect(run(cwd, compilers[0][1], options)).toMatch(message);
  });

  it('refuses by name to describe types for another compiler', () => {
    const code =
      "const { ReadonlyVisitor } = require('toolwright/nest-plugin'); try { new ReadonlyVisitor({}).visit(); } catch {}";
    const { status, stderr } = spawnSync(process.execPath, ['-e', code], { cwd: project, encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr).toContain("adds records while TypeScript emits modules, which the builder 'swc' does not do");
  });
});
