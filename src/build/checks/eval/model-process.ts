import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { LATE, settleWithin } from '../../../base/async/settle-within.js';
import { maxAnswerLength } from './read-answer.js';

const isWindows = process.platform === 'win32';
// How long a process may take to end after its input has ended, in milliseconds.
const graceMs = 1_000;

/** A line of a process, or the reason why there is none, as the end of a sentence. */
export type ProcessLine = { readonly text: string } | { readonly end: string };

/** The process of a model, which reads and writes lines. Its standard error is that of this process. */
export class ModelProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #ended: Promise<string>;
  readonly #kill = (): void => this.kill();
  #rest = '';
  #lines: string[] = [];
  #onLine = (): void => {};

  /** Starts a program without a shell. `started` reports whether that succeeded. */
  constructor([program = '', ...args]: readonly string[]) {
    this.#child = spawn(program, args, {
      stdio: ['pipe', 'pipe', 'inherit'],
      // A process group, so that what a launcher such as npx has started ends with it.
      detached: !isWindows,
      windowsHide: true,
    });
    this.#ended = this.#end();
    const { stdin, stdout } = this.#child;
    stdout.setEncoding('utf8').on('data', (text: string) => this.#read(text));
    // A broken pipe is reported by the end of the process.
    for (const stream of [stdin, stdout]) stream.on('error', () => {});
    process.once('exit', this.#kill);
  }

  /** Whether the process has written a line that no one has read. */
  get hasLine(): boolean {
    return this.#lines.length > 0;
  }

  /** Resolves when the process runs. Rejects with the error of starting it. */
  async started(): Promise<void> {
    await new Promise<void>((resolve, reject) => this.#child.once('spawn', resolve).once('error', reject));
  }

  writeLine(text: string): void {
    this.#child.stdin.write(`${text}\n`);
  }

  /** Returns the next line that is not empty, as soon as it is written. */
  async readLine(): Promise<ProcessLine> {
    const line = new Promise<void>((resolve) => {
      this.#onLine = resolve;
    });
    if (!this.hasLine && this.#rest.length <= maxAnswerLength) await Promise.race([line, this.#ended]);
    const text = this.#lines.shift();
    if (text !== undefined) return { text };
    return { end: this.#rest.length > maxAnswerLength ? 'wrote more than 10 MB in a line' : await this.#ended };
  }

  /** Ends the process: closes its input, and kills it if it does not end by itself. */
  async stop(): Promise<void> {
    this.#child.stdin.end();
    if ((await settleWithin(this.#ended, graceMs)) !== LATE) return;
    this.kill();
    await this.#ended;
  }

  /** Kills the process and what it has started. */
  kill(): void {
    const { pid } = this.#child;
    try {
      if (pid !== undefined && !isWindows) process.kill(-pid, 'SIGKILL');
    } catch {
      // The group has ended.
    }
    this.#child.kill('SIGKILL');
  }

  #read(text: string): void {
    this.#rest += text;
    // A long line is not read again with each part of it.
    if (text.includes('\n')) {
      const lines = this.#rest.split('\n');
      this.#rest = lines.pop() ?? '';
      this.#lines.push(...lines.filter((line) => line.trim() !== ''));
    }
    if (this.hasLine || this.#rest.length > maxAnswerLength) this.#onLine();
  }

  #end(): Promise<string> {
    return new Promise((resolve) => {
      this.#child.once('error', (error) => resolve(error.message));
      // What it has started would keep its output open.
      this.#child.once('exit', this.#kill);
      this.#child.once('close', (code, signal) => {
        process.off('exit', this.#kill);
        resolve(signal === null ? `ended with code ${code}` : `was ended by ${signal}`);
      });
    });
  }
}
