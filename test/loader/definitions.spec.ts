import { inspect } from 'node:util';
import { Toolkit } from 'toolwright';
import { ToolManager } from 'toolwright/loader';
import { serveMcp } from 'toolwright/mcp';
import { deferred, until } from '../execution/waiting.js';
import { closeServers, echo, listen, sendJson } from '../rest/listen.js';
import { TestFolder } from './folder.js';

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await closeServers();
});

async function loadFiles(
  files: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>> = {},
): Promise<ToolManager> {
  const folder = await TestFolder.create(files);
  closing.push(() => folder.remove());
  const manager = await ToolManager.load({ cwd: folder.path, dirs: 'tools', env });
  closing.push(() => manager.close());
  return manager;
}

/** Loads one definition. `url` is the address of a server that responds with the request. */
async function loadEcho(definition: (url: string) => string, env: Readonly<Record<string, string>> = {}) {
  const url = await listen(echo);
  return loadFiles({ 'tools/tool.yaml': `name: search\ndescription: Searches.\n${definition(url)}` }, env);
}

const parameters = `
parameters:
  type: object
  properties: { q: { type: string } }
  required: [q]
`;

describe('a definition of a REST operation', () => {
  it.each([
    ['api_key', `auth_method: api_key\napi_key: \${SEARCH_KEY}`, { 'x-api-key': 'key-12345' }],
    ['api_key, in another header', `api_key: \${SEARCH_KEY}\napi_key_header: x-key`, { 'x-key': 'key-12345' }],
    ['bearer', `auth_method: bearer\napi_key: \${SEARCH_KEY}`, { authorization: 'Bearer key-12345' }],
    [
      'a scheme',
      `auth:\n  type: basic\n  username: me\n  password: \${SEARCH_KEY}`,
      { authorization: 'Basic bWU6a2V5LTEyMzQ1' },
    ],
    ['none', 'auth_method: none', {}],
  ])('authenticates requests with %s', async (_, auth, headers) => {
    const manager = await loadEcho((url) => `api_url: ${url}/search${parameters}${auth}\n`, {
      SEARCH_KEY: 'key-12345',
    });
    expect(manager.errors).toEqual([]);
    const data = await manager.getTool('search').call({ q: 'tea' });
    expect(data).toMatchObject({ method: 'GET', url: '/search?q=tea', headers });
  });

  it('sends the arguments to its path below the address, with its method', async () => {
    const manager = await loadEcho((url) => `baseUrl: ${url}\nmethod: POST\npath: /queries${parameters}`);
    const data = await manager.getTool('search').call({ q: 'tea' });
    expect(data).toMatchObject({ method: 'POST', url: '/queries', body: '{"q":"tea"}' });
  });

  it('binds the path, the query, headers and arguments to the state', async () => {
    const manager = await loadEcho(
      (url) => `
baseUrl: ${url}
path: /users/{{user.id}}/orders
query: { tenant: '{{tenant}}', limit: 5 }
headers: { x-region: '{{region}}', accept-language: en }
bind: { q: '{{user.query}}' }${parameters}`,
    );
    expect(manager.errors).toEqual([]);
    const tool = manager.getTool('search');
    expect(tool.params).toEqual({});
    const toolkit = new Toolkit({ state: { user: { id: 'u 1', query: 'tea' }, tenant: 't1', region: 'eu' } });
    toolkit.register(tool);
    expect((await toolkit.execute('search')).data).toMatchObject({
      url: '/users/u%201/orders?limit=5&tenant=t1&q=tea',
      headers: { 'x-region': 'eu', 'accept-language': 'en' },
    });
  });

  it('reads a credential from the state for each call', async () => {
    const manager = await loadEcho((url) => `api_url: ${url}\nauth_method: bearer\napi_key: '{{token}}'\n`);
    const toolkit = new Toolkit({ state: { token: 'abcdef' } });
    toolkit.register(manager.tools);
    expect((await toolkit.execute('search')).data).toMatchObject({ headers: { authorization: 'Bearer abcdef' } });
  });

  it('ends a call with timeout after the time limit', async () => {
    const url = await listen(() => {});
    const manager = await loadFiles({
      'tools/a.yaml': `name: slow\ndescription: Is slow.\napi_url: ${url}\ntimeout: 50ms\n`,
    });
    const result = await manager.getTool('slow').exec({});
    expect(result.error?.code).toBe('timeout');
  });

  it('replaces variables, their defaults and escaped placeholders in values, but not in keys', async () => {
    const definition = (url: string): string => `
api_url: ${url}
headers:
  x-name: \${NAME}
  x-zone: a-\${ZONE:-eu}
  x-empty: \${EMPTY:-default}
  x-text: \\\${NAME}
`;
    const manager = await loadEcho(definition, { NAME: 'value: #1', EMPTY: '' });
    expect(await manager.getTool('search').call({})).toMatchObject({
      headers: { 'x-name': 'value: #1', 'x-zone': 'a-eu', 'x-empty': 'default', 'x-text': `\${NAME}` },
    });
    const broken = await loadEcho((url) => `api_url: ${url}\n\${NAME}: a\n`, { NAME: 'title' });
    expect(broken.errors[0]?.message).toContain(`There is no key '\${NAME}'.`);
  });
});

