import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { inspect } from 'node:util';
import { jest } from '@jest/globals';
import { secret } from 'toolwright';
import type { HttpEndpoint } from 'toolwright/mcp';
import { AuthorizationServer, ProtectedServer, verifyJwt } from './authorization-server.js';
import { failureOf, sdks, useSources } from './servers.js';

const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = key.export({ type: 'pkcs8', format: 'pem' }).toString();
const clientSecret = 'hush-hush-secret';
const credentials = { type: 'clientCredentials', clientId: 'robot', clientSecret } as const;

describe.each(sdks)('client authorisation with the SDK %s', (sdk) => {
  const open = useSources(sdk);
  let authorization: AuthorizationServer;
  let server: ProtectedServer;

  beforeEach(async () => {
    authorization = await new AuthorizationServer().start();
    server = new ProtectedServer(authorization);
    await server.start();
    open.closeAfterTest(() => Promise.all([authorization.kill(), server.kill()]));
  });

  const connect = (auth: HttpEndpoint['auth'], endpoint: Partial<HttpEndpoint> = {}) => {
    return open.source({ transport: { url: server.url, auth, ...endpoint } });
  };

  const echoOf = async (source: ReturnType<typeof connect>) => {
    const [echo] = await source.specs();
    if (echo === undefined) throw new TypeError('The server lists no tool.');
    return echo;
  };

  describe('client credentials', () => {
    it('are exchanged for a token, which is used until the server refuses it', async () => {
      const echo = await echoOf(connect({ ...credentials, scopes: ['read', 'write'] }));
      expect(await echo.call({ text: 'tea' })).toBe('tea');
      expect(await echo.call({ text: 'more' })).toBe('more');
      expect(authorization.requests).toHaveLength(1);
      const { headers, form } = authorization.requests[0] ?? { headers: {}, form: new URLSearchParams() };
      expect(headers.authorization).toBe(`Basic ${btoa(`robot:${clientSecret}`)}`);
      expect(Object.fromEntries(form)).toMatchObject({
        grant_type: 'client_credentials',
        scope: 'read write',
        resource: server.url,
      });
      authorization.tokens.clear();
      expect(await echo.call({ text: 'again' })).toBe('again');
      expect(authorization.requests).toHaveLength(2);
    });

    it('are sent in the body to a server that supports only that', async () => {
      authorization.methods = ['client_secret_post'];
      await connect(credentials).connect();
      const [{ headers, form } = { headers: {}, form: new URLSearchParams() }] = authorization.requests;
      expect(headers.authorization).toBeUndefined();
      expect([form.get('client_id'), form.get('client_secret')]).toEqual(['robot', clientSecret]);
    });

    it.each([
      ['a secret', () => secret(clientSecret)],
      ['a function', () => async () => secret(clientSecret)],
    ])('may be %s', async (_, create) => {
      await connect({ ...credentials, clientSecret: create() }).connect();
      expect(authorization.requests[0]?.headers.authorization).toBe(`Basic ${btoa(`robot:${clientSecret}`)}`);
    });

    it.each([
      ['PEM', pem],
      ['a JWK', JSON.stringify(key.export({ format: 'jwk' }))],
    ])('may be a private key as %s, which signs an assertion', async (_, privateKey) => {
      authorization.methods = ['private_key_jwt'];
      await connect({ type: 'clientCredentials', clientId: 'robot', privateKey: secret(privateKey) }).connect();
      const [{ form } = { form: new URLSearchParams() }] = authorization.requests;
      const { header, payload } = verifyJwt(String(form.get('client_assertion')), createPublicKey(key));
      expect(header.alg).toBe('ES256');
      expect(payload).toMatchObject({ iss: 'robot', sub: 'robot', aud: authorization.issuer });
      expect(Number(payload.exp) - Date.now() / 1_000).toBeLessThanOrEqual(300);
      expect(form.has('client_secret')).toBe(false);
    });

    it('are requested once for many calls at the same time', async () => {
      const echo = await echoOf(connect(credentials));
      authorization.tokens.clear();
      const calls = Array.from({ length: 20 }, (_, index) => echo.call({ text: String(index) }));
      expect(await Promise.all(calls)).toEqual(Array.from({ length: 20 }, (_, index) => String(index)));
      expect(authorization.requests).toHaveLength(2);
    });
  });

  describe('an identity', () => {
    it('has its own tokens if a function returns the scheme of a call', async () => {
      const auth: HttpEndpoint['auth'] = (call) => ({
        ...credentials,
        clientId: `tenant-${call?.state.get('tenant') ?? 'none'}`,
      });
      const echo = await echoOf(connect(auth));
      for (const tenant of ['a', 'b', 'a']) await echo.call({ text: 'tea' }, { state: { tenant } });
      const clients = authorization.requests.map(({ headers }) => {
        return atob(String(headers.authorization).slice('Basic '.length)).split(':')[0];
      });
      expect(clients).toEqual(['tenant-none', 'tenant-a', 'tenant-b']);
      expect(new Set(server.presented).size).toBe(3);
    });

    it('has its own tokens if a function returns the headers of a call', async () => {
      const headers: HttpEndpoint['headers'] = (call) => ({ 'x-tenant': String(call?.state.get('tenant')) });
      const echo = await echoOf(connect(credentials, { headers }));
      for (const tenant of ['a', 'b', 'a']) await echo.call({ text: 'tea' }, { state: { tenant } });
      expect(authorization.requests).toHaveLength(3);
    });

    it('is refused by name if the scheme is invalid', async () => {
      const source = connect(() => ({ ...credentials, clientSecret: undefined }));
      expect((await failureOf(source.connect())).message).toBe(
        "mcpSource 'raw': transport.auth() requires either clientSecret or privateKey.",
      );
      const withFunction = connect(() => ({ ...credentials, clientSecret: () => clientSecret }));
      expect((await failureOf(withFunction.connect())).message).toBe(
        "mcpSource 'raw': transport.auth() returned a function as clientSecret. Return the text or a secret.",
      );
    });

    it('fails without the message of a function that fails, which may contain credentials', async () => {
      const source = connect(() => {
        throw new TypeError(clientSecret);
      });
      const error = await failureOf(source.connect());
      expect(error.message).toBe("mcpSource 'raw': transport.auth() failed.");
    });
  });

  describe('a workload', () => {
    it('sends its JWT, which is read again for each token', async () => {
      authorization.methods = ['none'];
      let reads = 0;
      const echo = await echoOf(connect({ type: 'workloadIdentity', token: () => `jwt-${++reads}`, clientId: 'pod' }));
      authorization.tokens.clear();
      await echo.call({ text: 'tea' });
      expect(authorization.requests.map(({ form }) => Object.fromEntries(form))).toMatchObject([
        { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: 'jwt-1', client_id: 'pod' },
        { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: 'jwt-2', client_id: 'pod' },
      ]);
    });

    it('needs no client', async () => {
      await connect({ type: 'workloadIdentity', token: 'the-jwt' }).connect();
      const [{ headers, form } = { headers: {}, form: new URLSearchParams() }] = authorization.requests;
      expect(headers.authorization).toBeUndefined();
      expect(form.has('client_id')).toBe(false);
    });
  });

  describe('a refusal', () => {
    it.each(['invalid_client', 'invalid_grant', 'invalid_scope', 'unauthorized_client'])(
      'of the kind %s ends the attempt without a second one, and shows no credential anywhere',
      async (error) => {
        const logged = jest.spyOn(console, 'warn').mockImplementation(() => {});
        open.closeAfterTest(() => logged.mockRestore());
        authorization.grant = () => [{ error, error_description: `bad secret ${clientSecret}` }, 400];
        const source = connect(credentials);
        const failure = await failureOf(source.connect());
        expect(failure.code).toBe('authentication');
        expect(failure.message).toContain(
          `The authorisation server at ${authorization.issuer} issued no token: ${error}: bad secret [redacted]`,
        );
        expect(authorization.requests).toHaveLength(1);
        const shown = inspect([failure, open.warnings, source], { depth: 20, showHidden: true });
        expect(shown).not.toContain(clientSecret);
        expect(shown).not.toContain(btoa(`robot:${clientSecret}`));
        expect(logged).not.toHaveBeenCalled();
      },
    );

    it('is certain for a token endpoint that is not https', async () => {
      authorization.tokenUrl = 'http://public.example/token';
      const failure = await failureOf(connect(credentials).connect());
      expect(failure.code).toBe('authentication');
      expect(failure.message).toContain('The token endpoint at http://public.example is not https');
    });

    it('by an authorisation server that fails itself can be retried', async () => {
      authorization.grant = () => [{}, 503];
      expect((await failureOf(connect(credentials).connect())).code).toBe('server');
    });

    it('shows no token that the server repeats', async () => {
      const echo = await echoOf(connect(credentials));
      server.answer = ({ method, id }, { request, response }) => {
        if (method !== 'tools/call') return undefined;
        const message = `Who is ${request.headers.authorization}?`;
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_000, message } }));
        return true;
      };
      const failure = await failureOf(echo.call({ text: 'tea' }));
      expect(failure.message).toBe('Who is Bearer [redacted]?');
    });

    it('protects the credentials from another authorisation server', async () => {
      const source = connect({ ...credentials, issuer: 'https://auth.example' });
      const failure = await failureOf(source.connect());
      expect(failure.code).toBe('authentication');
      expect(failure.message).toContain(`The server names the authorisation server '${authorization.issuer}'`);
      expect(authorization.requests).toEqual([]);
    });

    it('protects the credentials from an authorisation server that the server names later', async () => {
      const other = await new AuthorizationServer().start();
      open.closeAfterTest(() => other.kill());
      const echo = await echoOf(connect(credentials));
      server.authorization = other;
      expect((await failureOf(echo.call({ text: 'tea' }))).code).toBe('authentication');
      expect(other.requests).toEqual([]);
    });
  });
});

