// Bundles the service with the build plugin, runs it in workerd, and prints its result.
import { build } from 'esbuild';
import { Miniflare } from 'miniflare';
import toolwright from 'toolwright/plugin';

const { outputFiles } = await build({
  entryPoints: ['service.ts'],
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'browser',
  conditions: ['workerd', 'worker', 'browser'],
  plugins: [toolwright.esbuild()],
  write: false,
});
const miniflare = new Miniflare({ modules: true, script: outputFiles[0].text, compatibilityDate: '2026-04-01' });
try {
  const response = await miniflare.dispatchFetch('http://localhost/');
  console.log(await response.text());
} finally {
  await miniflare.dispose();
}
