/**
 * Releases the page of the command from a service worker, which an application on the same port has left: it could answer with
 * what it has stored. The page has none itself, but an application that serves it below its own path may have one.
 *
 * @returns Whether the page is being loaded again, without the worker.
 */
export async function releasePage(): Promise<boolean> {
  // Browsers have no workers for pages without TLS on other hosts.
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  if (location.pathname !== '/' || !workers?.controller) return false;
  const registration = await workers.getRegistration();
  if (registration === undefined || !(await registration.unregister())) return false;
  location.reload();
  return true;
}
