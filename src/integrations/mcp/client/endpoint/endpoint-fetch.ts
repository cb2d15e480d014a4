import type { LinkAuth } from '../auth/link-auth.js';
import { createGuardedFetch, type GuardSettings } from '../http/guarded-fetch.js';
import { createHeaderFetch } from '../http/header-fetch.js';
import type { HeaderProvider } from '../http/outgoing-headers.js';
import type { Fetch } from '../http/stream-watch.js';
import type { HttpEndpoint } from './transport-options.js';
import { headersOf } from './wire-headers.js';

/** The settings of the fetch of an endpoint. */
export interface EndpointFetchSettings extends GuardSettings {
  /** The headers to add to those of the endpoint. @default none */
  readonly headers?: HeaderProvider | undefined;
  /** How the requests are authorised. @default only by the headers */
  readonly auth?: LinkAuth | undefined;
}

/**
 * Creates the fetch for the requests to an endpoint and to the authorisation servers that it names. The headers of the
 * endpoint are sent to its own server only. The hosts and the ports that the author has named are always allowed.
 */
export function createEndpointFetch(
  endpoint: HttpEndpoint,
  { headers, auth, rules, ...guard }: EndpointFetchSettings,
): Fetch {
  const url = new URL(endpoint.url);
  const base: Fetch = endpoint.fetch ?? ((target, init) => fetch(target, init));
  const named = [url, ...(auth?.urls ?? [])];
  const send = createGuardedFetch(
    { ...guard, rules: named.reduce((allowed, one) => allowed.allowUrl(one), rules) },
    base,
  );
  const fixed = headersOf(endpoint);
  const withHeaders = createHeaderFetch(url, async (signal) => ({ ...fixed, ...(await headers?.(signal)) }), send);
  return auth?.wrapFetch?.(withHeaders, url) ?? withHeaders;
}
