import { packedFolder } from '../support/packed-package.js';
import { Workshop } from './command-line.js';

describe('a module that cannot be loaded', () => {
  let workshop: Workshop;

  beforeAll(() => {
    workshop = new Workshop(packedFolder);
    workshop.write('package.json', '{ "type": "module" }');
    workshop.write('good.js', 'export const a = 1;\n');
  });

  afterAll(() => workshop.remove());

  /** Writes a module, lists its tools, and returns the error. */
  async function errorOf(name: string, text: string): Promise<string> {
    workshop.write(name, text);
    const { code, stdout, stderr } = await workshop.runProcess('list', name);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    return stderr;
  }

  it.each([
    ['esm.js', 'Unexpected number.'],
    ['esm.mjs', 'Unexpected number.'],
    ['common.cjs', 'Unexpected number.'],
    ['typed.ts', "',' expected."],
    ['typed.mts', "',' expected."],
  ])('shows a syntax error of %s with its line and a caret', async (name, problem) => {
    const error = await errorOf(name, 'const a = 1;\nconst b = {\n  c: 1 2,\n};\n');
    expect(error).toBe(`toolwright: Cannot load '${name}': ${name}:3:8 ${problem}\n    c: 1 2,\n         ^\n`);
  });

  it.each([
    ['imports.js', 'inner/wrong.js', "import './inner/wrong.js';", 'Unexpected number.'],
    ['imports.cjs', 'inner/wrong.cjs', "require('./inner/wrong.cjs');", 'Unexpected number.'],
    ['imports.ts', 'inner/wrong.ts', "export * from './inner/wrong.ts';", "',' expected."],
  ])('shows a syntax error of a module that %s imports', async (name, imported, text, problem) => {
    workshop.write(imported, '\nconst b = { c: 1 2 };\n');
    const error = await errorOf(name, text);
    expect(error).toBe(
      `toolwright: Cannot load '${name}': ${imported}:2:18 ${problem}\n  const b = { c: 1 2 };\n                   ^\n`,
    );
  });

  it.each([
    [
      'missing.js',
      "import './good.js';\nimport './none.js';",
      "2:8 Cannot find module './none.js'.\n  import './none.js';\n         ^\n",
    ],
    [
      'package.js',
      "import 'no-such-package/sub';",
      "1:8 Cannot find package 'no-such-package/sub'.\n  import 'no-such-package/sub';\n         ^\n",
    ],
    [
      'missing.cjs',
      "\n  require('./none.cjs');",
      "2:11 Cannot find module './none.cjs'.\n    require('./none.cjs');\n            ^\n",
    ],
  ])('shows the import of %s that does not exist', async (name, text, shown) => {
    expect(await errorOf(name, text)).toBe(`toolwright: Cannot load '${name}': ${name}:${shown}`);
  });

  it('shows the import of a TypeScript module that does not exist', async () => {
    expect(await errorOf('missing.ts', "import { a } from './none.ts';\nexport const b: number = a;")).toMatch(
      /^toolwright: Cannot load 'missing\.ts': missing\.ts:1:19 Cannot find module '\.\/none\.ts'\.\n {2}import \{ a \} from '\.\/none\.ts';\n {20}\^\n/,
    );
  });

  it('shows the import of a name that the other module does not export', async () => {
    expect(await errorOf('name.js', "import { b } from './good.js';\nexport { b };")).toMatch(
      /^toolwright: Cannot load 'name\.js': name\.js:1:10 The requested module '\.\/good\.js' does not provide an export named 'b'\.\n/,
    );
  });

  it('has the message of a syntax error that the module itself throws', async () => {
    const error = await errorOf('throws.js', "JSON.parse('{');");
    expect(error).toMatch(/^toolwright: Cannot load 'throws\.js': .+JSON.+\n$/);
  });
});
