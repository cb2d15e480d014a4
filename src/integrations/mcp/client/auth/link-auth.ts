import type { SentSecrets } from '../http/sent-secrets.js';
import type { Fetch } from '../http/stream-watch.js';
import { isProvider, type McpAuth, type OAuthProvider } from './auth-option.js';
import type { McpAuthScheme } from './auth-scheme.js';
import type { AuthTools } from './auth-tools.js';
import { bindTokens } from './bind-tokens.js';
import { SchemeProvider } from './scheme-provider.js';

/** How the requests of an identity are authorised. */
export interface LinkAuth {
  /** The provider of tokens for the SDK. */
  readonly provider: OAuthProvider;
  /** Returns the fetch for all requests of the identity to a server. @default the one that is passed */
  readonly wrapFetch?: ((send: Fetch, url: URL) => Fetch) | undefined;
  /** The servers that the author has named, whose hosts are allowed with any address. */
  readonly urls: readonly URL[];
}

/** What the authorisation of the identities of a source has in common. */
export interface LinkAuthSettings {
  readonly auth: McpAuth | undefined;
  /** Whether tokens are bound to a key. */
  readonly dpop: boolean | undefined;
  /** The transport, for errors. */
  readonly where: string;
  readonly loadTools: () => Promise<AuthTools>;
}

/** Returns the authorisation with an `OAuthClientProvider` of the application; undefined without one. */
export function providerAuth({ auth, dpop, where, loadTools }: LinkAuthSettings): LinkAuth | undefined {
  if (!isProvider(auth)) return undefined;
  const provider = dpop === true ? bindTokens(auth, loadTools, `${where}.dpop`) : auth;
  return { provider, urls: [] };
}

/** Creates the authorisation of one identity by a scheme, with its own tokens. */
export function schemeAuth(
  scheme: McpAuthScheme,
  secrets: SentSecrets,
  { dpop, where, loadTools }: LinkAuthSettings,
): LinkAuth {
  const provider = new SchemeProvider({ scheme, dpop: dpop === true, where: `${where}.auth`, secrets, loadTools });
  return {
    provider: dpop === true ? bindTokens(provider, loadTools, `${where}.dpop`) : provider,
    wrapFetch: (send, url) => provider.wrapFetch(send, url),
    urls: urlsOf(scheme),
  };
}

function urlsOf(scheme: McpAuthScheme): readonly URL[] {
  const { issuer, tokenUrl } = scheme.type === 'enterprise' ? scheme.identityProvider : {};
  return [scheme.issuer, issuer, tokenUrl].filter((url) => url !== undefined).map((url) => new URL(url));
}
