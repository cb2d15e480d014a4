import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getMcpConfigForManifest } from '@anthropic-ai/mcpb';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { packedFolder } from '../support/packed-package.js';
import { root } from '../support/repository.js';
import { Workshop } from './command-line.js';

const mcpb = join(root, 'node_modules/@anthropic-ai/mcpb/dist/cli/cli.js');

const shop = `
import { readFileSync } from 'node:fs';
import { greet } from 'greeter';
import { currency } from './lib/currency.js';

export class Shop extends ToolRegistry {
  /** Greet a customer. */
  @Tool()
  hello(name: string): string {
    return greet(name) + ' ' + process.env.SHOP_TOKEN;
  }

  /** Find a price. */
  @Tool()
  price(item: string): string {
    const prices = JSON.parse(readFileSync(new URL('../data/prices.json', import.meta.url), 'utf8'));
    return prices[item] + ' ' + currency();
  }
}
`;

const packageJson = {
  name: '@acme/corner-shop',
  version: '1.2.3',
  description: 'Sells things.',
  author: 'Ada Lovelace <ada@example.com> (https://ada.example)',
  license: 'MIT',
  repository: { type: 'git', url: 'git+https://github.com/acme/corner-shop.git' },
  type: 'module',
  dependencies: { toolwright: '*', greeter: '*', words: '2' },
};

