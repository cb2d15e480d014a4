import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import ts from 'typescript';
import { installPackedPackage } from './support/packed-package.js';
import { createProgram, textOf } from './support/program.js';
import { readManifest, root, runNode } from './support/repository.js';

const { exports: entries } = readManifest();
const subpaths = Object.keys(entries).filter((subpath) => !subpath.endsWith('.json'));
const specifiers = subpaths.map((subpath) => subpath.replace(/^\./, 'toolwright'));

const swc = {
  jsc: {
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    target: 'es2022',
  },
  module: { type: 'commonjs' },
};

describe('the CommonJS build', () => {
  let project = '';

  beforeAll(() => {
    project = installPackedPackage('zod', 'jest', '@swc/jest', '@swc/core', '@types/jest', '@types/node');
  }, 120_000);

  afterAll(() => {
    rmSync(project, { recursive: true, force: true });
  });

  it('runs tools in jest without configuration, with @swc/jest', () => {
    const folder = join(project, 'jest-cjs');
    cpSync(join(root, 'test/fixtures/jest-commonjs'), folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true }');
    writeFileSync(
      join(folder, 'jest.config.js'),
      `module.exports = { testEnvironment: 'node', transform: { '\\\\.ts$': ['@swc/jest', ${JSON.stringify(swc)}] } };`,
    );
    const results = runJest(folder);
    expect(results.failures).toEqual([]);
    expect(results.passed).toBe(6);
  });

  it('leaves DTO classes to an import of toolwright/dto in jest with ES modules', () => {
    const folder = join(project, 'jest-esm');
    cpSync(join(root, 'test/fixtures/jest-commonjs'), folder, { recursive: true });
    rmSync(join(folder, 'tools.spec.ts'));
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    const call = `import { Shop } from './tools';
      it('calls', async () => {
        const order = new Shop().toolSpec('order');
        expect(await order.call({ count: 1, item: { title: 'tea' } })).toEqual([true, true, 1]);
      });`;
    writeFileSync(join(folder, 'without.spec.ts'), call);
    writeFileSync(join(folder, 'imported.spec.ts'), `import 'toolwright/dto';\n${call}`);
    const transform = { '\\.ts$': ['@swc/jest', { ...swc, module: { type: 'es6' } }] };
    const config = { testEnvironment: 'node', extensionsToTreatAsEsm: ['.ts'], transform };
    writeFileSync(join(folder, 'jest.config.js'), `export default ${JSON.stringify(config)};`);
    const results = runJest(folder, '--experimental-vm-modules');
    expect(results.failures).toEqual([]);
    expect(results.passed).toBe(2);
  });

  it('is not in a bundle, in which import and require() get one copy', async () => {
    const contents =
      "import { ToolSpec } from 'toolwright'; export default ToolSpec === require('toolwright').ToolSpec;";
    const { outputFiles, metafile } = await build({
      stdin: { contents, resolveDir: project },
      bundle: true,
      format: 'esm',
      platform: 'node',
      metafile: true,
      write: false,
      logLevel: 'error',
      banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    });
    expect(Object.keys(metafile.inputs).filter((file) => file.includes('/toolwright/cjs/'))).toEqual([]);
    writeFileSync(join(project, 'one-copy.mjs'), outputFiles[0]?.contents ?? '');
    const code = "import('./one-copy.mjs').then((bundle) => process.stdout.write(String(bundle.default)))";
    expect(runNode(['-e', code], { cwd: project })).toBe('true');
  }, 30_000);

  it.each(subpaths)('loads %s without the ES modules', (subpath) => {
    const { require: target } = entries[subpath] as { readonly require: { readonly default: string } };
    const code = `
      require('./node_modules/toolwright/${target.default}');
      const loaded = Object.keys(require.cache).filter((file) => file.includes('/node_modules/toolwright/'));
      process.stdout.write(JSON.stringify(loaded.map((file) => file.split('/node_modules/toolwright/')[1])));`;
    const loaded = JSON.parse(runNode(['-e', code], { cwd: project })) as string[];
    expect(loaded.length).toBeGreaterThan(0);
    expect(loaded.filter((file) => !file.startsWith('cjs/'))).toEqual([]);
  });

  describe.each([
    ['node10', ts.ModuleKind.CommonJS, ts.ModuleResolutionKind.Node10],
    ['node16', ts.ModuleKind.Node16, ts.ModuleResolutionKind.Node16],
    ['bundler', ts.ModuleKind.ESNext, ts.ModuleResolutionKind.Bundler],
  ])('with moduleResolution %s', (name, module, moduleResolution) => {
    it('has declarations for every subpath', () => {
      const file = join(project, `${name}.ts`);
      const imports = specifiers.map((specifier, index) => `import * as module${index} from '${specifier}';`);
      const uses = specifiers.map((_, index) => `export const used${index}: object = module${index};`);
      writeFileSync(file, [...imports, ...uses, "export const wrong: string = module0.text('typed');"].join('\n'));
      const errors = compile(file, { module, moduleResolution });
      expect(errors).toEqual([expect.stringContaining("is not assignable to type 'string'")]);
    });
  });

  describe('next to the ES modules in one process', () => {
    const run = (code: string): unknown => {
      const setup = `
        const { strict: assert } = require('node:assert');
        const cjs = require('./node_modules/toolwright/cjs/index.js');
        require('./node_modules/toolwright/cjs/schema/class-validator/index.js');
        const { lastValueFrom, Observable, toArray, of } = require('rxjs');
        const { IsInt, IsString, ValidateNested } = require('class-validator');
        const { Type } = require('class-transformer');
        /** Defines a DTO class that contains another one, and a registry, with one copy. */
        function define({ Tool, ToolRegistry, NotFoundError }) {
          class Item {}
          IsString()(Item.prototype, 'title');
          class Order {}
          IsInt()(Order.prototype, 'count');
          ValidateNested()(Order.prototype, 'item');
          Type(() => Item)(Order.prototype, 'item');
          class Shop extends ToolRegistry {
            order(order) { return [order instanceof Order, order.item instanceof Item]; }
            stream() { return of('a', 'b'); }
            fail() { throw new NotFoundError('gone'); }
          }
          const decorate = (name, options) => {
            const descriptor = Object.getOwnPropertyDescriptor(Shop.prototype, name);
            Tool(options)(Shop.prototype, name, descriptor);
          };
          decorate('order', { inputSchema: Order });
          decorate('stream', {});
          decorate('fail', {});
          return new Shop();
        }
        async function main(mine, other) { ${code} }
        import('toolwright').then(async (esm) => {
          assert.notEqual(esm.ToolSpec, cjs.ToolSpec);
          const results = [await main(esm, cjs), await main(cjs, esm)];
          process.stdout.write(JSON.stringify(results));
        });`;
      return JSON.parse(runNode(['-e', setup], { cwd: project }));
    };

    it('runs classes and DTO classes of the other format in a toolkit', () => {
      const code = `
        const toolkit = new mine.Toolkit();
        toolkit.register(define(other));
        const { data } = await toolkit.execute('order', { count: 1, item: { title: 'tea' } });
        const responses = await lastValueFrom(toolkit.callTool({ name: 'stream', input: {} }).pipe(toArray()));
        const refused = await toolkit.execute('order', { count: 'x' });
        return [data, responses.length, refused.error.code];`;
      const each = [[true, true], 3, 'invalid_parameters'];
      expect(run(code)).toEqual([each, each]);
    });

    it('returns Observables of the package rxjs', () => {
      const code = `
        const toolkit = new mine.Toolkit();
        toolkit.register(define(other));
        const responses = toolkit.callTool({ name: 'stream', input: {} });
        return [responses instanceof Observable, responses instanceof (await import('rxjs')).Observable];`;
      expect(run(code)).toEqual([
        [true, true],
        [true, true],
      ]);
    });

    it('recognizes errors of the other format with instanceof', () => {
      const code = `
        const toolkit = new mine.Toolkit();
        toolkit.register(define(other));
        const { error } = await toolkit.execute('fail', {});
        return [error instanceof mine.ToolError, error instanceof other.ToolError, error instanceof mine.TimeoutError];`;
      expect(run(code)).toEqual([
        [true, true, false],
        [true, true, false],
      ]);
    });
  });
});

