// Bundles mcp-worker.ts and serves clients of both protocol versions with it in workerd, without and with the
// compatibility with Node.
import { build } from 'esbuild';
import { Miniflare } from 'miniflare';
import { checkMcp } from './src/check-mcp.mjs';

// What this worker does not use is loaded late, if at all: parts for Node, and the package for clients.
const { outputFiles } = await build({
  entryPoints: { worker: 'mcp-worker.ts' },
  bundle: true,
  splitting: true,
  outdir: 'out',
  format: 'esm',
  platform: 'browser',
  external: ['node:*', '@modelcontextprotocol/client'],
  conditions: ['workerd', 'worker', 'browser'],
  tsconfigRaw: { compilerOptions: { experimentalDecorators: true } },
  write: false,
});
const files = outputFiles.map(({ path, text }) => ({ type: 'ESModule', path, contents: text }));
const modules = files.sort((a, b) => Number(b.path.endsWith('/worker.js')) - Number(a.path.endsWith('/worker.js')));

for (const compatibilityFlags of [[], ['nodejs_compat']]) {
  const miniflare = new Miniflare({ modules, compatibilityDate: '2026-04-01', compatibilityFlags });
  try {
    await checkMcp((url, init) => miniflare.dispatchFetch(url, init), 'http://localhost/mcp');
    process.stdout.write(`workerd ${compatibilityFlags.join() || 'without nodejs_compat'}: passed\n`);
  } finally {
    await miniflare.dispose();
  }
}
