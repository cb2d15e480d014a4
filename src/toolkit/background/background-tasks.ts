import type { ToolResult } from '../../response/tool-result.js';

/** A call that goes on in the background, or has ended there. */
export interface BackgroundTask {
  /** By which models name it: `task_1`. */
  readonly id: string;
  readonly toolName: string;
  readonly callId: string;
  /** When it went to the background, in milliseconds since 1970. */
  readonly since: number;
  /** The whole outcome; undefined while it runs. */
  readonly result: ToolResult | undefined;
}

/** What a call is taken into the background with. */
export interface TaskStart {
  readonly toolName: string;
  readonly callId: string;
  /** Aborts the call. */
  readonly stop: () => void;
}

/** The call's own hold on its task. */
export interface TaskHandle {
  readonly id: string;
  /** Keeps how it ended. */
  end(result: ToolResult): void;
}

interface HeldTask {
  readonly start: TaskStart;
  readonly id: string;
  readonly since: number;
  readonly ended: Promise<void>;
  readonly tell: () => void;
  result: ToolResult | undefined;
}

/**
 * The calls of a toolkit or a session that went to the background. Only so many are kept: a new one takes the place of
 * the one that ended first.
 */
export class BackgroundTasks {
  readonly #limit: () => number;
  readonly #tasks = new Map<string, HeldTask>();
  /** The ids of the ended ones, in the order of their ends. */
  #ended: string[] = [];
  #count = 0;

  /** @internal Made by a toolkit or a session. */
  constructor(limit: () => number) {
    this.#limit = limit;
  }

  /** In the order in which they went to the background. */
  list(): readonly BackgroundTask[] {
    return [...this.#tasks.values()].map(shown);
  }

  /** Undefined for an id that never was, and for a task that is not kept any more. */
  get(id: string): BackgroundTask | undefined {
    const task = this.#tasks.get(id);
    return task === undefined ? undefined : shown(task);
  }

  /** Stops a task. Says whether it was running; it then ends as interrupted, and its result stays readable. */
  async cancel(id: string): Promise<boolean> {
    const task = this.#tasks.get(id);
    if (task === undefined || task.result !== undefined) return false;
    task.start.stop();
    await task.ended;
    return true;
  }

  /** Stops everything that runs: for the end of a conversation. */
  async cancelAll(): Promise<void> {
    await Promise.all([...this.#tasks.keys()].map((id) => this.cancel(id)));
  }

  /** Waits until a task has ended, at most so many milliseconds, and not beyond an abort. */
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

  /** @internal Takes a call in; undefined if there is no room, because all that are kept are still running. */
  open(start: TaskStart): TaskHandle | undefined {
    if (!this.#makeRoom()) return undefined;
    const id = `task_${++this.#count}`;
    let tell = (): void => {};
    const ended = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const task: HeldTask = { start, id, since: Date.now(), ended, tell, result: undefined };
    this.#tasks.set(id, task);
    return { id, end: (result) => this.#end(task, result) };
  }

  #end(task: HeldTask, result: ToolResult): void {
    if (task.result !== undefined) return;
    task.result = result;
    this.#ended.push(task.id);
    task.tell();
  }

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

function shown({ id, start: { toolName, callId }, since, result }: HeldTask): BackgroundTask {
  return Object.freeze({ id, toolName, callId, since, result });
}
