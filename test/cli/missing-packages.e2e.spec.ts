import { spawn } from 'node:child_process';
import { packedCommand, packedFolder } from '../support/packed-package.js';
import { type Run, Workshop } from './command-line.js';

// Hides one package from require() and from import.
const hide = `
const Module = require('node:module');
const hidden = process.env.HIDDEN_PACKAGE;
const isHidden = (name) => name === hidden || name.startsWith(hidden + '/');
const resolve = Module._resolveFilename;
Module._resolveFilename = function (name, ...rest) {
  if (!isHidden(name)) return resolve.call(this, name, ...rest);
  throw Object.assign(new Error("Cannot find module '" + name + "'"), { code: 'MODULE_NOT_FOUND' });
};
const hooks = 'export function resolve(name, context, next) {' +
  'const hidden = ' + JSON.stringify(hidden) + ';' +
  'if (name !== hidden && !name.startsWith(hidden + "/")) return next(name, context);' +
  'throw Object.assign(new Error("Cannot find package \\x27" + name + "\\x27"), { code: "ERR_MODULE_NOT_FOUND" }); }';
Module.register('data:text/javascript,' + encodeURIComponent(hooks));
`;

const startServers = `
import { Toolkit, tool } from 'toolwright';
import { toolServer } from 'toolwright/claude-agent';
import { linkMcp, serveMcp } from 'toolwright/mcp';

const inputSchema = { type: 'object' };
const serveClaude = () => toolServer(new Toolkit(), { name: 'shop' });
const serveClients = () => serveMcp(new Toolkit(), { transport: 'http', port: 0, era: '2025-11-25' });
const link = async () => new Toolkit().registerSource(linkMcp(new Toolkit(), { era: '2026-07-28' }));
export const claude = tool(serveClaude, { name: 'claude', inputSchema });
export const mcp = tool(serveClients, { name: 'mcp', inputSchema });
export const linked = tool(link, { name: 'linked', inputSchema });
`;

const document = {
  openapi: '3.1.0',
  info: { title: 'Ping', version: '1' },
  servers: [{ url: 'https://example.com' }],
  paths: { '/ping': { get: { operationId: 'ping', responses: { 200: { description: 'ok' } } } } },
};

describe('a package that is not installed', () => {
  let workshop: Workshop;

  beforeAll(() => {
    workshop = new Workshop(packedFolder);
    workshop.write('package.json', '{ "type": "module" }');
    workshop.write('hide.cjs', hide);
    workshop.write('ping.json', JSON.stringify(document));
    workshop.write('ping.yaml', `# Ping\n${JSON.stringify(document)}`);
    workshop.write('configured/toolwright.config.yaml', 'dirs: [.]');
    workshop.write(
      'tools/sums.js',
      "import { CalculatorTools } from 'toolwright/builtin';\nexport const sums = new CalculatorTools();\n",
    );
    workshop.write('servers/start.js', startServers);
  });

  afterAll(() => workshop.remove());

  function runWithout(name: string, args: readonly string[]): Promise<Run> {
    const child = spawn(process.execPath, ['--require', './hide.cjs', packedCommand, ...args], {
      cwd: workshop.folder,
      env: { ...process.env, NODE_OPTIONS: '', HIDDEN_PACKAGE: name },
    });
    child.stdin.end();
    const run = { code: null as number | null, stdout: '', stderr: '' };
    child.stdout.on('data', (data) => (run.stdout += data));
    child.stderr.on('data', (data) => (run.stderr += data));
    return new Promise((settle) => child.on('close', (code) => settle({ ...run, code })));
  }

  it.each([
    ['yaml', ['list', 'ping.yaml']],
    ['yaml', ['list', 'configured/toolwright.config.yaml']],
    ['tinyglobby', ['list', 'tools']],
    ['undici', ['call', 'ping.json', 'ping']],
    ['decimal.js', ['call', 'tools/sums.js', 'calculate', '{"expression":"1+2"}']],
    ['typescript-json-schema', ['generate']],
    ['@modelcontextprotocol/sdk', ['serve', 'tools/sums.js', '--http', '--port', '0', '--era', '2025-11-25']],
    ['@modelcontextprotocol/sdk', ['call', 'servers/start.js', 'claude']],
    ['@modelcontextprotocol/sdk', ['call', 'servers/start.js', 'mcp']],
    ['@modelcontextprotocol/client', ['call', 'servers/start.js', 'linked']],
  ])('ends the command with 1 and its own code: %s, %j', async (name, args) => {
    const json = await runWithout(name, [...args, '--json']);
    const { exitCode, error } = JSON.parse(json.stdout);
    expect({ code: json.code, exitCode, error: error.code }).toEqual({
      code: 1,
      exitCode: 1,
      error: 'missing_package',
    });
    expect(error.message).toContain('npm install');
    expect(error.message).toContain(name);
    const { code, stderr } = await runWithout(name, args);
    expect(code).toBe(1);
    expect(stderr).toContain(name);
  });
});
