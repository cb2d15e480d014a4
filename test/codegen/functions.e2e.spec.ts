import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { writeFiles } from '../plugin/plugin-project.js';
import { installPackedPackage } from '../support/packed-package.js';
import { runNode } from '../support/repository.js';

const compiler = createRequire(import.meta.url).resolve('typescript/lib/tsc.js');

const math = `import { type Bound, tool, type ToolContext } from 'toolwright';
import { Shipping } from './dto.js';

/** Selects orders. */
export interface Filter {
  /** Ordered on that day or later. */
  readonly since?: Date;
}

/**
 * Adds numbers.
 *
 * @param a - The first number.
 * @returns The sum.
 * @example add(1, 2)
 */
export function add(a: number, b = 2): number {
  return a + b;
}

/** Finds orders. */
export const find = async (query: string, state?: 'open' | 'paid', filter?: Filter): Promise<string> =>
  [query, state, filter?.since instanceof Date].join(' ');

export async function* count(to: number, ctx: ToolContext): AsyncGenerator<string> {
  for (let at = 1; at <= to; at++) yield String(at) + ctx.call.name.length;
}

export const ship = (order: Shipping): string => String(order instanceof Shipping && order.city);

export const charge = (amount: number, tenant: Bound<string, 'tenant'>): string => [tenant, amount].join(' ');

export default (text: string): string => text.toUpperCase();

/** In the module of the function, and before the generated module runs. */
export const increment = tool(add, { name: 'increment', params: { a: { minimum: 0 } } }).preset({ b: 1 });
`;

const dto = `import { IsString } from 'class-validator';

export class Shipping {
  @IsString() city!: string;
}
`;

const tools = `import { Toolkit, ToolSpec, tool as define } from 'toolwright';
import upper, { add, charge, count, find as search, increment, ship } from './math.js';
import * as all from './module.js';

export const kit = new Toolkit();
kit.register({ add, sub: all.subtract, ship });
kit.register([search, count, charge]);
kit.register(all, { prefix: 'all' });
kit.register(increment);
export const specs = {
  upper: define(upper, { name: 'upper' }),
  bound: ToolSpec.fromFunction(search, { name: 'bound' }).bind('state', { stateKey: 'state' }),
  joined: define(all.subtract, { name: 'joined', inputSchema: { type: 'object', properties: { to: {}, from: {} } } }),
};
`;

/** What the main modules use, without the types of Node.js. */
const declarations = 'declare const process: { readonly stdout: { write(text: string): void } };\n';

const report = `const call = async (name: string, args: object) => (await kit.execute(name, args)).toText();
const properties = (spec: { readonly inputSchema: { readonly properties?: object } }) => spec.inputSchema.properties;
process.stdout.write(JSON.stringify({
  schemas: Object.fromEntries([...kit.list(), ...Object.values(specs)].map((spec) => [spec.name, properties(spec)])),
  add: kit.get('add')?.toJsonSchema(),
  output: kit.get('add')?.outputSchema,
  examples: kit.get('add')?.examples,
  joined: specs.joined.outputSchema,
  results: [
    await call('add', { a: 1 }),
    await call('sub', { to: 1, from: 5 }),
    await call('find', { query: 'tea', filter: { since: '2026-01-02T00:00:00Z' } }),
    await call('find', { query: 'tea', state: 'lost' }),
    await call('count', { to: 3 }),
    await call('ship', { city: 'Rome' }),
    (await kit.execute('charge', { amount: 3 }, { state: { tenant: 'acme' } })).toText(),
    await call('increment', { a: 4 }),
    await specs.upper.call({ text: 'x' }),
    await specs.bound.call({ query: 'tea' }, { state: { state: 'paid' } }),
  ],
}));
`;

const importTools = "import { kit, specs } from './tools.js';\n";
const importGenerated = "import './toolwright.gen.js';\n";

const text = { type: 'string' };
const number = { type: 'number' };
const sum = { a: { ...number, description: 'The first number.' }, b: { ...number, default: 2 } };
const filter = {
  type: 'object',
  description: 'Selects orders.',
  properties: {
    since: {
      anyOf: [
        { type: 'string', format: 'date-time' },
        { type: 'string', format: 'date' },
      ],
      description: 'Ordered on that day or later.',
    },
  },
  additionalProperties: false,
};
const state = { ...text, enum: ['open', 'paid'] };

