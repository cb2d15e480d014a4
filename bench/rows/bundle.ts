import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import type { Row } from '../row.js';

const toolkit = `import { Toolkit, ToolSpec } from 'toolwright';
  export const toolkit = new Toolkit();
  toolkit.register(ToolSpec.fromFunction((city) => city, { name: 'echo', params: { city: { type: String } } }));`;
const spec = `export { ToolSpec } from 'toolwright';`;
const client = `export { createClient } from 'toolwright/client';`;

/** The size of bundles, minified and gzipped, in bytes. */
export const row: Row = {
  title: 'Bundles, minified and gzipped',
  unit: 'bytes',
  parts: [
    {
      name: 'toolwright',
      rounds: 1,
      warmupRounds: 0,
      create: () => [
        { name: 'Toolkit and a tool, Node.js', maxValue: 135_000, sample: () => sizeOf(toolkit, 'node') },
        { name: 'Toolkit and a tool, browsers', maxValue: 120_000, sample: () => sizeOf(toolkit, 'browser') },
        { name: 'Toolkit and a tool, Node.js, split', sample: () => sizeOf(toolkit, 'node', true) },
        { name: 'Toolkit and a tool, browsers, split', sample: () => sizeOf(toolkit, 'browser', true) },
        { name: 'ToolSpec, Node.js', maxValue: 90_000, sample: () => sizeOf(spec, 'node') },
        { name: 'ToolSpec, browsers', maxValue: 90_000, sample: () => sizeOf(spec, 'browser') },
        { name: 'the client of toolwright/client', maxValue: 2_048, sample: () => sizeOf(client, 'browser') },
      ],
    },
  ],
};

/** Bundles a program. If the bundler splits code, what is loaded later does not count. */
async function sizeOf(contents: string, platform: 'node' | 'browser', splitting = false): Promise<number> {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    platform,
    splitting,
    outdir: 'bundle',
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  const needed = new Set<string>();
  const follow = (path: string): void => {
    if (needed.has(path)) return;
    needed.add(path);
    for (const { path: imported, kind } of metafile.outputs[path]?.imports ?? []) {
      if (kind !== 'dynamic-import') follow(imported);
    }
  };
  follow('bundle/stdin.js');
  const files = outputFiles.filter(({ path }) => [...needed].some((one) => path.endsWith(one)));
  return files.reduce((sum, { contents: text }) => sum + gzipSync(text, { level: 9 }).length, 0);
}
