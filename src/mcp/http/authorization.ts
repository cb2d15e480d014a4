import { ToolError } from '../../index.js';
import { isRecord } from '../../schema/json-schema/schema-walk.js';
import type { ProtectedResource } from './protected-resource.js';
import { HttpRefusal } from './refusal.js';
import type { McpRequestInfo } from './request-info.js';

/** What a bearer token stands for. */
export interface McpTokenInfo {
  /** Whom the token was given to. Sessions belong to it. */
  readonly subject: string;
  /** What it allows. @default nothing */
  readonly scopes?: readonly string[] | undefined;
  /** Which resources it is for. Checked against `resource.resource` where both are given (RFC 8707). */
  readonly audience?: string | readonly string[] | undefined;
  /** When it ends, in seconds since 1970. */
  readonly expiresAt?: number | undefined;
  /** Who the client is, in the application's own terms: tools find it as `ctx.auth`. @default this object */
  readonly auth?: unknown;
}

/** What a JSON-RPC message asks for. */
export interface McpMessageFacts {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Who may come in. */
export interface McpAuthorization {
  /**
   * Says what a bearer token stands for; undefined for one that is not valid. Compare secrets with `timingSafeEqual`.
   * Never pass a token on to others.
   */
  readonly verify: (
    token: string,
    request: McpRequestInfo,
  ) => McpTokenInfo | undefined | Promise<McpTokenInfo | undefined>;
  /** The scopes that a token needs: for everything, or by message. @default none */
  readonly scopes?: readonly string[] | ((message: McpMessageFacts) => readonly string[]) | undefined;
  /** Tells clients where they get tokens (RFC 9728). @default nothing is told */
  readonly resource?: ProtectedResource | undefined;
}

/** Somebody who has come in. */
export interface McpVisitor extends McpTokenInfo {
  readonly token: string;
  readonly scopes: readonly string[];
}

/** Lets in who has a token, and challenges others (RFC 6750, RFC 9728). */
export class BearerGuard {
  readonly #authorization: McpAuthorization;
  /** Where the metadata of the resource is. */
  readonly #metadataUrl: string | undefined;

  constructor(authorization: McpAuthorization, metadataUrl: string | undefined) {
    this.#authorization = authorization;
    this.#metadataUrl = metadataUrl;
  }

  /** Who sends a request. Throws a HttpRefusal with a challenge if nobody knows. */
  async admit(request: McpRequestInfo): Promise<McpVisitor> {
    const token = bearerToken(request.headers.authorization);
    if (token === undefined) throw this.#challenge(401, 'A bearer token is needed.', {});
    const info = await this.#verify(token, request);
    if (info === undefined) throw this.#invalid('The token is not valid.');
    if (info.expiresAt !== undefined && info.expiresAt <= Date.now() / 1_000) {
      throw this.#invalid('The token has expired.');
    }
    if (!this.#isForUs(info)) throw this.#invalid('The token is for another resource.');
    return { ...info, auth: 'auth' in info ? info.auth : info, scopes: info.scopes ?? [], token };
  }

  /** Throws a HttpRefusal with a challenge if a message needs a scope that the visitor does not have. */
  checkScopes({ scopes }: McpVisitor, body: unknown): void {
    for (const message of [body].flat()) {
      const needed = this.#scopesFor(message);
      if (needed.every((scope) => scopes.includes(scope))) continue;
      throw this.#challenge(403, `The token needs the scopes ${needed.join(' ')}.`, {
        error: 'insufficient_scope',
        scope: needed.join(' '),
      });
    }
  }

  async #verify(token: string, request: McpRequestInfo): Promise<McpTokenInfo | undefined> {
    try {
      return await this.#authorization.verify(token, request);
    } catch (error) {
      // Any other failure is of the verifier, not of the token.
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
    const said = Object.entries({ ...usual, ...fields, ...metadata }).map(([name, value]) => `${name}="${value}"`);
    return new HttpRefusal(status, message, { headers: { 'www-authenticate': `Bearer ${said.join(', ')}`.trimEnd() } });
  }
}

/** Only ever from the header: an address is kept in logs (RFC 6750, section 2). */
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
