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

  it('can be imported, and names the package to install when tools are served', () => {
    const code = `import { serveMcp } from 'toolwright/mcp';
      serveMcp(function ping() {}, { transport: 'stdio' }).catch((error) => console.log(error.code, error.message));`;
    expect(runNode(['--input-type=module', '-e', code], { cwd: project })).toBe(
      'definition Serving tools over MCP requires a package. Run: npm install @modelcontextprotocol/sdk.\n',
    );
  });

  it('answers no request, and names no version as supported', () => {
    const code = `import { mcpHandler } from 'toolwright/mcp';
      const errors = [];
      const handler = mcpHandler(function ping() {}, { onError: (error) => errors.push(error.code) });
      await handler.load().catch((error) => console.log(error.message));
      for (const version of ['2025-11-25', '2026-07-28']) {
        const response = await handler.fetch(new Request('http://localhost/mcp', {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', 'mcp-protocol-version': version },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
        }));
        console.log(response.status, (await response.text()).includes('supported'));
      }
      console.log(new Set(errors));`;
    expect(runNode(['--input-type=module', '-e', code], { cwd: project })).toBe(
      'Serving tools over MCP requires a package. Run: npm install @modelcontextprotocol/sdk.\n' +
        "500 false\n500 false\nSet(1) { 'definition' }\n",
    );
  });

  it('is named when an application of NestJS that serves MCP starts', () => {
    const code = `import 'reflect-metadata';
      import { Module } from '@nestjs/common';
      import { NestFactory } from '@nestjs/core';
      import { ToolkitModule } from 'toolwright/nest';
      process.on('warning', () => {});
      class AppModule {}
      Module({ imports: [ToolkitModule.forRoot({ mcp: { path: 'mcp' } })] })(AppModule);
      const app = await NestFactory.create(AppModule, { logger: false, abortOnError: false });
      await app.init().catch((error) => console.log(error.code, error.message));
      await app.close();`;
    expect(runNode(['--no-warnings', '--input-type=module', '-e', code], { cwd: project })).toBe(
      'definition Serving tools over MCP requires a package. Run: npm install @modelcontextprotocol/sdk.\n',
    );
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

describe('mcpHandler without the SDK of one version', () => {
  const request = (
    params: object,
    headers: object,
  ): string => `await handler.fetch(new Request('http://localhost/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...${JSON.stringify(headers)} },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: ${JSON.stringify(params)} }),
  }))`;
  const modern = {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  };
  const requests = {
    server: request(modern, { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' }),
    sdk: request({}, { 'mcp-protocol-version': '2025-11-25' }),
  } as const;
  let project = '';

  beforeEach(() => {
    project = installPackedPackage();
  }, 120_000);

  afterEach(() => {
    rmSync(project, { recursive: true, force: true });
  });

  it.each(['server', 'sdk'] as const)('names @modelcontextprotocol/%s to a client of this version', (missing) => {
    rmSync(join(project, 'node_modules/@modelcontextprotocol', missing), { recursive: true });
    const present = missing === 'sdk' ? 'server' : 'sdk';
    const code = `import { mcpHandler } from 'toolwright/mcp';
      const handler = mcpHandler(function ping() {}, { sessions: false });
      console.log((${requests[present]}).status, JSON.stringify(await (${requests[missing]}).json()));
      await handler.close();`;
    const printed = runNode(['--input-type=module', '-e', code], { cwd: project });
    const answer = JSON.parse(printed.slice(4)) as {
      readonly error: { readonly code: number; readonly message: string };
    };
    expect(printed).toMatch(/^200 /);
    expect(answer.error.code).toBe(-32_022);
    expect(answer.error.message).toContain(
      `requires the package @modelcontextprotocol/${missing}, which is not installed`,
    );
  });
});
