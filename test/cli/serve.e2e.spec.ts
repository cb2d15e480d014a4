import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { packedCommand, packedFolder } from '../support/packed-package.js';
import { runOf, Workshop } from './command-line.js';

function linesOf(messages: readonly object[]): string {
  return messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('');
}

describe('toolwright serve', () => {
  let workshop: Workshop;
  const open = new Set<() => unknown>();

  beforeAll(() => {
    workshop = new Workshop(packedFolder);
    workshop.compile(
      'shelf.mjs',
      `console.log('a module that prints');
      export class Shelf extends ToolRegistry {
        @Tool() greet(name: string) { console.log('a tool that prints'); return 'Hello ' + name + '!'; }
        @Tool({ group: 'more' }) count(n: number) { return n; }
        @Tool() async wait(ctx: ToolContext) {
          process.stderr.write('waiting\\n');
          await new Promise((resolve) => { ctx.signal.addEventListener('abort', () => setTimeout(resolve, 10)); setTimeout(resolve, 300); });
          process.stderr.write('ended\\n');
          return 'waited';
        }
        @Tool() async *endless(ctx: ToolContext) {
          try { for (let n = 0; ; n++) { yield n + ' '; await new Promise((resolve) => setTimeout(resolve, 5)); } }
          finally { process.stderr.write('cleaned up\\n'); }
        }
      }`,
    );
    const guide = (name: string): string => `import { definePrompt, Prompt, Resource, tool } from 'toolwright';
      export class ${name} extends ToolRegistry {
        @Tool() ${name.toLowerCase()}() { return 'x'; }
        @Resource('${name.toLowerCase()}://start') start() { return 'Begin with ${name}.'; }
      }
      export class Talks extends ToolRegistry { @Prompt() talk() { return 'Talk.'; } }
      export const ask = definePrompt(tool(() => 'Ask.', { name: 'ask' }));`;
    workshop.compile('guide.mjs', guide('Guide'));
    workshop.compile('guides/guide.mjs', guide('Folder'));
    workshop.compile(
      'kit.mjs',
      `export class Shelf extends ToolRegistry { @Tool() find() { return 'found'; } }
      export const toolkit = new Toolkit();
      toolkit.createGroup('off');
      toolkit.register(new Shelf(), { prefix: 'shelf' });
      toolkit.register(new Shelf(), { group: 'off' });`,
    );
    workshop.compile(
      'kits.mjs',
      `const make = () => { const kit = new Toolkit(); kit.register(function ping() {}); return kit; };
      export const one = make();
      export const other = make();`,
    );
  });

  afterEach(async () => {
    const closing = [...open].reverse();
    open.clear();
    for (const close of closing) await close();
  });

  afterAll(() => workshop.remove());

  async function connectStdio(...args: readonly string[]): Promise<{ client: Client; stderr: () => string }> {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [packedCommand, 'serve', ...args],
      cwd: workshop.folder,
      stderr: 'pipe',
    });
    const printed: string[] = [];
    transport.stderr?.on('data', (chunk) => printed.push(String(chunk)));
    const client = new Client({ name: 'test', version: '1.0.0' });
    const errors: Error[] = [];
    client.onerror = (error) => {
      // Messages that were in transit when a call was cancelled.
      if (!error.message.includes('unknown token')) errors.push(error);
    };
    open.add(async () => {
      await client.close();
      expect(errors).toEqual([]);
    });
    await client.connect(transport);
    return { client, stderr: () => printed.join('') };
  }

  async function startHttp(...args: readonly string[]): Promise<{ url: URL; child: ChildProcess }> {
    const child = workshop.start('serve', ...args, '--http', '--port', '0');
    open.add(() => child.kill('SIGKILL'));
    let printed = '';
    for await (const chunk of child.stderr) {
      printed += String(chunk);
      const url = /Tools are at (\S+)/.exec(printed)?.[1];
      if (url !== undefined) return { url: new URL(url), child };
    }
    throw new Error(`It never listened: ${printed}`);
  }

  describe('--stdio', () => {
    it.each([[[]], [['--stdio']]])(
      'serves all tools of a module and writes nothing else to stdout: %j',
      async (flags) => {
        const { client, stderr } = await connectStdio('shelf.mjs', ...flags);
        const { tools } = await client.listTools();
        expect(tools.map(({ name }) => name)).toEqual(['greet', 'count', 'wait', 'endless']);
        const result = await client.callTool({ name: 'greet', arguments: { name: 'Ann' } });
        expect(result.content).toEqual([{ type: 'text', text: 'Hello Ann!' }]);
        expect(stderr()).toContain('a module that prints');
        expect(stderr()).toContain('a tool that prints');
      },
    );

    it.each([
      ['a module', ['guide.mjs'], 'guide'],
      ['a watched module', ['guide.mjs', '--watch'], 'guide'],
      ['a folder', ['guides'], 'folder'],
    ])('serves the resources and prompts of %s, and only its tools as tools', async (_, args, name) => {
      const { client } = await connectStdio(...args);
      expect((await client.listTools()).tools.map((one) => one.name)).toEqual([name]);
      const { contents } = await client.readResource({ uri: `${name}://start` });
      expect(contents).toMatchObject([{ text: expect.stringContaining('Begin with') }]);
      expect((await client.listPrompts()).prompts.map((one) => one.name).sort()).toEqual(['ask', 'talk']);
    });

    it('serves one protocol version with --era', async () => {
      const child = workshop.start('serve', 'shelf.mjs', '--era', '2026-07-28');
      const _meta = {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
      };
      child.stdin.end(linesOf([{ id: 1, method: 'tools/list', params: { _meta } }]));
      const { stdout } = await runOf(child);
      expect(JSON.parse(stdout)).toMatchObject({ id: 1, result: { tools: [{ name: 'greet' }, {}, {}, {}] } });
    });

    it('serves an OpenAPI document, whose groups clients activate if there are more than 20 tools', async () => {
      const document = (count: number): string => {
        const paths = Array.from({ length: count }, (_, index) => {
          return [`/${index}`, { get: { operationId: `op${index}`, tags: ['all'], responses: {} } }];
        });
        const servers = [{ url: 'https://api.example.com' }];
        return JSON.stringify({ openapi: '3.1.0', servers, paths: Object.fromEntries(paths) });
      };
      workshop.write('small.json', document(2));
      workshop.write('large.json', document(21));
      const { client: small } = await connectStdio('small.json');
      expect((await small.listTools()).tools.map(({ name }) => name)).toEqual(['op0', 'op1']);
      const { client: large } = await connectStdio('large.json');
      expect((await large.listTools()).tools.map(({ name }) => name)).toEqual(['activate_tool_groups']);
      await large.callTool({ name: 'activate_tool_groups', arguments: { all: true } });
      expect((await large.listTools()).tools).toHaveLength(22);
    });

    it('serves a toolkit without changes', async () => {
      const { client } = await connectStdio('kit.mjs');
      expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['shelf__find']);
    });

    it('answers thousands of concurrent calls without a warning', async () => {
      const child = workshop.start('serve', 'shelf.mjs');
      const numbers = Array.from({ length: 5_000 }, (_, n) => n);
      const calls = numbers.map((n) => ({ id: n, method: 'tools/call', params: { name: 'count', arguments: { n } } }));
      child.stdin.end(linesOf(calls));
      const { stdout, stderr } = await runOf(child);
      const answers = stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(answers.map(({ result }) => Number(result.content[0].text)).sort((a, b) => a - b)).toEqual(numbers);
      expect(stderr).not.toMatch(/warning/i);
    }, 60_000);

    it('cancels a tool when the client cancels its call', async () => {
      const { client, stderr } = await connectStdio('shelf.mjs');
      const abort = new AbortController();
      const calling = client.callTool({ name: 'endless' }, undefined, {
        signal: abort.signal,
        onprogress: () => abort.abort(),
      });
      await expect(calling).rejects.toThrow();
      while (!stderr().includes('cleaned up')) await client.ping();
    });

    it('exits after its input ends and the pending calls are answered', async () => {
      const child = workshop.start('serve', 'shelf.mjs');
      const messages = [
        {
          id: 1,
          method: 'initialize',
          params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
        },
        { method: 'notifications/initialized' },
        { id: 2, method: 'tools/call', params: { name: 'wait' } },
      ];
      child.stdin.end(linesOf(messages));
      const { code, stdout } = await runOf(child);
      expect(code).toBe(0);
      expect(
        stdout
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line)),
      ).toMatchObject([
        { id: 1, result: { serverInfo: { name: 'shelf', version: '0.0.0' } } },
        { id: 2, result: { content: [{ type: 'text', text: 'waited' }] } },
      ]);
    });

    it('ignores invalid messages', async () => {
      const child = workshop.start('serve', 'shelf.mjs');
      child.stdin.end('garbage\n{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
      const { code, stdout } = await runOf(child);
      expect({ code, stdout }).toEqual({ code: 0, stdout: '{"result":{},"jsonrpc":"2.0","id":1}\n' });
    });
  });

  describe('--http', () => {
    it('reports its URL and serves many clients', async () => {
      const { url } = await startHttp('shelf.mjs');
      expect(url.href).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
      for (const name of ['Ann', 'Bob']) {
        const client = new Client({ name: 'test', version: '1.0.0' });
        await client.connect(new StreamableHTTPClientTransport(url));
        const result = await client.callTool({ name: 'greet', arguments: { name } });
        expect(result.content).toEqual([{ type: 'text', text: `Hello ${name}!` }]);
        await client.close();
      }
    });

    it.each(['SIGINT', 'SIGTERM'] as const)('exits cleanly on %s', async (signal) => {
      const { child } = await startHttp('shelf.mjs');
      child.kill(signal);
      expect(await once(child, 'exit')).toEqual([0, null]);
    });

    it('ends when the shell of npx is ended, which passes no signal on', async () => {
      // The second command keeps the shell from being replaced by the first one.
      const script = '"$@"; exit';
      const args = [process.execPath, packedCommand, 'serve', 'shelf.mjs', '--http', '--port', '0'];
      const shell = spawn('sh', ['-c', script, 'sh', ...args], {
        cwd: workshop.folder,
        env: { ...process.env, npm_command: 'exec' },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      open.add(() => shell.stderr.destroy());
      await once(shell.stderr, 'data');
      shell.kill('SIGTERM');
      // The server has the other end of the pipe as long as it runs.
      shell.stderr.resume();
      await once(shell.stderr, 'end');
      expect(shell.signalCode).toBe('SIGTERM');
    }, 10_000);
  });

  it.each([
    [['nothing.mjs'], 2, "File 'nothing.mjs' does not exist."],
    [['kits.mjs'], 2, "The module exports the toolkits 'one' and 'other'. Export only the one to serve."],
    [['shelf.mjs', '--http', '--host', '0.0.0.0', '--port', '0'], 1, 'Cannot serve: '],
  ])('rejects %j', async (args, code, message) => {
    const run = await workshop.runProcess('serve', ...args);
    expect({ code: run.code, stdout: run.stdout.replace('a module that prints\n', '') }).toEqual({ code, stdout: '' });
    expect(run.stderr).toContain(message);
  });
});
