import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client as ClientOfVersion2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioOfVersion2 } from '@modelcontextprotocol/client/stdio';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { readPage } from '../docs/code-blocks.js';
import { writeFiles } from '../plugin/plugin-project.js';
import { installPackedPackage } from '../support/packed-package.js';

const tools = `import { ToolSpec } from 'toolwright';
export const search = ToolSpec.fromFunction(function search(query) { return 'found ' + query; }, {
  inputSchema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
});
`;

interface ServerConfiguration {
  readonly command: string;
  readonly args: readonly string[];
}

/** Returns a configuration of docs/mcp-server.md, with the path of a project for its placeholder. */
function readConfiguration(list: string, placeholder: string, project: string): ServerConfiguration {
  const section = String(readPage('docs/mcp-server.md').split(/^## Configuring a host$/m)[1]).split(/^## /m)[0];
  const blocks = [...String(section).matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(([, json]) => String(json));
  const json = blocks.find((one) => one.includes(`"${list}"`) && one.includes('"command"'));
  expect(json).toContain(placeholder);
  const configuration = JSON.parse(String(json).replaceAll(placeholder, project));
  return configuration[list]['knowledge-base'];
}

describe('a host that starts toolwright in another folder', () => {
  const folders = new Set<string>();
  let project = '';
  let elsewhere = '';

  beforeAll(() => {
    project = installPackedPackage();
    folders.add(project);
    elsewhere = realpathSync(mkdtempSync(join(tmpdir(), 'toolwright-host-')));
    folders.add(elsewhere);
    writeFiles(project, { 'package.json': '{ "type": "module" }', 'dist/knowledge-base.js': tools });
  }, 120_000);

  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  /** Connects like a host, and calls a tool. Returns what the server printed if it does not start. */
  async function useServer({ command, args }: ServerConfiguration): Promise<unknown> {
    const transport = new StdioClientTransport({ command, args: [...args], cwd: elsewhere, stderr: 'pipe' });
    let printed = '';
    transport.stderr?.on('data', (chunk) => {
      printed += String(chunk);
    });
    const client = new Client({ name: 'host', version: '1.0.0' });
    try {
      await client.connect(transport);
      const { tools: listed } = await client.listTools();
      const { content } = await client.callTool({ name: 'search', arguments: { query: 'tea' } });
      return { tools: listed.map(({ name }) => name), content };
    } catch {
      return printed;
    } finally {
      await client.close();
    }
  }

  const answer = { tools: ['search'], content: [{ type: 'text', text: 'found tea' }] };

  it.each([
    ['mcpServers', '/absolute/path/to/project'],
    ['servers', `\${workspaceFolder}`],
  ])('is served with the documented configuration of %s', async (list, placeholder) => {
    expect(await useServer(readConfiguration(list, placeholder, project))).toEqual(answer);
  });

  describe('from a copy of toolwright without an SDK', () => {
    let main = '';

    beforeAll(() => {
      const copy = installPackedPackage();
      folders.add(copy);
      rmSync(join(copy, 'node_modules/@modelcontextprotocol'), { recursive: true });
      main = join(copy, 'node_modules/toolwright/dist/build/cli/main.js');
    });

    const serve = (module: string): Promise<unknown> => useServer({ command: 'node', args: [main, 'serve', module] });

    it('is served with the SDK of the module', async () => {
      expect(await serve(join(project, 'dist/knowledge-base.js'))).toEqual(answer);
    });

    it('is served with @modelcontextprotocol/server if the project has only that', async () => {
      const other = installPackedPackage();
      folders.add(other);
      rmSync(join(other, 'node_modules/@modelcontextprotocol/sdk'));
      writeFiles(other, { 'package.json': '{ "type": "module" }', 'tools.js': tools });
      const client = new ClientOfVersion2(
        { name: 'host', version: '1.0.0' },
        { versionNegotiation: { mode: { pin: '2026-07-28' } } },
      );
      const args = [main, 'serve', join(other, 'tools.js')];
      await client.connect(new StdioOfVersion2({ command: 'node', args, cwd: elsewhere }));
      try {
        const { content } = await client.callTool({ name: 'search', arguments: { query: 'tea' } });
        expect(content).toEqual(answer.content);
      } finally {
        await client.close();
      }
    });

    it('reports which packages to install, and where', async () => {
      const bare = installPackedPackage();
      folders.add(bare);
      rmSync(join(bare, 'node_modules/@modelcontextprotocol'), { recursive: true });
      writeFiles(bare, { 'package.json': '{ "type": "module" }', 'src/tools.js': tools });
      expect(await serve(join(bare, 'src/tools.js'))).toContain(
        `Run in '${bare}': npm install @modelcontextprotocol/sdk\n`,
      );
    });
  });
});
