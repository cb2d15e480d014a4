import type { Fetch } from '../http/stream-watch.js';
import type { McpSigningAlgorithm } from './auth-scheme.js';
import type { PrivateKey } from './private-key.js';

/** A function that authenticates a client in a request for a token, as the SDKs call it. */
export type ClientAuthentication = (
  ...request: [headers: Headers, form: URLSearchParams, url: string | URL, metadata?: never]
) => void | Promise<void>;

/** A client that signs its assertions. */
export interface SigningClient {
  readonly clientId: string;
  readonly privateKey: PrivateKey;
  readonly algorithm: McpSigningAlgorithm;
}

/** The exchange of an ID token for a grant. */
export interface GrantRequest {
  /** The `issuer` of the identity provider, or else its token endpoint. */
  readonly identityProvider: { readonly issuer: string } | { readonly tokenUrl: string };
  /** The authorisation server of the MCP server. */
  readonly audience: string;
  readonly resource: string;
  readonly idToken: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly scope: string | undefined;
  readonly send: Fetch;
}

/** The refusal of a token, after which another one is requested. */
export interface TokenRenewal {
  readonly url: URL;
  readonly refused: Response;
  readonly send: Fetch;
}

/** What the official SDKs provide for client authorisation. */
export interface AuthTools {
  /** Returns the authentication of a client by a signed assertion. */
  signAssertion(client: SigningClient): ClientAuthentication;
  /** Requests another token for a provider. */
  renew(provider: object, renewal: TokenRenewal): Promise<void>;
  /** Requests a grant (ID-JAG). */
  readonly requestGrant?: (request: GrantRequest) => Promise<string>;
  /** Creates the key and the nonces with which tokens are bound to their client (DPoP). */
  readonly createDpop?: () => Promise<object>;
}
