// `npm run sample web-page`: builds the pages, and serves them with the tools until Ctrl-C.
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { build } from 'esbuild';

const folder = import.meta.dirname;
const { app } = await import('./.build/server.js');
const { Shop } = await import('./.build/shop.js');

const pages = {
  page: `${['find', 'describe', 'describeAll', 'stop', 'buy', 'mistake']
    .map((id) => `<button id="${id}">${id}</button>`)
    .join('')}<ol id="output"></ol>`,
  'react-page': '<div id="root"></div>',
};

for (const [name, body] of Object.entries(pages)) {
  const { outputFiles } = await build({
    entryPoints: [join(folder, '.build', `${name}.js`)],
    bundle: true,
    format: 'esm',
    minify: true,
    write: false,
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const script = outputFiles[0].text;
  const html = `<!doctype html><title>Shop</title><body>${body}<script type="module" src="/${name}.js"></script>`;
  app.get(`/${name}`, (context) => context.html(html));
  app.get(`/${name}.js`, (context) => context.body(script, 200, { 'content-type': 'text/javascript' }));
}
// For the test of this sample.
app.get('/cancelled', (context) => context.text(String(Shop.cancelled)));

const port = Number(process.argv[2] ?? 3000);
serve({ fetch: app.fetch, hostname: '127.0.0.1', port }, (address) => {
  const url = `http://127.0.0.1:${address.port}`;
  console.log(
    Object.keys(pages)
      .map((name) => `${url}/${name}`)
      .join('\n'),
  );
});
