import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { installPackedPackage } from '../support/packed-package.js';
import { runNode } from '../support/repository.js';

describe('toolwright/mcp without an SDK', () => {
  let project = '';

  beforeAll(() => {
    project = installPackedPackage();
    rmSync(join(project, 'node_modules/@modelcontextprotocol'), { recursive: true });
  }, 120_000);

  afterAll(() => {
    rmSync(project, { recursive: true, force: true });
  });

  /** Runs a module with `_meta` of a request, and returns what it prints and which warnings it emits. */
  function run(code: string): { readonly output: string; readonly warnings: readonly string[] } {
    const prelude = `import { once } from 'node:events';
      const warnings = [];
      process.on('warning', ({ message }) => warnings.push(message));
      process.on('exit', () => console.log(JSON.stringify(warnings)));
      const _meta = {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
      };`;
    const args = ['--no-warnings', '--input-type=module', '-e', prelude + code];
    const lines = runNode(args, { cwd: project }).trimEnd().split('\n');
    const warnings = JSON.parse(String(lines.pop())) as readonly string[];
    return { output: lines.map((line) => `${line}\n`).join(''), warnings };
  }

  it('serves version 2026-07-28 over standard input and output, and warns that other clients are refused', () => {
    const { output, warnings } = run(`import { PassThrough } from 'node:stream';
      import { serveMcp } from 'toolwright/mcp';
      const [stdin, stdout] = [new PassThrough(), new PassThrough()];
      const serving = await serveMcp(function ping() { return 'pong'; }, { transport: 'stdio', stdin, stdout });
      const send = async (message) => {
        stdin.write(JSON.stringify(message) + '\\n');
        const [line] = await once(stdout, 'data');
        return JSON.parse(String(line));
      };
      const called = await send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'ping', _meta } });
      console.log(called.result.content[0].text);
      const refused = await send({ jsonrpc: '2.0', id: 2, method: 'initialize', params: { protocolVersion: '2025-11-25' } });
      console.log(JSON.stringify(refused.error.data));
      await serving.close();`);
    expect(output).toBe('pong\n{"supported":["2026-07-28"],"requested":"2025-11-25"}\n');
    expect(warnings).toEqual([expect.stringContaining('npm install @modelcontextprotocol/sdk')]);
  });

  it('serves version 2026-07-28 over HTTP, and names the package to a client of another version', () => {
    const { output, warnings } = run(`import { mcpHandler } from 'toolwright/mcp';
      const handler = mcpHandler(function ping() { return 'pong'; });
      await handler.load();
      for (const version of ['2025-11-25', '2026-07-28']) {
        const response = await handler.fetch(new Request('http://localhost/mcp', {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
            'mcp-protocol-version': version,
            'mcp-method': 'tools/list',
          },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: version === '2026-07-28' ? { _meta } : {} }),
        }));
        const { result, error } = await response.json();
        console.log(response.status, result?.tools[0].name ?? error.message);
      }`);
    expect(output).toBe(
      '400 Protocol version 2025-11-25 requires the package @modelcontextprotocol/sdk, which is not installed on this ' +
        'server.\n200 ping\n',
    );
    expect(warnings).toEqual([expect.stringContaining('npm install @modelcontextprotocol/sdk')]);
  });

  it('names the package of an application server', () => {
    const { output } = run(`import { mcpHandler } from 'toolwright/mcp';
      const server = () => { throw new Error('not created'); };
      const handler = mcpHandler(function ping() {}, { era: '2026-07-28', server, onError: () => {} });
      await handler.load().catch((error) => console.log(error.code, error.message));`);
    expect(output).toBe(
      'definition Serving tools over MCP requires a package. Run: npm install @modelcontextprotocol/server.\n',
    );
  });

  it('lets an application of NestJS start, and warns', () => {
    const { output, warnings } = run(`import 'reflect-metadata';
      import { Module } from '@nestjs/common';
      import { NestFactory } from '@nestjs/core';
      import { ToolkitModule } from 'toolwright/nest';
      class AppModule {}
      Module({ imports: [ToolkitModule.forRoot({ mcp: { path: 'mcp' } })] })(AppModule);
      const app = await NestFactory.create(AppModule, { logger: false, abortOnError: false });
      await app.init();
      console.log('started');
      await app.close();`);
    expect(output).toBe('started\n');
    expect(warnings).toEqual([expect.stringContaining('npm install @modelcontextprotocol/sdk')]);
  });

  it('is named by the adapter for the Claude Agent SDK', () => {
    const code = `import { Toolkit } from 'toolwright';
      import { toolServer } from 'toolwright/claude-agent';
      toolServer(new Toolkit(), { name: 'shop' }).catch((error) => console.log(error.code, error.message));`;
    expect(runNode(['--input-type=module', '-e', code], { cwd: project })).toBe(
      'definition toolServer requires a package. Run: npm install @modelcontextprotocol/sdk.\n',
    );
  });
});