describe('toolwright pack', () => {
  let workshop: Workshop;

  beforeAll(() => {
    workshop = new Workshop(packedFolder);
    workshop.write('package.json', JSON.stringify(packageJson));
    workshop.compile('dist/shop.js', shop);
    workshop.write('dist/lib/currency.js', 'export const currency = () => process.env.CURRENCY;');
    workshop.write('dist/unused.js', 'throw new Error();');
    workshop.write('data/prices.json', '{ "tea": 3 }');
    workshop.write('data/.env', 'SECRET=1');
    workshop.write('.env', 'SECRET=1');
    // Two versions of one package: greeter loads the version that is nested in it.
    const addPackage = (path: string, manifest: object, text: string): void => {
      workshop.write(
        `node_modules/${path}/package.json`,
        JSON.stringify({ type: 'module', main: 'index.js', ...manifest }),
      );
      workshop.write(`node_modules/${path}/index.js`, text);
    };
    addPackage('words', { name: 'words', version: '2.0.0' }, "export const word = 'Goodbye';");
    const greeter = { name: 'greeter', version: '1.0.0', dependencies: { words: '1' } };
    addPackage('greeter', greeter, "import { word } from 'words';\nexport const greet = (name) => word + ', ' + name;");
    addPackage('greeter/node_modules/words', { name: 'words', version: '1.0.0' }, "export const word = 'Hello';");
    addPackage('unrelated', { name: 'unrelated', version: '1.0.0' }, '');
  });

  afterAll(() => workshop.remove());

  const path = (name: string): string => join(workshop.folder, name);

  it('writes a bundle that mcpb accepts and unpacks, and whose server a client uses', async () => {
    const args = ['--env', 'SHOP_TOKEN', '--env', 'CURRENCY=EUR', '--include', 'data', '--out', 'out/shop.mcpb'];
    const { code, stdout, stderr } = await workshop.run('pack', 'dist/shop.js', ...args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^out\/shop\.mcpb: 2 tools, \d+ packages, \d+\.\d MB\n$/);

    mkdirSync(path('unpacked'));
    execFileSync(process.execPath, [mcpb, 'unpack', path('out/shop.mcpb'), path('unpacked')]);
    execFileSync(process.execPath, [mcpb, 'validate', path('unpacked/manifest.json')]);
    const manifest = JSON.parse(readFileSync(path('unpacked/manifest.json'), 'utf8'));
    expect(manifest).toMatchObject({
      manifest_version: '0.4',
      name: 'corner-shop',
      display_name: '@acme/corner-shop',
      version: '1.2.3',
      description: 'Sells things.',
      author: { name: 'Ada Lovelace', email: 'ada@example.com', url: 'https://ada.example' },
      repository: { type: 'git', url: 'https://github.com/acme/corner-shop.git' },
      server: { type: 'node', entry_point: 'dist/shop.js', mcp_config: { command: 'node' } },
      tools: [{ name: 'hello' }, { name: 'price' }],
      tools_generated: false,
      user_config: {
        SHOP_TOKEN: { type: 'string', required: true, sensitive: true },
        CURRENCY: { type: 'string', required: false, default: 'EUR' },
      },
    });
    const has = (name: string): boolean => existsSync(path(`unpacked/${name}`));
    expect(['dist/unused.js', '.env', 'data/.env', 'node_modules/unrelated'].filter(has)).toEqual([]);

    const config = await getMcpConfigForManifest({
      manifest,
      extensionPath: path('unpacked'),
      systemDirs: {},
      userConfig: { SHOP_TOKEN: 'the-token' },
      pathSeparator: '/',
    });
    const { command = '', args: started, env } = config ?? {};
    const client = new Client({ name: 'host', version: '1.0.0' });
    await client.connect(new StdioClientTransport({ command, ...(started && { args: started }), ...(env && { env }) }));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['hello', 'price']);
    expect(client.getServerVersion()).toMatchObject({ name: '@acme/corner-shop', version: '1.2.3' });
    const call = async (name: string, input: Record<string, string>): Promise<unknown> =>
      (await client.callTool({ name, arguments: input })).content;
    expect(await call('hello', { name: 'Grace' })).toEqual([{ type: 'text', text: 'Hello, Grace the-token' }]);
    expect(await call('price', { item: 'tea' })).toEqual([{ type: 'text', text: '3 EUR' }]);
    await client.close();
  }, 120_000);

  it('packs an OpenAPI document, and asks for the variables of --auth', async () => {
    process.env.PETS_TOKEN = 'x';
    workshop.write('api/package.json', JSON.stringify({ ...packageJson, name: 'pets' }));
    const operation = { operationId: 'ping', responses: { 200: { description: 'ok' } } };
    const info = { title: 'Pet Shop', version: '3.1.0' };
    workshop.write('api/pets.json', JSON.stringify({ openapi: '3.1.0', info, paths: { '/ping': { get: operation } } }));
    const args = ['--base-url', 'https://pets.example', '--auth', 'PETS_TOKEN', '--json'];
    const { stdout } = await workshop.run('pack', 'api/pets.json', ...args);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, data: { path: 'Pet-Shop.mcpb', toolCount: 1 } });
  }, 120_000);

  it('packs a folder of tools', async () => {
    const sums = "import { CalculatorTools } from 'toolwright/builtin';\nexport const sums = new CalculatorTools();\n";
    workshop.write('tools/sums.js', sums);
    const { code, stdout, stderr } = await workshop.run('pack', 'tools', '--out', 'tools.mcpb');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^tools\.mcpb: \d+ tools?, /);
  }, 120_000);

  it('refuses a server that does not work from its bundle, with the reason', async () => {
    workshop.write(
      'dist/broken.js',
      `import { tool } from 'toolwright';\nawait import('unrelated');\nexport const ping = tool(() => 1, { name: 'ping', inputSchema: { type: 'object' } });`,
    );
    const { code, stderr } = await workshop.run('pack', 'dist/broken.js');
    expect(code).toBe(2);
    expect(stderr).toContain('The server in the bundle does not work.');
    expect(stderr).toContain("Cannot find package 'unrelated'");
    expect(existsSync(path('corner-shop.mcpb'))).toBe(false);
  }, 120_000);

  it('names what a package.json lacks, and packages that are not installed', async () => {
    workshop.write('bare/package.json', '{ "name": "bare", "type": "module" }');
    workshop.write('bare/shop.js', readFileSync(path('dist/broken.js'), 'utf8'));
    expect((await workshop.run('pack', 'bare/shop.js')).stderr).toContain('Add to it: description, author.');
    workshop.write('bare/package.json', JSON.stringify({ ...packageJson, dependencies: { absent: '1' } }));
    expect((await workshop.run('pack', 'bare/shop.js')).stderr).toContain('are not installed: absent.');
  }, 60_000);

  it.each([
    [['https://pets.example/openapi.json'], "'pack' needs a file or a folder, not a URL."],
    [['dist/shop.js', '--out', 'shop.zip'], '--out must end with .mcpb.'],
    [['dist/shop.js', '--env', '1=2'], '--env must be the name of a variable, or <name>=<default>.'],
  ])('refuses %j', async (args, message) => {
    const { code, stderr } = await workshop.run('pack', ...args);
    expect({ code, stderr }).toEqual({ code: 1, stderr: `toolwright: ${message} See 'toolwright pack --help'.\n` });
  });

  it('refuses TypeScript, files outside of the package, and files that do not exist', async () => {
    workshop.write('src/shop.ts', 'export {};');
    const messages = [];
    for (const args of [['src/shop.ts'], ['src'], ['dist/none.js'], ['dist/shop.js', '--include', 'none']]) {
      messages.push((await workshop.run('pack', ...args)).stderr);
    }
    messages.push((await workshop.run('pack', 'dist/shop.js', '--include', '/etc/hostname')).stderr);
    expect(messages).toEqual([
      "toolwright: 'src/shop.ts' is TypeScript, which hosts cannot run. Compile it, and pass the compiled file or folder.\n",
      "toolwright: 'src/shop.ts' is TypeScript, which hosts cannot run. Compile it, and pass the compiled file or folder.\n",
      "toolwright: File 'dist/none.js' does not exist.\n",
      "toolwright: 'none' of --include does not exist.\n",
      expect.stringContaining("'/etc/hostname' is outside of the package in "),
    ]);
  }, 60_000);
});
