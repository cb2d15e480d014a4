import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type BuildOptions, build } from 'esbuild';
import * as toolwright from 'toolwright';
import * as mcp from 'toolwright/mcp';
import * as telemetry from 'toolwright/telemetry';
import { installPackedPackage } from './support/packed-package.js';
import { packageOf, readManifest, root, runNode } from './support/repository.js';

const { bin, version } = readManifest();

describe('the bundle in the packed package', () => {
  let project = '';

  beforeAll(() => {
    project = installPackedPackage();
  }, 120_000);

  afterAll(() => {
    rmSync(project, { recursive: true, force: true });
  });

  it('loads its root from a few files', () => {
    const folder = mkdtempSync(join(tmpdir(), 'toolwright-loaded-'));
    try {
      runNode(['--input-type=module', '-e', "await import('toolwright')"], {
        cwd: project,
        env: { NODE_V8_COVERAGE: folder },
      });
      const reports = readdirSync(folder).map(
        (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Coverage,
      );
      const urls = reports.flatMap(({ result }) => result.map(({ url }) => url));
      const files = new Set(urls.filter((url) => url.includes('/node_modules/toolwright/')));
      expect(files.size).toBeGreaterThan(1);
      expect(files.size).toBeLessThan(100);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it.each([
    ['toolwright', toolwright],
    ['toolwright/mcp', mcp],
    ['toolwright/telemetry', telemetry],
  ])('preserves the names of the classes and functions of %s', (specifier, source) => {
    const code = `process.stdout.write(JSON.stringify(Object.entries(require('${specifier}')).map(
      ([name, value]) => [name, typeof value === 'function' ? value.name : ''])))`;
    const named = Object.entries(source).map(([name, value]) => [name, typeof value === 'function' ? value.name : '']);
    expect(JSON.parse(runNode(['-e', code], { cwd: project }))).toEqual(named);
  });

  it.each([
    ['text', 'index.js', []],
    ['ToolResult', 'index.js', []],
    ['ToolError', 'index.js', []],
    ['CallHistory', 'index.js', []],
    ['ToolState', 'index.js', ['rxjs']],
    ['timing', 'features/middleware/index.js', ['rxjs']],
    ['Tool', 'index.js', ['reflect-metadata']],
    ['Param', 'index.js', ['reflect-metadata']],
    ['defineToolSchemas', 'tool/metadata/index.js', ['reflect-metadata']],
    ['MemoryTaskStore', 'stores/index.js', []],
  ])('bundles with an app that only uses %s of %s these packages: %j', async (name, entry, packages) => {
    expect(await packagesOfApp(name, join(project, 'node_modules/toolwright/dist', entry))).toEqual(packages);
  });

  it.each(['ToolSpec', 'toolSpecsOf', 'ToolkitSession'])(
    'bundles with an app that only uses %s the same packages as the sources',
    async (name) => {
      const packages = await packagesOfApp(name, join(project, 'node_modules/toolwright/dist/index.js'));
      expect(packages).toEqual(await packagesOfApp(name, join(root, 'src/index.ts')));
      expect(packages).not.toContain('minisearch');
    },
    30_000,
  );

  it('adds at most 2 KiB to a page for the client, minified and compressed, and no package', async () => {
    const entry = join(project, 'node_modules/toolwright/dist/integrations/client/index.js');
    expect(await packagesOfApp('createClient', entry)).toEqual([]);
    const stdin = { contents: `export { createClient } from '${entry}';`, resolveDir: root };
    const options = { ...appOptions, platform: 'browser', minify: true, write: false } as const;
    const { outputFiles } = await build({ ...options, stdin });
    const sizes = outputFiles.map(({ contents }) => gzipSync(contents, { level: 9 }).length);
    expect(sizes).toEqual([expect.any(Number)]);
    expect(sizes[0]).toBeGreaterThan(1_000);
    expect(sizes[0]).toBeLessThanOrEqual(2_048);
  });

  it('has the client in one file, which a page can load without a bundler', () => {
    const client = readFileSync(join(project, 'node_modules/toolwright/dist/integrations/client/index.js'), 'utf8');
    expect(client).toMatch(/^export \{[^}]*\bcreateClient\b[^}]*\};$/m);
    expect(client).not.toMatch(/^\s*import\b|\bimport\(|\bfrom ['"]/m);
  });

  it('preserves what TC39 decorators need, even in the bundle of an app', async () => {
    const app = `import { Tool, toolSpecsOf } from 'toolwright';
      class Clock { @Tool({ params: { minutes: { type: Number } } }) add(minutes) { return minutes + 1; } }
      toolSpecsOf(new Clock()).add.call({ minutes: 41 }).then((sum) => process.stdout.write(String(sum)));`;
    const outfile = join(project, 'clock.mjs');
    const stdin = { contents: app, resolveDir: project, loader: 'ts' } as const;
    await build({ ...appOptions, target: 'node20', stdin, outfile });
    expect(runNode([outfile], { cwd: tmpdir() })).toBe('42');
  }, 30_000);

  it('has readable stacks without source maps', () => {
    writeFileSync(
      join(project, 'mistake.mjs'),
      `import { Tool } from 'toolwright';
       try { Tool()(class {}); } catch (error) { process.stdout.write(error.stack); }`,
    );
    const stack = runNode(['mistake.mjs'], { cwd: project });
    const frames = [...stack.matchAll(/at (\w+) \(file:\S*node_modules\/toolwright\/dist\/[^:]*:\d+:\d+\)$/gm)];
    expect(frames.map(([, name]) => name)).toContain('findMethod');
  });

  it('prints its version on the command line', () => {
    const [command] = Object.values(bin);
    const main = join(project, 'node_modules/toolwright', String(command));
    expect(runNode([main, '--version'], { cwd: project })).toBe(`${version}\n`);
  });
});

interface Coverage {
  readonly result: readonly { readonly url: string }[];
}

const appOptions = { bundle: true, format: 'esm', platform: 'node', logLevel: 'error' } as const satisfies BuildOptions;

/** The packages of which something is in the bundle of an app that only passes one name on. */
async function packagesOfApp(name: string, entry: string): Promise<readonly string[]> {
  const { metafile } = await build({
    ...appOptions,
    stdin: { contents: `export { ${name} } from ${JSON.stringify(entry)};`, resolveDir: root },
    absWorkingDir: root,
    metafile: true,
    write: false,
  });
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  const used = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0);
  const packages = new Set(used.flatMap(([file]) => packageOf(join(root, file)) ?? []));
  packages.delete('toolwright');
  return [...packages].sort();
}
