import { build } from 'esbuild';
import toolwright from 'toolwright/plugin';

await build({
  entryPoints: ['src/main.ts'],
  outfile: 'out/main.js',
  bundle: true,
  minify: process.argv.includes('--minify'),
  platform: 'node',
  format: 'esm',
  packages: 'external',
  plugins: process.env.WITHOUT_PLUGIN ? [] : [toolwright.esbuild()],
});
