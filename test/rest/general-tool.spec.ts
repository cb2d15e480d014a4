import { DefinitionError, secret, type ToolSpec } from 'toolwright';
import { type GeneralRestToolOptions, restTool } from 'toolwright/rest';
import { closeServers, echo, listen, sendJson } from './listen.js';

afterEach(closeServers);

const allow = [
  { method: 'GET', path: '/users/**' },
  { method: 'POST', path: '/users' },
  { method: 'GET', path: '/teams/*/members' },
];

function createTool(changes: Partial<GeneralRestToolOptions> = {}): ToolSpec {
  return restTool({ name: 'call_api', baseUrl: 'https://api.example.com/v1', allow, ...changes });
}

describe('a tool without method and path', () => {
  it('has a method, a path, a query and a body, and describes its operations', () => {
    const { inputSchema } = createTool();
    expect(Object.keys(inputSchema.properties ?? {})).toEqual(['method', 'path', 'query', 'body']);
    expect(inputSchema.properties?.method).toMatchObject({ enum: ['GET', 'POST'] });
    expect(JSON.stringify(inputSchema)).toContain('GET /users/**, POST /users, GET /teams/*/members');
  });

  it('sends what the model chooses', async () => {
    const tool = createTool({ baseUrl: `${await listen(echo)}/v1`, query: { key: secret('query-key') } });
    const query = { tag: ['a', 'b'], limit: 5 };
    expect(await tool.call({ method: 'GET', path: '/users/a%20b/posts', query })).toMatchObject({
      method: 'GET',
      url: '/v1/users/a%20b/posts?key=query-key&tag=a&tag=b&limit=5',
    });
    expect(await tool.call({ method: 'POST', path: '/users', body: { name: 'Ada' } })).toMatchObject({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name":"Ada"}',
    });
  });

  it.each(['/users', '/users/', '/users/1', '/users/1/posts', '/users/{id}', '/users/ü', '/teams/red/members'])(
    'reaches %j',
    async (path) => {
      const tool = createTool({ baseUrl: `${await listen(echo)}/v1` });
      const { url } = (await tool.call({ method: 'GET', path })) as { readonly url: string };
      expect(decodeURIComponent(url)).toBe(`/v1${path}`);
    },
  );

  it.each([
    ...['/', '', 'users', '/admin', '/usersx', '/teams/red', '/teams//members', '/teams/a/b/members', '/users//1'],
    ...['//evil.example/users', 'https://evil.example/users', 'http:users', '/\\evil.example/users', '\\users'],
    ...['/users/..', '/users/../admin', '/users/./1', '/users/%2e%2e/admin', '/users/%2E./admin', '/users/.%2e/admin'],
    ...['/users/..;/admin', '/users/..%3b/admin', '/users/%252e%252e/admin', '/users/..%2fadmin', '/users/a%2Fb'],
    ...[
      '/users/a%5cb',
      '/users/a\\..\\admin',
      '/users/%00',
      '/users/a%0d%0ab',
      '/users/a\nb',
      '/users/%',
      '/users/%zz',
    ],
    ...[
      '/users/%20../admin',
      '/users/..%20/admin',
      '/users/.. /admin',
      '/users/%c2%a0../admin',
      '/users/%20.%20./admin',
    ],
    ...['/users/%20.', '/users/..%20;x', '/users/\ud800'],
    ...['/users/%c0%ae', '/users?admin=1', '/users#x', '/users/a%25b', '/users/\t..', '/users/\u0000'],
  ])('sends no request to %j', async (path) => {
    let reached = 0;
    const baseUrl = await listen((_, response) => response.end(String(reached++)));
    const { error } = await createTool({ baseUrl }).exec({ method: 'GET', path });
    expect({ code: error?.code, reached }).toEqual({ code: 'invalid_parameters', reached: 0 });
  });

  it.each([
    { method: 'POST', path: '/users/1' },
    { method: 'DELETE', path: '/users/1' },
    { method: 'get', path: '/users' },
    { method: 'GET', path: '/users', body: {} },
    { method: 'GET', path: '/users', query: { key: 'mine' } },
    { method: 'GET', path: '/users', query: { token: 'mine' } },
    { method: 'GET', path: '/users', query: { TOKEN: 'mine' } },
    { method: 'GET', path: '/users', query: { 'token\0x': 'mine' } },
    { method: 'GET', path: '/users', query: { q: '\udc00' } },
    { method: 'GET', path: '/users', query: { '\ud800': 'x' } },
    { method: 'GET', path: '/users', headers: { 'x-a': 'b' } },
  ])('refuses %j', async (args) => {
    let reached = 0;
    const baseUrl = await listen((_, response) => response.end(String(reached++)));
    const auth = { type: 'apiKey', in: 'query', name: 'token', value: 'fixed' } as const;
    const { error } = await createTool({ baseUrl, query: { key: 'fixed' }, auth }).exec(args, { coerce: false });
    expect({ code: error?.code, reached }).toEqual({ code: 'invalid_parameters', reached: 0 });
  });

  it('returns the value that the option response selects', async () => {
    const baseUrl = await listen((_, response) => sendJson(response, 200, { a: 1 }));
    const result = await createTool({ baseUrl, response: 'text' }).call({ method: 'GET', path: '/users' });
    expect(result).toBe('{"a":1}');
  });

  it.each<[object, string]>([
    [{ response: 'xml' }, `call_api: response must be 'json', 'text', 'bytes' or 'stream', not "xml".`],
    [{ body: { contentType: 'text/plain' } }, 'call_api: body requires method and path'],
    [{ placement: {} }, 'call_api: placement requires method and path'],
    [{ inputSchema: { type: 'object' } }, 'call_api: inputSchema requires method and path'],
  ])('rejects %j', (changes, message) => {
    const create = (): unknown => createTool(changes);
    expect(create).toThrow(DefinitionError);
    expect(create).toThrow(message);
  });

  it.each<[unknown, string]>([
    [undefined, 'call_api: without method and path, allow must list the operations'],
    [[], 'call_api: without method and path, allow must list the operations'],
    [[{ method: 'FETCH', path: '/users' }], 'call_api: allow must contain a method and a path'],
    [[{ method: 'GET', path: 'users' }], 'call_api: allow must contain a method and a path'],
    [[{ method: 'GET', path: '/a/**/b' }], 'call_api: allow must contain a method and a path'],
    [[{ method: 'GET', path: '/a/../b' }], 'call_api: allow must contain a method and a path'],
  ])('rejects the option allow %j', (value, message) => {
    const create = (): unknown => createTool({ allow: value as never });
    expect(create).toThrow(DefinitionError);
    expect(create).toThrow(message);
  });
});
