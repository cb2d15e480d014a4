import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installPackedPackage } from '../support/packed-package.js';
import { runNode } from '../support/repository.js';

const document = {
  openapi: '3.1.0',
  info: { title: 'Teas', version: '1' },
  servers: [{ url: 'https://api.example.com' }],
  paths: { '/teas': { get: { operationId: 'listTeas', responses: { 200: { description: 'The teas.' } } } } },
};

/** A program that uses each optional package, and prints the errors. */
const program = `
  const tool = (options) => restTool({ name: 'get_tea', baseUrl: 'http://127.0.0.1:9', method: 'GET', path: '/', ...options });
  const auth = { type: 'oauth2', tokenUrl: 'http://127.0.0.1:9/token', clientId: 'id', clientSecret: 'secret' };
  const attempts = [
    () => tool({}).call({}),
    () => tool({ auth }).call({}),
    () => openApiSource('openapi.yaml').specs(),
    async () => { console.log((await openApiSource('openapi.json').specs()).map(({ name }) => name).join()); },
  ];
  (async () => {
    for (const attempt of attempts) await attempt().catch(({ code, message }) => console.log(code + ': ' + message));
  })();
`;

const lines = [
  'definition: toolwright/rest requires a package. Run: npm install undici@7.',
  "definition: Authentication of the type 'oauth2' requires a package. Run: npm install oauth4webapi@3.",
  "definition: openApiSource 'openapi': a document in YAML requires a package. Run: npm install yaml@2.",
  'listTeas',
  '',
];

describe('toolwright/rest in the packed package', () => {
  let project = '';
  let server: Server;
  let url = '';

  beforeAll(async () => {
    project = installPackedPackage();
    // A connection that is idle for a shorter time remains open, so that it could keep a process running.
    server = createServer({ keepAliveTimeout: 600_000 }, (request, response) => {
      response.writeHead(request.url === '/missing' ? 404 : 200, { 'content-type': 'application/json' });
      response.end(request.url === '/openapi.json' ? JSON.stringify(document) : '{"tea":"green"}');
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }, 120_000);

  afterAll(() => {
    server.closeAllConnections();
    server.close();
    rmSync(project, { recursive: true, force: true });
  });

  it.each([
    ['an ES module', 'main.mjs', "import { openApiSource, restTool } from 'toolwright/rest';"],
    ['CommonJS', 'main.cjs', "const { openApiSource, restTool } = require('toolwright/rest');"],
    [
      'the CommonJS build',
      'build.cjs',
      "const { openApiSource, restTool } = require('./node_modules/toolwright/cjs/sources/rest/index.js');",
    ],
  ])('names the command that installs a missing package, from %s', (_, name, load) => {
    const bare = installPackedPackage();
    try {
      for (const missing of ['undici', 'oauth4webapi', 'yaml']) rmSync(join(bare, 'node_modules', missing));
      writeFileSync(join(bare, 'openapi.yaml'), 'openapi: 3.1.0\n');
      writeFileSync(join(bare, 'openapi.json'), JSON.stringify(document));
      writeFileSync(join(bare, name), load + program);
      expect(runNode([name], { cwd: bare }).split('\n')).toEqual(lines);
    } finally {
      rmSync(bare, { recursive: true, force: true });
    }
  });

  it('validates arguments where code generation from strings is disallowed', () => {
    const code = `import { openApiSource } from 'toolwright/rest';
      const [spec] = await openApiSource(${JSON.stringify(document)}).specs();
      console.log((await spec.exec({ color: 'green' })).error.message);`;
    const args = ['--disallow-code-generation-from-strings', '--input-type=module', '-e', code];
    expect(runNode(args, { cwd: project })).toBe("Invalid arguments for 'listTeas': unknown argument 'color'\n");
  });

  it.each([1, 50])('lets the process exit after %i calls, without being closed', async (count) => {
    const code = `import { openApiSource, restTool } from 'toolwright/rest';
      const tool = (path) => restTool({ name: 'get_tea', baseUrl: '${url}', method: 'GET', path });
      const calls = Array.from({ length: ${count} }, (_, at) => tool(at % 2 === 0 ? '/tea' : '/missing').exec({}));
      const results = await Promise.all(calls);
      const source = openApiSource('${url}/openapi.json', { baseUrl: '${url}' });
      results.push(...await Promise.all((await source.specs()).map((spec) => spec.exec({}))));
      console.log(results.filter(({ data }) => data?.tea === 'green').length);`;
    // Fails after this time if the process does not exit.
    const limits = { cwd: project, timeout: 60_000 };
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], limits);
    expect(stdout).toBe(`${Math.ceil(count / 2) + 1}\n`);
  });
});
