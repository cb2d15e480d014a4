import type { IncomingHttpHeaders } from 'node:http';
import { DefinitionError } from '../../index.js';
import { HttpRefusal } from './refusal.js';

/** Which requests are let in by where they are sent to, and from which pages. */
export interface AddressGuardOptions {
  /** Where the server listens. */
  readonly host: string;
  readonly allowedHosts?: readonly string[] | '*' | undefined;
  readonly allowedOrigins?: readonly string[] | undefined;
}

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];
const wildcards = ['0.0.0.0', '::', '[::]', ''];

/**
 * Refuses requests with a foreign `Host`, and those of foreign web pages: a page that has its own name resolve to this
 * machine could use the tools otherwise (specification, basic/transports, security warning). What is no browser sends
 * no `Origin`, and is let in.
 */
export class AddressGuard {
  /** Undefined for any. */
  readonly #hosts: ReadonlySet<string> | undefined;
  readonly #origins: ReadonlySet<string>;

  /** @throws DefinitionError where nobody can tell which hosts are meant, and on an origin that is none. */
  constructor({ host, allowedHosts, allowedOrigins = [] }: AddressGuardOptions) {
    if (allowedHosts === undefined && wildcards.includes(host)) {
      throw new DefinitionError(
        `serveMcp: a server that listens on '${host}' has any name. Say { allowedHosts } by which it is reached, or '*'.`,
      );
    }
    const hosts = allowedHosts ?? [...loopbackNames, host.includes(':') ? `[${host}]` : host];
    this.#hosts = hosts === '*' ? undefined : new Set(hosts.map((one) => one.toLowerCase()));
    this.#origins = new Set(allowedOrigins.map(checkedOrigin));
  }

  /** The origin of the page that sends a request, undefined if none does. Throws a HttpRefusal on foreign addresses. */
  check({ host, origin }: IncomingHttpHeaders): string | undefined {
    if (!this.#isKnownHost(host)) throw new HttpRefusal(403, 'Invalid Host header.');
    if (origin !== undefined && !this.#isKnownOrigin(origin)) throw new HttpRefusal(403, 'Invalid Origin header.');
    return origin;
  }

  #isKnownHost(host: string | undefined): boolean {
    const url = host === undefined ? undefined : urlOf(`http://${host}`);
    if (url === undefined || url.username !== '' || url.pathname !== '/') return false;
    if (this.#hosts === undefined) return true;
    return this.#hosts.has(url.hostname) || this.#hosts.has(url.host) || this.#hosts.has(String(host).toLowerCase());
  }

  #isKnownOrigin(origin: string): boolean {
    if (this.#origins.has(origin)) return true;
    const url = urlOf(origin);
    // Where any host will do, no page is known by its host.
    if (url === undefined || this.#hosts === undefined || !/^https?:$/.test(url.protocol)) return false;
    return this.#hosts.has(url.hostname) || this.#hosts.has(url.host);
  }
}

function urlOf(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

function checkedOrigin(origin: string): string {
  const url = urlOf(origin);
  if (url?.origin === origin) return origin;
  throw new DefinitionError(
    `serveMcp: allowedOrigins has '${origin}', which is no origin. Write it as https://app.example.com, without a path.`,
  );
}
