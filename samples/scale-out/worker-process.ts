import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Report } from './report.js';

const program = fileURLToPath(new URL('./worker.js', import.meta.url));
// A worker that does not end in this time is killed.
const graceMs = 3_000;

/** What a worker process is started with. */
export interface WorkerProcessOptions {
  readonly name: string;
  readonly queue: string;
  readonly server: string;
  /** The file of the payment service. */
  readonly paymentsFile: string;
  /** Is called after each report of the worker. */
  readonly onReport: () => void;
}

/** A worker in a process of its own, which ends with its scope. */
export class WorkerProcess implements AsyncDisposable {
  readonly name: string;
  readonly queue: string;
  /** The IDs of the calls that the worker has begun. */
  readonly calls = new Set<string>();
  /** The IDs of the calls that the worker runs. */
  readonly running = new Set<string>();
  readonly #child: ChildProcess;
  readonly #exited: Promise<unknown>;

  constructor({ name, queue, server, paymentsFile, onReport }: WorkerProcessOptions) {
    this.name = name;
    this.queue = queue;
    this.#child = fork(program, [server, queue], { env: { ...process.env, PAYMENTS_FILE: paymentsFile } });
    this.#exited = once(this.#child, 'exit');
    this.#child.on('message', (message: Report | 'ready') => {
      if (message === 'ready') return;
      this.#add(message);
      onReport();
    });
  }

  get isKilled(): boolean {
    return this.#child.killed;
  }

  /** Resolves when the worker serves its tools. */
  async ready(): Promise<void> {
    const ended = this.#exited.then(() => {
      throw new Error(`The worker ${this.name} ended before it served its tools.`);
    });
    await Promise.race([once(this.#child, 'message'), ended]);
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.connected) this.#child.disconnect();
    const timer = setTimeout(() => this.kill(), graceMs);
    await this.#exited;
    clearTimeout(timer);
  }

  #add({ kind, callId }: Report): void {
    this.calls.add(callId);
    if (kind === 'begun') this.running.add(callId);
    else this.running.delete(callId);
  }
}
