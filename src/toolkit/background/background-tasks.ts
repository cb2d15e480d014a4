import type { ToolResult } from '../../response/tool-result.js';

/** A call that runs in the background, or has ended there. */
export interface BackgroundTask {
  /** The ID of the task, such as `task_1`. */
  readonly id: string;
  readonly toolName: string;
  readonly callId: string;
  /** The time at which the call became a task, in milliseconds since 1970. */
  readonly since: number;
  /** The final result. Undefined while the task is running. */
  readonly result: ToolResult | undefined;
}

/** The call of a new task. */
export interface TaskStart {
  readonly toolName: string;
  readonly callId: string;
  /** Aborts the call. */
  readonly stop: () => void;
}

/** The handle with which a call ends its task. */
export interface TaskHandle {
  readonly id: string;
  /** Ends the task and stores its result. */
  end(result: ToolResult): void;
}

interface StoredTask {
  readonly start: TaskStart;
  readonly id: string;
  readonly since: number;
  readonly ended: Promise<void>;
  readonly notifyEnded: () => void;
  result: ToolResult | undefined;
}

/**
 * The background tasks of a toolkit or a session. Their number is limited: a new task replaces the one that ended
 * first.
 */
export class BackgroundTasks {
  readonly #limit: () => number;
  readonly #tasks = new Map<string, StoredTask>();
  /** The IDs of the ended tasks, in the order of their ends. */
  #ended: string[] = [];
  #count = 0;

  /** @internal */
  constructor(limit: () => number) {
    this.#limit = limit;
  }

  /** Returns all stored tasks, in the order in which they were started. */
  list(): readonly BackgroundTask[] {
    return [...this.#tasks.values()].map(toTask);
  }

  /** Returns the task of an ID, or undefined if it does not exist or is no longer stored. */
  get(id: string): BackgroundTask | undefined {
    const task = this.#tasks.get(id);
    return task === undefined ? undefined : toTask(task);
  }

  /**
   * Cancels a task. Resolves to whether it was running. It then ends as interrupted, and its result remains available.
   */
  async cancel(id: string): Promise<boolean> {
    const task = this.#tasks.get(id);
    if (task === undefined || task.result !== undefined) return false;
    task.start.stop();
    await task.ended;
    return true;
  }

  /** Cancels all running tasks, for example at the end of a conversation. */
  async cancelAll(): Promise<void> {
    await Promise.all([...this.#tasks.keys()].map((id) => this.cancel(id)));
  }

  /** Waits until a task has ended, `timeoutMs` milliseconds have passed, or `signal` aborts. */
  async wait(id: string, timeoutMs: number, signal: AbortSignal): Promise<void> {
    const task = this.#tasks.get(id);
    if (task === undefined || task.result !== undefined) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, timeoutMs);
      signal.addEventListener('abort', done, { once: true });
      if (signal.aborted) done();
      void task.ended.then(done);
    });
  }

  /**
   * Starts a task. Returns undefined if the limit is reached and all stored tasks are still running.
   *
   * @internal
   */
  open(start: TaskStart): TaskHandle | undefined {
    if (!this.#makeRoom()) return undefined;
    const id = `task_${++this.#count}`;
    let notifyEnded = (): void => {};
    const ended = new Promise<void>((resolve) => {
      notifyEnded = resolve;
    });
    const task: StoredTask = { start, id, since: Date.now(), ended, notifyEnded, result: undefined };
    this.#tasks.set(id, task);
    return { id, end: (result) => this.#end(task, result) };
  }

  #end(task: StoredTask, result: ToolResult): void {
    if (task.result !== undefined) return;
    task.result = result;
    this.#ended.push(task.id);
    task.notifyEnded();
  }

  /** Removes the tasks that ended first until a new one fits. Returns false if all stored tasks are still running. */
  #makeRoom(): boolean {
    while (this.#tasks.size >= this.#limit()) {
      const [oldest, ...others] = this.#ended;
      if (oldest === undefined) return false;
      this.#ended = others;
      this.#tasks.delete(oldest);
    }
    return true;
  }
}

function toTask({ id, start: { toolName, callId }, since, result }: StoredTask): BackgroundTask {
  return Object.freeze({ id, toolName, callId, since, result });
}
