import { DefinitionError } from '../errors/errors.js';
import { loopbackNames } from './loopback.js';

/** The hosts and the origins whose requests are accepted. */
export interface AddressGuardOptions {
  /** The host that the server listens on. @default the loopback names */
  readonly host?: string | undefined;
  readonly allowedHosts?: readonly string[] | '*' | undefined;
  readonly allowedOrigins?: readonly string[] | undefined;
}

const wildcards = ['0.0.0.0', '::', '[::]', ''];

/**
 * A guard against DNS rebinding: it rejects requests with a foreign `Host` and requests of foreign web pages. Without
 * it, a page whose host name resolves to this machine could use the tools (specification, basic/transports, security
 * warning). Clients other than browsers send no `Origin` and are accepted.
 */
export class AddressGuard {
  /** The accepted hosts; undefined if any host is accepted. */
  readonly #hosts: ReadonlySet<string> | undefined;
  readonly #origins: ReadonlySet<string>;

  /**
   * @param where - The function that takes the options, for errors.
   * @throws DefinitionError if `host` is a wildcard and `allowedHosts` is missing, or if an origin is invalid.
   */
  constructor({ host = 'localhost', allowedHosts, allowedOrigins = [] }: AddressGuardOptions, where = 'serveMcp') {
    if (allowedHosts === undefined && wildcards.includes(host)) {
      throw new DefinitionError(
        `${where}: a server that listens on '${host}' requires allowedHosts: the host names that clients use, or '*'.`,
      );
    }
    const hosts = allowedHosts ?? [...loopbackNames, host.includes(':') ? `[${host}]` : host];
    this.#hosts = hosts === '*' ? undefined : new Set(hosts.map((one) => one.toLowerCase()));
    this.#origins = new Set(allowedOrigins.map((origin) => validateOrigin(origin, where)));
  }

  /** Whether requests may be sent to a host, as a `Host` header names it. */
  isKnownHost(host: string): boolean {
    const url = urlOf(`http://${host}`);
    if (url === undefined || url.username !== '' || url.pathname !== '/') return false;
    if (this.#hosts === undefined) return true;
    return this.#hosts.has(url.hostname) || this.#hosts.has(url.host) || this.#hosts.has(host.toLowerCase());
  }

  /** Whether the pages of an origin may send requests. */
  isKnownOrigin(origin: string): boolean {
    if (this.#origins.has(origin)) return true;
    const url = urlOf(origin);
    // If any host is accepted, the host of a page proves nothing.
    if (url === undefined || this.#hosts === undefined || !/^https?:$/.test(url.protocol)) return false;
    return this.#hosts.has(url.hostname) || this.#hosts.has(url.host);
  }
}

function urlOf(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

function validateOrigin(origin: string, where: string): string {
  const url = urlOf(origin);
  if (url?.origin === origin) return origin;
  throw new DefinitionError(
    `${where}: '${origin}' in allowedOrigins is not an origin. Write it as https://app.example.com, without a path.`,
  );
}
