import type { Secret } from '../../../../call/state/secret.js';
import type { OutgoingCall } from '../http/remote-call.js';

/**
 * A credential: a text, a secret, or a function that returns one. A function is called whenever a token is requested, such as
 * to read a file that is renewed. A credential appears in no error, no warning and no log.
 */
export type McpCredential = McpCredentialText | (() => McpCredentialText | Promise<McpCredentialText>);

/** A credential that is not a function. */
export type McpCredentialText = string | Secret<string>;

/** An algorithm by which a client signs its assertions (RFC 7518, section 3.1). */
export type McpSigningAlgorithm =
  | 'ES256'
  | 'ES384'
  | 'ES512'
  | 'RS256'
  | 'RS384'
  | 'RS512'
  | 'PS256'
  | 'PS384'
  | 'PS512';

/** The options that all schemes have. */
interface SchemeOptions {
  /**
   * The authorisation server at which the client is registered: its `issuer`. No other one receives the credentials. @default
   * the one that the server names first
   */
  readonly issuer?: string | URL | undefined;
  /** The scopes to request. @default those that the server requires or supports */
  readonly scopes?: readonly string[] | undefined;
}

/** How a client authenticates itself towards an authorisation server: by a secret or by a private key. */
interface ClientOptions {
  readonly clientId: McpCredentialText;
  /** The secret, which is sent as the authorisation server supports it: in a header (basic) or in the body (post). */
  readonly clientSecret?: McpCredential | undefined;
  /** The private key that signs an assertion (`private_key_jwt`): PKCS #8 as PEM, or a JWK as JSON text. */
  readonly privateKey?: McpCredential | undefined;
  /** The algorithm of the private key. @default 'ES256' */
  readonly algorithm?: McpSigningAlgorithm | undefined;
}

/** The application itself is the client, without a user (the client credentials of OAuth 2.0: RFC 6749, section 4.4). */
export interface ClientCredentialsAuth extends ClientOptions, SchemeOptions {
  readonly type: 'clientCredentials';
}

/** The identity provider of an enterprise, and the client that is registered at it. */
export interface IdentityProvider {
  /** The `issuer` of the identity provider, whose metadata names the token endpoint. Either this or `tokenUrl` is required. */
  readonly issuer?: string | URL | undefined;
  /** The token endpoint of the identity provider. */
  readonly tokenUrl?: string | URL | undefined;
  readonly clientId: McpCredentialText;
  /** The secret of the client at the identity provider. @default none: the client is public */
  readonly clientSecret?: McpCredential | undefined;
}

/**
 * A user who has logged in at the identity provider of an enterprise (enterprise-managed authorization). The ID token is
 * exchanged for a grant (ID-JAG, RFC 8693), and the grant for an access token (RFC 7523). Requires the SDK 'v2'.
 */
export interface EnterpriseAuth extends ClientOptions, SchemeOptions {
  readonly type: 'enterprise';
  /** The ID token of the user. */
  readonly idToken: McpCredential;
  readonly identityProvider: IdentityProvider;
}

/** A workload whose platform issues a JWT, such as Kubernetes or a cloud, which is exchanged for an access token (RFC 7523). */
export interface WorkloadIdentityAuth extends SchemeOptions {
  readonly type: 'workloadIdentity';
  /** The JWT of the workload. Its audience is the authorisation server. */
  readonly token: McpCredential;
  /** The client to which the authorisation server assigns the workload. @default the one that it finds by the JWT */
  readonly clientId?: McpCredentialText | undefined;
}

/** A scheme by which a client receives tokens without asking a user to log in. */
export type McpAuthScheme = ClientCredentialsAuth | EnterpriseAuth | WorkloadIdentityAuth;

/**
 * A function that returns the scheme for the requests of one call. Each scheme that it returns is an identity, with its own
 * tokens, connection and session; its credentials are texts or secrets. For what the source itself sends, it is called without
 * a call whenever the source connects. Undefined sends no token.
 */
export type McpAuthCallback = (
  call: OutgoingCall | undefined,
) => McpAuthScheme | undefined | Promise<McpAuthScheme | undefined>;
