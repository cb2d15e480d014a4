import { scheduleAfter } from '../../base/async/schedule.js';
import { DefinitionError } from '../../base/errors/errors.js';
import type { FinalDecision } from '../../call/client/approver.js';
import type { AwaitedCall } from '../../call/concurrency/call-waits.js';
import type { ConcurrencyLimiter } from '../../call/concurrency/concurrency-limiter.js';
import { PartKey } from '../../call/host-call.js';
import { onAbort } from '../../call/on-abort.js';
import type { ToolResult } from '../../call/response/tool-result.js';
import type { BackgroundTask } from '../../toolkit/background-task.js';
import type { StoredTasks } from '../../toolkit/stored-tasks.js';

/** The call of a new task. */
export interface TaskStart {
  /** The ID of a task that a task store has. @default the next number of this process */
  readonly id?: string | undefined;
  readonly call: AwaitedCall & { readonly callId: string };
  /** Aborts the call. */
  readonly stop: () => void;
}

/** The parts of the tasks of a toolkit or a session. */
export interface BackgroundTasksParts {
  /** Returns the largest number of tasks of this process. */
  readonly limit: () => number;
  /** Returns the durable calls. Returns undefined if the toolkit has no task store. */
  readonly durable: () => StoredTasks | undefined;
  /** Returns the ID of the session. */
  readonly sessionId: () => string | undefined;
  readonly limiter: ConcurrencyLimiter;
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
  readonly #durable: () => StoredTasks | undefined;
  readonly #sessionId: () => string | undefined;
  readonly #limiter: ConcurrencyLimiter;
  #count = 0;

  /** @internal */
  constructor({ limit, durable, sessionId, limiter }: BackgroundTasksParts) {
    this.#limit = limit;
    this.#durable = durable;
    this.#sessionId = sessionId;
    this.#limiter = limiter;
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
   * Returns the durable calls in the task store of the toolkit, in the order in which they were made: those of this toolkit
   * or session, in whichever process they were made.
   *
   * @throws DefinitionError if the toolkit has no task store.
   */
  async listStored(): Promise<readonly BackgroundTask[]> {
    return this.#requireDurable().list(this.#sessionId());
  }

  /**
   * Returns a task of this process or, if the toolkit has a task store, one that any process has made. Resolves to
   * undefined if it does not exist or is no longer stored.
   */
  async find(id: string): Promise<BackgroundTask | undefined> {
    return this.get(id) ?? (await this.#durable()?.find(id, this.#sessionId()));
  }

  /**
   * Waits for the result of a durable call, in whichever process it was made. Rejects with a NotFoundError if it is not
   * stored, and with the reason of `signal` when that aborts.
   *
   * @throws DefinitionError if the toolkit has no task store.
   */
  async result(id: string, signal?: AbortSignal): Promise<ToolResult> {
    const durable = this.#requireDurable();
    // A task of another session is reported as not stored.
    const isOwn = (await durable.find(id, this.#sessionId())) !== undefined;
    return durable.result(isOwn ? id : ' ', signal);
  }

  /**
   * Decides on the approval that a durable call waits for, in whichever process it was made. Resolves to whether the call
   * was waiting. The caller must check that the user may decide.
   *
   * @throws DefinitionError if the decision is invalid, or the toolkit has no task store.
   */
  async decide(id: string, decision: FinalDecision): Promise<boolean> {
    return this.#requireDurable().decide(id, this.#sessionId(), decision);
  }

  #requireDurable(): StoredTasks {
    const durable = this.#durable();
    if (durable !== undefined) return durable;
    throw new DefinitionError('Only a toolkit with the option taskStore has durable calls.');
  }

  /**
   * Cancels a task. Resolves to whether it was running. It then ends as interrupted, and its result remains available.
   */
  async cancel(id: string): Promise<boolean> {
    const task = this.#tasks.get(id);
    if (task === undefined) return (await this.#durable()?.cancel(id, this.#sessionId())) ?? false;
    if (task.result !== undefined) return false;
    task.start.stop();
    await task.ended;
    return true;
  }

  /** Cancels all running tasks, for example at the end of a conversation. */
  async cancelAll(): Promise<void> {
    await Promise.all([...this.#tasks.keys()].map((id) => this.cancel(id)));
  }

  /**
   * Waits until a task has ended, `timeoutMs` milliseconds have passed, or `signal` aborts. Rejects with a DeniedError if the
   * task waits for the call that waits for it.
   */
  async wait(id: string, timeoutMs: number, signal: AbortSignal): Promise<void> {
    const task = this.#tasks.get(id);
    if (task === undefined) return this.#waitForStored(id, timeoutMs, signal);
    if (task.result !== undefined) return;
    const { current } = this.#limiter;
    const stopWaiting = current && this.#limiter.awaitTask(task.start.call, current);
    await new Promise<void>((resolve) => {
      const done = (): void => {
        stopWaiting?.();
        stopTimer();
        signal.removeEventListener('abort', done);
        resolve();
      };
      const stopTimer = scheduleAfter(done, timeoutMs);
      signal.addEventListener('abort', done, { once: true });
      if (signal.aborted) done();
      void task.ended.then(done);
    });
  }

  async #waitForStored(id: string, timeoutMs: number, signal: AbortSignal): Promise<void> {
    const abort = new AbortController();
    const stop = (): void => abort.abort();
    const stopTimer = scheduleAfter(stop, timeoutMs);
    const stopListening = onAbort(signal, stop);
    // The caller looks for the task again.
    await this.#durable()
      ?.result(id, abort.signal)
      .catch(() => undefined);
    stopTimer();
    stopListening();
  }

  /**
   * Starts a task. Returns undefined if the limit is reached and all stored tasks are still running.
   *
   * @internal
   */
  open(start: TaskStart): TaskHandle | undefined {
    if (!this.#makeRoom()) return undefined;
    const id = start.id ?? `task_${++this.#count}`;
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

/** The key of the background tasks of a toolkit or session. */
export const backgroundTasksKey: PartKey<BackgroundTasks> = new PartKey('background');

function toTask({ id, start: { call }, since, result }: StoredTask): BackgroundTask {
  return Object.freeze({ id, toolName: call.name, callId: call.callId, since, result });
}
