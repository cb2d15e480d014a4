import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { readPage } from '../docs/code-blocks.js';
import { packedCommand, packedFolder } from '../support/packed-package.js';
import { Workshop } from './command-line.js';

// Of util-linux.
const pseudoTerminal = 'script';
const hasTerminal = (spawnSync(pseudoTerminal, ['--version'], { encoding: 'utf8' }).stdout ?? '').includes(
  'util-linux',
);
const tools = `import { ToolSpec } from 'toolwright';
const inputSchema = { type: 'object' };
export const search = ToolSpec.fromFunction(function search() { return 'found'; }, { inputSchema });
export const add = ToolSpec.fromFunction(function add() { return 'added'; }, { inputSchema });
`;

describe('toolwright serve', () => {
  let workshop: Workshop;

  beforeAll(() => {
    workshop = new Workshop(packedFolder);
    workshop.write('package.json', '{ "name": "@acme/knowledge-base", "version": "2.0.0", "type": "module" }');
    workshop.write('dist/knowledge-base.js', tools);
  });

  afterAll(() => workshop.remove());

  /** Serves on a terminal, and returns what is on the screen when `last` has appeared. */
  async function screenOf(args: string, last: string): Promise<string> {
    const command = `exec '${process.execPath}' '${packedCommand}' serve dist/knowledge-base.js ${args}`;
    const child = spawn(pseudoTerminal, ['--quiet', '--return', '--command', command, '/dev/null'], {
      cwd: workshop.folder,
      env: { PATH: process.env.PATH, TERM: 'xterm-256color' },
    });
    let screen = '';
    for await (const chunk of child.stdout) {
      screen += String(chunk);
      if (screen.includes(last)) break;
    }
    child.kill();
    return stripVTControlCharacters(screen).replaceAll('\r', '');
  }

  /** Returns the JSON that follows a line. */
  const configurationIn = (screen: string, title: string): unknown => {
    const [, rest = ''] = screen.split(`${title}:\n`);
    return JSON.parse(String(rest.split('\n\n')[0]));
  };

  // Where `script` is missing, no terminal can be simulated.
  if (hasTerminal) {
    it('prints its tools and the configuration of each host on a terminal, and nothing on standard output', async () => {
      const screen = await screenOf('> stdout.txt', 'Or run: ');
      expect(screen).toContain("Serving '@acme/knowledge-base' 2.0.0 with 2 tools: add, search\n");
      expect(screen).toContain('claude|claude-code|cursor|vscode');
      expect(existsSync(join(workshop.folder, 'stdout.txt'))).toBe(true);
      expect(readFileSync(join(workshop.folder, 'stdout.txt'), 'utf8')).toBe('');
    });

    it.each([
      ['Claude Desktop, Claude Code, Cursor', '/absolute/path/to/project', 0],
      ['VS Code', `\${workspaceFolder}`, 1],
    ])('prints the documented configuration of %s', async (title, placeholder, index) => {
      const screen = await screenOf('', 'Or run: ');
      const section = String(readPage('docs/mcp-server.md').split(/^## Configuring a host$/m)[1]);
      const blocks = [...section.matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(([, json]) => String(json));
      const documented = JSON.parse(String(blocks[index]).replaceAll(placeholder, workshop.folder));
      expect(configurationIn(screen, title)).toEqual(documented);
    });

    it('prints its URL, its tools and the configuration with the URL over HTTP', async () => {
      const screen = await screenOf('--http --port 0', 'Or run: ');
      const url = /Tools are at (\S+)\n/.exec(screen)?.[1];
      expect(screen).not.toContain('Claude Desktop');
      const servers = { 'knowledge-base': { type: 'http', url } };
      expect(configurationIn(screen, 'Claude Code')).toEqual({ mcpServers: servers });
      expect(configurationIn(screen, 'Cursor')).toEqual({ mcpServers: { 'knowledge-base': { url } } });
      expect(configurationIn(screen, 'VS Code')).toEqual({ servers });
    });

    it('prints only the envelope and the URL with --json', async () => {
      const screen = await screenOf('--http --port 0 --json', '"ok":true');
      expect(screen).toMatch(/^Tools are at \S+\n\{"ok":true,.*\n?$/);
    });
  }

  it('prints only the URL where there is no terminal', async () => {
    const child = workshop.start('serve', 'dist/knowledge-base.js', '--http', '--port', '0');
    let printed = '';
    child.stderr.on('data', (chunk) => {
      printed += String(chunk);
      child.kill();
    });
    await new Promise((resolve) => child.on('close', resolve));
    expect(printed).toMatch(/^Tools are at \S+\n$/);
  });
});
