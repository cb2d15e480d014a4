import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Plugin } from 'esbuild';
import { root } from './support/repository.js';

/** The adapters, each with a folder in test/peers for each version of its SDK. */
const adapters = [...new Set(readdirSync(join(root, 'test/peers')).map((name) => name.replace(/-\d+$/, '')))];

const maxBytes = 3_600;

describe('the adapter for an agent SDK', () => {
  it('exists for each SDK', () => {
    expect(adapters).toContain('ai-sdk');
  });

  it.each(adapters)(
    '%s is smaller than 3.6 kB after minification and compression, without the core',
    async (adapter) => {
      expect(await sizeOf(adapter)).toBeLessThan(maxBytes);
    },
  );
});

async function sizeOf(adapter: string): Promise<number> {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'src/sdks', adapter, 'index.ts')],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    plugins: [withoutCore(adapter)],
    write: false,
  });
  const bytes = outputFiles.reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length, 0);
  expect(bytes).toBeGreaterThan(0);
  return bytes;
}

/**
 * Leaves out every file that belongs neither to the adapter nor to the parts that adapters share. The size does not
 * depend on the folder of the repository.
 */
function withoutCore(adapter: string): Plugin {
  const own = [adapter, 'shared'].map((folder) => join(root, 'src/sdks', folder));
  return {
    name: 'without-core',
    setup(builder) {
      builder.onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
        const file = join(resolveDir, path);
        return own.some((folder) => file.startsWith(`${folder}/`))
          ? undefined
          : { path: `./${basename(path)}`, external: true };
      });
    },
  };
}
