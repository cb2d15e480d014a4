import { AuthenticationError, ToolError } from '../../../base/errors/errors.js';
import { loadPackage } from '../../../base/runtime/load-package.js';
import { redactText } from '../../../call/redact-secrets.js';
import type { RestRequest } from '../http/rest-request.js';
import type { AccessToken } from './token-cache.js';

/** The client credentials of one call. */
export interface TokenClient {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: readonly string[];
  readonly audience: string | undefined;
}

/** A function that sends a request to a token endpoint. A status of 429 or from 500 is an error. */
export type SendTokenRequest = (request: RestRequest) => Promise<Response>;

// A token is replaced this long before it expires, so that it does not expire during a call, in milliseconds.
const expiryMarginMs = 30_000;

/**
 * Requests a token with client credentials (RFC 6749, section 4.4).
 *
 * @throws AuthenticationError if the token endpoint refuses the credentials, or its response is invalid.
 * @throws DefinitionError if the package oauth4webapi is not installed.
 */
export async function requestToken(client: TokenClient, send: SendTokenRequest): Promise<AccessToken> {
  const { tokenUrl, clientId, clientSecret, scopes, audience } = client;
  const oauth = await loadPackage(
    () => import('oauth4webapi'),
    "Authentication of the type 'oauth2'",
    'oauth4webapi@3',
  );
  const server = { issuer: new URL(tokenUrl).origin, token_endpoint: tokenUrl };
  const authentication = oauth.ClientSecretBasic(clientSecret);
  const parameters = {
    ...(scopes.length === 0 ? {} : { scope: scopes.join(' ') }),
    ...(audience === undefined ? {} : { audience }),
  };
  try {
    const response = await oauth.clientCredentialsGrantRequest(
      server,
      { client_id: clientId },
      authentication,
      parameters,
      {
        // The author wrote the URL, as any other.
        [oauth.allowInsecureRequests]: true,
        [oauth.customFetch]: (url, { method, headers, body }) =>
          send({ method, url: new URL(url), headers, body: body.toString() }),
      },
    );
    const token = await oauth.processClientCredentialsResponse(server, { client_id: clientId }, response);
    return { text: token.access_token, usedUntil: usedUntil(token.expires_in) };
  } catch (error) {
    throw ToolError.is(error) ? error : createRefusal(error, [clientSecret, clientId]);
  }
}

function usedUntil(expiresInSeconds: number | undefined): number | undefined {
  if (expiresInSeconds === undefined) return undefined;
  const lifetimeMs = expiresInSeconds * 1_000;
  return Date.now() + lifetimeMs - Math.min(expiryMarginMs, lifetimeMs / 2);
}

/** Creates the error for a response without a token. It has no cause, because that contains the response. */
function createRefusal(error: unknown, secrets: readonly string[]): AuthenticationError {
  const { error: code, error_description: description } = error as Readonly<Record<string, unknown>>;
  const stated = [code, description].filter((text) => typeof text === 'string').join(': ');
  const reason = redactText(stated === '' ? 'its response is invalid' : stated, secrets);
  return new AuthenticationError(`The token endpoint returned no token: ${reason.slice(0, 500)}`);
}