const expected = {
  schemas: {
    add: sum,
    sub: { to: number, from: number },
    ship: { city: text },
    find: { query: text, state, filter },
    count: { to: number },
    charge: { amount: number },
    all__subtract: { to: number, from: number },
    increment: { a: { ...sum.a, minimum: 0 } },
    upper: { text },
    bound: { query: text, filter },
    joined: { to: {}, from: {} },
  },
  add: {
    type: 'function',
    name: 'add',
    description: 'Adds numbers.',
    parameters: { type: 'object', properties: sum, required: ['a'], additionalProperties: false },
    strict: false,
  },
  output: { type: 'number', description: 'The sum.' },
  examples: [{ input: { a: 1, b: 2 } }],
  joined: { type: 'number' },
  results: [
    '3',
    '4',
    'tea  true',
    'Invalid arguments for \'find\': /state must be "open" or "paid", got "lost"',
    '152535',
    'Rome',
    'acme 3',
    '5',
    'X',
    'tea paid false',
  ],
};

describe('toolwright generate for functions', () => {
  let project = '';

  const tsc = (): string =>
    spawnSync(process.execPath, [compiler, '-p', '.'], { cwd: project, encoding: 'utf8' }).stdout;
  const generate = (...flags: readonly string[]): string =>
    execFileSync(
      process.execPath,
      [join(project, 'node_modules/toolwright/dist/build/cli/main.js'), 'generate', ...flags],
      { cwd: project, encoding: 'utf8', stdio: 'pipe' },
    );

  beforeAll(() => {
    project = installPackedPackage();
    const options = { target: 'es2022', module: 'nodenext', strict: true, types: [], skipLibCheck: true };
    const compilerOptions = { ...options, experimentalDecorators: true, rootDir: 'src', outDir: 'dist' };
    writeFiles(project, {
      'package.json': JSON.stringify({ name: 'consumer', private: true, type: 'module' }),
      'tsconfig.json': JSON.stringify({ compilerOptions, include: ['src'] }),
      'src/dto.ts': dto,
      'src/math.ts': math,
      'src/module.ts': 'export const subtract = (to: number, from: number): number => from - to;\n',
      'src/tools.ts': tools,
    });
    generate();
  }, 120_000);

  afterAll(() => rmSync(project, { recursive: true, force: true }));

  /** Compiles the project with a main module, and returns what the module prints. */
  const run = (main: string, further: Readonly<Record<string, string>> = {}): string => {
    writeFiles(project, { 'src/main.ts': `${declarations}${main}`, ...further });
    expect(tsc()).toBe('');
    return runNode(['dist/main.js'], { cwd: project });
  };

  /** Compiles and runs a main module, and returns the message of the error that ends it. */
  const refusal = (main: string): string => {
    writeFiles(project, { 'src/main.ts': `${declarations}${main}` });
    expect(tsc()).toBe('');
    return spawnSync(process.execPath, ['dist/main.js'], { cwd: project, encoding: 'utf8' }).stderr;
  };

  it.each([
    ['after the tools', importTools + importGenerated],
    ['before the tools', `${importGenerated}${importTools}`],
  ])('serves exported functions and the tools made of them, if its module is imported %s', (_, imports) => {
    expect(JSON.parse(run(imports + report))).toEqual(expected);
  });

  it('serves functions of a module that imports the generated module itself', () => {
    try {
      const cyclic = { 'src/math.ts': `import './toolwright.gen.js';\n${math}` };
      expect(JSON.parse(run(importTools + report, cyclic))).toEqual(expected);
      const first = "import './math.js';\nimport { kit, specs } from './tools.js';\n";
      expect(JSON.parse(run(first + report))).toEqual(expected);
    } finally {
      writeFiles(project, { 'src/math.ts': math });
    }
  });

  it('serves functions in CommonJS modules', () => {
    writeFiles(project, { 'package.json': JSON.stringify({ name: 'consumer', private: true }) });
    try {
      const cyclic = { 'src/math.ts': `import './toolwright.gen.js';\n${math}` };
      const inFunction = `const run = async () => {\n${report}};\nvoid run();\n`;
      expect(JSON.parse(run(importTools + inFunction, cyclic))).toEqual(expected);
      expect(readFileSync(join(project, 'dist/main.js'), 'utf8')).toContain('require("./tools.js")');
    } finally {
      writeFiles(project, {
        'package.json': JSON.stringify({ name: 'consumer', private: true, type: 'module' }),
        'src/math.ts': math,
      });
    }
  });

  it('names the function and the remedies, if the generated module was not imported', () => {
    expect(refusal(`${importTools}kit.toOpenAI();\n`)).toContain(
      "DefinitionError: add: parameter 'a' has no runtime type, because the types of the function were not read. Run " +
        "'toolwright generate' and import the module that it writes (with tsc or swc), build with 'toolwright/plugin' ",
    );
  });

  it('names the function, if its tool was used before the generated module was imported', () => {
    const early = `import { specs } from './tools.js';
specs.joined.toJsonSchema();
await import('./toolwright.gen.js');
`;
    expect(refusal(early)).toContain(
      'DefinitionError: subtract: its tool was used before the generated module was loaded. Import the generated module ' +
        'before the module that uses the tool.',
    );
  });

  it('notices that a function has other parameters than those in the generated module', () => {
    try {
      writeFiles(project, { 'src/math.ts': math.replaceAll('query', 'words') });
      expect(() => generate('--check')).toThrow("'src/toolwright.gen.ts' is stale. Run 'toolwright generate'.");
      writeFiles(project, { 'src/math.ts': math.replace('query: string, state', 'query: string, limit?: 5, state') });
      expect(refusal(`${importGenerated}${importTools}kit.toOpenAI();\n`)).toContain(
        "find: its generated schema has 3 parameters, but the method has 4. Run 'toolwright generate'.",
      );
    } finally {
      writeFiles(project, { 'src/math.ts': math });
    }
    expect(generate('--check')).toMatch(/: 0 tools of 0 classes and 7 functions .*, up to date$/m);
  });

  it('reports each function that it cannot import, and each type that JSON Schema cannot represent, by its place', () => {
    const problems = `import { Toolkit, tool } from 'toolwright';
const kit = new Toolkit();
function hidden(text: string): string { return text; }
class Store { read(key: string): string { return key; } }
kit.register(hidden);
export const inline = tool((text: string) => text, { name: 'inline' });
kit.register(new Store().read.bind(new Store()));
export const bound = hidden.bind(undefined);
kit.register(bound);
export function wait(callback: () => void): void { callback(); }
export const described = tool(wait, { params: { callback: { schema: {} } } });
`;
    const failure = (source: string): string => {
      writeFiles(project, { 'src/problems.ts': source });
      const command = join(project, 'node_modules/toolwright/dist/build/cli/main.js');
      return spawnSync(process.execPath, [command, 'generate', '--check'], { cwd: project, encoding: 'utf8' }).stderr;
    };
    try {
      const remedy =
        "'toolwright generate' serves only functions that it can import. Fix one of: export the function, and pass it by its name";
      expect(failure(problems).match(/src\S+ \w+: .* name/g)).toEqual([
        `src/problems.ts:5:14 hidden: ${remedy}`,
        `src/problems.ts:6:28 inline: ${remedy}`,
        `src/problems.ts:7:14 read: ${remedy}`,
        `src/problems.ts:9:14 hidden: ${remedy}`,
      ]);
      expect(failure(`${problems}kit.register(wait);\n`)).toContain(
        "src/problems.ts:10:22 wait: parameter 'callback' is a function, which JSON Schema cannot represent. Fix one of: ",
      );
      const identity = `import { tool } from 'toolwright';
export const same = <T,>(value: T): T => value;
export const specs = [tool(same<string>, { name: 'text' }), tool(same<number>, { name: 'number' })];
`;
      expect(failure(identity)).toContain(
        'src/problems.ts:3:66 same: another tool of the function has other types, but a generated module describes a function once.',
      );
    } finally {
      rmSync(join(project, 'src/problems.ts'));
    }
  });
});
