import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, runNode } from '../support/repository.js';
import { createPluginProject, writeFiles } from './plugin-project.js';

const tsx = pathToFileURL(join(root, 'test/programs/node_modules/tsx/dist/loader.mjs')).href;
const register = 'toolwright/register';

const math = `import type { ToolContext } from 'toolwright';
import type { Filter } from './types.ts';
import type { NewOrder } from './dto.ts';

/**
 * Adds numbers.
 *
 * @param a - The first number.
 * @example add(1, 2)
 */
export function add(a: number, b = 2): number {
  return a + b;
}

/** Finds orders. */
export const find = async (query: string, state: 'open' | 'paid', filter?: Filter): Promise<string> =>
  [query, state, filter?.since instanceof Date].join(' ');

export async function* count(to: number, ctx: ToolContext): AsyncGenerator<string> {
  for (let at = 1; at <= to; at++) yield String(at) + ctx.call.name.length;
}

export function buy(order: NewOrder): string {
  return order.customer;
}

export default (text: string): string => text.toUpperCase();
`;

const main = `import { Toolkit, ToolSpec, tool as define } from 'toolwright';
import { kit } from './kit.ts';
import upper, { add, buy, count, find as search } from './math.ts';
import * as all from './module.ts';

class Store {
  readonly prefix = 'p';
  /** Reads a key. */
  read(key: 'a' | 'b', times = 1): string { return this.prefix + key.repeat(times); }
}
const store = new Store();
class Box<T> { readonly put = (item: T): T => item; }
function pick(value: string): string;
function pick(value: number): string;
function pick(value: string | number): string { return String(value); }
/**
 * Doubles a number.
 *
 * @param n - The number.
 * @example double(2)
 */
const doubled = define((n: number, by: number): number => n * by, { name: 'double' }).preset({ by: 2 });
/** Not read: the function has its own comment. */
const triple = ToolSpec.fromFunction(/** Triples a number. */ (n: number): number => n * 3, { name: 'triple' });
/** Not the comment of the tool. */
const called = define((n: number): number => n, { name: 'called' }).call({ n: 4 });
const identity = <T,>(value: T): T => value;
const log = <F extends (...args: never[]) => unknown>(run: F): F => ((...args: never[]) => run(...args)) as F;

kit.register(add);
kit.register([search, store.read.bind(store)]);
kit.register({ upper, twice: (text: string) => text + text, buy });
kit.register(all, { prefix: 'all' });
const specs = [
  ...Toolkit.of(count, pick).list(),
  define((city: string, unit: 'c' | 'f' = 'c') => city + unit, { name: 'weather', params: { city: { minLength: 2 } } }),
  ToolSpec.fromFunction(identity<string[]>, { name: 'same' }),
  define(log(add), { name: 'logged' }),
  define(add.bind(null, 5)),
  define(({ city }) => String(city), { name: 'typed', inputSchema: { type: 'object', properties: { city: { type: 'string' } } } }),
  ToolSpec.fromFunction(new Box<'x' | 'y'>().put),
];
const call = async (name: string, args: object) => (await kit.execute(name, args)).toText();
const report = {
  schemas: Object.fromEntries([...kit.list(), ...specs].map((spec) => [spec.name, spec.inputSchema.properties])),
  described: [kit.get('add')?.description, kit.get('find')?.description, kit.get('read')?.description],
  examples: kit.get('add')?.examples,
  constants: [doubled.description, doubled.inputSchema.properties, doubled.examples, triple.description, await called],
  results: [
    await call('add', { a: 1 }),
    await call('find', { query: 'tea', state: 'paid', filter: { since: '2026-01-02T00:00:00Z' } }),
    await call('find', { query: 'tea', state: 'lost' }),
    await call('read', { key: 'a', times: 2 }),
    await call('upper', { text: 'x' }),
    await call('buy', { customer: 'Bo', lines: [{ article: 'tea', count: 0 }] }),
    await call('all__half', { of: 4 }),
    (await specs[0].exec({ to: 3 })).toText(),
    await specs[4].call({ a: 1, b: 3 }),
    await specs[5].call({ b: 3 }),
  ],
};
process.stdout.write(JSON.stringify(report));
`;

