import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';

type Client = ReturnType<OAuthClientProvider['clientInformation']>;
type Tokens = ReturnType<OAuthClientProvider['tokens']>;

const redirectUrl = 'http://localhost:3000/callback';

/** A user who agrees to every login at once, as the suite's authorisation servers do. */
export class Login implements OAuthClientProvider {
  readonly redirectUrl = redirectUrl;
  readonly clientMetadataUrl = 'https://conformance-test.local/client-metadata.json';
  readonly clientMetadata = {
    client_name: 'toolwright-conformance',
    redirect_uris: [redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    application_type: 'native',
  };
  readonly #kept = new Map<'client' | 'tokens' | 'verifier' | 'discovery', unknown>();
  #answer: URLSearchParams | undefined;

  /** @param client - What was registered beforehand, if anything. */
  constructor(client: Client) {
    if (client !== undefined) this.#kept.set('client', client);
  }

  /** With what the authorisation server has sent the user back. */
  get answer(): URLSearchParams {
    if (this.#answer === undefined) throw new TypeError('The login was not requested.');
    return this.#answer;
  }

  async redirectToAuthorization(url: URL): Promise<void> {
    const response = await fetch(url, { redirect: 'manual' });
    await response.body?.cancel();
    this.#answer = new URL(String(response.headers.get('location'))).searchParams;
  }

  clientInformation(): Client {
    return this.#kept.get('client') as Client;
  }

  saveClientInformation(client: unknown): void {
    this.#kept.set('client', client);
  }

  tokens(): Tokens {
    return this.#kept.get('tokens') as Tokens;
  }

  saveTokens(tokens: unknown): void {
    this.#kept.set('tokens', tokens);
    // By the time of the next login the server may have another authorisation server.
    this.#kept.delete('discovery');
  }

  codeVerifier(): string {
    return String(this.#kept.get('verifier'));
  }

  saveCodeVerifier(verifier: string): void {
    this.#kept.set('verifier', verifier);
  }

  discoveryState(): ReturnType<NonNullable<OAuthClientProvider['discoveryState']>> {
    return this.#kept.get('discovery') as undefined;
  }

  saveDiscoveryState(state: unknown): void {
    this.#kept.set('discovery', state);
  }

  invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): void {
    if (scope === 'all') this.#kept.clear();
    else this.#kept.delete(scope);
  }
}
