import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../support/repository.js';

const inspector = join(root, 'test/programs/node_modules/.bin/mcp-inspector');
const serve = [join(root, 'dist/build/cli/main.js'), 'serve', join(root, 'samples/.build/quickstart/served.js')];

/** Runs the Inspector's command line, and returns its output. */
async function inspect(target: readonly string[], ...args: readonly string[]): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, [inspector, '--cli', ...target, ...args], {
    timeout: 60_000,
  });
  return JSON.parse(stdout);
}

describe('the Inspector', () => {
  let server: ChildProcess;
  const targets: Record<string, readonly string[]> = { stdio: [process.execPath, ...serve] };

  beforeAll(async () => {
    server = spawn(process.execPath, [...serve, '--http', '--port', '0']);
    const [line] = (await once(server.stderr as NodeJS.ReadableStream, 'data')) as [Buffer];
    targets.http = [String(/http:\S+/.exec(String(line)))];
  }, 120_000);

  afterAll(() => {
    server.kill('SIGKILL');
  });

  it.each(['stdio', 'http'])(
    'lists the quickstart over %s',
    async (transport) => {
      const listed = await inspect(targets[transport] ?? [], '--method', 'tools/list');
      expect(listed).toMatchObject({
        tools: [
          { name: 'search', inputSchema: { required: ['query'] } },
          { name: 'read' },
          { name: 'addItem' },
          { name: 'watch' },
        ],
      });
    },
    60_000,
  );

  it.each(['stdio', 'http'])(
    'calls the quickstart over %s',
    async (transport) => {
      const args = ['--method', 'tools/call', '--tool-name', 'search', '--tool-arg', 'query=toolwright', 'limit=2'];
      const called = (await inspect(targets[transport] ?? [], ...args)) as { content: { text: string }[] };
      const hits: unknown = JSON.parse(String(called.content[0]?.text));
      expect(hits).toEqual([
        expect.objectContaining({ file: 'README.md', line: 1, text: '# toolwright' }),
        expect.objectContaining({ file: 'README.md' }),
      ]);
    },
    60_000,
  );

  it.each(['node', 'fetch'])(
    'lists and calls the tools of mcpHandler through its %s',
    async (entrance) => {
      const endpoint = spawn(process.execPath, [join(root, 'samples/.build/mcp-conformance/main.js')], {
        env: { ...process.env, PORT: '0', MCP_CONFORMANCE_ENTRANCE: entrance },
      });
      try {
        const [line] = (await once(endpoint.stderr, 'data')) as [Buffer];
        const url = String(/http:\S+/.exec(String(line)));
        const { tools } = (await inspect([url], '--method', 'tools/list')) as { tools: unknown[] };
        expect(tools).toContainEqual(
          expect.objectContaining({ name: 'test_simple_text', description: 'Returns text' }),
        );
        const called = await inspect([url], '--method', 'tools/call', '--tool-name', 'test_simple_text');
        expect(called).toEqual({
          content: [{ type: 'text', text: 'This is a simple text response for testing.' }],
        });
      } finally {
        endpoint.kill('SIGKILL');
      }
    },
    60_000,
  );
});
