import { AuthenticationError, DefinitionError, ToolError } from '../../../../base/errors/errors.js';
import { Secret } from '../../../../call/state/secret.js';
import { isRecord } from '../../../../schema/json-schema/schema-walk.js';
import { evaluateOption } from '../http/evaluate-option.js';
import type { SentSecrets } from '../http/sent-secrets.js';
import type { Fetch } from '../http/stream-watch.js';
import type { OAuthProvider } from './auth-option.js';
import type { EnterpriseAuth, McpAuthScheme, McpCredential, WorkloadIdentityAuth } from './auth-scheme.js';
import type { AuthTools, ClientAuthentication } from './auth-tools.js';
import { parsePrivateKey } from './private-key.js';
import { createRenewingFetch } from './renewing-fetch.js';
import { createTokenFetch } from './token-fetch.js';

const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/** The settings of a SchemeProvider. */
export interface SchemeProviderSettings {
  readonly scheme: McpAuthScheme;
  /** Whether tokens are bound to a key. */
  readonly dpop: boolean;
  /** The option, for errors. */
  readonly where: string;
  /** Receives the credentials and the tokens, which appear in no error. */
  readonly secrets: SentSecrets;
  readonly loadTools: () => Promise<AuthTools>;
}

/** The servers that authorise a client for a resource, as an SDK has found them. */
interface Discovery {
  readonly issuer: string;
  /** The resource as the server names it; undefined if it publishes no metadata (RFC 9728). */
  readonly resource: string | undefined;
}

/**
 * The tokens of one identity: an `OAuthClientProvider` for both official SDKs that asks no user. The SDK finds the
 * authorisation server and requests a token, at first and whenever the server refuses the current one.
 */
export class SchemeProvider implements OAuthProvider {
  /** No user is redirected, so that the SDK requests a token directly. */
  readonly redirectUrl = undefined;
  readonly clientMetadata: object;
  /** Authenticates the client in a request for a token. @default by its ID and its secret, if it has one */
  readonly addClientAuthentication?: ClientAuthentication;
  readonly #settings: SchemeProviderSettings;
  #tokens: unknown;
  #discovery: Discovery | undefined;
  #send: Fetch = fetch;

  constructor(settings: SchemeProviderSettings) {
    const { scheme } = settings;
    this.#settings = settings;
    const scope = scheme.scopes === undefined ? {} : { scope: scheme.scopes.join(' ') };
    const grant = scheme.type === 'clientCredentials' ? 'client_credentials' : jwtBearer;
    this.clientMetadata = { redirect_uris: [], grant_types: [grant], ...scope };
    if (scheme.type === 'workloadIdentity') {
      if (scheme.clientId === undefined) this.addClientAuthentication = () => {};
    } else if (scheme.privateKey !== undefined) {
      this.addClientAuthentication = (...request) => this.#signAssertion(scheme, request);
    }
  }

