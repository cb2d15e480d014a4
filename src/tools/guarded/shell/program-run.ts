import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { settleWithin } from '../../../base/async/settle-within.js';
import { ToolExecutionError } from '../../../base/errors/errors.js';
import { onAbort } from '../../../call/on-abort.js';
import { exitGuardOf } from './exit-guard.js';
import { OutputBuffer } from './output-buffer.js';
import type { ProgramEnvironment } from './program-environment.js';
import { ProgramProcesses } from './program-processes.js';

/** What a program is started with. */
export interface ProgramStart {
  /** The name by which a model knows the program. */
  readonly name: string;
  readonly file: string;
  readonly args: readonly string[];
  /** The path of the working folder. */
  readonly cwd: string;
  readonly stdin: string | undefined;
  readonly environment: ProgramEnvironment;
  /** The time that the program may run, in milliseconds. */
  readonly timeLimitMs: number;
  /** The time between SIGTERM and SIGKILL, in milliseconds. */
  readonly graceMs: number;
  /** The number of bytes of each stream that are kept. */
  readonly maxOutputBytes: number;
  /** Ends the program when it aborts. */
  readonly signal: AbortSignal;
}

/** How a program has ended. */
export interface ProgramEnd {
  readonly exitCode: number | null;
  readonly signal: string | null;
}

// How long the output may take to end after the program, before and after its other processes are ended, in
// milliseconds.
const drainMs = 100;

/** A program that runs. It ends with everything that it has started, at the latest at its time limit. */
export class ProgramRun {
  readonly stdout: OutputBuffer;
  readonly stderr: OutputBuffer;
  readonly #child: ChildProcess;
  readonly #exited: Promise<void>;
  readonly #finished: Promise<void>;
  #stop: () => void = () => {};
  #end: ProgramEnd = { exitCode: null, signal: null };
  #hasTimedOut = false;
  #isOver = false;
  #pending = '';
  #wake: () => void = () => {};

  private constructor(child: ChildProcess, processes: ProgramProcesses, start: ProgramStart) {
    this.#child = child;
    this.stdout = new OutputBuffer(start.maxOutputBytes);
    this.stderr = new OutputBuffer(start.maxOutputBytes);
    this.#exited = new Promise((resolve) => {
      child.once('exit', (exitCode, signal) => {
        processes.reap();
        this.#end = { exitCode, signal };
        resolve();
      });
    });
    this.#read(child.stdout, this.stdout);
    this.#read(child.stderr, this.stderr);
    // A program that does not read its input is no failure.
    child.stdin?.on('error', () => {});
    child.stdin?.end(start.stdin);
    this.#finished = this.#finish(processes, start);
  }

  /**
   * Starts a program. It runs when the promise resolves.
   *
   * @throws ToolExecutionError if it cannot be started.
   */
  static async start(start: ProgramStart): Promise<ProgramRun> {
    const marker = randomUUID();
    let child: ChildProcess;
    try {
      child = spawn(start.file, start.args, {
        argv0: start.name,
        cwd: start.cwd,
        env: start.environment.variables(marker),
        stdio: [start.stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
        // A session and a process group of its own.
        detached: true,
      });
    } catch (error) {
      throw startError(start.name, error);
    }
    const { pid } = child;
    if (pid !== undefined) return new ProgramRun(child, new ProgramProcesses(pid, marker), start);
    const error = await new Promise((resolve) => child.once('error', resolve));
    throw startError(start.name, error);
  }

  /** Whether the program was ended because of its time limit. */
  get hasTimedOut(): boolean {
    return this.#hasTimedOut;
  }

  /** How the program has ended. Complete when `finished` has resolved. */
  get end(): ProgramEnd {
    return this.#end;
  }

  /** Returns the text that the program writes to both streams, as it arrives, until it has ended. */
  async *chunks(): AsyncGenerator<string, void> {
    for (;;) {
      const text = this.#pending;
      this.#pending = '';
      if (text !== '') yield text;
      else if (this.#isOver) return;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** Ends the program and all its processes if they still run. Resolves when none is left. */
  async close(): Promise<void> {
    this.#stop();
    await this.#finished;
  }

  async #finish(processes: ProgramProcesses, { graceMs, timeLimitMs, signal }: ProgramStart): Promise<void> {
    const unguard = exitGuardOf(process).add(() => processes.endNow());
    const closed = new Promise<void>((resolve) => this.#child.once('close', () => resolve()));
    const stopped = new Promise<void>((resolve) => (this.#stop = resolve));
    const timer = setTimeout(() => {
      this.#hasTimedOut = true;
      this.#stop();
    }, timeLimitMs);
    const stopListening = onAbort(signal, () => this.#stop());
    const drained = this.#exited.then(() => {
      clearTimeout(timer);
      return settleWithin(closed, drainMs);
    });
    await Promise.race([drained, stopped]);
    clearTimeout(timer);
    stopListening();
    await processes.end(graceMs);
    // Another process may hold the pipes open where escaped processes cannot be found.
    await settleWithin(closed, drainMs);
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
    this.#child.stdin?.destroy();
    unguard();
    this.#isOver = true;
    this.#wake();
  }

  #read(stream: Readable | null, output: OutputBuffer): void {
    stream?.on('error', () => {});
    stream?.on('data', (bytes: Buffer) => {
      this.#pending += output.add(bytes);
      this.#wake();
    });
  }
}

const startProblems: Readonly<Record<string, string>> = {
  ENOENT: 'it or its interpreter, or its working folder, does not exist',
  EACCES: 'this process has no permission to run it',
  E2BIG: 'its arguments are too long',
  ENOEXEC: 'it has no format that the system can run',
  EAGAIN: 'there are too many processes',
  EMFILE: 'too many files are open',
  ENOMEM: 'there is not enough memory',
};

function startError(name: string, error: unknown): ToolExecutionError {
  const code = (error as Partial<NodeJS.ErrnoException>).code ?? 'unknown';
  const problem = startProblems[code] ?? `the system refuses it (${code})`;
  return new ToolExecutionError(`The program '${name}' could not be started: ${problem}.`, {
    cause: error,
    details: { reason: 'start', code },
  });
}
