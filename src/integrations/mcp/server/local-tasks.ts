import { scheduleAfter } from '../../../base/async/schedule.js';
import { settleWithin } from '../../../base/async/settle-within.js';
import { RateLimitError } from '../../../base/errors/errors.js';
import { mergeLimits } from '../../../base/options/merge-limits.js';
import { errorMeta } from '../protocol/error-meta.js';
import { McpProtocolError, rpcErrorCodes } from '../protocol/protocol-error.js';
import { estimateBytes } from './estimate-bytes.js';
import type { MultiRoundTripCall } from './multi-round-trip-call.js';
import { type McpTaskLimits, taskDefaults } from './task-limits.js';
import { type DetailedTask, type TaskListener, toIsoTime, type WireTask } from './wire-task.js';

type Limits = typeof taskDefaults;

/** The end of a task. */
type TaskEnd = Pick<DetailedTask, 'result' | 'error'> & { readonly status: 'completed' | 'failed' | 'cancelled' };

interface LocalTask {
  readonly call: MultiRoundTripCall;
  readonly createdAt: number;
  readonly cancelExpiry: () => void;
  readonly ended: Promise<void>;
  lastUpdatedAt: number;
  end: TaskEnd | undefined;
  bytes: number;
}

/** The tasks whose calls run in this process, within limits. */
export class LocalTasks {
  readonly #limits: Limits;
  readonly #tasks = new Map<string, LocalTask>();
  readonly #listeners = new Map<string, Set<TaskListener>>();
  /** How many calls may become tasks, by client. */
  readonly #reserved = new Map<string, number>();

  /** @throws DefinitionError on an unknown limit, and on a limit that is not a number above 0. */
  constructor(limits?: McpTaskLimits) {
    this.#limits = mergeLimits(taskDefaults, limits, 'tasks');
  }

