import type { IncomingMessage, ServerResponse } from 'node:http';
import { AddressGuard, type AddressGuardOptions } from './address-guard.js';
import { BearerGuard, type McpAuthorization, type McpPrincipal } from './authorization.js';
import { isMetadataPath, metadataOf, metadataUrlOf } from './protected-resource.js';
import { readJsonBody } from './read-body.js';
import { HttpRefusal } from './refusal.js';
import { type McpRequestInfo, requestInfoOf } from './request-info.js';

/** The options for checking each request. */
export interface RequestGuardOptions extends AddressGuardOptions {
  readonly path: string;
  readonly maxBodyBytes: number;
  readonly authorization: McpAuthorization | undefined;
}

/** A request that has passed the checks. */
export interface AdmittedRequest {
  readonly info: McpRequestInfo;
  readonly principal: McpPrincipal | undefined;
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
      answerPreflight(response);
      return undefined;
    }
    if (!methods.split(', ').includes(info.method)) {
      throw new HttpRefusal(405, 'Method not allowed.', { headers: { allow: methods } });
    }
    const principal = await this.#bearer?.authenticate(info);
    const body = info.method === 'POST' ? await readJsonBody(request, this.#options.maxBodyBytes) : undefined;
    return { info, principal, body };
  }

  /** Throws an HttpRefusal if a message requires a scope that the sender does not have. */
  checkScopes({ principal, body }: AdmittedRequest): void {
    this.#bearer?.checkScopes(principal, body);
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
  response.setHeader('vary', 'Origin');
}

function answerPreflight(response: ServerResponse): void {
  response.writeHead(204, {
    'access-control-allow-methods': methods,
    'access-control-allow-headers':
      'Accept, Authorization, Content-Type, Last-Event-ID, Mcp-Protocol-Version, Mcp-Session-Id',
    'access-control-max-age': '600',
  });
  response.end();
}
