import { Worker } from 'node:worker_threads';
import { scheduleAfter } from '../async/schedule.js';
import { InterruptedError, TimeoutError, ToolExecutionError } from '../errors/errors.js';

/** The program that workers run, and the limits of each worker. */
export interface WorkerProgram {
  /**
   * The source of the program, as a CommonJS module. It posts any message when it is ready, and then one message for
   * each message that it receives. Before that message, it may post messages of the form `{ notice }`.
   */
  readonly source: string;
  /** The `workerData` of the program. */
  readonly data?: unknown;
  /** The maximum size of the memory of a worker, in megabytes. */
  readonly memoryMb: number;
}

/**
 * The limits of one job.
 *
 * @typeParam Notice - What the program posts while it runs a job.
 */
export interface JobLimits<Notice = never> {
  /** The time limit of the job, in milliseconds. It begins when a worker has started. */
  readonly timeoutMs: number;
  /** The signal that ends the job. */
  readonly signal?: AbortSignal | undefined;
  /** Called with each notice that the program posts while the job runs. */
  readonly onNotice?: ((notice: Notice) => void) | undefined;
}

/** The end of a wait for the next message of a worker. */
interface Waiting<Output, Notice> {
  readonly resolve: (message: Output) => void;
  readonly onNotice: JobLimits<Notice>['onNotice'];
  readonly reject: (error: Error) => void;
}

/**
 * One worker thread, which runs one job at a time. It lets the process exit while it has none.
 *
 * @typeParam Job - The messages that the program receives. They are copied to the worker.
 * @typeParam Output - The messages that it posts for them.
 * @typeParam Notice - What it posts before them, as `{ notice }`.
 */
export class PooledWorker<Job, Output, Notice = never> {
  readonly #worker: Worker;
  #waiting: Waiting<Output, Notice> | undefined;
  #hasStarted = false;
  #hasEnded = false;

  constructor({ source, data, memoryMb }: WorkerProgram) {
    // The source is a text, so that it needs no file next to a bundle. Neither the options nor the environment of the
    // process are passed on.
    this.#worker = new Worker(source, {
      eval: true,
      workerData: data,
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    this.#worker.on('message', (message) => this.#receive(message));
    this.#worker.on('error', (cause) => this.#end(new ToolExecutionError('The worker has failed.', { cause })));
    this.#worker.unref();
    this.#worker.on('exit', () => this.#end(new ToolExecutionError('The worker has stopped.')));
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /**
   * Runs a job. The worker ends with a job that is cancelled or exceeds its time limit.
   *
   * @throws TimeoutError if the job exceeds its time limit.
   * @throws InterruptedError if the signal is aborted.
   * @throws ToolExecutionError if the worker fails, as when it exceeds its memory.
   */
  async run(job: Job, { timeoutMs, signal, onNotice }: JobLimits<Notice>): Promise<Output> {
    const abort = (): void => this.#end(new InterruptedError('The call was cancelled.'));
    signal?.addEventListener('abort', abort, { once: true });
    let stopTimer: (() => void) | undefined;
    this.#worker.ref();
    try {
      if (signal?.aborted === true) throw new InterruptedError('The call was cancelled.');
      await this.#start();
      const message = this.#nextMessage(onNotice);
      const stop = (): void => this.#end(new TimeoutError(`The time limit of ${timeoutMs} ms was reached.`));
      stopTimer = scheduleAfter(stop, timeoutMs);
      this.#worker.postMessage(job);
      return await message;
    } finally {
      stopTimer?.();
      signal?.removeEventListener('abort', abort);
      this.#worker.unref();
    }
  }

  /** Ends the worker, and the job that it runs. */
  async terminate(): Promise<void> {
    this.#end(new InterruptedError('The worker was closed.'));
    await this.#worker.terminate();
  }

  async #start(): Promise<void> {
    if (!this.#hasStarted) await this.#nextMessage();
  }

  #receive(message: Output | { readonly notice: Notice }): void {
    // The first message may arrive before the first job.
    this.#hasStarted = true;
    if (isNotice(message)) this.#waiting?.onNotice?.(message.notice);
    else this.#waiting?.resolve(message);
  }

  #nextMessage(onNotice?: JobLimits<Notice>['onNotice']): Promise<Output> {
    if (this.#hasEnded) return Promise.reject(new ToolExecutionError('The worker has stopped.'));
    return new Promise<Output>((resolve, reject) => {
      this.#waiting = { resolve, reject, onNotice };
    }).finally(() => {
      this.#waiting = undefined;
    });
  }

  #end(error: Error): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#waiting?.reject(error);
    void this.#worker.terminate();
  }
}

function isNotice<Output, Notice>(
  message: Output | { readonly notice: Notice },
): message is { readonly notice: Notice } {
  return typeof message === 'object' && message !== null && 'notice' in message;
}
