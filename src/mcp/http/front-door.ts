import type { IncomingMessage, ServerResponse } from 'node:http';
import { AddressGuard, type AddressGuardOptions } from './address-guard.js';
import { BearerGuard, type McpAuthorization, type McpVisitor } from './authorization.js';
import { isMetadataPath, metadataOf, metadataUrlOf } from './protected-resource.js';
import { readJsonBody } from './read-body.js';
import { HttpRefusal } from './refusal.js';
import { type McpRequestInfo, requestInfoOf } from './request-info.js';

/** What is checked of each request. */
export interface FrontDoorOptions extends AddressGuardOptions {
  readonly path: string;
  readonly maxBodyBytes: number;
  readonly authorization: McpAuthorization | undefined;
}

/** A request that has been let in. */
export interface Admitted {
  readonly info: McpRequestInfo;
  readonly visitor: McpVisitor | undefined;
  /** The parsed body; undefined where there is none. */
  readonly body: unknown;
}

const methods = 'GET, POST, DELETE';

/** Checks each request before anything of it reaches a session: where to, from where, from whom, how much. */
export class FrontDoor {
  readonly #options: FrontDoorOptions;
  readonly #addresses: AddressGuard;
  readonly #bearer: BearerGuard | undefined;
  readonly #metadataUrl: URL | undefined;

  /** @throws DefinitionError on addresses that make no sense. */
  constructor(options: FrontDoorOptions) {
    const { authorization } = options;
    this.#options = options;
    this.#addresses = new AddressGuard(options);
    this.#metadataUrl = authorization?.resource === undefined ? undefined : metadataUrlOf(authorization.resource);
    this.#bearer = authorization && new BearerGuard(authorization, this.#metadataUrl?.href);
  }

  /**
   * Lets a request in; undefined for one that has been answered already. Throws a HttpRefusal on one that may not come
   * in.
   */
  async admit(request: IncomingMessage, response: ServerResponse): Promise<Admitted | undefined> {
    const origin = this.#addresses.check(request.headers);
    if (origin !== undefined) allowOrigin(response, origin);
    const info = requestInfoOf(request);
    if (this.#answerMetadata(info, response)) return undefined;
    if (info.url.pathname !== this.#options.path)
      throw new HttpRefusal(404, `There is nothing at '${info.url.pathname}'.`);
    if (info.method === 'OPTIONS' && origin !== undefined) {
      answerPreflight(response);
      return undefined;
    }
    if (!methods.split(', ').includes(info.method)) {
      throw new HttpRefusal(405, 'Method not allowed.', { headers: { allow: methods } });
    }
    const visitor = await this.#bearer?.admit(info);
    const body = info.method === 'POST' ? await readJsonBody(request, this.#options.maxBodyBytes) : undefined;
    return { info, visitor, body };
  }

  /** Throws a HttpRefusal if what is asked for needs more than the visitor's token allows. */
  checkScopes({ visitor, body }: Admitted): void {
    if (visitor !== undefined) this.#bearer?.checkScopes(visitor, body);
  }

  /** Nobody needs a token to learn where tokens are. */
  #answerMetadata({ url, method }: McpRequestInfo, response: ServerResponse): boolean {
    const { resource } = this.#options.authorization ?? {};
    if (resource === undefined || this.#metadataUrl === undefined) return false;
    if (method !== 'GET' || !isMetadataPath(url.pathname, this.#metadataUrl)) return false;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(metadataOf(resource)));
    return true;
  }
}

/** Lets the page of an allowed origin read the answer. */
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
