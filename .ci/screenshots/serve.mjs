// Serves the developer page for the pictures: of a module, or of an OpenAPI document. Time passes only in its tools, so that
// each run shows the same times.
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '../..');
const [entry, title] = process.argv.slice(2);

let now = Date.parse('2026-03-02T10:24:00Z');
Date.now = () => now;
performance.now = () => now;
globalThis.pass = async (milliseconds) => {
  // What happened before is recorded at its time.
  await new Promise((resolve) => setTimeout(resolve, 10));
  now += milliseconds;
};

const { devHandler } = await import(pathToFileURL(join(root, 'dist/integrations/dev/index.js')).href);
const page = devHandler(await load(entry), { path: '/dev', title, version: '1.4.0' });
const server = createServer((request, response) => void page.node(request, response));
server.listen(0, '127.0.0.1', () => {
  process.send(page.url(`http://127.0.0.1:${server.address().port}`));
});

/** Loads the toolkit of a module, or one with the operations of a document. */
async function load(path) {
  if (path.endsWith('.ts')) return (await import(pathToFileURL(path).href)).toolkit;
  const { Toolkit } = await import(pathToFileURL(join(root, 'dist/index.js')).href);
  const { openApiSource } = await import(pathToFileURL(join(root, 'dist/sources/rest/index.js')).href);
  const toolkit = new Toolkit();
  await toolkit.registerSource(openApiSource(path, { name: 'api', baseUrl: 'https://api.example.com' }));
  return toolkit;
}
