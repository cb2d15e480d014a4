import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { installPackedPackage } from '../support/packed-package.js';
import { runNode } from '../support/repository.js';

const packages = ['decimal.js', 'temporal-polyfill', '@jmespath-community/jmespath'];

/** A program that calls a tool with each package, and one with a pattern. */
const program = `
  const toolkit = createBuiltinToolkit();
  const calls = [
    ['calculate', { expression: '0.1 + 0.2' }],
    ['datetime_add', { date: '2026-01-31', months: 1 }],
    ['object_query', { data: { a: { b: 1 } }, expression: 'a.b' }],
    ['string_search', { text: 'tea 5', search: '\\\\d', pattern: true }],
  ];
  Promise.all(calls.map(([name, args]) => toolkit.execute(name, args))).then((results) => {
    process.stdout.write(results.map(({ data, error }) => JSON.stringify(data) ?? error.message).join('\\n'));
  });
`;

const output = ['"0.3"', '"2026-02-28"', '1', '[{"index":4,"text":"5","groups":[]}]'].join('\n');

describe('toolwright/builtin in the packed package', () => {
  let project = '';

  beforeAll(() => {
    project = installPackedPackage();
  }, 120_000);

  afterAll(() => {
    rmSync(project, { recursive: true, force: true });
  });

  const write = (name: string, code: string): string => {
    writeFileSync(join(project, name), code);
    return name;
  };

  it.each([
    ['an ES module', 'main.mjs', "import { createBuiltinToolkit } from 'toolwright/builtin';"],
    ['CommonJS', 'main.cjs', "const { createBuiltinToolkit } = require('toolwright/builtin');"],
    [
      'the CommonJS build',
      'build.cjs',
      "const { createBuiltinToolkit } = require('./node_modules/toolwright/cjs/tools/index.js');",
    ],
  ])('runs from %s', (_, name, load) => {
    expect(runNode([write(name, load + program)], { cwd: project })).toBe(output);
  });

  it.each(['esm', 'cjs'] as const)('runs bundled as %s, next to the packages that workers load', async (format) => {
    const entry = write('entry.mjs', `import { createBuiltinToolkit } from 'toolwright/builtin';${program}`);
    const folder = join(project, 'out');
    mkdirSync(folder, { recursive: true });
    const outfile = join(folder, format === 'esm' ? 'main.mjs' : 'main.cjs');
    await build({
      entryPoints: [join(project, entry)],
      outfile,
      format,
      bundle: true,
      platform: 'node',
      logLevel: 'error',
    });
    expect(runNode([outfile], { cwd: project })).toBe(output);
  });

  it('lets the process exit while workers are idle', () => {
    const code = `import { ObjectTools } from 'toolwright/builtin';
      const result = await new ObjectTools().toolSpec('object_query').call({ data: { a: 1 }, expression: 'a' });
      process.stdout.write(String(result));`;
    // Fails after a time limit if the process does not exit.
    expect(runNode(['--input-type=module', '-e', code], { cwd: project })).toBe('1');
  });

  it('runs where code generation from strings is disallowed', () => {
    const args = [
      '--disallow-code-generation-from-strings',
      write('strict.mjs', `import { createBuiltinToolkit } from 'toolwright/builtin';${program}`),
    ];
    expect(runNode(args, { cwd: project })).toBe(output);
  });

  it('loads no optional package when it is imported', () => {
    const folder = mkdtempSync(join(tmpdir(), 'toolwright-builtin-'));
    try {
      const code = "import { createBuiltinToolkit } from 'toolwright/builtin'; createBuiltinToolkit().list();";
      runNode(['--input-type=module', '-e', code], { cwd: project, env: { NODE_V8_COVERAGE: folder } });
      const reports = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
      expect(reports.join('')).toContain('toolwright');
      for (const name of packages) expect(reports.join('')).not.toContain(`/node_modules/${name}/`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('names the command that installs a missing package', () => {
    const bare = installPackedPackage();
    try {
      for (const name of packages) rmSync(join(bare, 'node_modules', name));
      const code = `import { createBuiltinToolkit } from 'toolwright/builtin';${program}`;
      writeFileSync(join(bare, 'main.mjs'), code);
      const lines = runNode(['main.mjs'], { cwd: bare }).split('\n');
      const command = (name: string): string =>
        `This built-in tool requires the package ${name}. Run: npm install ${name}@`;
      expect(lines).toEqual([
        `${command('decimal.js')}10`,
        `${command('temporal-polyfill')}1`,
        `${command('@jmespath-community/jmespath')}1`,
        '[{"index":4,"text":"5","groups":[]}]',
      ]);
    } finally {
      rmSync(bare, { recursive: true, force: true });
    }
  });
});
