import { AddressGuard, type AddressGuardOptions } from '../../base/network/address-guard.js';
import { isOwnPage } from './own-page.js';
import { RefusedAddresses } from './refused-addresses.js';
import { RouteRefusal } from './route-refusal.js';
import type { RouteRequest, RouteResponse } from './route-request.js';

/** The hosts and the pages whose requests are accepted. */
export interface PageGuardOptions extends Pick<AddressGuardOptions, 'allowedHosts' | 'allowedOrigins'> {
  /** Whether the pages of `allowedOrigins` may send cookies. @default false */
  readonly credentials?: boolean | undefined;
}

/**
 * Refuses what a page of another site can make a browser send: requests of foreign origins, and requests under a foreign name
 * (DNS rebinding). A handler may have no socket, so that it does not know whether it is reached from this machine alone.
 */
export class PageGuard {
  readonly #hosts: AddressGuard;
  readonly #pages: AddressGuard;
  readonly #options: PageGuardOptions;
  readonly #refused: RefusedAddresses;

  /**
   * @param where - The function that takes the options, for errors and warnings.
   * @throws DefinitionError if an origin is invalid.
   */
  constructor(options: PageGuardOptions, where: string) {
    const { allowedHosts, allowedOrigins } = options;
    this.#hosts = new AddressGuard({ allowedHosts }, where);
    // A host that clients may use says nothing about the pages on its other ports.
    this.#pages = new AddressGuard({ allowedHosts: '*', allowedOrigins }, where);
    this.#refused = new RefusedAddresses(where, options);
    this.#options = options;
  }

  /**
   * Returns the headers that the response to a request needs, for the page that sends it. Throws a RouteRefusal on a foreign
   * host or page.
   */
  check(request: RouteRequest): RouteResponse['headers'] {
    if (!this.#hosts.isKnownHost(request.host)) {
      this.#refused.reportHost(request.host);
      throw new RouteRefusal(403, 'Invalid Host header.');
    }
    const origin = request.headers.get('origin');
    if (origin !== null && this.#pages.isKnownOrigin(origin)) return this.#sharingHeaders(origin);
    if (!this.#isOwn(request, origin)) {
      if (origin !== null) this.#refused.reportOrigin(origin);
      throw new RouteRefusal(403, 'The page of another site must not use this route.');
    }
    return {};
  }

  #isOwn({ headers, host }: RouteRequest, origin: string | null): boolean {
    const site = headers.get('sec-fetch-site') ?? undefined;
    // If any host is accepted, a page of the same host may be that of another site.
    if (this.#options.allowedHosts === '*') return origin === null && (site === undefined || site === 'none');
    if (origin === null) return site !== 'cross-site';
    return isOwnPage({ origin, site, host });
  }

  #sharingHeaders(origin: string): RouteResponse['headers'] {
    return {
      'access-control-allow-origin': origin,
      ...(this.#options.credentials === true ? { 'access-control-allow-credentials': 'true' } : {}),
      vary: 'Origin',
    };
  }
}

/** Answers a preflight request of a page that may send requests (CORS, https://fetch.spec.whatwg.org/#http-cors-protocol). */
export function preflightResponse({ headers }: RouteRequest): RouteResponse {
  // The page may send any header of its own, such as one with a token: its origin is trusted.
  const asked = (headers.get('access-control-request-headers') ?? '').split(',').map((name) => name.trim());
  return {
    status: 204,
    headers: {
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': asked.filter((name) => /^[\w!#$%&'*+.^`|~-]+$/.test(name)).join(', '),
      'access-control-max-age': '600',
    },
  };
}