describe('a value of an environment variable', () => {
  const env = { KEY: 'sk-very-secret', URL: 'not-a-url-sk-very-secret', PORT: '-1' };
  const rest = 'name: a\ndescription: A.\n';

  it.each([
    ['an address', `${rest}api_url: \${URL}\n`],
    ['the address of a document', `name: a\nopenapi: https://127.0.0.1:9/\${KEY}.json\n`],
    ['the address of a server', `name: a\nmcp_server_url: http://127.0.0.1:9/\${KEY}\n`],
    ['a command', `name: a\ncommand: \${KEY}\nargs: ["\${KEY}"]\n`],
    ['a name', `name: "\${KEY} x"\ndescription: A.\napi_url: https://a.example\n`],
    ['the name of a header', `${rest}api_url: https://a.example\napi_key: a\napi_key_header: "\${KEY} x"\n`],
    [
      'a literal credential',
      `${rest}api_url: https://a.example\nauth: { type: sk-very-secret, token: sk-very-secret }\n`,
    ],
  ])('does not appear in the error of %s', async (_, text) => {
    const manager = await loadFiles({ 'tools/a.yaml': text }, env);
    expect(manager.errors).toHaveLength(1);
    expect(inspect(manager.errors, { depth: 10 })).not.toContain('very-secret');
    expect(inspect(manager, { depth: 10, showHidden: true })).not.toContain('very-secret');
  });

  it('does not appear in the error of a call', async () => {
    const url = await listen((request, response) => sendJson(response, 400, { error: request.headers['x-auth'] }));
    const manager = await loadFiles(
      { 'tools/a.yaml': `${rest}api_url: ${url}\nheaders: { x-auth: 'Token \${KEY}' }\n` },
      env,
    );
    const { error } = await manager.getTool('a').exec({});
    expect(inspect(error, { depth: 10 })).not.toContain('very-secret');
    expect(error?.message).toContain('[redacted]');
  });
});

describe('a definition of an OpenAPI document', () => {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    paths: {
      '/pets/{id}': {
        get: {
          operationId: 'getPet',
          tags: ['pets'],
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          responses: { 200: { description: 'A pet' } },
        },
      },
    },
  };

  it('imports the operations of the document, with their groups', async () => {
    const url = await listen(echo);
    const manager = await loadFiles({
      'tools/pets.yaml': `name: pets\nopenapi: ../pets.json\napi_url: ${url}\napi_key: abcdef\nauth_method: bearer\nprefix: pets\n`,
      'pets.json': JSON.stringify(document),
    });
    expect(manager.errors).toEqual([]);
    const toolkit = new Toolkit();
    await toolkit.registerSource(manager.toolSource());
    expect(toolkit.list({ active: true }).map(({ name, group }) => [name, group])).toEqual([
      ['pets__getPet', 'pets__pets'],
    ]);
    expect((await toolkit.execute('pets__getPet', { id: '7' })).data).toMatchObject({ url: '/pets/7' });
  });

  it('is updated when the document was changed', async () => {
    const folder = await TestFolder.create({
      'tools/pets.json': JSON.stringify({ name: 'pets', openapi: '../pets.json', api_url: 'https://pets.example' }),
      'pets.json': JSON.stringify(document),
    });
    closing.push(() => folder.remove());
    const manager = await ToolManager.load({ cwd: folder.path, dirs: 'tools' });
    const [[path, methods] = ['', {}]] = Object.entries(document.paths);
    const changed = { ...document, paths: { [path]: { get: { ...methods.get, operationId: 'findPet' } } } };
    await folder.write('pets.json', JSON.stringify(changed));
    expect(await manager.reload()).toBe(true);
    expect(manager.tools.map(({ name }) => name)).toEqual(['findPet']);
  });

  it('is required: a document in a folder with tools is skipped', async () => {
    const manager = await loadFiles({ 'tools/pets.json': JSON.stringify(document, undefined, 2) });
    expect(manager).toMatchObject({
      tools: [],
      errors: [],
      skipped: [{ reason: expect.stringContaining("Add a definition with 'name' and 'openapi'") }],
    });
  });
});

