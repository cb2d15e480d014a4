import { AddressGuard, type AddressGuardOptions } from '../../../base/network/address-guard.js';
import { RefusedAddresses } from '../../shared/refused-addresses.js';
import { BearerGuard, type McpAuthorization, type McpPrincipal } from './authorization.js';
import { type EndpointRequest, headerOf } from './endpoint-request.js';
import { type EndpointResponse, emptyResponse, jsonResponse } from './endpoint-response.js';
import { isMetadataPath, metadataOf, metadataUrlOf } from './protected-resource.js';
import { type BodyLimits, readJsonBody } from './read-body.js';
import { HttpRefusal } from './refusal.js';
import { type McpRequestInfo, requestInfoOf } from './request-info.js';

/** The options for checking each request. */
export interface RequestGuardOptions extends AddressGuardOptions, BodyLimits {
  /** The path of the endpoint; undefined for any path. */
  readonly path: string | undefined;
  readonly authorization: McpAuthorization | undefined;
  readonly clientOf: ClientOf | undefined;
  /** The HTTP methods that the endpoint has, for the header `Allow`. */
  readonly methods: string;
}

/** A function that identifies the client behind a request, such as by a header that a proxy sets. */
export type ClientOf = (request: McpRequestInfo) => string | undefined;

/** A request that has passed the checks. */
export interface AdmittedRequest {
  readonly request: EndpointRequest;
  readonly info: McpRequestInfo;
  /** The sender whose token has been verified; undefined if there is no token. */
  readonly principal: McpPrincipal | undefined;
  /** The authenticated subject; undefined if there is none. */
  readonly subject: string | undefined;
  /** The application's description of the sender. */
  readonly auth: unknown;
  /** The client that limits are counted for: the subject, or else the address or the result of `clientOf`. */
  readonly client: string;
  /** The identity that running calls belong to: the subject, or else the result of `clientOf`, or else the connection. */
  readonly owner: unknown;
  /** The parsed body; undefined for a request without a body. */
  readonly body: unknown;
}

// Any other method is refused before the sender is authenticated.
const protocolMethods = ['GET', 'POST', 'DELETE'];

/** A guard that checks the host, the origin, the sender and the size of each request before it reaches a session. */
export class RequestGuard {
  readonly #options: RequestGuardOptions;
  readonly #addresses: AddressGuard;
  readonly #bearer: BearerGuard | undefined;
  readonly #metadataUrl: URL | undefined;
  readonly #refused: RefusedAddresses;

  /** @throws DefinitionError if a host, an origin or a resource URL is invalid. */
  constructor(options: RequestGuardOptions) {
    const { authorization } = options;
    this.#options = options;
    this.#addresses = new AddressGuard(options);
    this.#refused = new RefusedAddresses('MCP endpoint', options);
    this.#metadataUrl = authorization?.resource === undefined ? undefined : metadataUrlOf(authorization.resource);
    this.#bearer = authorization && new BearerGuard(authorization, this.#metadataUrl?.href);
  }

  /**
   * Returns the headers that the response to a request needs, for the page that sends it. Throws an HttpRefusal on a
   * foreign host or origin.
   */
  checkAddress(request: EndpointRequest): EndpointResponse['headers'] {
    this.checkHost(request);
    const origin = headerOf(request, 'origin');
    const { isAddressChecked } = request;
    if (origin === undefined) return {};
    if (this.#addresses.isKnownOrigin(origin)) return corsHeaders(origin);
    // With which other origins an application shares its responses, it says itself.
    if (isAddressChecked) return {};
    this.#refused.reportOrigin(origin);
    throw new HttpRefusal(403, 'Invalid Origin header.');
  }

  /** Throws an HttpRefusal on a foreign host. */
  checkHost({ host, isAddressChecked }: EndpointRequest): void {
    if (isAddressChecked || this.#addresses.isKnownHost(host)) return;
    this.#refused.reportHost(host);
    throw new HttpRefusal(403, 'Invalid Host header.');
  }

  /** Answers a request that no client of the protocol sends: for metadata, or a preflight request of a page. */
  answer(request: EndpointRequest): EndpointResponse | undefined {
    const { pathname } = request.url;
    const { resource } = this.#options.authorization ?? {};
    const isMetadata = this.#metadataUrl !== undefined && isMetadataPath(pathname, this.#metadataUrl);
    if (resource !== undefined && isMetadata && request.method === 'GET')
      return jsonResponse(200, metadataOf(resource));
    const { path = pathname } = this.#options;
    if (pathname !== path) throw new HttpRefusal(404, `Not found: '${pathname}'.`);
    const isPreflight = request.method === 'OPTIONS' && headerOf(request, 'origin') !== undefined;
    return isPreflight ? emptyResponse(204, preflightHeaders(request, this.#options.methods)) : undefined;
  }

  /** Authenticates the sender and reads the body. Throws an HttpRefusal on a request that is not allowed. */
  async admit(request: EndpointRequest): Promise<AdmittedRequest> {
    if (!protocolMethods.includes(request.method)) {
      throw new HttpRefusal(405, 'Method not allowed.', { headers: { allow: this.#options.methods } });
    }
    const info = requestInfoOf(request);
    const { caller } = request;
    const principal = caller === undefined ? await this.#bearer?.authenticate(info) : undefined;
    const { subject, auth } = caller ?? { subject: principal?.subject, auth: principal?.auth };
    const body = request.method === 'POST' ? await readJsonBody(request, this.#options) : undefined;
    const named = subject === undefined ? this.#options.clientOf?.(info) : undefined;
    // The prefixes separate subjects from addresses of the same name.
    const client = subject === undefined ? `address ${named ?? request.address ?? ''}` : `subject ${subject}`;
    const owner = subject === undefined && named === undefined ? request.connection : client;
    return { request, info, principal, subject, auth, client, owner, body };
  }

  /** Throws an HttpRefusal if a message requires a scope that the sender does not have. */
  checkScopes({ request, principal, body }: AdmittedRequest): void {
    // An application that has authenticated the caller decides itself what the caller may do.
    if (request.caller === undefined) this.#bearer?.checkScopes(principal, body);
  }
}

/** Returns the headers that allow the page of an accepted origin to read the response. */
function corsHeaders(origin: string): EndpointResponse['headers'] {
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'Mcp-Session-Id, WWW-Authenticate',
    vary: 'Origin, Access-Control-Request-Headers',
  };
}

// From protocol version 2026-07-28 on, requests repeat their method, their name and some arguments as headers.
const requestHeaders =
  'Accept, Authorization, Content-Type, Last-Event-ID, Mcp-Method, Mcp-Name, Mcp-Protocol-Version, Mcp-Session-Id';

function preflightHeaders(request: EndpointRequest, methods: string): EndpointResponse['headers'] {
  return {
    'access-control-allow-methods': methods,
    'access-control-allow-headers': [requestHeaders, ...argumentHeadersIn(request)].join(', '),
    'access-control-max-age': '600',
  };
}

/** Returns the headers of arguments that a page wants to send. Their names depend on the tool, so each one is listed. */
function argumentHeadersIn(request: EndpointRequest): readonly string[] {
  const asked = headerOf(request, 'access-control-request-headers') ?? '';
  return asked
    .split(',')
    .map((name) => name.trim())
    .filter((name) => /^mcp-param-[a-z0-9!#$%&'*+.^_`|~-]+$/i.test(name));
}