interface JestResults {
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

interface JestRun {
  readonly passed: number;
  readonly failures: readonly string[];
}

function runJest(folder: string, ...nodeOptions: readonly string[]): JestRun {
  const output = join(folder, 'results.json');
  const jest = join(root, 'node_modules/jest/bin/jest.js');
  const { NODE_OPTIONS: _, JEST_WORKER_ID: __, ...env } = process.env;
  try {
    const args = [
      ...nodeOptions,
      jest,
      '--rootDir',
      folder,
      '--json',
      '--outputFile',
      output,
      '-i',
      '--no-cache',
      '--silent',
    ];
    execFileSync(process.execPath, args, { cwd: folder, env, stdio: 'pipe', encoding: 'utf8' });
  } catch {
    // The results contain the failures.
  }
  const { testResults } = JSON.parse(readFileSync(output, 'utf8')) as JestResults;
  const assertions = testResults.flatMap(({ assertionResults }) => assertionResults);
  return {
    passed: assertions.filter(({ status }) => status === 'passed').length,
    failures: testResults.map(({ message }) => message).filter((message) => message !== ''),
  };
}

/** Compiles a file as a project does that skips the declarations of its packages, and returns the errors. */
function compile(file: string, options: ts.CompilerOptions): readonly string[] {
  const program = createProgram({
    files: [file],
    options: {
      ...options,
      target: ts.ScriptTarget.ES2022,
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
    },
  });
  return ts.getPreEmitDiagnostics(program).map(textOf);
}
