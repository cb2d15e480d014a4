// Serves a folder on a free port of this machine, as a host of static files does.
import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const types = { '.css': 'text/css', '.html': 'text/html', '.js': 'text/javascript', '.woff2': 'font/woff2' };

/** Returns the address and what stops the server. */
export async function serveFolder(folder) {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname));
    const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
    const isFound = existsSync(file);
    response.writeHead(isFound ? 200 : 404, { 'content-type': types[extname(file)] ?? 'text/plain; charset=utf-8' });
    createReadStream(isFound ? file : join(folder, '404.html')).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}
