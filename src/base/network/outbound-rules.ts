import { DefinitionError, DeniedError } from '../errors/errors.js';
import { checkOptionNames, type OptionNames } from '../options/check-options.js';
import { flag, optionRule } from '../options/option-rules.js';
import { previewValue } from '../values/value-preview.js';

/** The hosts to which requests may be sent. */
export interface OutboundOptions {
  /**
   * Whether private, loopback, link-local, metadata and reserved addresses are denied, also if a host name resolves to
   * one.
   *
   * @default true
   */
  readonly denyPrivate?: boolean | undefined;
  /**
   * The hosts that are allowed with any address, such as `'api.internal'`. With a port, as in `'10.0.0.5:8080'` or
   * `'[::1]:8080'`, only that port is allowed.
   *
   * @default none
   */
  readonly allowHosts?: readonly string[] | undefined;
}

/** A host that is allowed with any address. Without a port, all its ports are allowed. */
interface AllowedHost {
  readonly hostname: string;
  readonly port: string | undefined;
}

/** A range of addresses that begin with the same bits. */
interface AddressRange {
  readonly prefix: bigint;
  /** The number of bits after the prefix. */
  readonly rest: bigint;
}

const hosts = optionRule<readonly string[]>('an array of hosts', Array.isArray);

/** The names of the options that name hosts. */
export const outboundNames: OptionNames<OutboundOptions> = { denyPrivate: flag, allowHosts: hosts };

/**
 * The rules that decide to which hosts a request may be sent. A client applies them three times: `checkUrl` before a
 * request and each redirect, `checkAddress` to each address that a host name resolves to, and `checkAddress` again to
 * the address of the connected socket.
 */
export class OutboundRules {
  readonly #denyPrivate: boolean;
  readonly #allowed: readonly AllowedHost[];

  private constructor(denyPrivate: boolean, allowed: readonly AllowedHost[]) {
    this.#denyPrivate = denyPrivate;
    this.#allowed = allowed;
  }

  /**
   * Creates the rules from options.
   *
   * @param where - The function and the option, for the error.
   * @throws DefinitionError that begins with `where` if an option is invalid.
   */
  static read(options: OutboundOptions | undefined, where: string): OutboundRules {
    const { denyPrivate = true, allowHosts = [] } = options ?? {};
    checkOptionNames(options ?? {}, outboundNames, where);
    return new OutboundRules(
      denyPrivate,
      allowHosts.map((host) => readAllowedHost(host, where)),
    );
  }

  /** Returns rules that also allow the host and the port of a URL that the author wrote. */
  allowUrl(url: URL): OutboundRules {
    return new OutboundRules(this.#denyPrivate, [...this.#allowed, { hostname: hostnameOf(url), port: portOf(url) }]);
  }

  /**
   * Checks the URL of a request: its protocol, and its host if that is an address or a name of this machine.
   *
   * @throws DeniedError if the URL is denied.
   */
  checkUrl(url: URL): void {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') {
      throw new DeniedError(`Requests with the protocol '${url.protocol}' are denied. Use http: or https:.`);
    }
    if (this.#isExempt(url)) return;
    const hostname = hostnameOf(url);
    const isDenied = isAddress(hostname) ? isPrivateAddress(hostname) : isLocalName(hostname);
    if (isDenied) throw deniedHost(url);
  }

  /**
   * Checks an address to which the host of a URL was resolved or connected.
   *
   * @throws DeniedError if the address is denied.
   */
  checkAddress(address: string, url: URL): void {
    if (!this.#isExempt(url) && isPrivateAddress(address)) throw deniedHost(url);
  }

  /**
   * Returns the host name of a URL whose addresses must be checked. Undefined if its host is an address, or is allowed
   * with any address.
   */
  nameToResolve(url: URL): string | undefined {
    const hostname = hostnameOf(url);
    return this.#isExempt(url) || isAddress(hostname) ? undefined : hostname;
  }

  #isExempt(url: URL): boolean {
    if (!this.#denyPrivate) return true;
    const hostname = hostnameOf(url);
    return this.#allowed.some((host) => {
      return host.hostname === hostname && (host.port === undefined || host.port === portOf(url));
    });
  }
}