describe('a definition of an MCP server', () => {
  async function serve(toolkit = new Toolkit()): Promise<{ readonly url: string; readonly keys: string[] }> {
    const keys: string[] = [];
    toolkit.register(function getTime(): string {
      return '12:00';
    });
    const serving = await serveMcp(toolkit, {
      transport: 'http',
      port: 0,
      authorization: {
        verify: (token) => {
          keys.push(token);
          return { subject: 'me' };
        },
      },
    });
    closing.push(() => serving.close());
    return { url: String(serving.url), keys };
  }

  it('imports the tools of the server, and sends mcp_api_key', async () => {
    const { url, keys } = await serve();
    const manager = await loadFiles(
      { 'tools/mcp.yaml': `name: clock\nmcp_server_url: ${url}\nmcp_api_key: \${CLOCK_KEY}\ntimeout: 30s\n` },
      { CLOCK_KEY: 'key-12345' },
    );
    expect(manager.errors).toEqual([]);
    expect(manager.tools.map(({ name, kind }) => [name, kind])).toEqual([['clock__getTime', 'mcp']]);
    expect(await manager.getTool('clock__getTime').call({})).toBe('12:00');
    expect(new Set(keys)).toEqual(new Set(['key-12345']));
  });

  it('is disconnected when the manager is closed', async () => {
    const { url } = await serve();
    const manager = await loadFiles({
      'tools/mcp.json': JSON.stringify({ name: 'clock', url, apiKey: 'abcdef', prefix: false }),
    });
    const tool = manager.getTool('getTime');
    expect(await tool.call({})).toBe('12:00');
    await manager.close();
    expect((await tool.exec({})).success).toBe(false);
  });

  it('is followed: the tools of the toolkits are those of the server', async () => {
    const served = new Toolkit();
    const { url } = await serve(served);
    const manager = await loadFiles({
      'tools/mcp.json': JSON.stringify({ name: 'clock', url, apiKey: 'abcdef', prefix: false }),
    });
    const toolkit = new Toolkit();
    await toolkit.registerSource(manager.toolSource());
    served.register(function getDate(): string {
      return '1 May';
    });
    await until(() => toolkit.list().length === 2);
    expect((await toolkit.execute('getDate')).data).toBe('1 May');
  });

  it('keeps its connection until the calls that use it have ended', async () => {
    const served = new Toolkit();
    const started = deferred();
    const resumed = deferred();
    served.register(async function wait(): Promise<string> {
      started.resolve();
      await resumed.promise;
      return 'done';
    });
    const { url } = await serve(served);
    const folder = await TestFolder.create({
      'tools/a.json': JSON.stringify({ name: 'clock', url, apiKey: 'abcdef' }),
    });
    closing.push(() => folder.remove());
    const manager = await ToolManager.load({ cwd: folder.path, dirs: 'tools' });
    closing.push(() => manager.close());
    const toolkit = new Toolkit();
    await toolkit.registerSource(manager.toolSource());
    const running = toolkit.execute('clock__wait');
    await started.promise;
    await folder.write('tools/a.json', JSON.stringify({ name: 'watch', url, apiKey: 'abcdef' }));
    await manager.reload();
    expect(toolkit.list().map(({ name }) => name)).toEqual(['watch__wait', 'watch__getTime']);
    resumed.resolve();
    expect((await running).data).toBe('done');
  });
});
