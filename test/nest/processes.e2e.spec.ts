import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { McpEra } from 'toolwright/mcp';
import ts from 'typescript';
import { root } from '../support/repository.js';

// Inside the repository, so that the programs find the built package by its own name.
const folder = join(root, 'test/.build/nest-programs');

const compilerOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
};

function compileProgram(name: string): string {
  const source = readFileSync(join(root, `test/fixtures/nest-programs/${name}.ts`), 'utf8');
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, ts.transpileModule(source, { compilerOptions }).outputText);
  return file;
}

async function connectStdio(era: McpEra, args: readonly string[]): Promise<Client | OldClient> {
  const info = { name: 'test', version: '1.0.0' };
  const server = { command: process.execPath, args: [...args] };
  if (era === '2025-11-25') {
    const client = new OldClient(info);
    await client.connect(new OldTransport(server));
    return client;
  }
  const client = new Client(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  await client.connect(new StdioClientTransport(server));
  return client;
}

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
});

describe.each(['2025-11-25', '2026-07-28'] as const)(
  'createToolkitContext with MCP clients of %s over standard input',
  (era) => {
    it.each([
      ['admin', ['find', 'purge'], 'purged'],
      ['reader', ['find'], undefined],
    ])('lists and calls the tools of the role %s', async (role, names, purged) => {
      const client = await connectStdio(era, [compileProgram('stdio'), role, era]);
      try {
        const { tools } = await client.listTools();
        expect(tools.map(({ name }) => name)).toEqual(names);
        expect(await client.callTool({ name: 'find', arguments: { text: 'tea' } })).toMatchObject({
          content: [{ type: 'text', text: 'found tea' }],
        });
        const text = await client.callTool({ name: 'purge', arguments: {} }).then(
          ({ isError, content }) => (isError === true ? undefined : (content as { text: string }[])[0]?.text),
          () => undefined,
        );
        expect(text).toBe(purged);
      } finally {
        await client.close();
      }
    });
  },
);

describe('an application with enableShutdownHooks', () => {
  let child: ChildProcess | undefined;

  afterEach(() => child?.kill('SIGKILL'));

  it('drains open calls on SIGTERM, and cancels those that outlast the time limit', async () => {
    const started = spawn(process.execPath, [compileProgram('shutdown')], { stdio: ['ignore', 'pipe', 'inherit'] });
    child = started;
    const exited = once(started, 'exit');
    const lines = createInterface({ input: started.stdout })[Symbol.asyncIterator]();
    const url = (await lines.next()).value as string;
    const call = async (name: string): Promise<unknown> => {
      const headers = { 'content-type': 'application/json', connection: 'close' };
      const response = await fetch(`${url}/tools/${name}`, { method: 'POST', headers, body: '{}' });
      return response.json();
    };
    const finished = call('finish');
    expect((await lines.next()).value).toBe('finish runs');
    const hanging = call('hang');
    expect((await lines.next()).value).toBe('hang runs');
    started.kill('SIGTERM');
    expect(await finished).toMatchObject({ data: 'finished after the signal' });
    expect(await hanging).toMatchObject({ error: { message: 'The application is closing.' } });
    expect((await lines.next()).value).toBe('hang is cancelled');
    expect(await exited).toEqual([null, 'SIGTERM']);
  });
});

describe('an application whose toolkit the command calls', () => {
  it('is closed by SIGINT', async () => {
    const command = join(root, 'dist/build/cli/main.js');
    const child = spawn(process.execPath, [command, 'call', compileProgram('command'), 'hang'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    try {
      const exited = once(child, 'exit');
      const lines: string[] = [];
      for await (const line of createInterface({ input: child.stderr })) {
        lines.push(line);
        if (line === 'hang runs') child.kill('SIGINT');
      }
      expect(lines).toEqual(expect.arrayContaining(['hang runs', 'hang is cancelled', 'the application is closed']));
      await exited;
    } finally {
      child.kill('SIGKILL');
    }
  });
});
