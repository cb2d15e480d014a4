import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type BuildOptions, build, type Metafile, type OutputFile } from 'esbuild';
import { installPackedPackage } from './support/packed-package.js';
import { installedPackages, packageOf, root } from './support/repository.js';

/** A program that serves one function as a tool. */
const handler = `
import { ToolSpec } from 'toolwright';
const add = ToolSpec.fromFunction((a, b) => a + b, { name: 'add', params: { a: { type: Number }, b: { type: Number } } });
export const handle = (event) => add.exec(event);
`;

/** The upper limits of the sizes, a little above the measured ones. Lower them when a change reduces a size. */
const limits = {
  entry: { node: 124, neutral: 102 },
  oneFile: { node: 124, neutral: 102 },
  devPage: 37,
  packed: 9.6,
  installed: 23.3,
};

describe('the size of', () => {
  let project = '';

  beforeAll(() => {
    project = installPackedPackage();
  }, 120_000);

  afterAll(() => {
    rmSync(project, { recursive: true, force: true });
  });

  describe.each(['node', 'neutral'] as const)('a handler with one function tool, bundled for %s', (platform) => {
    const bundle = async (splitting: boolean): Promise<Bundle> => {
      const stdin = { contents: handler, resolveDir: project };
      return build({ ...bundleOptions(platform), splitting, stdin, outdir: join(project, 'out') });
    };

    it('is limited for the files that it loads at once, in kilobytes after compression', async () => {
      expect(kilobytes(entryFiles(await bundle(true)))).toBeLessThan(limits.entry[platform]);
    });

    it('is limited for a single file, in kilobytes after compression', async () => {
      expect(kilobytes((await bundle(false)).outputFiles)).toBeLessThan(limits.oneFile[platform]);
    });

    it('includes nothing that only DTO classes need', async () => {
      const packages = packagesIn((await bundle(false)).metafile);
      expect(packages).toContain('rxjs');
      for (const name of ['class-validator', 'class-transformer', 'validator', 'libphonenumber-js']) {
        expect(packages).not.toContain(name);
      }
    });
  });

  it('the developer page is limited, in kilobytes after compression', () => {
    const folder = join(root, 'test/.build/packed/dist/integrations/dev/page');
    const names = readdirSync(folder);
    expect(names.sort()).toEqual(['index.html', 'page.css', 'page.js']);
    expect(kilobytes(names.map((name) => ({ contents: readFileSync(join(folder, name)) })))).toBeLessThan(
      limits.devPage,
    );
  });

  it('the package is limited, in megabytes', () => {
    expect(megabytes(join(root, 'test/.build/packed'))).toBeLessThan(limits.packed);
  });

  it('an installation without the packages for DTO classes is limited, in megabytes', () => {
    const packages = [...installedPackages()];
    expect(packages).toEqual(expect.arrayContaining(['rxjs', 'reflect-metadata', 'tslib']));
    expect(packages).not.toContain('class-validator');
    const sizes = packages.map((name) => megabytes(join(root, 'node_modules', name)));
    const sum = sizes.reduce((total, size) => total + size, megabytes(join(root, 'test/.build/packed')));
    expect(sum).toBeLessThan(limits.installed);
  });
});

interface Bundle {
  readonly outputFiles: readonly OutputFile[];
  readonly metafile: Metafile;
}

function bundleOptions(platform: 'node' | 'neutral') {
  return {
    bundle: true,
    minify: true,
    format: 'esm',
    platform,
    // A neutral platform has no defaults, and packages without `exports` need them.
    ...(platform === 'neutral' ? { mainFields: ['module', 'main'], external: ['node:*'] } : {}),
    metafile: true,
    write: false,
    logLevel: 'error',
  } as const satisfies BuildOptions;
}

/** The files that importing the entry loads, without those of an `import()`. */
function entryFiles({ outputFiles, metafile }: Bundle): readonly OutputFile[] {
  const loaded = new Set<string>();
  const load = (path: string): void => {
    if (loaded.has(path)) return;
    loaded.add(path);
    for (const { kind, path: imported, external } of metafile.outputs[path]?.imports ?? []) {
      if (kind === 'import-statement' && external !== true) load(imported);
    }
  };
  const entry = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === '<stdin>');
  load(entry?.[0] ?? '');
  const names = new Set([...loaded].map((path) => basename(path)));
  return outputFiles.filter(({ path }) => names.has(basename(path)));
}

function packagesIn({ outputs }: Metafile): readonly string[] {
  const inputs = Object.values(outputs).flatMap((output) => Object.keys(output.inputs));
  return [...new Set(inputs.flatMap((file) => packageOf(join(root, file)) ?? []))];
}

function kilobytes(files: readonly Pick<OutputFile, 'contents'>[]): number {
  expect(files.length).toBeGreaterThan(0);
  return files.reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length, 0) / 1_000;
}

function megabytes(folder: string): number {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => statSync(join(folder, name)));
  return files.filter((file) => file.isFile()).reduce((sum, { size }) => sum + size, 0) / 1_000_000;
}