const text = { type: 'string' };
const date = {
  anyOf: [
    { type: 'string', format: 'date-time' },
    { type: 'string', format: 'date' },
  ],
};
const sum = { a: { type: 'number', description: 'The first number.' }, b: { type: 'number', default: 2 } };

const expected = {
  schemas: {
    add: sum,
    find: {
      query: text,
      state: { type: 'string', enum: ['open', 'paid'] },
      filter: {
        type: 'object',
        description: 'Selects orders.',
        properties: { since: { ...date, description: 'Ordered on that day or later.' } },
        additionalProperties: false,
      },
    },
    read: { key: { type: 'string', enum: ['a', 'b'] }, times: { type: 'number', default: 1 } },
    upper: { text },
    twice: { text },
    buy: expect.objectContaining({ customer: { type: 'string', description: 'The buyer.' } }),
    all__half: { of: { type: 'number' } },
    count: { to: { type: 'number' } },
    pick: { value: text },
    weather: { city: { ...text, minLength: 2 }, unit: { type: 'string', enum: ['c', 'f'], default: 'c' } },
    same: { value: { type: 'array', items: text } },
    logged: sum,

    typed: { city: text },
    put: { item: { type: 'string', enum: ['x', 'y'] } },
  },
  described: ['Adds numbers.', 'Finds orders.', 'Reads a key.'],
  examples: [{ input: { a: 1, b: 2 } }],
  constants: [
    'Doubles a number.',
    { n: { type: 'number', description: 'The number.' } },
    [{ input: { n: 2 } }],
    'Triples a number.',
    4,
  ],
  results: [
    '3',
    'tea paid true',
    'Invalid arguments for \'find\': /state must be "open" or "paid", got "lost"',
    'paa',
    'X',
    "Invalid arguments for 'buy': /lines/0/count must be >= 1, got 0",
    '2',
    '152535',
    4,
    8,
  ],
};

const files = {
  'src/kit.ts': "import { Toolkit } from 'toolwright';\nexport const kit = new Toolkit();\n",
  'src/math.ts': math,
  'src/module.ts': 'export const half = (of: number): number => of / 2;\n',
  'src/main.ts': main,
};

