import { setTimeout as wait } from 'node:timers/promises';
import { type ToolSpec } from 'toolwright';
import { type OAuth2Auth, restTool } from 'toolwright/rest';
import { closeServers, echo, type Handler, listen, readText, sendJson } from '../listen.js';

afterEach(closeServers);

interface Authority {
  readonly tokenUrl: string;
  /** The requests that the token endpoint has received. */
  readonly requests: { readonly authorization: string | undefined; readonly body: string }[];
}

/** Starts a token endpoint that grants the tokens `token-1`, `token-2`, …. */
async function startAuthority(grant: object = { expires_in: 3600 }, onRequest?: Handler): Promise<Authority> {
  const requests: { authorization: string | undefined; body: string }[] = [];
  const url = await listen(async (request, response) => {
    requests.push({ authorization: request.headers.authorization, body: await readText(request) });
    if (onRequest !== undefined) return onRequest(request, response);
    const access_token = `token-${requests.length}`;
    // Long enough for the requests of other calls to arrive.
    await wait(20);
    sendJson(response, 200, { access_token, token_type: 'Bearer', ...grant });
  });
  return { tokenUrl: `${url}/token`, requests };
}

function createTool(baseUrl: string, auth: Partial<OAuth2Auth> & { readonly tokenUrl: string }): ToolSpec {
  const scheme = { type: 'oauth2', clientId: 'agent', clientSecret: 's3 cret', ...auth } as const;
  return restTool({ name: 'list_users', baseUrl, method: 'GET', path: '/users', auth: scheme });
}

/** Starts an API that refuses some tokens. */
function startApi(isRefused: (authorization: string) => boolean): Promise<string> {
  return listen((request, response) => {
    const { authorization = '' } = request.headers;
    if (isRefused(authorization)) sendJson(response, 401, { error: 'invalid_token' });
    else sendJson(response, 200, authorization);
  });
}

describe('client credentials', () => {
  it('are exchanged for a token once for all calls', async () => {
    const { tokenUrl, requests } = await startAuthority();
    const tool = createTool(await listen(echo), { tokenUrl, scopes: ['read', 'write'], audience: 'https://api' });
    const all = await Promise.all([1, 2, 3].map(() => tool.call({})));
    all.push(await tool.call({}));
    for (const one of all) expect(one).toMatchObject({ headers: { authorization: 'Bearer token-1' } });
    expect(requests).toEqual([
      {
        authorization: `Basic ${Buffer.from('agent:s3+cret').toString('base64')}`,
        body: 'scope=read+write&audience=https%3A%2F%2Fapi&grant_type=client_credentials',
      },
    ]);
  });

  it('are exchanged again when the token has expired', async () => {
    const { tokenUrl, requests } = await startAuthority({ expires_in: 0 });
    const tool = createTool(await listen(echo), { tokenUrl });
    await tool.call({});
    expect(await tool.call({})).toMatchObject({ headers: { authorization: 'Bearer token-2' } });
    expect(requests).toHaveLength(2);
  });

  it('of each tenant are exchanged for another token', async () => {
    const { tokenUrl, requests } = await startAuthority();
    const tool = createTool(await listen(echo), { tokenUrl, clientSecret: { state: 'secret' } });
    for (const secret of ['one', 'two', 'one']) await tool.call({}, { state: { secret } });
    expect(requests.map(({ authorization = '' }) => Buffer.from(authorization.slice(6), 'base64').toString())).toEqual([
      'agent:one',
      'agent:two',
    ]);
  });

  it('are exchanged again once for all calls if the server refuses a cached token', async () => {
    const { tokenUrl, requests } = await startAuthority();
    let revoked = '';
    const tool = createTool(await startApi((authorization) => authorization === revoked), { tokenUrl });
    await tool.call({});
    revoked = 'Bearer token-1';
    expect(await Promise.all([tool.call({}), tool.call({})])).toEqual(['Bearer token-2', 'Bearer token-2']);
    expect(requests).toHaveLength(2);
  });

  it('are not exchanged again if the server refuses a new token', async () => {
    const { tokenUrl, requests } = await startAuthority();
    let calls = 0;
    const tool = createTool(await startApi(() => ++calls > 0), { tokenUrl });
    expect((await tool.exec({})).error).toMatchObject({ code: 'authentication' });
    expect({ calls, tokens: requests.length }).toEqual({ calls: 1, tokens: 1 });
    expect((await tool.exec({})).error).toMatchObject({ code: 'authentication' });
    expect({ calls, tokens: requests.length }).toEqual({ calls: 3, tokens: 2 });
  });

  it.each<[string, string, Handler, object]>([
    [
      'refuses them',
      'authentication',
      (_, response) => sendJson(response, 401, { error: 'invalid_client', error_description: 'Not s3 cret of agent' }),
      {
        message: 'The token endpoint returned no token: invalid_client: Not [redacted] of [redacted]',
        retryable: false,
      },
    ],
    ['responds with HTML', 'authentication', (_, response) => response.end('<html>'), {}],
    ['responds without a token', 'authentication', (_, response) => sendJson(response, 200, {}), {}],
    ['is unavailable', 'server', (_, response) => sendJson(response, 503, {}), { retryable: true }],
    ['is overloaded', 'rate_limit', (_, response) => sendJson(response, 429, {}), { retryable: true }],
    ['redirects', 'network', (_, response) => response.writeHead(307, { location: '/other' }).end(), {}],
  ])('end the call with an error if the token endpoint %s', async (_, code, onRequest, expected) => {
    const { tokenUrl } = await startAuthority({}, onRequest);
    const { error } = await createTool('https://api.example.com', { tokenUrl }).exec({});
    expect({ ...error?.toJSON() }).toMatchObject({ code, ...expected });
    expect(JSON.stringify(error)).not.toContain('s3 cret');
  });

  it('are exchanged again by the next call after a failure', async () => {
    let attempts = 0;
    const { tokenUrl } = await startAuthority({}, (_, response) => {
      if (attempts++ === 0) sendJson(response, 503, {});
      else sendJson(response, 200, { access_token: 'token', token_type: 'bearer' });
    });
    const tool = createTool(await listen(echo), { tokenUrl });
    expect((await tool.exec({})).success).toBe(false);
    expect(await tool.call({})).toMatchObject({ headers: { authorization: 'Bearer token' } });
  });

  it('are not sent to a private address that a function returns', async () => {
    const { tokenUrl, requests } = await startAuthority();
    const auth = () => ({ type: 'oauth2', tokenUrl, clientId: 'agent', clientSecret: 'secret' }) as const;
    const tool = restTool({ name: 'list', baseUrl: await listen(echo), method: 'GET', path: '/', auth });
    expect((await tool.exec({})).error).toMatchObject({ code: 'denied' });
    expect(requests).toEqual([]);
  });
});
