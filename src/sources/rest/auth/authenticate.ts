import { DefinitionError } from '../../../base/errors/errors.js';
import { collectSecrets } from '../../../call/redact-secrets.js';
import { secret } from '../../../call/state/secret.js';
import type { ToolContext } from '../../../call/tool-context.js';
import { isHeaderText, lowerNames } from '../http/header-text.js';
import { checkScheme } from './check-auth.js';
import { readCredential, revealText } from './credential.js';
import { requestToken, type SendTokenRequest } from './request-token.js';
import type { AuthHeaders, AuthScheme, Credential, OAuth2Auth, RestAuth } from './rest-auth.js';
import type { ProvidedToken, TokenCache } from './token-cache.js';

/** The parts of a request that authenticate it. */
export interface Access {
  /** The headers by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** The texts that no error may contain. */
  readonly secrets: readonly string[];
  /** Returns the parts with a new token. Undefined if the token is new, or there is none. */
  readonly renew: (() => Promise<Access>) | undefined;
}

/** The tokens that the calls of one client share, and the function that requests them. */
export interface TokenSource {
  readonly cache: TokenCache;
  readonly send: SendTokenRequest;
}

const noAccess: Access = Object.freeze({ headers: {}, query: {}, secrets: [], renew: undefined });

/**
 * Creates the parts of the request of a call that authenticate it.
 *
 * @param where - The tool, for errors.
 * @throws UnboundStateError if the state has no value for a credential.
 * @throws AuthenticationError if no token is granted.
 */
export async function authenticate(
  auth: RestAuth | undefined,
  ctx: ToolContext,
  site: { readonly where: string; readonly tokens: TokenSource },
): Promise<Access> {
  const scheme = typeof auth === 'function' ? readReturned(await auth(ctx), site.where) : auth;
  if (scheme === undefined) return noAccess;
  if (isHeaders(scheme)) return createAccess({ headers: lowerNames(revealAll(scheme.headers)) }, site.where);
  const read: CredentialReader = (credential, option) => readCredential(credential, ctx.state, `auth.${option}`);
  if (scheme.type === 'oauth2') return provideToken({ scheme, read, ...site });
  return createAccess(partsOf(scheme, read), site.where);
}

/** Returns the text of the credential in an option. */
type CredentialReader = (credential: Credential, option: string) => string;

/** The parts of an Access that depend on its scheme. */
interface AccessParts {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** The texts that the parts contain in another form. */
  readonly hidden?: readonly string[];
}

function partsOf(scheme: Exclude<AuthScheme, OAuth2Auth>, read: CredentialReader): AccessParts {
  if (scheme.type === 'bearer') return bearerParts(read(scheme.token, 'token'));
  if (scheme.type === 'basic') {
    const pair = [read(scheme.username, 'username'), read(scheme.password, 'password')];
    const encoded = Buffer.from(pair.join(':')).toString('base64');
    return { headers: { authorization: `Basic ${encoded}` }, hidden: [...pair, encoded] };
  }
  const value = read(scheme.value, 'value');
  if (scheme.in === 'query') return { query: { [scheme.name]: value } };
  if (scheme.in === 'cookie') return { headers: { cookie: `${scheme.name}=${value}` }, hidden: [value] };
  return { headers: { [scheme.name.toLowerCase()]: value } };
}

function bearerParts(token: string): AccessParts {
  return { headers: { authorization: `Bearer ${token}` }, hidden: [token] };
}

/** The authentication of one call with client credentials. */
interface TokenCall {
  readonly scheme: OAuth2Auth;
  readonly read: CredentialReader;
  readonly where: string;
  readonly tokens: TokenSource;
}

async function provideToken({ scheme, read, where, tokens }: TokenCall): Promise<Access> {
  const { scopes = [], audience } = scheme;
  const tokenUrl = new URL(scheme.tokenUrl).href;
  const clientId = read(scheme.clientId, 'clientId');
  const clientSecret = read(scheme.clientSecret, 'clientSecret');
  const client = { tokenUrl, clientId, clientSecret, scopes, audience };
  const key = JSON.stringify([tokenUrl, clientId, clientSecret, scopes, audience]);
  const request = () => requestToken(client, tokens.send);
  const access = ({ text, isCached }: ProvidedToken): Access => {
    const parts = { ...bearerParts(text), hidden: [text, clientId, clientSecret] };
    const renew = async (): Promise<Access> => access(await tokens.cache.replace(key, text, request));
    return { ...createAccess(parts, where), renew: isCached ? renew : undefined };
  };
  return access(await tokens.cache.get(key, request));
}

function createAccess({ headers = {}, query = {}, hidden = [] }: AccessParts, where: string): Access {
  const [invalid] = Object.entries(headers).find(([, text]) => !isHeaderText(text)) ?? [];
  if (invalid !== undefined) {
    throw new DefinitionError(
      `${where}: auth: the value of '${invalid}' contains characters that a header cannot have.`,
    );
  }
  const texts = [...Object.values(headers), ...Object.values(query), ...hidden];
  return { headers, query, secrets: collectSecrets([texts.map((text) => secret(text))]), renew: undefined };
}

function readReturned(value: AuthScheme | AuthHeaders | undefined, where: string): typeof value {
  if (value === undefined || isHeaders(value)) return value;
  if (typeof value === 'object' && value !== null) checkScheme(value, where);
  // The value may be a credential, so the error does not show it.
  else throw new DefinitionError(`${where}: auth must return a scheme, headers as { headers }, or undefined.`);
  return value;
}

function isHeaders(value: AuthScheme | AuthHeaders): value is AuthHeaders {
  return typeof value === 'object' && value !== null && !('type' in value) && typeof value.headers === 'object';
}

function revealAll(values: AuthHeaders['headers']): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(revealText(value))]));
}
