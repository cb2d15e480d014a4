// Builds the page of `toolwright dev` into `dist`: `.ci/bundle.mjs` imports this, and `node .ci/dev-page.mjs` builds the page
// alone. The server of the page allows no inline code and no inline styles, so all of them are in files.
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..');
const source = join(root, 'src/integrations/dev/page');
const target = join(root, 'dist/integrations/dev/page');

mkdirSync(target, { recursive: true });
await build({
  absWorkingDir: root,
  entryPoints: [
    { in: join(source, 'main.ts'), out: 'page' },
    { in: join(source, 'page.css'), out: 'page' },
  ],
  outdir: target,
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  tsconfig: join(source, 'tsconfig.json'),
  logLevel: 'error',
});
copyFileSync(join(source, 'index.html'), join(target, 'index.html'));
