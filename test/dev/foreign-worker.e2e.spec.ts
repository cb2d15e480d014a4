import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from 'playwright-core';
import { type DevCommand, startDevCommand } from './page/dev-command.js';
import { useBrowser } from './page/use-page.js';

/** The workers that applications leave behind: for the same paths, they answer before any server does. */
const workers = {
  'answers with the page that it has stored': `
    const stored = '<!doctype html><title>Former application</title><h1>Former application</h1>';
    addEventListener('install', () => skipWaiting());
    addEventListener('activate', (event) => event.waitUntil(clients.claim()));
    addEventListener('fetch', (event) => {
      const headers = { 'content-type': 'text/html' };
      if (event.request.mode === 'navigate') event.respondWith(new Response(stored, { headers }));
    });`,
  'asks the server, and stores what it answers': `
    addEventListener('install', () => skipWaiting());
    addEventListener('activate', (event) => event.waitUntil(clients.claim()));
    addEventListener('fetch', (event) => event.respondWith(caches.open('all').then(async (cache) => {
      const known = await cache.match(event.request);
      if (known !== undefined) return known;
      const response = await fetch(event.request);
      if (event.request.method === 'GET' && response.ok) void cache.put(event.request, response.clone());
      return response;
    })));`,
};

const shop = "import { tool } from 'toolwright'; export const fine = tool(() => 'fine', { name: 'fine' });";

/** A page that registers the worker, and says when it is active. */
const registering = `<!doctype html><title>Former application</title><script>
  navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready)
    .then(() => { document.title = 'Registered'; });
</script>`;

/** Serves a former application, of which a worker remains in the browser. Resolves to the port when it has ended. */
async function leaveWorker(context: BrowserContext, worker: string): Promise<number> {
  const server: Server = createServer(({ url }, response) => {
    response.setHeader('content-type', url === '/sw.js' ? 'text/javascript' : 'text/html');
    response.end(url === '/sw.js' ? worker : registering);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${port}/`);
  await page.waitForFunction("document.title === 'Registered'");
  await page.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Waits until no worker answers for a page, which is loaded again then. */
async function waitForRelease(page: Page): Promise<void> {
  const isReleased = (): Promise<boolean> =>
    page.evaluate<boolean>('navigator.serviceWorker.controller === null').catch(() => false);
  const giveUpAt = Date.now() + 20_000;
  while (!(await isReleased()) && Date.now() < giveUpAt) await page.waitForTimeout(50);
}

describe('the page of toolwright dev on a port whose former application has left a service worker', () => {
  const browser = useBrowser();
  let context: BrowserContext;
  let command: DevCommand | undefined;

  beforeEach(async () => {
    context = await browser().newContext();
  });

  afterEach(async () => {
    await context.close();
    await command?.close();
  });

  it.each(Object.entries(workers))('replaces one that %s', async (_, worker) => {
    const port = await leaveWorker(context, worker);
    command = await startDevCommand({ 'shop.js': shop }, { args: ['--port', String(port)] });
    const page = await context.newPage();
    await page.goto(command.url);
    await page.getByText('Ready', { exact: true }).waitFor({ timeout: 15_000 });
    await waitForRelease(page);
    await page.reload();
    await page.getByText('Ready', { exact: true }).waitFor();
    expect(await page.evaluate('navigator.serviceWorker.getRegistrations().then(({ length }) => length)')).toBe(0);
  });
});
