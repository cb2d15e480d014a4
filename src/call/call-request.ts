import { checkOptionNames, type OptionNames } from '../base/options/check-options.js';
import { hiddenRule, secretObject, string } from '../base/options/option-rules.js';

/**
 * The HTTP request that a call belongs to, without credentials. It is frozen, and is created by `createCallRequest`.
 */
export interface CallRequest {
  /** The headers by lower-case name, without those that `redacted` names. Several values are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** The lower-case names of the headers that are withheld because they contain credentials. */
  readonly redacted: readonly string[];
  readonly method: string;
  /** The path of the URL, without its query. */
  readonly path: string;
  /** The address of the peer, if known. Behind a proxy, it is the address of the proxy. */
  readonly address: string | undefined;
}

/** The parts of an HTTP request from which `createCallRequest` creates its view. */
export interface CallRequestParts {
  /** The headers of Node.js, or of a web `Request`. */
  readonly headers:
    | Readonly<Record<string, string | readonly string[] | undefined>>
    | Iterable<readonly [name: string, value: string]>;
  readonly method: string;
  /** The path or the URL of the request. */
  readonly path: string;
  readonly address?: string | undefined;
}

const partNames: OptionNames<CallRequestParts> = {
  headers: secretObject,
  method: string,
  path: string,
  address: string,
};

// Gateways invent names for the headers with which they authenticate, so parts of names are compared.
const credentialName =
  /authorization|cookie|token|secret|passw|(?:api|access|private)[-_]?key|session|signature|credential|jwt|assertion|dpop/;

/**
 * Creates the read-only view of an HTTP request that tools read as `ctx.request`. Headers with credentials and the query
 * are omitted, because they may contain secrets.
 *
 * @example
 * ```ts
 * const { headers, method, url, socket } = req;
 * const request = createCallRequest({ headers, method, path: url, address: socket.remoteAddress });
 * await session.execute('search', args, { request });
 * ```
 */
export function createCallRequest(parts: CallRequestParts): CallRequest {
  checkOptionNames(parts, partNames, 'createCallRequest');
  const { headers, method, path, address } = parts;
  const entries = headerEntries(headers);
  const shown = entries.filter(([name]) => !credentialName.test(name));
  const redacted = entries.filter(([name]) => credentialName.test(name)).map(([name]) => name);
  return Object.freeze({
    headers: freezeHeaders(shown),
    redacted: Object.freeze([...new Set(redacted)]),
    method,
    path: pathOf(path),
    address,
  });
}

/** Freezes headers as an object without a prototype, so that no header is found that was not sent. */
function freezeHeaders(entries: readonly (readonly [string, string])[]): Readonly<Record<string, string>> {
  const headers: Record<string, string> = Object.create(null);
  for (const [name, value] of entries) headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  return Object.freeze(headers);
}

function headerEntries(headers: CallRequestParts['headers']): readonly (readonly [string, string])[] {
  const pairs = isIterable(headers) ? [...headers] : Object.entries(headers);
  return pairs.flatMap(([name, value]) => {
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return values.filter((one) => one !== undefined).map((one) => [name.toLowerCase(), String(one)] as const);
  });
}

function isIterable(headers: CallRequestParts['headers']): headers is Iterable<readonly [string, string]> {
  return Symbol.iterator in headers;
}

/** Returns the path of a URL. The name and password that a URL may contain are omitted like its query. */
function pathOf(url: string): string {
  const [beforeQuery = ''] = url.split(/[?#]/, 1);
  return beforeQuery.replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, '') || '/';
}

// Those of one connection (RFC 9110, 7.6.1), and those about the target, the body and the origin of this one request.
const notForwardable =
  /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade.*|http2-settings|host|forwarded|x-forwarded-.*|x-real-ip|via|max-forwards|alt-used|content-.*|expect|range|if-.*|accept|accept-encoding|origin|referer|access-control-.*|sec-.*|mcp-.*|last-event-id)$/;

/**
 * Returns the headers of a request that may be sent to another service: no credentials, and none about the connection,
 * the target or the body of this request. Returns an empty object for `undefined`, the request of a call outside of HTTP.
 *
 * @example
 * ```ts
 * const response = await fetch(url, { headers: forwardableHeaders(ctx.request) });
 * ```
 */
export function forwardableHeaders(request: CallRequest | undefined): Readonly<Record<string, string>> {
  const { headers = {} } = request ?? {};
  const named = new Set((headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()));
  const forwardable = Object.entries(headers).filter(([name]) => !named.has(name) && !notForwardable.test(name));
  return Object.freeze(Object.fromEntries(forwardable));
}

/** The rule of the option `request` of a call. */
export const callRequest = hiddenRule(
  'created by createCallRequest({ headers, method, path })',
  (value) => typeof value === 'object' && value !== null && Object.isFrozen(value) && 'redacted' in value,
);

/** The rule of the option `meta` of a call. */
export const callMeta = hiddenRule(
  'an object, as the _meta of an MCP request is',
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);
