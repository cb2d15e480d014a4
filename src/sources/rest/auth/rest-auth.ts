import type { Secret } from '../../../call/state/secret.js';
import type { ToolContext } from '../../../call/tool-context.js';

/** A credential: a text, a secret, or the key of the state that contains it for each call. It is never shown. */
export type Credential = string | Secret<string> | { readonly state: string };

/** An API key in a header, a query parameter or a cookie. */
export interface ApiKeyAuth {
  readonly type: 'apiKey';
  readonly in: 'header' | 'query' | 'cookie';
  /** The name of the header, the parameter or the cookie. */
  readonly name: string;
  readonly value: Credential;
}

/** A bearer token (RFC 6750). */
export interface BearerAuth {
  readonly type: 'bearer';
  readonly token: Credential;
}

/** A user name and a password (RFC 7617). */
export interface BasicAuth {
  readonly type: 'basic';
  readonly username: Credential;
  readonly password: Credential;
}

/**
 * The client credentials of OAuth 2.0 (RFC 6749, section 4.4). A token is requested when a call needs one, and is shared
 * by all calls with the same credentials until it expires. Requires the package oauth4webapi.
 */
export interface OAuth2Auth {
  readonly type: 'oauth2';
  /** The token endpoint. Its host and its port are allowed, also if its address is private. */
  readonly tokenUrl: string | URL;
  readonly clientId: Credential;
  readonly clientSecret: Credential;
  /** The scopes to request. @default those that the server grants to the client */
  readonly scopes?: readonly string[] | undefined;
  /** The API for which the token is requested, for servers that require it. @default none */
  readonly audience?: string | undefined;
}

/** One scheme of authentication with its credentials. */
export type AuthScheme = ApiKeyAuth | BearerAuth | BasicAuth | OAuth2Auth;

/** Headers that authenticate a request. Each value is treated as a secret. */
export interface AuthHeaders {
  readonly headers: Readonly<Record<string, string | Secret<string>>>;
}

/**
 * A function that returns the authentication of the requests of one call. It is called for each attempt, before the
 * request. Undefined sends the request without credentials.
 */
export type AuthCallback = (
  ctx: ToolContext,
) => AuthScheme | AuthHeaders | undefined | Promise<AuthScheme | AuthHeaders | undefined>;

/** The authentication of requests: a scheme, or a function that returns one for each call. */
export type RestAuth = AuthScheme | AuthCallback;
