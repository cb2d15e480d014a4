import type { IncomingMessage, ServerResponse } from 'node:http';
import { secret, type ToolSpec } from 'toolwright';
import { type RestToolOptions, restTool } from 'toolwright/rest';
import { closeServers, echo, listen } from './listen.js';

afterEach(closeServers);

/** Starts a server that redirects `/api/v1/go` to a location, and responds to any other request with the request itself. */
function listenAndRedirect(location: string, status = 307): Promise<string> {
  return listen((request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.startsWith('/api/v1/go') !== true) echo(request, response);
    else request.resume().once('end', () => response.writeHead(status, { location }).end());
  });
}

const headers = { 'x-api-key': 'secret' };

async function createTool(location: string, changes: Partial<RestToolOptions> = {}): Promise<ToolSpec> {
  return restTool({
    name: 'go',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
    baseUrl: `${await listenAndRedirect(location)}/api/v1`,
    method: 'GET',
    path: '/go',
    auth: () => ({ headers }),
    ...changes,
  });
}

const inside = ['/api/v1/there', '/api/v1', '/api/v1/', './there', '/api/v1/a/../b', '/api/v1/%61'];
const outside = [
  '/there',
  '/api/v10/there',
  '/api/v1x',
  '/API/v1/there',
  '/api/v1/../v2/there',
  '/api/v1/%2e%2e/v2/there',
  '/api/v1/..%2fv2/there',
  '/api/v1/..%5cv2',
  '/api/v1/%252e%252e/v2',
  '/api/v1/..;/v2',
  '/api/v1//../../v2',
  '//',
];

describe('a redirect within the origin', () => {
  it.each(inside)('to %s, below the path of baseUrl, receives the credential and the body', async (location) => {
    const spec = await createTool(location);
    expect((await spec.exec({})).data).toMatchObject({ headers });
    const post = await createTool(location, { method: 'POST' });
    expect((await post.exec({ text: 'private' })).data).toMatchObject({ headers, body: '{"text":"private"}' });
  });

  it.each(outside)('to %s, outside of it, receives neither', async (location) => {
    const spec = await createTool(location);
    const { data, error } = await spec.exec({});
    // `//` is no URL.
    if (error !== undefined) expect(error.message).toContain('invalid URL');
    else expect(JSON.stringify(data)).not.toContain('secret');
    const post = await createTool(location, { method: 'POST' });
    expect((await post.exec({ text: 'private' })).error).toMatchObject({ code: 'network' });
  });

  it('that repeats a credential outside of the path is not followed', async () => {
    const spec = await createTool('/there?key=secret');
    expect((await spec.exec({})).error).toMatchObject({
      code: 'network',
      message: expect.stringContaining('redirected a credential out of the path of the tool'),
    });
  });

  it('keeps the credential if baseUrl has no path', async () => {
    const spec = await createTool('/there', { baseUrl: await listenAndRedirect('/there'), path: '/api/v1/go' });
    expect((await spec.exec({})).data).toMatchObject({ url: '/there', headers });
  });
});

describe('a header that other origins usually receive', () => {
  const key = { type: 'object', properties: { key: { type: 'string' } } } as const;
  const credentials: readonly (readonly [string, string, Partial<RestToolOptions>])[] = [
    ['a secret', 'user-agent', { headers: { 'User-Agent': secret('private') } }],
    ['a secret', 'accept-language', { headers: { 'Accept-Language': secret('private') } }],
    ['an API key', 'accept', { auth: { type: 'apiKey', in: 'header', name: 'Accept', value: 'private' } }],
    [
      'an API key of the state',
      'accept-language',
      { auth: { type: 'apiKey', in: 'header', name: 'Accept-Language', value: { state: 'key' } } },
    ],
    ['returned by a function', 'user-agent', { auth: () => ({ headers: { 'User-Agent': 'private' } }) }],
    [
      'a bound argument',
      'user-agent',
      { inputSchema: key, placement: { key: { in: 'header', name: 'User-Agent' } }, bind: { key: 'key' } },
    ],
  ];

  async function receive(location: string, changes: Partial<RestToolOptions>): Promise<Record<string, string>> {
    const { host } = new URL(location, 'http://localhost');
    const options = { auth: undefined, outbound: { allowHosts: [host] }, ...changes };
    const spec = await createTool(location, options);
    const { data } = await spec.exec({}, { state: { key: 'private' } });
    return (data as { readonly headers: Record<string, string> }).headers;
  }

  it.each(credentials)('is not sent out of the path or to another origin if it is %s: %s', async (_, name, changes) => {
    expect((await receive('/api/v1/there', changes))[name]).toBe('private');
    for (const location of ['/there', `${await listen(echo)}/api/v1/there`]) {
      expect(JSON.stringify(await receive(location, changes))).not.toContain('private');
    }
  });

  it('is sent there if it is no credential', async () => {
    const changes = { headers: { 'User-Agent': 'toolwright' } };
    expect(await receive(`${await listen(echo)}/there`, changes)).toMatchObject({ 'user-agent': 'toolwright' });
  });

  it('is not sent there if it is a credential that the spec binds later', async () => {
    const placement = { key: { in: 'header', name: 'User-Agent' } } as const;
    const spec = await createTool('/there', { inputSchema: key, placement, auth: undefined });
    const bound = spec.bind('key', { stateKey: 'key' });
    expect(JSON.stringify((await bound.exec({}, { state: { key: 'private' } })).data)).not.toContain('private');
  });
});

describe('a redirect of a tool whose model chooses the operation', () => {
  async function call(location: string, { status = 307, method = 'GET' } = {}) {
    const spec = restTool({
      name: 'call',
      baseUrl: `${await listenAndRedirect(location, status)}/api/v1`,
      allow: [
        { method: 'GET', path: '/go' },
        { method: 'POST', path: '/go' },
        { method: 'GET', path: '/users/**' },
      ],
      auth: () => ({ headers }),
    });
    const { data, error } = await spec.exec({ method, path: '/go' });
    return error?.code ?? (data as { readonly url: string }).url;
  }

  it.each(['/api/v1/users', '/api/v1/users/7', './users/7?a=b'])('to %s is followed', async (location) => {
    expect(await call(location)).toBe(new URL(location, 'http://a.example/api/v1/go').href.slice(16));
  });

  it.each([...outside.slice(0, -1), ...inside, '/api/v1/users/../admin', '/api/v1/users%2f7', '/users/7'])(
    'to %s, which allow does not contain, is denied',
    async (location) => {
      expect(await call(location)).toBe('denied');
    },
  );

  it('is denied if its method is not allowed there', async () => {
    expect(await call('/api/v1/users/7', { method: 'POST' })).toBe('denied');
    expect(await call('/api/v1/users/7', { method: 'POST', status: 303 })).toBe('/api/v1/users/7');
  });

  it('to another origin is denied, also if the rules allow the host', async () => {
    const other = await listen(echo);
    const spec = restTool({
      name: 'call',
      baseUrl: `${await listenAndRedirect(`${other}/api/v1/users/7`)}/api/v1`,
      allow: [{ method: 'GET', path: '/**' }],
      outbound: { allowHosts: [new URL(other).host] },
    });
    expect((await spec.exec({ method: 'GET', path: '/go' })).error?.code).toBe('denied');
  });
});
