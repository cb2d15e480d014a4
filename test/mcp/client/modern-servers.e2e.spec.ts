import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { NetworkError, Toolkit, type ToolSpec } from 'toolwright';
import { fromMcp, type McpSource, mcpSource } from 'toolwright/mcp';
import { describeCalls, type Workbench } from '../../contracts/executor.contract.js';
import { root } from '../../support/repository.js';
import { freePort, readLog, useSources } from './servers.js';

const script = join(root, 'test/mcp/client/modern-server.mjs');

class ModernOverHttp {
  readonly port: number;
  readonly #logFile: readonly string[];
  #child: ChildProcess | undefined;

  constructor(port: number, ...logFile: readonly string[]) {
    this.port = port;
    this.#logFile = logFile;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/mcp`;
  }

  async start(): Promise<this> {
    const args = [script, String(this.port), ...this.#logFile];
    this.#child = spawn(process.execPath, args, { stdio: 'ignore', env: { PATH: process.env.PATH } });
    let isUp = false;
    const probe = async (): Promise<boolean> => fetch(this.url).then(async (answer) => (await answer.text()) !== '');
    for (let tries = 0; tries < 500 && !isUp; tries++) {
      isUp = await probe().catch(() => new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 20)));
    }
    return this;
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }
}

const names = ['echo', 'steps', 'fail', 'failLater', 'linger'] as const;

for (const over of ['stdio', 'HTTP'] as const) {
  describeCalls(`tools of a server of 2026-07-28 over ${over}`, async (): Promise<Workbench> => {
    const folder = mkdtempSync(join(tmpdir(), 'toolwright-mcp-'));
    const logFile = join(folder, 'log');
    const http = over === 'HTTP' ? await new ModernOverHttp(await freePort(), logFile).start() : undefined;
    const transport = http ?? { command: process.execPath, args: [script, 'stdio', logFile] };
    const source = mcpSource({ name: 'modern', sdk: 'v2', transport, onWarning: () => {} });
    const specs = await source.specs();
    const tools = names.map((name) => [name, specs.find((spec) => source.remoteName(spec.name) === name)] as const);
    return {
      ...(Object.fromEntries(tools) as Record<(typeof names)[number], ToolSpec>),
      stopped: () => readLog(logFile).length,
      close: async () => {
        await source.close();
        await http?.kill();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  });
}

describe.each(['stdio', 'HTTP'] as const)('a server of 2026-07-28 over %s', (over) => {
  const open = useSources('v2');
  let http: ModernOverHttp | undefined;

  beforeAll(async () => {
    if (over === 'HTTP') http = await new ModernOverHttp(await freePort()).start();
  });

  afterAll(() => http?.kill());

  function modern(options: Partial<Parameters<typeof open.source>[0]> = {}): McpSource {
    const transport = http ?? { command: process.execPath, args: [script, 'stdio'] };
    return open.source({ name: 'modern', transport, prefix: false, ...options });
  }

  it('is connected with its protocol version', async () => {
    const source = modern();
    await source.connect();
    expect(source.server).toMatchObject({ name: 'modern', protocolVersion: '2026-07-28' });
  });

  it('returns values that are not objects unchanged', async () => {
    const toolkit = new Toolkit();
    await toolkit.registerSource(modern());
    expect(toolkit.get('count')).toMatchObject({ outputSchema: { type: 'array', items: { type: 'integer' } } });
    expect((await toolkit.execute('count', {})).data).toEqual([1, 2]);
  });

  it('can ask in a multi-round-trip', async () => {
    const asked: unknown[] = [];
    const toolkit = new Toolkit();
    await toolkit.registerSource(
      modern({
        elicit: ({ message }) => {
          asked.push(message);
          return { action: 'accept', content: { sugar: 2 } };
        },
      }),
    );
    expect((await toolkit.execute('ask', {})).data).toBe('2 lumps');
    expect(asked).toEqual(['Sugar?']);
  });

  it('has its list read again after a change', async () => {
    const toolkit = new Toolkit();
    await toolkit.registerSource(modern());
    const before = toolkit.list().length;
    for (let tries = 0; tries < 20 && toolkit.list().length === before; tries++) {
      // The subscription may start after the tools have been read.
      await toolkit.execute('change', {});
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(toolkit.list().length).toBeGreaterThan(before);
  });
});

describe('a server that supports only 2026-07-28, over HTTP', () => {
  const open = useSources('v2');

  async function serve(): Promise<ModernOverHttp> {
    const server = await new ModernOverHttp(await freePort()).start();
    open.closeAfterTest(() => server.kill());
    return server;
  }

  it('receives arguments as headers when its schema requests it', async () => {
    const toolkit = new Toolkit();
    await toolkit.registerSource(open.source({ name: 'modern', transport: await serve(), prefix: false }));
    expect((await toolkit.execute('headed', { region: 'Assam' })).data).toBe('Assam');
  });

  it('fails a pending call when killed, and is reconnected without being initialised', async () => {
    const server = await serve();
    const toolkit = new Toolkit();
    await toolkit.registerSource(open.source({ name: 'modern', transport: server, prefix: false }));
    const since = performance.now();
    let error: unknown;
    for await (const response of toolkit.get('linger')?.iterate({ text: 'tea' }) ?? []) {
      if (!response.isLast) await server.kill();
      error = response.error;
    }
    expect(error).toMatchObject({ code: 'network' });
    // The documented limit is one second.
    expect(performance.now() - since).toBeLessThan(5_000);
    expect((await toolkit.execute('echo', { text: 'tea' })).error).toBeInstanceOf(NetworkError);
    await server.start();
    expect((await toolkit.execute('echo', { text: 'tea' })).data).toBe('tea');
    await toolkit.clear();
  });
});

describe('fromMcp with a client of the SDK v2', () => {
  it('creates a spec for one tool', async () => {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [script], stderr: 'ignore' }));
    try {
      const { tools } = await client.listTools();
      const specs = tools.filter(({ name }) => name === 'echo').map((tool) => fromMcp(tool, client));
      expect(await specs[0]?.call({ text: 'tea' })).toBe('tea');
    } finally {
      await client.close();
    }
  });
});
