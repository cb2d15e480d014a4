import { Secret } from '../../../../call/state/secret.js';
import type { McpAuthCallback, McpAuthScheme } from './auth-scheme.js';

/** An OAuth provider (`OAuthClientProvider`), declared by one method. The official SDK declares the others. */
export interface OAuthProvider {
  /** Returns the stored tokens, in the format of the official SDK. */
  tokens(): unknown;
}

/** How requests are authorised: a token, a login, a scheme, or the scheme of each call. */
export type McpAuth = string | Secret<string> | OAuthProvider | McpAuthScheme | McpAuthCallback;

/** Whether an `auth` is an OAuth provider. */
export function isProvider(auth: McpAuth | undefined): auth is OAuthProvider {
  return typeof auth === 'object' && !Secret.is(auth) && 'tokens' in auth;
}

/** Whether an `auth` is a scheme. */
export function isAuthScheme(auth: McpAuth | undefined): auth is McpAuthScheme {
  return typeof auth === 'object' && !Secret.is(auth) && !isProvider(auth);
}
