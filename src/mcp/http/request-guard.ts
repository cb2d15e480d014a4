import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { AddressGuard, type AddressGuardOptions } from './address-guard.js';
import { BearerGuard, type McpAuthorization, type McpPrincipal } from './authorization.js';
import { isMetadataPath, metadataOf, metadataUrlOf } from './protected-resource.js';
import { type BodyLimits, readJsonBody } from './read-body.js';
import { HttpRefusal } from './refusal.js';
import { type McpRequestInfo, requestInfoOf } from './request-info.js';

/** The options for checking each request. */
export interface RequestGuardOptions extends AddressGuardOptions, BodyLimits {
  readonly path: string;
  readonly authorization: McpAuthorization | undefined;
  readonly clientOf: ClientOf | undefined;
}

/** A function that identifies the client behind a request, such as by a header that a proxy sets. */
export type ClientOf = (request: McpRequestInfo) => string | undefined;

/** A request that has passed the checks. */
export interface AdmittedRequest {
  readonly info: McpRequestInfo;
  readonly principal: McpPrincipal | undefined;
  /** The client that limits are counted for. */
  readonly client: string;
  /** The parsed body; undefined for a request without a body. */
  readonly body: unknown;
}

const methods = 'GET, POST, DELETE';

/** A guard that checks the host, the origin, the sender and the size of each request before it reaches a session. */
export class RequestGuard {
  readonly #options: RequestGuardOptions;
  readonly #addresses: AddressGuard;
  readonly #bearer: BearerGuard | undefined;
  readonly #metadataUrl: URL | undefined;

  /** @throws DefinitionError if a host, an origin or a resource URL is invalid. */
  constructor(options: RequestGuardOptions) {
    const { authorization } = options;
    this.#options = options;
    this.#addresses = new AddressGuard(options);
    this.#metadataUrl = authorization?.resource === undefined ? undefined : metadataUrlOf(authorization.resource);
    this.#bearer = authorization && new BearerGuard(authorization, this.#metadataUrl?.href);
  }

  /**
   * Checks a request. Returns undefined if the guard has responded itself. Throws an HttpRefusal on a request that is
   * not allowed.
   */
  async admit(request: IncomingMessage, response: ServerResponse): Promise<AdmittedRequest | undefined> {
    const origin = this.#addresses.check(request.headers);
    if (origin !== undefined) allowOrigin(response, origin);
    const info = requestInfoOf(request);
    if (this.#answerMetadata(info, response)) return undefined;
    if (info.url.pathname !== this.#options.path) throw new HttpRefusal(404, `Not found: '${info.url.pathname}'.`);
    if (info.method === 'OPTIONS' && origin !== undefined) {
      answerPreflight(request, response);
      return undefined;
    }
    if (!methods.split(', ').includes(info.method)) {
      throw new HttpRefusal(405, 'Method not allowed.', { headers: { allow: methods } });
    }
    const principal = await this.#bearer?.authenticate(info);
    const body = info.method === 'POST' ? await readJsonBody(request, this.#options) : undefined;
    return { info, principal, client: this.#clientOf(info, principal), body };
  }

  /** Throws an HttpRefusal if a message requires a scope that the sender does not have. */
  checkScopes({ principal, body }: AdmittedRequest): void {
    this.#bearer?.checkScopes(principal, body);
  }

  #clientOf(info: McpRequestInfo, principal: McpPrincipal | undefined): string {
    // The prefixes separate subjects from addresses of the same name.
    if (principal !== undefined) return `subject ${principal.subject}`;
    return `address ${this.#options.clientOf?.(info) ?? info.remoteAddress ?? ''}`;
  }

  /** Responds to a request for the metadata, which requires no token. Returns whether it has responded. */
  #answerMetadata({ url, method }: McpRequestInfo, response: ServerResponse): boolean {
    const { resource } = this.#options.authorization ?? {};
    if (resource === undefined || this.#metadataUrl === undefined) return false;
    if (method !== 'GET' || !isMetadataPath(url.pathname, this.#metadataUrl)) return false;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(metadataOf(resource)));
    return true;
  }
}

/** Allows the page of an accepted origin to read the response. */
function allowOrigin(response: ServerResponse, origin: string): void {
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('access-control-expose-headers', 'Mcp-Session-Id, WWW-Authenticate');
  response.setHeader('vary', 'Origin, Access-Control-Request-Headers');
}

// From protocol version 2026-07-28 on, requests repeat their method, their name and some arguments as headers.
const requestHeaders =
  'Accept, Authorization, Content-Type, Last-Event-ID, Mcp-Method, Mcp-Name, Mcp-Protocol-Version, Mcp-Session-Id';

function answerPreflight({ headers }: IncomingMessage, response: ServerResponse): void {
  response.writeHead(204, {
    'access-control-allow-methods': methods,
    'access-control-allow-headers': [requestHeaders, ...argumentHeadersIn(headers)].join(', '),
    'access-control-max-age': '600',
  });
  response.end();
}

/** Returns the headers of arguments that a page wants to send. Their names depend on the tool, so each one is listed. */
function argumentHeadersIn(headers: IncomingHttpHeaders): readonly string[] {
  const asked = headers['access-control-request-headers'] ?? '';
  return asked
    .split(',')
    .map((name) => name.trim())
    .filter((name) => /^mcp-param-[a-z0-9!#$%&'*+.^_`|~-]+$/i.test(name));
}
