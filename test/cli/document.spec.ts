import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EchoServer, startEchoServer } from '../rest/openapi/echo-server.js';
import { root } from '../support/repository.js';
import { Workshop } from './command-line.js';

const workshop = new Workshop();
let server: EchoServer;

beforeAll(async () => {
  for (const name of ['petshop-3.1.yaml', 'petshop-2.0.json']) {
    copyFileSync(join(root, 'test/fixtures/openapi', name), join(workshop.folder, name));
  }
  server = await startEchoServer(({ url, headers }) => {
    return url.startsWith('/openapi') ? openapi : { id: 7, name: 'Rex', kind: null, parents: [], headers };
  });
});

afterAll(async () => {
  await server.close();
  workshop.remove();
});

const openapi = {
  openapi: '3.1.0',
  components: {
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      login: { type: 'http', scheme: 'basic' },
    },
  },
  paths: {
    '/a': { get: { operationId: 'a', security: [{ key: [] }], responses: {} } },
    '/b': { get: { operationId: 'b', security: [{ login: [] }], responses: {} } },
  },
};

describe('an OpenAPI document', () => {
  it.each(['petshop-3.1.yaml', 'petshop-2.0.json'])('%s is listed', async (name) => {
    const { code, stdout } = await workshop.run('list', name);
    expect(code).toBe(0);
    expect(stdout).toContain('listPets [pets]\n');
  });

  it('is listed with its cost, and reports what was not imported', async () => {
    const { code, stdout, stderr } = await workshop.run('list', 'petshop-3.1.yaml', '--cost');
    expect(code).toBe(0);
    expect(stdout).toContain('total of the active tools');
    expect(stderr).toContain('warning: The document: 1 callbacks and 1 links were ignored.');
  });

  it('has tools that are called at the server of --base-url', async () => {
    const run = await workshop.run('call', 'petshop-3.1.yaml', 'getPet', '{"id":7}', '--base-url', `${server.url}/v1`);
    expect(run).toMatchObject({ code: 0 });
    expect(JSON.parse(run.stdout)).toMatchObject({ name: 'Rex' });
    expect(server.requests.at(-1)).toMatchObject({ url: '/v1/pets/7' });
  });

  describe('with IDs that models do not accept', () => {
    const call = (id: string) => workshop.run('call', 'slashes.json', id, '--base-url', server.url);

    beforeAll(() => {
      const ids = ['pets/list', 'repos/get', 'repos_get'];
      const entries = ids.map((operationId) => [`/at/${operationId}`, { get: { operationId, responses: {} } }]);
      workshop.write('slashes.json', JSON.stringify({ openapi: '3.1.0', paths: Object.fromEntries(entries) }));
    });

    it.each([
      ['pets_list', '/at/pets/list'],
      ['pets/list', '/at/pets/list'],
      ['GET /at/pets/list', '/at/pets/list'],
      ['repos/get', '/at/repos/get'],
    ])('is called by a name or an ID: %s', async (name, url) => {
      expect(await call(name)).toMatchObject({ code: 0, stderr: '' });
      expect(server.requests.at(-1)).toMatchObject({ url });
    });

    it('suggests the names of the operations that share one', async () => {
      const { code, stderr } = await call('repos_get');
      expect(code).toBe(1);
      expect(stderr).toMatch(/no tool named 'repos_get'\. Did you mean 'repos_get_\w{8}' or 'repos_get_\w{8}'\?/);
    });
  });

  it.each([[[]], [['--stream']]])(
    'names --base-url if its server has a private address, with the options %j',
    async (options) => {
      const paths = { '/a': { get: { operationId: 'a', responses: {} } } };
      workshop.write('local.json', JSON.stringify({ openapi: '3.1.0', servers: [{ url: server.url }], paths }));
      const { host } = new URL(server.url);
      const { code, stderr } = await workshop.run('call', 'local.json', 'a', ...options);
      expect(code).toBe(5);
      expect(stderr).toContain(`Requests to '${host}' are denied`);
      expect(stderr).toContain(' On the command line, pass the URL of the server with --base-url.\n');
      expect(await workshop.run('call', 'local.json', 'a', ...options, '--base-url', server.url)).toMatchObject({
        code: 0,
      });
    },
  );

  it('is read from a URL', async () => {
    const { code, stdout } = await workshop.run('list', `${server.url}/openapi.json`, '--base-url', server.url);
    expect({ code, names: stdout.match(/^\w+ \[other\]$/gm) }).toEqual({ code: 0, names: ['a [other]', 'b [other]'] });
  });

  describe('with --auth', () => {
    const variables = { PET_TOKEN: 't0ken-value', PET_LOGIN: 'ada:pass-word' };

    beforeAll(() => Object.assign(process.env, variables));
    afterAll(() => {
      for (const name of Object.keys(variables)) delete process.env[name];
    });

    it('sends the bearer token of an environment variable', async () => {
      const args = ['getPet', '{"id":7}', '--base-url', server.url, '--auth', 'PET_TOKEN'];
      expect(await workshop.run('call', 'petshop-3.1.yaml', ...args)).toMatchObject({ code: 0 });
      expect(server.requests.at(-1)?.headers.authorization).toBe('Bearer t0ken-value');
    });

    it.each([
      ['a', { 'x-key': 't0ken-value' }],
      ['b', { authorization: `Basic ${Buffer.from('ada:pass-word').toString('base64')}` }],
    ])('sends the credentials of the security scheme of the operation %s', async (name, headers) => {
      const auth = ['--auth', 'key=PET_TOKEN', '--auth', 'login=PET_LOGIN'];
      const run = await workshop.run('call', `${server.url}/openapi.json`, name, '--base-url', server.url, ...auth);
      expect(run).toMatchObject({ code: 0 });
      expect(server.requests.at(-1)?.headers).toMatchObject(headers);
    });
  });

  it.each<[string, readonly string[], number, string]>([
    ['a file that does not exist', ['list', 'none.json'], 2, "the file 'none.json' cannot be read (ENOENT)"],
    ['a document of another kind', ['list', 'package.json'], 2, 'is no OpenAPI document'],
    [
      'a variable that is not set',
      ['list', 'petshop-2.0.json', '--auth', 'NO_SUCH'],
      1,
      "'NO_SUCH' is not set (--auth)",
    ],
    [
      'a credential in place of a variable',
      ['list', 'petshop-2.0.json', '--auth', 's3cret!'],
      1,
      'must be the name of an environment variable',
    ],
    [
      'several variables without a scheme',
      ['list', 'petshop-2.0.json', '--auth', 'A', '--auth', 'B'],
      1,
      'each need the name of a security scheme',
    ],
    [
      '--base-url with a module',
      ['list', 'tools.js', '--base-url', 'https://a.example'],
      1,
      'require an OpenAPI document',
    ],
  ])('is rejected: %s', async (_, args, code, message) => {
    workshop.write('package.json', '{}');
    const run = await workshop.run(...args);
    expect(run).toMatchObject({ code, stderr: expect.stringContaining(message) });
    expect(run.stderr).not.toContain('s3cret!');
  });
});
