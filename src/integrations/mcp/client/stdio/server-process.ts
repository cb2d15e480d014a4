import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { LATE, settleWithin } from '../../../../base/async/settle-within.js';
import { childEnvironment } from './environment.js';

/** The command that starts a server's process. */
export interface ServerCommand {
  /** The program, as a path or a name that is looked up in `PATH`. It is started without a shell. */
  readonly command: string;
  readonly args?: readonly string[] | undefined;
  /** Variables to add to the few that every program needs. No others are inherited from this process. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** The working directory. @default the working directory of this process */
  readonly cwd?: string | undefined;
  /** Called with the server's output to standard error. @default the output is dropped */
  readonly onStderr?: ((text: string) => void) | undefined;
}

const isWindows = process.platform === 'win32';

/**
 * A shell script that ends a process group when its standard input ends, which happens when the process that started it
 * exits or is killed. `$1` is the process group.
 */
const guardScript = 'read -r _; kill -s TERM -- "-$1"; sleep 1; kill -s KILL -- "-$1"';

// How long a process may take to exit after its input has ended, and again after SIGTERM, in milliseconds.
const graceMs = 1_000;

// The characters of standard error that are kept for errors. A secret of which only the end is kept cannot be recognized, so
// that they have room for the longest variable of Linux (MAX_ARG_STRLEN).
const keptErrorChars = 132_000;

/**
 * A server's process and its descendants, as a process group that ends with this process. A guard, a shell that waits
 * for its input to end, ends the group even if this process is killed.
 */
export class ServerProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  #guard: ChildProcess | undefined;
  #errorOutput = '';
  /** Resolves with the reason when the process has ended. */
  readonly ended: Promise<string>;

  /** Starts the process. `started` reports whether that succeeded. */
  constructor({ command, args = [], env, cwd, onStderr }: ServerCommand) {
    this.#child = spawn(command, args, {
      env: childEnvironment(env),
      cwd,
      stdio: ['pipe', 'pipe', 'pipe'],
      // A separate process group, so that its descendants end with it.
      detached: !isWindows,
      windowsHide: true,
    });
    this.ended = this.#end();
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#errorOutput = `${this.#errorOutput}${text}`.slice(-keptErrorChars);
      onStderr?.(text);
    });
    // A broken pipe is reported by the end of the process.
    const { stdin, stdout, stderr } = this.#child;
    for (const stream of [stdin, stdout, stderr]) stream.on('error', () => {});
  }

  get stdin(): Writable {
    return this.#child.stdin;
  }

  get stdout(): Readable {
    return this.#child.stdout;
  }

  get stderr(): Readable {
    return this.#child.stderr;
  }

  /** The end of what the process has written to standard error. */
  get errorOutput(): string {
    return this.#errorOutput;
  }

  /** Resolves when the process runs. Rejects with the error of spawning it. */
  async started(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#child.once('spawn', resolve);
      this.#child.once('error', (error) => {
        // Arguments may be secrets, and loggers show all properties of an error.
        Reflect.deleteProperty(error, 'spawnargs');
        reject(error);
      });
    });
    this.#guard = this.#startGuard();
  }

  /** Ends the process: closes its input, then sends SIGTERM, then SIGKILL. Resolves when it has ended. */
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
        // Its descendants are killed, too: they would hold the pipes open and outlive this process.
        this.#signal('SIGKILL');
        this.#guard?.kill('SIGKILL');
        resolve(signal === null ? `ended with code ${code}` : `was ended by ${signal}`);
      });
    });
  }

  async #endsWithin(limitMs: number): Promise<boolean> {
    return (await settleWithin(this.ended, limitMs)) !== LATE;
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
    // Without a shell there is no guard. The input of the server still ends with this process.
    guard.on('error', () => {});
    guard.stdin?.on('error', () => {});
    guard.unref();
    return guard;
  }
}

/** Returns why a process could not be started. Node.js reports a missing command and a missing folder by one code. */
export function describeStartFailure(error: unknown, { command, args = [], cwd }: ServerCommand): string {
  // Never `instanceof`: the error may come from another realm.
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  const failure = typeof code === 'string' ? `could not be started (${code})` : 'could not be started';
  if (code !== 'ENOENT') return failure;
  if (cwd !== undefined && !existsSync(cwd)) return `${failure}: the folder of its option 'cwd' does not exist`;
  return args.length === 0 && /\s/.test(command.trim())
    ? `${failure}: write its arguments in the option 'args'`
    : failure;
}
