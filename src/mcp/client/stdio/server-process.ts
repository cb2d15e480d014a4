import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { childEnvironment } from './environment.js';

/** How a server's process is started. */
export interface ServerCommand {
  /** The program, as a path or a name that is looked up in `PATH`. No shell reads it. */
  readonly command: string;
  readonly args?: readonly string[] | undefined;
  /** Added to the few variables that every program needs. Nothing else of our own environment is passed on. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Where it runs. @default where we run */
  readonly cwd?: string | undefined;
  /** Is given what the server writes to its standard error. @default it is dropped */
  readonly onStderr?: ((text: string) => void) | undefined;
}

const isWindows = process.platform === 'win32';

/**
 * Ends a group of processes when its standard input ends, which it does when the process that started it is gone, however
 * that died. `$1` is the group.
 */
const guardScript = 'read -r _; kill -s TERM -- "-$1"; sleep 1; kill -s KILL -- "-$1"';

// How long a process may take to end by itself once its input has ended, and after SIGTERM, in milliseconds.
const graceMs = 1_000;

/**
 * A server's process and all that it starts, as one: they are a process group, which ends with us. A guard, a shell that
 * waits for its input to end, sees to that even where we are killed.
 */
export class ServerProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  #guard: ChildProcess | undefined;
  /** Resolves when the process itself has ended. */
  readonly ended: Promise<string>;

  /** Starts it. Whether it could be started shows in `started`. */
  constructor({ command, args = [], env, cwd, onStderr }: ServerCommand) {
    this.#child = spawn(command, args, {
      env: childEnvironment(env),
      cwd,
      stdio: ['pipe', 'pipe', 'pipe'],
      // A group of its own, to end whatever it starts with it.
      detached: !isWindows,
      windowsHide: true,
    });
    this.ended = this.#end();
    this.#child.stderr.on('data', (text: Buffer) => onStderr?.(text.toString('utf8')));
    // A broken pipe shows in the end of the process.
    const { stdin, stdout, stderr } = this.#child;
    for (const stream of [stdin, stdout, stderr]) stream.on('error', () => {});
  }

  get stdin(): Writable {
    return this.#child.stdin;
  }

  get stdout(): Readable {
    return this.#child.stdout;
  }

  /** Resolves when it runs; rejects as spawning does. */
  async started(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#child.once('spawn', resolve);
      this.#child.once('error', reject);
    });
    this.#guard = this.#startGuard();
  }

  /** Ends it: lets it end by itself, then asks it to, then makes it. Resolves when it has ended. */
  async stop(): Promise<void> {
    this.#child.stdin.end();
    if (await this.#endsWithin(graceMs)) return;
    this.#signal('SIGTERM');
    if (await this.#endsWithin(graceMs)) return;
    this.#signal('SIGKILL');
    await this.ended;
  }

  #end(): Promise<string> {
    return new Promise((resolve) => {
      this.#child.once('error', (error) => resolve(error.message));
      this.#child.once('exit', (code, signal) => {
        // What it has started goes with it: it would hold the pipes open, and outlive us.
        this.#signal('SIGKILL');
        this.#guard?.kill('SIGKILL');
        resolve(signal === null ? `ended with code ${code}` : `was ended by ${signal}`);
      });
    });
  }

  async #endsWithin(limitMs: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), limitMs);
    });
    try {
      return await Promise.race([this.ended.then(() => true), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  #signal(signal: NodeJS.Signals): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    if (isWindows) {
      spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' }).on('error', () => {});
      return;
    }
    try {
      process.kill(-pid, signal);
    } catch {
      // The group is gone already.
    }
  }

  #startGuard(): ChildProcess | undefined {
    const { pid, exitCode, signalCode } = this.#child;
    if (pid === undefined || exitCode !== null || signalCode !== null || isWindows) return undefined;
    const guard = spawn('/bin/sh', ['-c', guardScript, 'sh', String(pid)], {
      env: { PATH: '/usr/bin:/bin' },
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    });
    // Without a shell there is no guard; the server still sees its input end.
    guard.on('error', () => {});
    guard.stdin?.on('error', () => {});
    guard.unref();
    return guard;
  }
}
