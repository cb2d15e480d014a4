import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { packedCommand, packedFolder } from '../support/packed-package.js';
import { Workshop } from './command-line.js';

const tool = `import { ToolSpec } from 'toolwright';
export const find = ToolSpec.fromFunction(function find() { return 'found'; }, { inputSchema: { type: 'object' } });
`;
const document = (info: object): string => {
  const paths = { '/books': { get: { operationId: 'listBooks', responses: {} } } };
  return JSON.stringify({ openapi: '3.1.0', info, servers: [{ url: 'https://api.example.com' }], paths });
};

describe('the name and the version of a served', () => {
  let workshop: Workshop;

  beforeAll(() => {
    workshop = new Workshop(packedFolder);
    workshop.write('shop/package.json', '{ "name": "@acme/shop", "version": "2.3.4", "type": "module" }');
    workshop.write('shop/dist/package.json', '{ "type": "module" }');
    workshop.write('shop/dist/index.js', tool);
    workshop.write('shop/tools/find.js', tool);
    workshop.write('loose/knowledge-base.mjs', tool);
    workshop.write('loose/index.mjs', tool);
    workshop.write('loose/folder/find.mjs', tool);
    workshop.write('shop/api.json', document({ title: 'Book API', version: '1.4.0' }));
    workshop.write('shop/untitled.json', document({}));
    workshop.write('numbers.yaml', document({ title: 'Numbers', version: 3 }));
  });

  afterAll(() => workshop.remove());

  async function identityOf(path: string): Promise<unknown> {
    const args = [packedCommand, 'serve', join(workshop.folder, path)];
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: '/', stderr: 'ignore' }));
    const version = client.getServerVersion();
    await client.close();
    return version;
  }

  it.each([
    ['module are those of its package', 'shop/dist/index.js', '@acme/shop', '2.3.4'],
    ['folder are those of its package', 'shop/tools', '@acme/shop', '2.3.4'],
    ['module without a package are the name of its file', 'loose/knowledge-base.mjs', 'knowledge-base', '0.0.0'],
    ['index without a package are the name of its folder', 'loose/index.mjs', 'loose', '0.0.0'],
    ['folder without a package are its name', 'loose/folder', 'folder', '0.0.0'],
    ['document are those that it states', 'shop/api.json', 'Book API', '1.4.0'],
    ['document without a title are the name of its file', 'shop/untitled.json', 'untitled', '0.0.0'],
    ['document in YAML may be numbers', 'numbers.yaml', 'Numbers', '3'],
  ])('%s', async (_, path, name, version) => {
    expect(await identityOf(path)).toEqual({ name, version });
  });

  it('module are sent over HTTP too', async () => {
    const child = workshop.start('serve', 'shop/dist/index.js', '--http', '--port', '0');
    let printed = '';
    for await (const chunk of child.stderr) {
      printed += String(chunk);
      if (printed.includes('\n')) break;
    }
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(new StreamableHTTPClientTransport(new URL(String(/http\S+/.exec(printed)?.[0]))));
    expect(client.getServerVersion()).toEqual({ name: '@acme/shop', version: '2.3.4' });
    await client.close();
    child.kill('SIGKILL');
  });
});