describe('functions as tools', () => {
  let project = '';

  beforeAll(() => {
    project = createPluginProject();
    writeFiles(project, files);
  }, 120_000);

  afterAll(() => rmSync(project, { recursive: true, force: true }));

  /** Runs a module and returns the message of the error that ends it. */
  const refusal = (source: string): string => {
    writeFiles(project, { 'src/refused.ts': source });
    const { stderr } = spawnSync(process.execPath, ['--import', register, 'src/refused.ts'], {
      cwd: project,
      encoding: 'utf8',
      env: { PATH: process.env.PATH },
    });
    return stderr;
  };

  it.each([
    ['Node.js without another loader', ['--import', register]],
    ['tsx that is registered after it', ['--import', register, '--import', tsx]],
    ['tsx that is registered before it', ['--import', tsx, '--import', register]],
  ])('have their types, comments and names with toolwright/register and %s', (_, args) => {
    const report = JSON.parse(runNode([...args, 'src/main.ts'], { cwd: project }));
    // `add` is both the tool of the toolkit and the one of which `bind` has set the first parameter.
    expect(report.schemas.add).toEqual({ b: sum.b });
    expect({ ...report, schemas: { ...report.schemas, add: sum } }).toEqual(expected);
  });

  it.each([
    ['ES modules', 'esm', 'mjs'],
    ['CommonJS', 'cjs', 'cjs'],
  ])('have them in a minified bundle of %s', (_, format, extension) => {
    const name = `bundle.${extension}`;
    const source = main
      .replace('const call =', 'const main = async () => {\nconst call =')
      .concat('};\nvoid main();\n');
    writeFiles(project, {
      'src/bundled.ts': source,
      'build.mjs': `import esbuild from '${pathToFileURL(join(root, 'node_modules/esbuild/lib/main.js')).href}';
import toolwright from 'toolwright/plugin';
await esbuild.build({ entryPoints: ['src/bundled.ts'], outfile: '${name}', bundle: true, minify: true, sourcemap: true,
  format: '${format}', platform: 'node', packages: 'external', plugins: [toolwright.esbuild()] });
`,
    });
    runNode(['build.mjs'], { cwd: project });
    const report = JSON.parse(runNode([name], { cwd: project }));
    expect({ ...report, schemas: { ...report.schemas, add: sum } }).toEqual(expected);
  });

  it('have them in jest, and again after a type has changed', () => {
    const test = (states: readonly string[]): string => `import { Toolkit } from 'toolwright';
import { find } from './math.ts';
test('publishes', () => {
  const kit = new Toolkit();
  kit.register(find);
  expect(kit.get('find').inputSchema.properties.state.enum).toEqual(${JSON.stringify(states)});
});
`;
    writeFiles(project, {
      'src/math.test.ts': test(['open', 'paid']),
      'jest.config.json': JSON.stringify({
        testMatch: ['**/src/*.test.ts'],
        extensionsToTreatAsEsm: ['.ts'],
        cacheDirectory: join(project, 'jest-cache'),
        transform: {
          '\\.ts$': [
            'toolwright/jest',
            {
              transformer: [
                join(root, 'node_modules/@swc/jest'),
                { jsc: { parser: { syntax: 'typescript' } }, module: { type: 'es6' } },
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
    writeFiles(project, {
      'src/math.ts': math.replace("'open' | 'paid'", "'open' | 'sent'"),
      'src/math.test.ts': test(['open', 'sent']),
    });
    try {
      expect(jest).not.toThrow();
    } finally {
      writeFiles(project, { 'src/math.ts': math });
    }
  });

  it('are listed and called by the command, from tool() at the declaration', () => {
    writeFiles(project, {
      'src/exported.ts': `import { tool } from 'toolwright';
/** Repeats a word. */
export const repeat = tool((word: string, times: 2 | 3 = 2) => word.repeat(times), { name: 'repeat' });
`,
    });
    const command = 'node_modules/toolwright/dist/build/cli/main.js';
    const listed = JSON.parse(runNode([command, 'list', 'src/exported.ts', '--json'], { cwd: project }));
    expect(listed.data.tools[0].parameters.properties).toEqual({
      word: text,
      times: { type: 'number', enum: [2, 3], default: 2 },
    });
    const call = [command, 'call', 'src/exported.ts', 'repeat', '{"word":"a","times":3}'];
    expect(runNode(call, { cwd: project })).toBe('aaa\n');
  });

  it('keep the type checks of the text into which the records are inserted', () => {
    writeFiles(project, {
      'inserted.cjs': `const { default: loader } = require('toolwright/next-loader');
const { readFileSync, writeFileSync } = require('node:fs');
const resourcePath = ${JSON.stringify(join(project, 'src/main.ts'))};
loader.call({ resourcePath, addDependency() {}, callback: (error, code) => writeFileSync('src/inserted.ts', code) },
  readFileSync(resourcePath, 'utf8'));
`,
    });
    runNode(['inserted.cjs'], { cwd: project });
    const inserted = readFileSync(join(project, 'src/inserted.ts'), 'utf8');
    expect(inserted.split('\n')).toHaveLength(main.split('\n').length);
    const errorsOf = (file: string): readonly string[] => {
      const args = ['--noEmit', '--target', 'ES2022', '--module', 'Preserve', '--skipLibCheck', '--types', 'node'];
      const { stdout } = spawnSync(
        process.execPath,
        [
          join(root, 'node_modules/typescript/bin/tsc'),
          ...args,
          '--strict',
          '--typeRoots',
          join(root, 'node_modules/@types'),
          '--allowImportingTsExtensions',
          file,
        ],
        { cwd: project, encoding: 'utf8' },
      );
      return stdout.split('\n').filter((line) => line.startsWith(file));
    };
    const codes = (lines: readonly string[]): readonly string[] =>
      lines.map((line) => /\((\d+),.*(TS\d+)/.exec(line)?.slice(1, 3).join(' ') ?? line);
    expect(codes(errorsOf('src/inserted.ts'))).toEqual(codes(errorsOf('src/main.ts')));
  });

  it('are refused with their location and the remedy for functions, if a type has no schema', () => {
    const message = refusal(`import { Toolkit } from 'toolwright';
const wait = (callback: () => void): void => callback();
new Toolkit().register(wait);
`);
    expect(message).toContain(
      "src/refused.ts:2:15 wait: parameter 'callback' is a function, which JSON Schema cannot represent. Fix one of: accept " +
        'plain data; pass the function to tool() with { params: { callback: { schema } } } or an inputSchema; bind the parameter.',
    );
  });

  it('are refused at options that contradict the function', () => {
    const message = refusal(`import { tool } from 'toolwright';
function add(first: number, second: number): number { return first + second; }
tool(add, { params: { third: { description: 'x' } } });
tool(add, { params: { first: { default: 'x' } } });
tool(add, { bind: { user: 'user.id' } });
tool(add, { bind: { second: { stateKey: 'x', default: true } } });
tool(add, { ctx: 'context' });
`);
    for (const line of [
      "src/refused.ts:3:23 add: 'params' names 'third', which is not a parameter. The function has first, second.",
      `src/refused.ts:4:41 add: the default of parameter 'first' is "x", but its type is number. Correct one of them.`,
      "src/refused.ts:5:21 add: 'bind' names 'user', which is not a parameter.",
      "src/refused.ts:6:55 add: the default of parameter 'second' is true, but its type is number.",
      "src/refused.ts:7:18 add: 'ctx' names 'context', which is not a parameter.",
    ]) {
      expect(message).toContain(line);
    }
  });

  it.each([
    ['one of several functions', 'for (const one of [first, other]) kit.register(one);'],
    ['the entry of a table', 'kit.register(table.first);'],
    ['the parameter of a helper', 'const add = (f: (text: string) => string) => kit.register(f);\nadd(first);'],
    ['what a factory returns', 'const pick = () => (kit.list().length > 5 ? second : first);\nkit.register(pick());'],
    ['a variable of any type', 'let some: any = first;\nkit.register(some);'],
  ])('are refused by name, if the argument is %s', (_, code) => {
    const message = refusal(`import { Toolkit } from 'toolwright';
const kit = new Toolkit();
const first = (text: string): string => text;
const second = (words: string): string => words;
const other = (count: number): number => count;
const table: Record<string, (text: string) => string> = Object.fromEntries([['first', first]]);
${code}
kit.warmUp();
`);
    expect(message).toContain(
      "first: parameter 'text' has no runtime type, because the types of the function were not read. Pass the function " +
        'to tool() where it is declared, or set the option params: { text: { type } }.',
    );
  });

  it('leave other calls of the same names alone', () => {
    writeFiles(project, {
      'src/local.ts': `const app = { register: (run: (callback: () => void) => void) => run.toString() };
const tool = (run: (callback: () => void) => void) => run.toString();
const wait = (callback: () => void): void => callback();
process.stdout.write(String(app.register(wait) === tool(wait)));
`,
    });
    expect(runNode(['--import', register, 'src/local.ts'], { cwd: project })).toBe('true');
  });
});
