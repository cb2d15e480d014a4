import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import * as toolwright from 'toolwright';
import ts from 'typescript';
import { installPackedPackage } from './support/packed-package.js';
import { createProgram, textOf } from './support/program.js';
import { readManifest, root, runNode } from './support/repository.js';

const { exports: entries, bin } = readManifest();
const specifiers = Object.keys(entries).map((subpath) => subpath.replace(/^\./, 'toolwright'));
const modules = specifiers.filter((specifier) => !specifier.endsWith('.json'));

/** A typical first program: decorated methods, one of them with a DTO. */
const quickstart = `
import { IsInt, IsString, Min } from 'class-validator';
import 'toolwright/dto';
import { Param, Tool, ToolRegistry } from 'toolwright';

class NewItem {
  @IsString() title!: string;
  @IsInt() @Min(1) count!: number;
}

class Shelf extends ToolRegistry {
  @Tool({ description: 'Search the shelf' })
  search(@Param({ description: 'What to look for', minLength: 1 }) query: string, limit: number = 10): string {
    return query + ' ' + limit;
  }

  @Tool()
  addItem(item: NewItem): object {
    return { instance: item instanceof NewItem, count: item.count };
  }
}

async function main(): Promise<void> {
  const shelf = new Shelf();
  const found = await shelf.toolSpec('search').call({ query: 'tea' });
  const added = await shelf.toolSpec('addItem').call({ title: 'tea', count: 2 });
  const refused = await shelf.toolSpec('addItem').exec({ title: 'tea', count: 0 });
  process.stdout.write(JSON.stringify({ names: Shelf.toolNames(), found, added, refused: refused.error?.code }));
}

void main();
`;

const decoratorOptions = {
  target: ts.ScriptTarget.ES2022,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
} as const;

describe('the packed package', () => {
  let project = '';

  beforeAll(() => {
    project = installPackedPackage();
  }, 120_000);

  afterAll(() => {
    rmSync(project, { recursive: true, force: true });
  });

  it('contains only the build and the documents, without sources and source maps', () => {
    const held = readdirSync(join(project, 'node_modules/toolwright')).sort();
    expect(held).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'cjs', 'dist', 'package.json']);
    const files = readdirSync(join(project, 'node_modules/toolwright'), { recursive: true, encoding: 'utf8' });
    expect(files.filter((name) => /\.map$|\.tsbuildinfo$/.test(name))).toEqual([]);
  });

  it('validates arguments where code generation from strings is disallowed', () => {
    const code = `
      import { ToolSpec } from 'toolwright';
      const spec = ToolSpec.fromFunction((text) => text, { name: 'echo', params: { text: { type: String } } });
      const { error } = await spec.exec({ text: {}, more: true });
      process.stdout.write((await spec.call({ text: 'hi' })) + '. ' + error.message);
    `;
    const args = ['--disallow-code-generation-from-strings', '--input-type=module', '-e', code];
    expect(runNode(args, { cwd: project })).toBe(
      "hi. Invalid arguments for 'echo': unknown argument 'more'; /text must be string, got {}",
    );
  });

  it.each(Object.values(bin))('contains %s, which its manifest names', (file) => {
    expect(existsSync(join(project, 'node_modules/toolwright', file))).toBe(true);
  });

  it.each(specifiers)('provides %s to require()', (specifier) => {
    const code = `process.stdout.write(typeof require('${specifier}'))`;
    expect(runNode(['-e', code], { cwd: project })).toBe('object');
  });

  it.each(modules)('provides %s to import(), as the same module as require()', (specifier) => {
    const code = `const required = require('${specifier}');
      import('${specifier}').then((imported) => process.stdout.write(String(
        Object.keys(imported).every((name) => imported[name] === required[name]))));`;
    expect(runNode(['-e', code], { cwd: project })).toBe('true');
  });

  it('exports from its root the names that src/index.ts exports', () => {
    const code = "process.stdout.write(JSON.stringify(Object.keys(require('toolwright'))))";
    const names = JSON.parse(runNode(['-e', code], { cwd: project })) as string[];
    expect(names.sort()).toEqual(Object.keys(toolwright).sort());
  });

  it.each(['quickstart.mts', 'quickstart.cts'])(
    'type-checks in %s, the declarations of its dependencies included',
    (name) => {
      writeFileSync(join(project, name), quickstart);
      expect(typeErrors(join(project, name))).toEqual([]);
    },
    60_000,
  );

  it.each(['esm', 'cjs'] as const)(
    'runs bundled as %s from a folder without node_modules',
    async (format) => {
      const folder = `${project}-${format}`;
      mkdirSync(folder);
      try {
        const bundle = await bundleQuickstart({ project, folder, format });
        expect(JSON.parse(runNode([bundle], { cwd: folder }))).toEqual({
          names: ['search', 'addItem'],
          found: 'tea 10',
          added: { instance: true, count: 2 },
          refused: 'invalid_parameters',
        });
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
    30_000,
  );
});

/** Returns the errors of the compiler for a strict user's file, without skipLibCheck. */
function typeErrors(file: string): readonly string[] {
  const options: ts.CompilerOptions = {
    ...decoratorOptions,
    module: ts.ModuleKind.Node20,
    strict: true,
    noEmit: true,
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
  };
  const errors = ts.getPreEmitDiagnostics(createProgram({ files: [file], options }));
  return errors.map((error) => `${error.file?.fileName}: ${textOf(error)}`);
}

interface BundleOptions {
  readonly project: string;
  readonly folder: string;
  readonly format: 'esm' | 'cjs';
}

/** Bundles the quickstart with all it needs; TypeScript goes first, because esbuild writes no decorator metadata. */
async function bundleQuickstart({ project, folder, format }: BundleOptions): Promise<string> {
  const { outputText } = ts.transpileModule(quickstart, {
    compilerOptions: { ...decoratorOptions, module: ts.ModuleKind.ES2022 },
  });
  const entry = join(project, 'quickstart.mjs');
  writeFileSync(entry, outputText);
  const outfile = join(folder, format === 'esm' ? 'main.mjs' : 'main.cjs');
  await build({ entryPoints: [entry], outfile, format, bundle: true, platform: 'node', logLevel: 'error' });
  return outfile;
}
