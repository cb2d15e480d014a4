import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ToolError } from 'toolwright';
import { type McpSource, type McpSourceOptions, type McpWarning, mcpSource, type SdkVersion } from 'toolwright/mcp';
import { root } from '../../support/repository.js';

/** Returns the command of an official server from npm. */
export function npmServer(
  name: 'everything' | 'filesystem' | 'memory',
  ...args: readonly string[]
): { readonly command: string; readonly args: readonly string[] } {
  const main = join(root, `test/programs/node_modules/@modelcontextprotocol/server-${name}/dist/index.js`);
  return { command: process.execPath, args: [main, ...args] };
}

/** Returns the command of the server that violates the protocol. */
export function rawServer(
  listing = 'tools',
  ...args: readonly string[]
): { readonly command: string; readonly args: readonly string[] } {
  return { command: process.execPath, args: [join(root, 'test/mcp/client/raw-server.mjs'), listing, ...args] };
}

/** The official SDKs. Every server is tested with each of them. */
export const sdks = ['v1', 'v2'] as const;

/** Provides sources and folders over one SDK and closes them after each test. Call it once in a `describe`. */
export function useSources(sdk?: SdkVersion): {
  readonly source: (options: Partial<McpSourceOptions> & Pick<McpSourceOptions, 'transport'>) => McpSource;
  readonly raw: (listing?: string, options?: Partial<McpSourceOptions>) => McpSource;
  readonly folder: () => string;
  readonly closeAfterTest: (close: () => unknown) => void;
  readonly warnings: McpWarning[];
} {
  const closers: (() => unknown)[] = [];
  const warnings: McpWarning[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
    warnings.length = 0;
  });
  const source = (options: Partial<McpSourceOptions> & Pick<McpSourceOptions, 'transport'>): McpSource => {
    const made = mcpSource({ sdk, name: 'raw', onWarning: (warning) => warnings.push(warning), ...options });
    closers.push(() => made.close());
    return made;
  };
  return {
    source,
    raw: (listing, options = {}) => source({ transport: rawServer(listing), ...options }),
    folder: () => {
      const folder = mkdtempSync(join(tmpdir(), 'toolwright-mcp-'));
      closers.push(() => rmSync(folder, { recursive: true, force: true }));
      return folder;
    },
    closeAfterTest: (close) => closers.push(close),
    warnings,
  };
}

/** Reads the lines of a server's log file; none while the file does not exist. */
export function readLog(path: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8').trim().split('\n');
  } catch {
    return [];
  }
}

/** Returns the error with which connecting fails. */
export async function failureOf(connecting: Promise<unknown>): Promise<ToolError> {
  const error = await connecting.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!ToolError.is(error)) throw new TypeError('Connecting did not fail with a ToolError.');
  return error;
}

/** Whether a process runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Finds a free port of this machine. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

/** The everything server over HTTP, in its own process. */
export class EverythingOverHttp {
  readonly port: number;
  #child: ChildProcess | undefined;

  readonly #transport: 'streamableHttp' | 'sse';

  private constructor(port: number, transport: 'streamableHttp' | 'sse') {
    this.port = port;
    this.#transport = transport;
  }

  /** @param transport - `sse` is the transport of protocol version 2024-11-05. */
  static async start(transport: 'streamableHttp' | 'sse' = 'streamableHttp'): Promise<EverythingOverHttp> {
    const server = new EverythingOverHttp(await freePort(), transport);
    await server.start();
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/${this.#transport === 'sse' ? 'sse' : 'mcp'}`;
  }

  async start(): Promise<void> {
    const { command, args } = npmServer('everything', this.#transport);
    const env = { PATH: process.env.PATH, PORT: String(this.port) };
    this.#child = spawn(command, args, { env, stdio: 'ignore' });
    for (let tries = 0; tries < 500; tries++) {
      const isUp = await fetch(this.url).then(
        (response) => response.body?.cancel().then(() => true) ?? true,
        () => false,
      );
      if (isUp) return;
      await pause(20);
    }
    throw new Error(`The server at ${this.url} has not started.`);
  }

  /** Kills the process, like a crash. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }

  /** Suspends the process, as if it hung, or resumes it. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#child?.kill(signal);
  }
}
