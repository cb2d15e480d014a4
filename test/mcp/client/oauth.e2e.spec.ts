import { createHash, randomUUID } from 'node:crypto';
import { text as readText } from 'node:stream/consumers';
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { type Exchange, RawHttpServer } from './raw-http-server.js';
import { rawServer, sdks, useSources } from './servers.js';

describe.each(sdks)('with the SDK %s', (sdk) => {
  const open = useSources(sdk);

  /** A server that requires a token and is its own authorisation server (RFC 9728, RFC 8414). */
  class GuardedServer extends RawHttpServer {
    readonly tokens = new Set<string>();
    /** The code challenges by code (RFC 7636). */
    readonly codes = new Map<string, string>();
    readonly grants: string[] = [];
    /** Whether the server accepts the refresh token. */
    refreshes = true;
    /** Whether a client may be the URL of a document about itself. */
    readsDocuments = false;
    registrations = 0;

    constructor() {
      super();
      this.first = (exchange) => this.#guard(exchange);
    }

    /** Acts as a user in a browser, who logs in and is redirected with a code. */
    logIn(authorizationUrl: URL): string {
      const code = randomUUID();
      this.codes.set(code, String(authorizationUrl.searchParams.get('code_challenge')));
      return code;
    }

    async #guard({ request, response }: Exchange): Promise<boolean> {
      const { pathname, origin } = new URL(String(request.url), this.url);
      const sendJson = (body: object, status = 200): true => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
        return true;
      };
      if (pathname.startsWith('/.well-known/oauth-protected-resource')) {
        return sendJson({ resource: this.url, authorization_servers: [origin] });
      }
      if (pathname.startsWith('/.well-known/oauth-authorization-server')) {
        return sendJson({
          issuer: origin,
          authorization_endpoint: `${origin}/authorize`,
          token_endpoint: `${origin}/token`,
          registration_endpoint: `${origin}/register`,
          response_types_supported: ['code'],
          code_challenge_methods_supported: ['S256'],
          client_id_metadata_document_supported: this.readsDocuments,
        });
      }
      if (pathname === '/register') {
        this.registrations++;
        return sendJson({ ...JSON.parse(await readText(request)), client_id: 'client-1' }, 201);
      }
      if (pathname === '/token') return sendJson(...this.#grant(new URLSearchParams(await readText(request))));
      const [, token = ''] = request.headers.authorization?.split(' ') ?? [];
      if (this.tokens.has(token)) return false;
      const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`;
      response.setHeader('www-authenticate', `Bearer resource_metadata="${metadata}"`);
      return sendJson({ error: 'unauthorized' }, 401);
    }

    #grant(form: URLSearchParams): [object, number] {
      this.grants.push(String(form.get('grant_type')));
      const isRefresh = this.refreshes && form.get('refresh_token') === 'refresh-1';
      const challenge = createHash('sha256')
        .update(String(form.get('code_verifier')))
        .digest('base64url');
      if (!isRefresh && this.codes.get(String(form.get('code'))) !== challenge)
        return [{ error: 'invalid_grant' }, 400];
      const token = randomUUID();
      this.tokens.add(token);
      return [{ access_token: token, token_type: 'Bearer', refresh_token: 'refresh-1' }, 200];
    }
  }

  interface Login {
    readonly provider: OAuthClientProvider;
    readonly sentTo: URL[];
  }

  function login(): Login {
    const kept = new Map<string, unknown>();
    const sentTo: URL[] = [];
    const provider: OAuthClientProvider = {
      redirectUrl: 'http://127.0.0.1:1/callback',
      clientMetadata: { redirect_uris: ['http://127.0.0.1:1/callback'], token_endpoint_auth_method: 'none' },
      clientInformation: () => kept.get('client') as ReturnType<OAuthClientProvider['clientInformation']>,
      saveClientInformation: (client) => void kept.set('client', client),
      tokens: () => kept.get('tokens') as ReturnType<OAuthClientProvider['tokens']>,
      saveTokens: (tokens) => void kept.set('tokens', tokens),
      redirectToAuthorization: (url) => void sentTo.push(url),
      saveCodeVerifier: (verifier) => void kept.set('verifier', verifier),
      codeVerifier: () => String(kept.get('verifier')),
      invalidateCredentials: () => void kept.delete('tokens'),
      // Only the SDK v2 stores these.
      ...{
        saveDiscoveryState: (state: unknown) => void kept.set('discovery', state),
        discoveryState: () => kept.get('discovery') as undefined,
      },
    };
    return { provider, sentTo };
  }

  describe('a server that requires a login', () => {
    it('is connected after the login, and its token is refreshed when it expires', async () => {
      const server = new GuardedServer();
      await server.start();
      open.closeAfterTest(() => server.kill());
      const { provider, sentTo } = login();
      const source = open.source({ transport: { url: server.url, auth: provider } });
      await expect(source.connect()).rejects.toMatchObject({
        code: 'authentication',
        message: 'The server requires the user to log in first.',
      });
      expect(sentTo).toHaveLength(1);
      await source.finishAuth(server.logIn(sentTo[0] as URL));
      const [echo] = await source.specs();
      expect(await echo?.call({ text: 'tea' })).toBe('tea');
      server.tokens.clear();
      expect(await echo?.call({ text: 'more' })).toBe('more');
      expect(server.grants).toEqual(['authorization_code', 'refresh_token']);
      expect(sentTo).toHaveLength(1);
    });

    it('can require a login later, and accepts all parameters of the redirect', async () => {
      const server = new GuardedServer();
      await server.start();
      open.closeAfterTest(() => server.kill());
      const { provider, sentTo } = login();
      const source = open.source({ transport: { url: server.url, auth: provider } });
      await expect(source.connect()).rejects.toMatchObject({ code: 'authentication' });
      await source.finishAuth(new URLSearchParams({ code: server.logIn(sentTo[0] as URL), state: 'any' }));
      const [echo] = await source.specs();
      server.tokens.clear();
      server.refreshes = false;
      await expect(echo?.call({ text: 'tea' })).rejects.toMatchObject({
        code: 'authentication',
        message: 'The server requires the user to log in first.',
      });
      expect(sentTo).toHaveLength(2);
      await source.finishAuth(new URLSearchParams({ code: server.logIn(sentTo[1] as URL) }));
      expect(await echo?.call({ text: 'tea' })).toBe('tea');
    });

    it.each([
      { readsDocuments: true, client: 'https://app.example/client.json', registrations: 0 },
      { readsDocuments: false, client: 'client-1', registrations: 1 },
    ])('knows the client by its document if it reads documents: $readsDocuments', async (expected) => {
      const server = new GuardedServer();
      server.readsDocuments = expected.readsDocuments;
      await server.start();
      open.closeAfterTest(() => server.kill());
      const { provider, sentTo } = login();
      const auth = Object.assign(provider, { clientMetadataUrl: 'https://app.example/client.json' });
      const source = open.source({ transport: { url: server.url, auth } });
      await expect(source.connect()).rejects.toMatchObject({ code: 'authentication' });
      expect(sentTo[0]?.searchParams.get('client_id')).toBe(expected.client);
      expect(server.registrations).toBe(expected.registrations);
    });

    it('fails when the redirect has no code', async () => {
      const server = new GuardedServer();
      await server.start();
      open.closeAfterTest(() => server.kill());
      const source = open.source({ transport: { url: server.url, auth: login().provider } });
      await expect(source.connect()).rejects.toMatchObject({ code: 'authentication' });
      await expect(source.finishAuth(new URLSearchParams({ error: 'access_denied' }))).rejects.toMatchObject({
        code: 'authentication',
        message: 'The authorisation server redirected the user back without a code.',
      });
    });

    it('cannot be a process', async () => {
      const source = open.source({ transport: rawServer() });
      await expect(source.finishAuth('code')).rejects.toThrow(
        "mcpSource 'raw': finishAuth() requires a transport with a url.",
      );
    });
  });
});