describe('with the SDK v2', () => {
  const open = useSources();

  const start = async () => {
    const [authorization, provider] = [
      await new AuthorizationServer().start(),
      await new AuthorizationServer().start(),
    ];
    const server = new ProtectedServer(authorization);
    await server.start();
    open.closeAfterTest(() => Promise.all([authorization.kill(), provider.kill(), server.kill()]));
    return { authorization, provider, server };
  };

  it.each(['issuer', 'tokenUrl'] as const)('an ID token becomes a token of the server, by the %s', async (by) => {
    const { authorization, provider, server } = await start();
    provider.grant = () => [
      {
        access_token: 'the-grant',
        issued_token_type: 'urn:ietf:params:oauth:token-type:id-jag',
        token_type: 'N_A',
      },
    ];
    const source = open.source({
      transport: {
        url: server.url,
        auth: {
          ...credentials,
          type: 'enterprise',
          idToken: secret('the-id-token'),
          identityProvider: { [by]: provider[by], clientId: 'office', clientSecret: 'office-secret' },
          scopes: ['read'],
        },
      },
    });
    await source.connect();
    expect(Object.fromEntries(provider.requests[0]?.form ?? [])).toEqual({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      requested_token_type: 'urn:ietf:params:oauth:token-type:id-jag',
      subject_token: 'the-id-token',
      subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
      audience: authorization.issuer,
      resource: server.url,
      client_id: 'office',
      client_secret: 'office-secret',
      scope: 'read',
    });
    expect(Object.fromEntries(authorization.requests[0]?.form ?? [])).toMatchObject({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: 'the-grant',
    });
    provider.grant = () => [{ error: 'invalid_grant', error_description: 'the-id-token has expired' }, 400];
    authorization.tokens.clear();
    const [echo] = await source.specs().catch(() => []);
    expect(echo).toBeUndefined();
    const failure = await failureOf(source.specs());
    expect(failure.code).toBe('authentication');
    expect(failure.message).toContain('invalid_grant: [redacted] has expired');
  });

  it('binds tokens to a key, with the nonces of both servers', async () => {
    const { authorization, server } = await start();
    const proofs: unknown[] = [];
    authorization.grant = ({ headers }) => {
      const { payload, header } = verifyJwt(String(headers.dpop));
      proofs.push(header.jwk);
      if (payload.nonce === 'nonce-a') return [authorization.issue({ token_type: 'DPoP' })];
      return [{ error: 'use_dpop_nonce' }, 400, { 'dpop-nonce': 'nonce-a' }];
    };
    const used = new Set<unknown>();
    server.check = ({ request }) => {
      const { payload, header } = verifyJwt(String(request.headers.dpop));
      proofs.push(header.jwk);
      expect(request.headers.authorization).toMatch(/^DPoP /);
      expect(payload).toMatchObject({ htm: request.method, htu: server.url });
      expect(used.has(payload.jti)).toBe(false);
      used.add(payload.jti);
      if (payload.nonce === 'nonce-b') return undefined;
      return { 'www-authenticate': 'DPoP error="use_dpop_nonce"', 'dpop-nonce': 'nonce-b' };
    };
    const source = open.source({ transport: { url: server.url, auth: credentials, dpop: true } });
    const [echo] = await source.specs();
    expect(await echo?.call({ text: 'tea' })).toBe('tea');
    expect(authorization.requests).toHaveLength(2);
    expect(new Set(proofs.map((jwk) => JSON.stringify(jwk))).size).toBe(1);
  });
});
