import { ToolError } from '../../index.js';
import { isRecord } from '../../schema/json-schema/schema-walk.js';
import type { ProtectedResource } from './protected-resource.js';
import { HttpRefusal } from './refusal.js';
import type { McpRequestInfo } from './request-info.js';

/** The identity and the permissions that a bearer token represents. */
export interface McpTokenInfo {
  /** The identifier of the token's owner. A session belongs to the subject that began it. */
  readonly subject: string;
  /** The scopes of the token. @default none */
  readonly scopes?: readonly string[] | undefined;
  /** The resources that the token is valid for. Compared with `resource.resource` if both are set (RFC 8707). */
  readonly audience?: string | readonly string[] | undefined;
  /** The time at which the token expires, in seconds since 1970-01-01 UTC. */
  readonly expiresAt?: number | undefined;
  /** The application's own description of the client, which tools read as `ctx.auth`. @default this object */
  readonly auth?: unknown;
}

/** The method and the params of a JSON-RPC message. */
export interface McpMessageFacts {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** The options of authorization with bearer tokens. */
export interface McpAuthorization {
  /**
   * Verifies a bearer token. Returns undefined for a token that is not valid. Compare secrets with `timingSafeEqual`,
   * and never forward a token to other services.
   */
  readonly verify: (
    token: string,
    request: McpRequestInfo,
  ) => McpTokenInfo | undefined | Promise<McpTokenInfo | undefined>;
  /** The scopes that every request requires, or a function that returns them for a message. @default none */
  readonly scopes?: readonly string[] | ((message: McpMessageFacts) => readonly string[]) | undefined;
  /** The metadata that shows clients where to obtain tokens (RFC 9728). @default no metadata */
  readonly resource?: ProtectedResource | undefined;
}

/** An authenticated client. */
export interface McpPrincipal extends McpTokenInfo {
  readonly token: string;
  readonly scopes: readonly string[];
}

/** A guard that authenticates bearer tokens and challenges other requests (RFC 6750, RFC 9728). */
export class BearerGuard {
  readonly #authorization: McpAuthorization;
  /** The URL of the resource's metadata. */
  readonly #metadataUrl: string | undefined;

  constructor(authorization: McpAuthorization, metadataUrl: string | undefined) {
    this.#authorization = authorization;
    this.#metadataUrl = metadataUrl;
  }

  /** Authenticates the sender of a request. Throws an HttpRefusal with a challenge if that fails. */
  async authenticate(request: McpRequestInfo): Promise<McpPrincipal> {
    const token = bearerToken(request.headers.authorization);
    if (token === undefined) throw this.#challenge(401, 'A bearer token is required.', {});
    const info = await this.#verify(token, request);
    if (info === undefined) throw this.#invalid('The token is not valid.');
    if (info.expiresAt !== undefined && info.expiresAt <= Date.now() / 1_000) {
      throw this.#invalid('The token has expired.');
    }
    if (!this.#isForUs(info)) throw this.#invalid('The token is for another resource.');
    return { ...info, auth: 'auth' in info ? info.auth : info, scopes: info.scopes ?? [], token };
  }

  /** Throws an HttpRefusal with a challenge if a message requires a scope that the principal does not have. */
  checkScopes({ scopes }: McpPrincipal, body: unknown): void {
    for (const message of [body].flat()) {
      const needed = this.#scopesFor(message);
      if (needed.every((scope) => scopes.includes(scope))) continue;
      throw this.#challenge(403, `The token requires the scopes ${needed.join(' ')}.`, {
        error: 'insufficient_scope',
        scope: needed.join(' '),
      });
    }
  }

  async #verify(token: string, request: McpRequestInfo): Promise<McpTokenInfo | undefined> {
    try {
      return await this.#authorization.verify(token, request);
    } catch (error) {
      // Any other error is a failure of the verifier, not of the token.
      if (isAuthenticationError(error)) return undefined;
      throw error;
    }
  }

  #isForUs({ audience }: McpTokenInfo): boolean {
    const { resource } = this.#authorization.resource ?? {};
    if (audience === undefined || resource === undefined) return true;
    return [audience].flat().some((one) => sameResource(one, resource));
  }

  #scopesFor(message: unknown): readonly string[] {
    const { scopes = [] } = this.#authorization;
    if (typeof scopes !== 'function') return scopes;
    const { method, params } = isRecord(message) ? message : {};
    if (typeof method !== 'string') return [];
    return scopes({ method, params: isRecord(params) ? params : {} });
  }

  #invalid(description: string): HttpRefusal {
    return this.#challenge(401, description, { error: 'invalid_token', error_description: description });
  }

  #challenge(status: number, message: string, fields: Readonly<Record<string, string>>): HttpRefusal {
    const { scopes } = this.#authorization;
    const usual = Array.isArray(scopes) && scopes.length > 0 ? { scope: scopes.join(' ') } : {};
    const metadata = this.#metadataUrl === undefined ? {} : { resource_metadata: this.#metadataUrl };
    const parameters = Object.entries({ ...usual, ...fields, ...metadata }).map(
      ([name, value]) => `${name}="${value}"`,
    );
    return new HttpRefusal(status, message, {
      headers: { 'www-authenticate': `Bearer ${parameters.join(', ')}`.trimEnd() },
    });
  }
}

/** Reads the token, only from the header: URLs are stored in logs (RFC 6750, section 2). */
function bearerToken(header: string | readonly string[] | undefined): string | undefined {
  if (typeof header !== 'string') return undefined;
  return /^Bearer +([A-Za-z0-9\-._~+/]+=*) *$/i.exec(header)?.[1];
}

function isAuthenticationError(error: unknown): boolean {
  return ToolError.is(error) && error.code === 'authentication';
}

function sameResource(one: string, other: string): boolean {
  return one.replace(/\/$/, '') === other.replace(/\/$/, '');
}
