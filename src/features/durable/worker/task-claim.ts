import { unrefTimer } from '../../../base/async/schedule.js';
import { ToolError } from '../../../base/errors/errors.js';
import { ToolResult } from '../../../call/response/tool-result.js';
import type { StoredTask, TaskStore } from '../../../stores/task-store.js';
import { type DurableTask, durableTaskOf } from '../durable-record.js';

/** The changes with which a worker ends its claim of a task. */
export type Changes = Partial<Pick<DurableTask, 'status' | 'data' | 'result'>>;

/** The parts of a claim. */
export interface TaskClaimParts {
  readonly store: TaskStore;
  readonly leaseMs: number;
  readonly onError: (error: unknown) => void;
}

/** The claim of a worker to the task that it runs. While it lasts, it shows the other workers that this one is alive. */
export class TaskClaim {
  readonly #parts: TaskClaimParts;
  readonly #abort = new AbortController();
  readonly #timer: ReturnType<typeof setInterval>;
  #task: DurableTask;
  #revision: number;
  #isLost = false;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(parts: TaskClaimParts, task: DurableTask, revision: number) {
    this.#parts = parts;
    this.#task = task;
    this.#revision = revision;
    this.#timer = setInterval(() => this.#beat(), parts.leaseMs / 3);
    unrefTimer(this.#timer);
  }

  /** A signal that fires when the caller cancels the task, or another worker has taken it. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Receives a change of the task. */
  observe(stored: StoredTask): void {
    if (stored.revision > this.#revision) this.#adopt(stored);
  }

  /** Stores the end of the task, unless another worker has taken it. */
  async end(changes: Changes): Promise<void> {
    clearInterval(this.#timer);
    await this.#enqueue(() => this.#write(changes)).catch((error: unknown) => {
      // A result that the store refuses is replaced by the reason.
      if (!ToolError.is(error) || error.code !== 'execution') throw error;
      return this.#enqueue(() => this.#write({ status: 'ended', result: ToolResult.fail(error).toJSON() }));
    });
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #beat(): void {
    this.#enqueue(() => this.#write({})).catch(this.#parts.onError);
  }

  /** Writes the task until no other process writes at the same time. */
  async #write(changes: Changes): Promise<void> {
    while (!this.#isLost) {
      const data = { ...this.#task.data, ...changes.data, beat: (this.#task.data.beat ?? 0) + 1 };
      const isCancelled = this.#task.data.isCancelled;
      const task: DurableTask = { ...this.#task, ...changes, data: { ...data, isCancelled } };
      const revision = await this.#parts.store.update(task, this.#revision);
      if (revision !== undefined) {
        [this.#task, this.#revision] = [task, revision];
        return;
      }
      const stored = await this.#parts.store.get(task.id);
      if (stored === undefined) this.#lose();
      else this.#adopt(stored);
    }
  }

  #adopt(stored: StoredTask): void {
    const task = durableTaskOf(stored);
    if (task === undefined || task.status !== 'running' || task.data.worker !== this.#task.data.worker) {
      if (stored.revision > this.#revision) this.#lose();
      return;
    }
    [this.#task, this.#revision] = [task, stored.revision];
    if (task.data.isCancelled === true) this.#abort.abort();
  }

  #lose(): void {
    this.#isLost = true;
    this.#abort.abort();
  }

  #enqueue(write: () => Promise<void>): Promise<void> {
    const written = this.#writing.then(write, write);
    this.#writing = written.catch(() => undefined);
    return written;
  }
}