  /**
   * Reserves the place of a task for a call that is about to begin. Returns a function that gives the place back.
   *
   * @throws McpProtocolError if there are too many tasks.
   */
  reserve(client: string): () => void {
    this.#checkRoom(client);
    this.#reserved.set(client, (this.#reserved.get(client) ?? 0) + 1);
    return () => {
      const left = (this.#reserved.get(client) ?? 1) - 1;
      if (left > 0) this.#reserved.set(client, left);
      else this.#reserved.delete(client);
    };
  }

  /** Reserves the place of a task that a task store has, for as long as it is stored. */
  reserveStored(client: string): void {
    scheduleAfter(this.reserve(client), this.#limits.ttlMs, false);
  }

  /** Stores the task of a call that has begun. */
  add(call: MultiRoundTripCall): WireTask {
    const now = Date.now();
    const cancelExpiry = scheduleAfter(() => this.#expire(task), this.#limits.ttlMs, false);
    const ended = call.result.then(
      (result) => this.#end(task, { status: 'completed', result }),
      (error: unknown) => this.#end(task, { status: 'failed', error: toTaskError(error) }),
    );
    const task: LocalTask = {
      call,
      createdAt: now,
      cancelExpiry,
      ended,
      lastUpdatedAt: now,
      end: undefined,
      bytes: call.bytes,
    };
    this.#tasks.set(call.id, task);
    call.observe(() => this.#change(task));
    return this.#toWire(task);
  }

  /** Returns a task of a client; undefined if it does not exist or belongs to another one. */
  get(id: string, owner: string | undefined): DetailedTask | undefined {
    const task = this.#find(id, owner);
    return task && this.#toDetailed(task);
  }

  /** Passes the answers of a client to its task. Returns whether there is such a task. */
  update(id: string, owner: string | undefined, answers: unknown): boolean {
    const task = this.#find(id, owner);
    if (task === undefined) return false;
    task.call.answer(answers);
    this.#change(task);
    return true;
  }

  /** Cancels a task of a client, unless it has ended. Returns whether there is such a task. */
  cancel(id: string, owner: string | undefined): boolean {
    const task = this.#find(id, owner);
    if (task === undefined) return false;
    task.call.cancel();
    this.#end(task, { status: 'cancelled' });
    return true;
  }

  /** Calls a listener when the status of a task changes. Returns a function that ends this. */
  watch(id: string, listener: TaskListener): () => void {
    const listeners = this.#listeners.get(id) ?? new Set();
    this.#listeners.set(id, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(id);
    };
  }

  /** Resolves when all tasks have ended. Tasks that take longer than `deadlineMs` are cancelled. */
  async drain(deadlineMs: number): Promise<void> {
    const running = [...this.#tasks.values()].filter(({ end }) => end === undefined);
    await settleWithin(Promise.all(running.map(({ ended }) => ended)), deadlineMs);
    for (const { call } of running) this.cancel(call.id, call.owner);
  }

  /** Cancels and removes all tasks. */
  close(): void {
    for (const task of this.#tasks.values()) this.#expire(task);
    this.#listeners.clear();
  }

  #checkRoom(client: string): void {
    const { maxPerClient, maxTasks, maxBytes } = this.#limits;
    const stored = [...this.#tasks.values()];
    const ofClient = stored.filter(({ call }) => call.client === client).length + (this.#reserved.get(client) ?? 0);
    const bytes = stored.reduce((sum, task) => sum + task.bytes, 0);
    const reserved = [...this.#reserved.values()].reduce((sum, count) => sum + count, 0);
    const limit =
      ofClient >= maxPerClient
        ? 'maxPerClient'
        : stored.length + reserved >= maxTasks
          ? 'maxTasks'
          : bytes >= maxBytes
            ? 'maxBytes'
            : undefined;
    if (limit !== undefined) throw this.#createRefusal(limit, 'Too many tasks are stored');
  }

  #createRefusal(limit: keyof Limits, problem: string): McpProtocolError {
    const value = this.#limits[limit];
    const error = new RateLimitError(`${problem} (tasks.${limit}: ${value}). Call again later.`, {
      details: { limit: `tasks.${limit}`, value },
    });
    return new McpProtocolError(rpcErrorCodes.refused, error.toText(), errorMeta(error));
  }

  #find(id: string, owner: string | undefined): LocalTask | undefined {
    const task = this.#tasks.get(id);
    return task?.call.owner === owner ? task : undefined;
  }

  #change(task: LocalTask): void {
    if (task.end !== undefined) return;
    task.bytes = task.call.bytes;
    this.#announce(task);
  }

  #end(task: LocalTask, end: TaskEnd): void {
    if (task.end !== undefined) return;
    task.end = this.#withinBytes(task, end);
    this.#announce(task);
  }

  /** Counts the result of a task. A result for which there is no room is lost: the task fails. */
  #withinBytes(task: LocalTask, end: TaskEnd): TaskEnd {
    const others = [...this.#tasks.values()].reduce((sum, one) => sum + (one === task ? 0 : one.bytes), 0);
    task.bytes = estimateBytes([end.result, end.error]);
    if (others + task.bytes <= this.#limits.maxBytes) return end;
    const error = this.#createRefusal('maxBytes', 'The result of the task is too large to be stored');
    task.bytes = estimateBytes(error.message);
    return { status: 'failed', error: toTaskError(error) };
  }

  #announce(task: LocalTask): void {
    task.lastUpdatedAt = Math.max(Date.now(), task.lastUpdatedAt);
    const listeners = this.#listeners.get(task.call.id);
    if (listeners === undefined) return;
    const detailed = this.#toDetailed(task);
    for (const listener of listeners) listener(detailed);
  }

  #expire(task: LocalTask): void {
    task.cancelExpiry();
    task.call.cancel();
    this.#end(task, { status: 'cancelled' });
    this.#tasks.delete(task.call.id);
    this.#listeners.delete(task.call.id);
  }

  #toWire({ call, createdAt, lastUpdatedAt, end }: LocalTask): WireTask {
    const { ttlMs, pollIntervalMs } = this.#limits;
    const statusMessage = end === undefined ? call.statusMessage : undefined;
    const status = end?.status ?? (call.isWaiting ? 'input_required' : 'working');
    return {
      taskId: call.id,
      status,
      ...(statusMessage === undefined ? {} : { statusMessage }),
      createdAt: toIsoTime(createdAt),
      lastUpdatedAt: toIsoTime(lastUpdatedAt),
      ttlMs: Math.ceil(ttlMs),
      pollIntervalMs: Math.ceil(pollIntervalMs),
    };
  }

  #toDetailed(task: LocalTask): DetailedTask {
    const wire = this.#toWire(task);
    if (wire.status === 'input_required') return { ...wire, inputRequests: task.call.inputRequests };
    const { result, error } = task.end ?? {};
    return { ...wire, ...(result === undefined ? {} : { result }), ...(error === undefined ? {} : { error }) };
  }
}

function toTaskError(error: unknown): NonNullable<DetailedTask['error']> {
  if (!(error instanceof McpProtocolError)) return { code: rpcErrorCodes.internalError, message: 'Internal error.' };
  const { code, message, data } = error;
  return { code, message, ...(data === undefined ? {} : { data }) };
}
