import type { HeaderProvider } from './outgoing-headers.js';
import type { Fetch } from './stream-watch.js';

/**
 * Creates a fetch that adds headers to the requests to a server, and to no other: an SDK also sends requests to
 * authorisation servers. A header that the SDK sets is not replaced.
 *
 * @param send - The fetch that sends the requests.
 */
export function createHeaderFetch(endpoint: URL, headers: HeaderProvider, send: Fetch): Fetch {
  return async (url, init = {}) => {
    if (!isSameServer(endpoint, new URL(url))) return send(url, init);
    const sent = new Headers(init.headers);
    for (const [name, value] of Object.entries(await headers(init.signal ?? undefined))) {
      if (!sent.has(name)) sent.set(name, value);
    }
    return send(url, { ...init, headers: sent });
  };
}

/** Whether a URL belongs to the server of the endpoint. The SDKs follow redirects from http to https of one host. */
function isSameServer(endpoint: URL, { host, protocol }: URL): boolean {
  return host === endpoint.host && (protocol === endpoint.protocol || protocol === 'https:');
}
