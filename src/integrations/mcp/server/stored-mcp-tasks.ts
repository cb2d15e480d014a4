import { type CallLabels, storedLabel } from '../../../call/call-labels.js';
import { partOfHost } from '../../../call/host-call.js';
import type { Toolkit, ToolResult } from '../../../index.js';
import type { TaskStore } from '../../../stores/index.js';
import type { BackgroundTask } from '../../../toolkit/background-task.js';
import { flowPartKey } from '../../../toolkit/flow-part.js';
import { type StoredTasks, storedTasksKey } from '../../../toolkit/stored-tasks.js';
import type { McpCallResult } from '../protocol/messages.js';
import { taskDefaults } from './task-limits.js';
import { type DetailedTask, type TaskListener, toIsoTime, type WireTask } from './wire-task.js';

/** The settings of the tasks of one client in a task store. */
export interface StoredTasksParts {
  readonly store: TaskStore;
  readonly calls: StoredTasks;
  /** The client that the tasks belong to; undefined if it is not known. */
  readonly owner: string | undefined;
  readonly limits: Pick<typeof taskDefaults, 'ttlMs' | 'pollIntervalMs'>;
  /** What is known of the arguments of calls without a session. Undefined if the toolkit does not follow them. */
  readonly flow?: CallLabels | undefined;
  /** Converts the result of a call. */
  readonly toCallResult: (result: ToolResult) => McpCallResult;
}

/** A call that becomes a task in a task store. */
export interface StoredCall {
  readonly toolName: string;
  readonly input: unknown;
  readonly auth: unknown;
}

/**
 * The tasks of one client in the task store of the toolkit: any process that serves the toolkit has them, and a worker
 * (`serveTasks`) runs their calls.
 */
export class StoredMcpTasks {
  readonly #parts: StoredTasksParts;
  readonly #sessionId: string;

  constructor(parts: StoredTasksParts) {
    this.#parts = parts;
    // Tasks of a session belong to it alone. Without an identity, only the ID of a task protects it.
    this.#sessionId = parts.owner === undefined ? 'mcp' : `mcp ${parts.owner}`;
  }

  /** Creates the tasks of a client. Returns undefined if the toolkit has no task store. */
  static of(toolkit: Toolkit, parts: Omit<StoredTasksParts, 'store' | 'calls' | 'flow'>): StoredMcpTasks | undefined {
    const { taskStore: store } = toolkit;
    const calls = partOfHost(toolkit, storedTasksKey);
    return store === undefined || calls === undefined
      ? undefined
      : new StoredMcpTasks({ ...parts, store, calls, flow: storedLabel(partOfHost(toolkit, flowPartKey)?.label) });
  }

  /** Stores the task of a call. Resolves when every process has it. */
  async create({ toolName, input, auth }: StoredCall): Promise<WireTask> {
    const callId = crypto.randomUUID();
    const { calls, limits, flow } = this.#parts;
    const deadlineMs = Number.isFinite(limits.ttlMs) ? limits.ttlMs : undefined;
    await calls.create({ callId, toolName, input, auth, sessionId: this.#sessionId, deadlineMs, flow });
    return { taskId: callId, status: 'working', ...this.#timesOf(Date.now(), Date.now()) };
  }

  /** Returns a task; undefined if it does not exist or belongs to another client. */
  async get(id: string): Promise<DetailedTask | undefined> {
    const task = await this.#parts.calls.find(id, this.#sessionId);
    return task && this.#toDetailed(task);
  }

  /** Asks the worker of a task to cancel it. Resolves to whether there is such a task. */
  async cancel(id: string): Promise<boolean> {
    if (await this.#parts.calls.cancel(id, this.#sessionId)) return true;
    return (await this.get(id)) !== undefined;
  }

  /** Calls a listener when the status of a task changes. Returns a function that ends this. */
  watch(id: string, listener: TaskListener): () => void {
    let isOver = false;
    let last: string | undefined;
    const onChange = async (): Promise<void> => {
      const task = isOver ? undefined : await this.get(id);
      if (task === undefined || isOver || task.status === last) return;
      last = task.status;
      listener(task);
    };
    const watching = this.#parts.store.watch(() => void onChange().catch(() => undefined), id);
    return () => {
      isOver = true;
      watching.then((stop) => stop()).catch(() => undefined);
    };
  }

  #toDetailed({ id, since, status, result }: BackgroundTask): DetailedTask {
    if (result === undefined) {
      const statusMessage = status === 'waiting' ? { statusMessage: 'Waits for approval.' } : {};
      return { taskId: id, status: 'working', ...statusMessage, ...this.#timesOf(since, Date.now()) };
    }
    const times = this.#timesOf(since, since + (result.durationMs ?? 0));
    const { error } = result;
    const isCancelled = error?.code === 'interrupted' && error.details?.outcome !== 'unknown';
    if (isCancelled) return { taskId: id, status: 'cancelled', ...times };
    return { taskId: id, status: 'completed', ...times, result: this.#parts.toCallResult(result) };
  }

  #timesOf(createdAt: number, lastUpdatedAt: number): Omit<WireTask, 'taskId' | 'status'> {
    const { ttlMs, pollIntervalMs } = this.#parts.limits;
    return {
      createdAt: toIsoTime(createdAt),
      lastUpdatedAt: toIsoTime(lastUpdatedAt),
      ttlMs: Math.ceil(ttlMs),
      pollIntervalMs: Math.ceil(pollIntervalMs),
    };
  }
}
