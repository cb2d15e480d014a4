import { emitWarning } from '../../../base/errors/emit-warning.js';
import { ToolError } from '../../../index.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import type { ProtectedResource } from './protected-resource.js';
import { HttpRefusal } from './refusal.js';
import type { McpRequestInfo } from './request-info.js';

/** The identity and the permissions that a bearer token represents. */
export interface McpTokenInfo {
  /** The identifier of the token's owner. A session belongs to the subject that began it. */
  readonly subject: string;
  /** The scopes of the token. @default none */
  readonly scopes?: readonly string[] | undefined;
  /** The resources that the token is valid for (RFC 8707). One must be `resource.resource`, if that is set. */
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
   * Verifies a bearer token. Returns undefined for a token that is not valid. Any other value without a `subject` is
   * refused too. Compare secrets with `timingSafeEqual`, and never forward a token to other services.
   */
  readonly verify: (
    token: string,
    request: McpRequestInfo,
  ) => McpTokenInfo | undefined | Promise<McpTokenInfo | undefined>;
  /** The scopes that every request requires, or a function that returns them for a message. @default none */
  readonly scopes?: readonly string[] | ((message: McpMessageFacts) => readonly string[]) | undefined;
  /**
   * Whether requests without a token are accepted, without a subject and without scopes. Tools receive undefined as
   * `ctx.auth`. A request with an invalid token is refused.
   *
   * @default false
   */
  readonly anonymous?: boolean | undefined;
  /**
   * Whether the audience of a token must contain `resource.resource`, if that is set. Pass false only if `verify` itself
   * refuses the tokens of other resources.
   *
   * @default true
   */
  readonly audience?: boolean | undefined;
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
  #hasWarned = false;

  constructor(authorization: McpAuthorization, metadataUrl: string | undefined) {
    this.#authorization = authorization;
    this.#metadataUrl = metadataUrl;
  }

  /**
   * Authenticates the sender of a request. Returns undefined for an anonymous sender, if the server accepts them. Throws
   * an HttpRefusal with a challenge if the authentication fails.
   */
  async authenticate(request: McpRequestInfo): Promise<McpPrincipal | undefined> {
    const { authorization } = request.headers;
    if (authorization === undefined && this.#authorization.anonymous === true) return undefined;
    const token = bearerToken(authorization);
    if (token === undefined) throw this.#requireToken();
    const info = this.#readInfo(await this.#verify(token, request));
    if (info === undefined) throw this.#invalid('The token is not valid.');
    if (info.expiresAt !== undefined && info.expiresAt <= Date.now() / 1_000) {
      throw this.#invalid('The token has expired.');
    }
    if (!this.#isForUs(info)) throw this.#invalid('The token is for another resource.');
    return { ...info, auth: 'auth' in info ? info.auth : info, scopes: info.scopes ?? [], token };
  }

  /**
   * Throws an HttpRefusal with a challenge if a message requires a scope that the sender does not have.
   *
   * @param principal - The sender; undefined if it is anonymous.
   */
  checkScopes(principal: McpPrincipal | undefined, body: unknown): void {
    const scopes = principal?.scopes ?? [];
    for (const message of [body].flat()) {
      const needed = this.#scopesFor(message);
      if (needed.every((scope) => scopes.includes(scope))) continue;
      if (principal === undefined) throw this.#requireToken(needed);
      throw this.#challenge(403, `The token requires the scopes ${needed.join(' ')}.`, {
        error: 'insufficient_scope',
        scope: needed.join(' '),
      });
    }
  }

  async #verify(token: string, request: McpRequestInfo): Promise<unknown> {
    try {
      return await this.#authorization.verify(token, request);
    } catch (error) {
      // Any other error is a failure of the verifier, not of the token.
      if (isAuthenticationError(error)) return undefined;
      throw error;
    }
  }

  /** Returns what `verify` returned, if that is an identity. Anything else is refused. */
  #readInfo(verified: unknown): McpTokenInfo | undefined {
    const mistake = findMistake(verified);
    if (mistake === undefined) return verified as McpTokenInfo;
    const isDenied = verified === undefined || verified === null || verified === false;
    if (isDenied || this.#hasWarned) return undefined;
    this.#hasWarned = true;
    // The value is not shown: it may contain the token.
    emitWarning(`serveMcp: authorization.verify returned ${mistake}, so the request was refused with 401.`);
    return undefined;
  }

  #isForUs({ audience = [] }: McpTokenInfo): boolean {
    const { resource, audience: isChecked = true } = this.#authorization;
    if (!isChecked || resource === undefined) return true;
    return [audience].flat().some((one) => isSameResource(one, resource.resource));
  }

  #scopesFor(message: unknown): readonly string[] {
    const { scopes = [] } = this.#authorization;
    if (typeof scopes !== 'function') return scopes;
    const { method, params } = isRecord(message) ? message : {};
    if (typeof method !== 'string') return [];
    return scopes({ method, params: isRecord(params) ? params : {} });
  }

  #requireToken(needed: readonly string[] = []): HttpRefusal {
    return this.#challenge(401, 'A bearer token is required.', needed.length > 0 ? { scope: needed.join(' ') } : {});
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

/** Describes why a value is not the identity behind a token. Returns undefined if it is one. */
function findMistake(verified: unknown): string | undefined {
  if (!isRecord(verified)) return 'a value that is not an object with a subject';
  const { subject, scopes, audience, expiresAt } = verified;
  if (typeof subject !== 'string' || subject === '') return 'an object whose subject is not a text';
  if (scopes !== undefined && !isListOfTexts(scopes)) return 'scopes that are not a list of texts';
  if (audience !== undefined && !isListOfTexts([audience].flat()))
    return 'an audience that is not a text or a list of texts';
  const isTime = expiresAt === undefined || (typeof expiresAt === 'number' && !Number.isNaN(expiresAt));
  return isTime ? undefined : 'an expiresAt that is not a number of seconds';
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function isSameResource(one: string, other: string): boolean {
  return one.replace(/\/$/, '') === other.replace(/\/$/, '');
}