  /** Returns the fetch for all requests of the identity. */
  wrapFetch(send: Fetch, url: URL): Fetch {
    const tokenFetch = createTokenFetch(send, this.#settings.secrets);
    this.#send = tokenFetch;
    // The SDK proves each request with a bound token, so that only the SDK can send one again.
    if (this.#settings.dpop) return tokenFetch;
    return createRenewingFetch(tokenFetch, {
      url,
      token: () => this.#accessToken,
      renew: async (refused) => (await this.#settings.loadTools()).renew(this, { url, refused, send: tokenFetch }),
    });
  }

  async clientInformation(): Promise<object> {
    const { clientId, ...client } = this.#settings.scheme;
    const secret = 'clientSecret' in client ? client.clientSecret : undefined;
    return {
      client_id: revealText(clientId ?? ''),
      ...(secret === undefined ? {} : { client_secret: await this.#read(secret, 'clientSecret') }),
    };
  }

  tokens(): unknown {
    return this.#tokens;
  }

  saveTokens(tokens: unknown): void {
    this.#tokens = tokens;
    if (this.#accessToken !== undefined) this.#settings.secrets.add([this.#accessToken]);
  }

  get #accessToken(): string | undefined {
    const { access_token: token } = isRecord(this.#tokens) ? this.#tokens : {};
    return typeof token === 'string' ? token : undefined;
  }

  /** Notes the authorisation server, before any credentials are sent to it. */
  saveDiscoveryState(state: unknown): void {
    const found = readDiscovery(state);
    const { issuer = this.#discovery?.issuer } = this.#settings.scheme;
    if (issuer !== undefined && !isSameIssuer(String(issuer), found.issuer)) {
      throw new AuthenticationError(
        `The server names the authorisation server '${found.issuer}', but ${this.#settings.where}.issuer or an earlier answer ` +
          `names '${String(issuer)}'. No credentials are sent.`,
      );
    }
    this.#discovery = found;
  }

  async prepareTokenRequest(scope?: string): Promise<URLSearchParams> {
    const { scheme } = this.#settings;
    const requested = scheme.scopes?.join(' ') ?? scope;
    const form = new URLSearchParams();
    if (requested !== undefined && requested !== '') form.set('scope', requested);
    if (scheme.type === 'clientCredentials') {
      form.set('grant_type', 'client_credentials');
    } else {
      form.set('grant_type', jwtBearer);
      form.set('assertion', await this.#requestAssertion(scheme, requested));
    }
    return form;
  }

  redirectToAuthorization(): void {
    throw new AuthenticationError('The server requires a login of a user, for which the source has no provider.');
  }

  saveCodeVerifier(): void {}

  codeVerifier(): string {
    return '';
  }

  async #requestAssertion(scheme: EnterpriseAuth | WorkloadIdentityAuth, scope: string | undefined): Promise<string> {
    if (scheme.type === 'workloadIdentity') return this.#read(scheme.token, 'token');
    const { secrets, where, loadTools } = this.#settings;
    const { requestGrant } = await loadTools();
    if (requestGrant === undefined) throw createSdkError(`${where}.type 'enterprise'`);
    const { issuer: audience, resource } = this.#discovery ?? {};
    if (audience === undefined || resource === undefined) {
      throw new AuthenticationError(
        'The server does not name its resource (RFC 9728), which enterprise authorisation requires.',
      );
    }
    const { clientId, clientSecret, ...provider } = scheme.identityProvider;
    try {
      const grant = await requestGrant({
        identityProvider:
          provider.issuer === undefined ? { tokenUrl: String(provider.tokenUrl) } : { issuer: String(provider.issuer) },
        audience,
        resource,
        idToken: await this.#read(scheme.idToken, 'idToken'),
        clientId: revealText(clientId),
        clientSecret:
          clientSecret === undefined ? undefined : await this.#read(clientSecret, 'identityProvider.clientSecret'),
        scope,
        send: this.#send,
      });
      secrets.add([grant]);
      return grant;
    } catch (error) {
      // The message of the SDK contains what the identity provider has answered.
      throw ToolError.is(error) ? error : new AuthenticationError('The identity provider issued no valid grant.');
    }
  }

  async #signAssertion(
    scheme: Exclude<McpAuthScheme, WorkloadIdentityAuth>,
    request: Parameters<ClientAuthentication>,
  ): Promise<void> {
    const { where, loadTools } = this.#settings;
    const { algorithm = 'ES256', clientId, privateKey = '' } = scheme;
    const key = parsePrivateKey(await this.#read(privateKey, 'privateKey'), where);
    const { signAssertion } = await loadTools();
    try {
      await signAssertion({ clientId: revealText(clientId), privateKey: key, algorithm })(...request);
    } catch {
      // The original message may contain parts of the key.
      throw new DefinitionError(`${where}.privateKey is not a key for the algorithm ${algorithm}.`);
    }
    const assertion = request[1].get('client_assertion');
    if (assertion !== null) this.#settings.secrets.add([assertion]);
  }

  /** Returns the text of a credential, which from then on appears in no error. */
  async #read(credential: McpCredential, option: string): Promise<string> {
    const { where, secrets } = this.#settings;
    const given: unknown =
      typeof credential === 'function' ? await evaluateOption(credential, {}, `${where}.${option}`) : credential;
    const text: unknown = Secret.is(given) ? given.reveal() : given;
    if (typeof text !== 'string' || text === '') {
      throw new DefinitionError(`${where}.${option}() must return a non-empty string or a secret with one.`);
    }
    secrets.add([text]);
    return text;
  }
}

/** Creates the error of an option that only the SDK 'v2' supports. */
export function createSdkError(option: string): DefinitionError {
  return new DefinitionError(`${option} requires the SDK 'v2'. Run: npm install '@modelcontextprotocol/client@2'.`);
}

function readDiscovery(state: unknown): Discovery {
  const { authorizationServerUrl, authorizationServerMetadata, resourceMetadata } = isRecord(state) ? state : {};
  const { issuer = authorizationServerUrl } = isRecord(authorizationServerMetadata) ? authorizationServerMetadata : {};
  const { resource } = isRecord(resourceMetadata) ? resourceMetadata : {};
  return { issuer: String(issuer), resource: typeof resource === 'string' ? resource : undefined };
}

function isSameIssuer(one: string, other: string): boolean {
  return one.replace(/\/$/, '') === other.replace(/\/$/, '');
}

function revealText(text: string | Secret<string>): string {
  return Secret.is(text) ? text.reveal() : text;
}
