import type { RouteRequest, RouteResponse } from '../../shared/route-request.js';

/** Removes itself, and loads the pages again that it controls. */
const script = `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(remove()));

async function remove() {
  await registration.unregister();
  for (const page of await clients.matchAll({ type: 'window' })) await page.navigate(page.url);
}
`;

/**
 * Checks whether a browser asks for the script of a service worker. The page has none: it is that of an application that was served
 * on the same port before, and that answers in place of this server until it is replaced.
 */
export function isWorkerRequest({ method, headers }: RouteRequest): boolean {
  return method === 'GET' && headers.get('service-worker') === 'script';
}

/** Returns a service worker that removes itself. Browsers ask for it whenever a page of the former one is opened. */
export function workerRemoval(): RouteResponse {
  return { status: 200, headers: { 'content-type': 'text/javascript; charset=utf-8' }, body: script };
}
