import { scheduleAfter } from '../async/schedule.js';
import { InterruptedError } from '../errors/errors.js';
import { type JobLimits, PooledWorker, type WorkerProgram } from './pooled-worker.js';

/** The options of a pool. */
export interface WorkerPoolOptions extends WorkerProgram {
  /** The maximum number of workers. @default 2 */
  readonly maxWorkers?: number | undefined;
  /** The time after which an unused worker ends, in milliseconds. @default 10000 */
  readonly idleMs?: number | undefined;
}

/**
 * Worker threads that run the jobs of one program, each in a thread that is ended at the time limit of its job. Workers
 * start when they are needed, and never prevent the process from exiting.
 *
 * @typeParam Job - The messages that the program receives. They are copied to the worker.
 * @typeParam Output - The messages that it posts for them.
 */
export class WorkerPool<Job, Output> {
  readonly #options: WorkerPoolOptions;
  readonly #idle: PooledWorker<Job, Output>[] = [];
  readonly #waiting = new Set<() => void>();
  #running = 0;
  #stopIdling = (): void => {};

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
  }

  /**
   * Runs a job on a free worker, or waits until one is free.
   *
   * @throws TimeoutError if the job exceeds its time limit.
   * @throws InterruptedError if the signal is aborted.
   * @throws ToolExecutionError if the worker fails, as when it exceeds its memory.
   */
  async run(job: Job, limits: JobLimits): Promise<Output> {
    this.#stopIdling();
    await this.#takeSlot(limits.signal);
    const worker = this.#takeWorker();
    try {
      return await worker.run(job, limits);
    } finally {
      this.#running--;
      if (!worker.hasEnded) this.#idle.push(worker);
      this.#startNext();
    }
  }

  /** Ends the unused workers. The pool can be used again. */
  async close(): Promise<void> {
    this.#stopIdling();
    await Promise.all(this.#idle.splice(0).map((worker) => worker.terminate()));
  }

  #takeWorker(): PooledWorker<Job, Output> {
    for (let worker = this.#idle.pop(); worker !== undefined; worker = this.#idle.pop()) {
      if (!worker.hasEnded) return worker;
    }
    return new PooledWorker<Job, Output>(this.#options);
  }

  async #takeSlot(signal: AbortSignal | undefined): Promise<void> {
    const { maxWorkers = 2 } = this.#options;
    while (this.#running >= maxWorkers) await this.#waitForEnd(signal);
    this.#running++;
  }

  /** Waits until a job may have ended. */
  #waitForEnd(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        this.#waiting.delete(resume);
        reject(new InterruptedError('The call was cancelled.'));
      };
      const resume = (): void => {
        signal?.removeEventListener('abort', abort);
        resolve();
      };
      if (signal?.aborted === true) abort();
      else {
        signal?.addEventListener('abort', abort, { once: true });
        this.#waiting.add(resume);
      }
    });
  }

  #startNext(): void {
    const [resume] = this.#waiting;
    if (resume !== undefined) {
      this.#waiting.delete(resume);
      resume();
    } else if (this.#running === 0) this.#closeLater();
  }

  #closeLater(): void {
    const { idleMs = 10_000 } = this.#options;
    this.#stopIdling = scheduleAfter(() => void this.close(), idleMs, false);
  }
}