function deniedHost(url: URL): DeniedError {
  const host = `${url.hostname}:${portOf(url)}`;
  return new DeniedError(
    `Requests to '${host}' are denied, because its address is private or reserved. If the host is intended, the author of the tool can add it to allowHosts.`,
    { details: { reason: 'private_address', host } },
  );
}

function readAllowedHost(host: unknown, where: string): AllowedHost {
  const [, name = '', port] = (typeof host === 'string' && /^(\[[^\]]+\]|[^:]+)(?::(\d+))?$/.exec(host)) || [];
  const url = /^[^/?#@\\*\s]+$/.test(name) ? parseUrl(`http://${name}:${port ?? 1}`) : undefined;
  if (url !== undefined) return { hostname: hostnameOf(url), port: port === undefined ? undefined : portOf(url) };
  throw new DefinitionError(
    `${where}: allowHosts must contain hosts such as 'api.internal', '10.0.0.5:8080' or '[::1]:8080', not ${previewValue(host)}.`,
  );
}

/** Returns the host of a URL without the dot that may end a host name, and without the brackets of an IPv6 address. */
function hostnameOf(url: URL): string {
  return url.hostname.replace(/\.$/, '').replace(/^\[(.*)\]$/, '$1');
}

function portOf(url: URL): string {
  if (url.port !== '') return url.port;
  return url.protocol === 'https:' ? '443' : '80';
}

/** Checks whether the name is one of this machine in every network (RFC 6761, section 6.3). */
function isLocalName(hostname: string): boolean {
  return hostname === '' || hostname === 'localhost' || hostname.endsWith('.localhost');
}

/** Checks whether the host of a URL is an address. A URL writes IPv4 addresses in only one form. */
function isAddress(hostname: string): boolean {
  return hostname.includes(':') || ipv4.test(hostname);
}

/** Checks whether an address is not public. An address that cannot be read is not public. */
function isPrivateAddress(address: string): boolean {
  const bits = readAddress(address);
  if (bits === undefined) return true;
  if (isInRange(bits, translatedIpv4)) return isPrivateAddress(ipv4Text(bits));
  if (isInRange(bits, ipv4InIpv6)) return privateIpv4.some((range) => isInRange(bits, range));
  return !isInRange(bits, publicIpv6) || reservedIpv6.some((range) => isInRange(bits, range));
}

const ipv4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;
const ipv4InIpv6 = readRange('::ffff:0:0/96');
/** The addresses that a gateway translates to IPv4 (RFC 6052). */
const translatedIpv4 = readRange('64:ff9b::/96');

// https://www.iana.org/assignments/iana-ipv4-special-registry, and multicast.
const privateIpv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // The metadata service of Azure.
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
].map(readRange);

const publicIpv6 = readRange('2000::/3');

// https://www.iana.org/assignments/iana-ipv6-special-registry, within the range of public addresses.
const reservedIpv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'].map(readRange);

/** Returns the last 32 bits as an IPv4 address. */
function ipv4Text(bits: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => (bits >> shift) & 0xffn).join('.');
}

function isInRange(bits: bigint, { prefix, rest }: AddressRange): boolean {
  return bits >> rest === prefix;
}

function readRange(cidr: string): AddressRange {
  const [address = '', length = ''] = cidr.split('/');
  const rest = BigInt((ipv4.test(address) ? 32 : 128) - Number(length));
  return { prefix: (readAddress(address) ?? 0n) >> rest, rest };
}

/** Returns the 128 bits of an address. Those of an IPv4 address begin with `::ffff:`. */
function readAddress(address: string): bigint | undefined {
  const [withoutZone = ''] = address.split('%');
  const text = ipv4.test(withoutZone) ? `::ffff:${withoutZone}` : withoutZone;
  const hostname = text.includes(':') ? parseUrl(`http://[${text}]`)?.hostname : undefined;
  if (hostname === undefined) return undefined;
  return readGroups(hostname.slice(1, -1));
}

/** Reads an IPv6 address as URLs write it. */
function readGroups(address: string): bigint {
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail].reduce((bits, group) => (bits << 16n) | BigInt(`0x${group}`), 0n);
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
