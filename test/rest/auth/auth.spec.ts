import { inspect } from 'node:util';
import { DefinitionError, type ErrorCode, secret, Toolkit, type ToolSpec } from 'toolwright';
import { logging } from 'toolwright/middleware';
import { type AuthCallback, type AuthScheme, type RestAuth, type RestToolOptions, restTool } from 'toolwright/rest';
import { closeServers, echo, type Handler, listen, sendJson } from '../listen.js';

afterEach(closeServers);

function createTool(baseUrl: string, auth: RestAuth, changes: Partial<RestToolOptions> = {}): ToolSpec {
  const inputSchema = { type: 'object', properties: { id: { type: 'string' } } } as const;
  return restTool({ name: 'get_user', inputSchema, baseUrl, method: 'GET', path: '/users', auth, ...changes });
}

const token = 'credential-of-the-test';

describe('the option auth', () => {
  it.each<[AuthScheme, object]>([
    [{ type: 'apiKey', in: 'header', name: 'X-API-Key', value: token }, { headers: { 'x-api-key': token } }],
    [{ type: 'apiKey', in: 'query', name: 'api key', value: 'a&b' }, { url: '/users?api%20key=a%26b&id=1' }],
    [
      { type: 'apiKey', in: 'cookie', name: 'session', value: secret(token) },
      { headers: { cookie: `session=${token}` } },
    ],
    [{ type: 'bearer', token: secret(token) }, { headers: { authorization: `Bearer ${token}` } }],
    [
      { type: 'basic', username: 'Aladdin', password: 'open sesame' },
      { headers: { authorization: 'Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==' } },
    ],
    [{ type: 'basic', username: 'sk_live', password: '' }, { headers: { authorization: 'Basic c2tfbGl2ZTo=' } }],
  ])('sends %j', async (auth, expected) => {
    const data = await createTool(await listen(echo), auth).call({ id: '1' });
    expect(data).toMatchObject(expected);
  });

  it('adds a cookie to the others', async () => {
    const auth = { type: 'apiKey', in: 'cookie', name: 'session', value: token } as const;
    const changes = { headers: { Cookie: 'theme=dark' }, placement: { id: { in: 'cookie' } } } as const;
    const data = await createTool(await listen(echo), auth, changes).call({ id: '1' });
    expect(data).toMatchObject({ headers: { cookie: `theme=dark; session=${token}; id=1` } });
  });

  describe('with the key of a state', () => {
    const auth = { type: 'bearer', token: { state: 'tenant.token' } } as const;

    it('sends the credential of each call', async () => {
      const tool = createTool(await listen(echo), auth);
      const tenants = ['token-of-one', secret('token-of-two')];
      const all = await Promise.all(tenants.map((token) => tool.call({}, { state: { tenant: { token } } })));
      expect(all).toMatchObject([
        { headers: { authorization: 'Bearer token-of-one' } },
        { headers: { authorization: 'Bearer token-of-two' } },
      ]);
    });

    it.each([[{}], [{ tenant: { token: 5 } }]])('sends no request if the state is %j', async (state) => {
      let reached = 0;
      const baseUrl = await listen((_, response) => response.end(String(reached++)));
      const { error } = await createTool(baseUrl, auth).exec({}, { state });
      expect({ ...error?.toJSON(), reached }).toMatchObject({
        code: 'unbound_state',
        message: "No text at state key 'tenant.token' for the credential auth.token. Set it in the state.",
        reached: 0,
      });
    });

    it('reads the key in a state scope that contains bound keys only', async () => {
      const tool = createTool(await listen(echo), auth, { stateScope: 'bound' });
      const data = await tool.call({}, { state: { tenant: { token } } });
      expect(data).toMatchObject({ headers: { authorization: `Bearer ${token}` } });
    });
  });

  describe('as a function', () => {
    it('receives the context and returns headers', async () => {
      const tool = createTool(await listen(echo), async (ctx) => ({
        headers: { 'X-User': String(ctx.auth), 'X-Key': secret(token) },
      }));
      expect(await tool.call({}, { auth: 'ada' })).toMatchObject({ headers: { 'x-user': 'ada', 'x-key': token } });
    });

    it('returns a scheme', async () => {
      const tool = createTool(await listen(echo), () => ({ type: 'bearer', token }));
      expect(await tool.call({})).toMatchObject({ headers: { authorization: `Bearer ${token}` } });
    });

    it('sends no credential if it returns undefined', async () => {
      const data = await createTool(await listen(echo), () => undefined).call({});
      expect(data).not.toHaveProperty('headers.authorization');
    });

    it.each<[unknown, string]>([
      [token, 'get_user: auth must return a scheme, headers as { headers }, or undefined.'],
      [{ type: 'digest' }, 'get_user: auth.type must be one of apiKey, bearer, basic, oauth2, not "digest".'],
      [{ headers: { 'x-key': `${token}\n` } }, "get_user: auth: the value of 'x-key' contains characters"],
    ])('fails if it returns %j, without showing it', async (value, message) => {
      const { error } = await createTool(await listen(echo), () => value as never).exec({});
      expect(error).toMatchObject({ code: 'definition', message: expect.stringContaining(message) });
      expect(error?.message).not.toContain(token);
    });
  });

  describe('shows no credential', () => {
    const schemes: readonly AuthScheme[] = [
      { type: 'apiKey', in: 'header', name: 'X-API-Key', value: token },
      { type: 'apiKey', in: 'query', name: 'key', value: token },
      { type: 'apiKey', in: 'cookie', name: 'key', value: token },
      { type: 'bearer', token },
      { type: 'basic', username: 'ada-lovelace', password: token },
      { type: 'bearer', token: { state: 'token' } },
    ];

    /** Repeats the request in an error. */
    const repeat: Handler = (request, response) => {
      const [, basic = ''] = request.headers.authorization?.split(' ') ?? [];
      const decoded = Buffer.from(basic, 'base64').toString();
      response.writeHead(400, { 'content-type': 'text/plain' });
      response.end(`Bad: ${JSON.stringify(request.headers)} ${request.url} ${decoded}`);
    };

    async function expectHidden(tool: ToolSpec): Promise<void> {
      const toolkit = new Toolkit();
      const [events, logged]: [unknown[], unknown[]] = [[], []];
      toolkit.events$.subscribe((event) => events.push(event));
      const log = (...entry: unknown[]): unknown => logged.push(entry);
      toolkit.use(logging({ debug: log, info: log, warn: log, error: log }, { input: true, output: true }));
      toolkit.register(tool);
      const { error } = await toolkit.execute('get_user', {}, { state: { token } });
      expect(error?.message).toContain('The server responded with the status 400: Bad:');
      expect(error?.message).toContain('[redacted]');
      expect(logged).toHaveLength(2);
      const shown = [toolkit.toOpenAI(), toolkit.toPrompt(), events, logged, error, toolkit.get('get_user')];
      for (const one of shown) expect(inspect(one, { depth: 12 })).not.toContain(token);
    }

    it.each(schemes)('of %j in a definition, an event, a log or an error', async (auth) => {
      await expectHidden(createTool(await listen(repeat), auth));
    });

    it.each<[string, AuthCallback]>([
      ['a scheme', () => ({ type: 'bearer', token })],
      ['headers', () => ({ headers: { 'x-key': token } })],
    ])('that a function returns as %s', async (_, auth) => {
      await expectHidden(createTool(await listen(repeat), auth));
    });

    it('that is exchanged for a token, nor the token', async () => {
      const baseUrl = await listen((request, response) => {
        if (request.url !== '/token') repeat(request, response);
        else sendJson(response, 200, { access_token: `issued-${token}`, token_type: 'bearer' });
      });
      const credentials = { clientId: 'client', clientSecret: token } as const;
      await expectHidden(createTool(baseUrl, { type: 'oauth2', tokenUrl: `${baseUrl}/token`, ...credentials }));
    });

    it.each(schemes.slice(0, 5))('of %j to another origin', async (auth) => {
      const seen: string[] = [];
      const other = await listen((request, response) => {
        seen.push(JSON.stringify([request.url, request.headers]));
        response.end();
      });
      const baseUrl = await listen((_, response) => response.writeHead(302, { location: `${other}/moved` }).end());
      await createTool(baseUrl, auth, { outbound: { allowHosts: [new URL(other).host] } }).call({});
      expect(seen).toHaveLength(1);
      expect(seen[0]).not.toContain(token);
    });

    it.each(['a b+c', 'ordinary-key', 'pct%2Fkey'])(
      'to another origin to which a server redirects the key %j',
      async (value) => {
        let reached = 0;
        const other = await listen((_, response) => response.end(String(reached++)));
        const baseUrl = await listen((request, response) =>
          response.writeHead(302, { location: `${other}${request.url}` }).end(),
        );
        const auth = { type: 'apiKey', in: 'query', name: 'key', value } as const;
        const { error } = await createTool(baseUrl, auth, { outbound: { allowHosts: [new URL(other).host] } }).exec({});
        expect({ code: error?.code, reached }).toEqual<{ code: ErrorCode; reached: number }>({
          code: 'network',
          reached: 0,
        });
      },
    );
  });

  const oauth2 = { type: 'oauth2', tokenUrl: 'https://id.example.com/token', clientId: 'a', clientSecret: 'b' };

  it.each<[unknown, string]>([
    ['bearer', 'get_user: auth.type must be one of apiKey, bearer, basic, oauth2, not undefined.'],
    [{ type: 'digest' }, 'get_user: auth.type must be one of apiKey, bearer, basic, oauth2, not "digest".'],
    [{ type: 'bearer', value: 'x' }, "get_user: auth: there is no option 'value'."],
    [{ type: 'bearer' }, "get_user: auth.token must be a string, a secret with a string, or { state: 'key' }."],
    [{ type: 'bearer', token: secret(5) }, 'get_user: auth.token must be a string'],
    [{ type: 'bearer', token: { key: 'x' } }, "get_user: auth.token: there is no option 'key'."],
    [{ type: 'bearer', token: { state: 'a..b' } }, "get_user: auth.token: 'a..b' is not a state path."],
    [{ type: 'apiKey', in: 'body', name: 'k', value: 'v' }, 'get_user: auth.in must be one of header, query, cookie'],
    [{ type: 'apiKey', in: 'header', name: 'a b', value: 'v' }, 'get_user: auth.name cannot be "a b".'],
    [{ type: 'apiKey', in: 'header', name: 'Host', value: 'v' }, 'get_user: auth.name cannot be "Host".'],
    [{ ...oauth2, tokenUrl: '/token' }, 'get_user: auth.tokenUrl must be an http(s) URL'],
    [{ ...oauth2, scopes: 'read' }, 'get_user: auth.scopes must be an array of strings, not "read".'],
    [{ ...oauth2, audience: 5 }, 'get_user: auth.audience must be a string, not 5.'],
  ])('rejects %j', (auth, message) => {
    const create = (): unknown => createTool('https://api.example.com', auth as RestAuth);
    expect(create).toThrow(DefinitionError);
    expect(create).toThrow(message);
  });
});
