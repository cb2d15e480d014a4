import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { installPackedPackage } from '../support/packed-package.js';
import { runNode } from '../support/repository.js';

/** A program that creates a tool from text, and one that a model may call. */
const program = `
  process.env.TOOLWRIGHT_DANGEROUS_IO = 'allow';
  (async () => {
    const add = await fromCode('/** Adds. */ export function add(a: number, b = 1): number { return a + b }');
    const { data } = await new CodeTools().toolSpec('execute_code').exec({ code: 'const n: number = 5; n * 2' });
    process.stdout.write(JSON.stringify([add.description, await add.call({ a: 1 }), data.value]));
  })();
`;

describe('toolwright/sandbox in the packed package', () => {
  let project = '';

  beforeAll(() => {
    project = installPackedPackage();
  }, 120_000);

  afterAll(() => {
    rmSync(project, { recursive: true, force: true });
  });

  const run = (name: string, code: string): string => {
    writeFileSync(join(project, name), code);
    // Fails after a time limit if the process does not exit.
    return runNode([name], { cwd: project });
  };

  it.each([
    ['an ES module', 'main.mjs', "import { CodeTools, fromCode } from 'toolwright/sandbox';"],
    ['CommonJS', 'main.cjs', "const { CodeTools, fromCode } = require('toolwright/sandbox');"],
    [
      'the CommonJS build',
      'build.cjs',
      "const { CodeTools, fromCode } = require('./node_modules/toolwright/cjs/sources/sandbox/index.js');",
    ],
  ])('runs from %s, and lets the process exit', (_, name, load) => {
    expect(run(name, load + program)).toBe(JSON.stringify(['Adds.', 2, 10]));
  });

  // Bundlers rename functions, and add calls to them: the programs of threads have to be texts.
  it('runs from the minified bundle of an app, with all programs of its threads', async () => {
    const app = `
      import { StringTools } from 'toolwright/builtin';
      import { QuickJsEngine } from 'toolwright/sandbox';
      const functions = { add: ([a, b]) => a + b };
      const { value } = await new QuickJsEngine().run({ source: 'const sum: number = await add(1, 2); sum', functions });
      const matches = await new StringTools().toolSpec('string_search').call({ text: 'a1', search: '[0-9]', pattern: true });
      process.stdout.write(JSON.stringify([value, matches.length]));`;
    await build({
      stdin: { contents: app, resolveDir: project },
      outfile: join(project, 'app.mjs'),
      ...({ bundle: true, minify: true, keepNames: true, format: 'esm', platform: 'node', logLevel: 'error' } as const),
      external: ['temporal-polyfill', 'decimal.js'],
      banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    });
    expect(runNode(['app.mjs'], { cwd: project })).toBe('[3,1]');
  }, 60_000);

  it('continues a program in another process', () => {
    const start = `
      import { writeFileSync } from 'node:fs';
      import { pause, QuickJsEngine } from 'toolwright/sandbox';
      const functions = { add: ([a, b]) => a + b, ask: () => pause };
      const source = 'const sum = await add(1, 2); const answer = await ask("Really?"); [sum, answer]';
      const result = await new QuickJsEngine().run({ source, functions });
      writeFileSync('snapshot', result.snapshot);
      process.stdout.write(JSON.stringify(result.pending));`;
    const resume = `
      import { readFileSync } from 'node:fs';
      import { QuickJsEngine } from 'toolwright/sandbox';
      const answers = new Map([[2, { value: 'yes' }]]);
      const result = await new QuickJsEngine().resume(readFileSync('snapshot'), answers, {});
      process.stdout.write(JSON.stringify(result.value));`;
    expect(run('start.mjs', start)).toBe(JSON.stringify([{ id: 2, name: 'ask', args: ['Really?'] }]));
    expect(run('resume.mjs', resume)).toBe(JSON.stringify([3, 'yes']));
  });

  it.each([
    ['quickjs-wasi', 'Promise.reject(caught(() => new QuickJsEngine()))', 'npm install quickjs-wasi@3'],
    ['typescript-json-schema', "fromCode('function a() {}')", 'npm install typescript-json-schema'],
    [
      '@swc/wasm-typescript',
      "new QuickJsEngine().run({ source: 'const a: number = 1' }).then(({ error }) => { throw error })",
      'Write plain JavaScript, without types.',
    ],
  ])('names the package %s if it is missing', (name, call, message) => {
    const folder = join(project, 'node_modules', name);
    renameSync(folder, `${folder}-away`);
    try {
      const code = `import { fromCode, QuickJsEngine } from 'toolwright/sandbox';
        const caught = (create) => { try { return create(); } catch (error) { return error; } };
        await ${call}.catch((error) => process.stdout.write(error.message));`;
      expect(run('missing.mjs', code)).toContain(message);
    } finally {
      renameSync(`${folder}-away`, folder);
    }
  });

  it('asks a model for JavaScript if the package that removes types is missing', () => {
    const folder = join(project, 'node_modules/@swc/wasm-typescript');
    renameSync(folder, `${folder}-away`);
    try {
      const code = `import { Toolkit } from 'toolwright';
        import { QuickJsEngine } from 'toolwright/sandbox';
        const toolkit = new Toolkit();
        toolkit.enableCodeMode({ engine: new QuickJsEngine() });
        process.stdout.write(toolkit.getJsonSchemas().find(({ name }) => name === 'run_code').description);`;
      expect(run('described.mjs', code)).toContain('Run plain JavaScript, without types, that calls tools');
    } finally {
      renameSync(`${folder}-away`, folder);
    }
  });

  it('warns the developer once of the package that removes types', () => {
    const folder = join(project, 'node_modules/@swc/wasm-typescript');
    renameSync(folder, `${folder}-away`);
    try {
      const code = `import { QuickJsEngine } from 'toolwright/sandbox';
        process.on('warning', ({ message }) => process.stdout.write(message));
        const engine = new QuickJsEngine();
        for (const source of ['const a: number = 1', 'let b: string']) await engine.run({ source });
        await engine.close();`;
      expect(run('warned.mjs', code).split('npm install @swc/wasm-typescript@1')).toHaveLength(2);
    } finally {
      renameSync(`${folder}-away`, folder);
    }
  });
});
