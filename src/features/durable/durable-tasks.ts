import { DefinitionError, NotFoundError } from '../../base/errors/errors.js';
import type { FinalDecision } from '../../call/client/approver.js';
import type { ToolResult } from '../../call/response/tool-result.js';
import type { StoredTask, TaskStore } from '../../stores/task-store.js';
import { digestOf } from '../../tool/arguments/canonical-json.js';
import type { BackgroundTask } from '../../toolkit/background-task.js';
import type { DurableRequest, StoredTasks } from '../../toolkit/stored-tasks.js';
import { type DurableTask, durableTaskOf, resultOfTask } from './durable-record.js';
import { TaskWaiters } from './task-waiters.js';

/** Throws a DefinitionError that begins with `where` on a decision that is malformed. Returns it in its object form. */
export type CheckDecision = (decision: FinalDecision, where: string) => object;

/** The durable calls of a toolkit, in its task store. */
export class DurableTasks implements StoredTasks {
  readonly store: TaskStore;
  readonly #waiters: TaskWaiters;
  readonly #checkDecision: CheckDecision;

  constructor(store: TaskStore, checkDecision: CheckDecision) {
    this.store = store;
    this.#checkDecision = checkDecision;
    this.#waiters = new TaskWaiters(store);
  }

  /**
   * Stores a call for the workers, and waits for its result.
   *
   * @throws DefinitionError if the call is no JSON data, or another call has its ID.
   */
  async run(request: DurableRequest, signal: AbortSignal): Promise<ToolResult> {
    await this.create(request);
    const { callId, sessionId } = request;
    try {
      return await this.result(callId, signal);
    } catch (error) {
      if (signal.aborted) await this.cancel(callId, sessionId);
      throw error;
    }
  }

  async create({ callId, toolName, input, auth, sessionId, deadlineMs, origin, flow }: DurableRequest): Promise<void> {
    const digest = digestOf([toolName, input ?? null, auth ?? null, sessionId ?? null], 'base64url');
    if (digest === undefined) {
      throw new DefinitionError(
        `A durable call of '${toolName}' requires arguments and auth that are plain JSON data.`,
      );
    }
    const task: DurableTask = {
      id: callId,
      toolName,
      callId,
      ...(sessionId === undefined ? {} : { sessionId }),
      since: Date.now(),
      status: 'queued',
      data: {
        input: input ?? {},
        ...(auth === undefined ? {} : { auth }),
        ...(deadlineMs === undefined ? {} : { deadlineMs }),
        ...(origin === undefined ? {} : { origin }),
        ...(flow === undefined ? {} : { flow }),
        digest,
        attempts: 0,
      },
    };
    if ((await this.store.create(task)) !== undefined) return;
    const stored = await this.store.get(callId);
    if (stored !== undefined && durableTaskOf(stored)?.data.digest !== digest) {
      throw new DefinitionError(`Another durable call has the ID '${callId}'. Use an ID for one call only.`);
    }
  }

  /** Waits for the result of a task. Rejects with a NotFoundError if it is not stored. */
  async result(id: string, signal?: AbortSignal): Promise<ToolResult> {
    const task = await this.#waiters.wait(id, signal);
    const result = task && resultOfTask(task);
    if (result !== undefined) return result;
    throw new NotFoundError(`There is no task '${id}', or its result is no longer stored.`);
  }

  /** Returns the tasks of a session, or of a toolkit. */
  async list(sessionId: string | undefined): Promise<readonly BackgroundTask[]> {
    const stored = await this.store.list();
    return stored.filter(({ task }) => task.sessionId === sessionId).map(toBackgroundTask);
  }

  /** Returns a task of a session, or of a toolkit. Resolves to undefined if it is not stored. */
  async find(id: string, sessionId: string | undefined): Promise<BackgroundTask | undefined> {
    const stored = await this.#find(id, sessionId);
    return stored && toBackgroundTask(stored);
  }

  /** Asks the worker of a task to cancel it. Resolves to false if it has ended or is not stored. */
  cancel(id: string, sessionId: string | undefined): Promise<boolean> {
    return this.#change(id, sessionId, (task) => ({ ...task, data: { ...task.data, isCancelled: true } }));
  }

  /** Decides on the approval that a task waits for. Resolves to false if it does not wait for approval. */
  decide(id: string, sessionId: string | undefined, decision: FinalDecision): Promise<boolean> {
    const checked = this.#checkDecision(decision, 'tasks.decide');
    return this.#change(id, sessionId, (task) => {
      if (task.status !== 'waiting') return undefined;
      return { ...task, status: 'queued', data: { ...task.data, decision: checked } };
    });
  }

  async #change(
    id: string,
    sessionId: string | undefined,
    change: (task: DurableTask) => DurableTask | undefined,
  ): Promise<boolean> {
    const stored = await this.#find(id, sessionId);
    const task = stored && durableTaskOf(stored);
    if (stored === undefined || task === undefined || task.status === 'ended') return false;
    const changed = change(task);
    if (changed === undefined) return false;
    // Another process came first.
    if ((await this.store.update(changed, stored.revision)) === undefined) return this.#change(id, sessionId, change);
    return true;
  }

  async #find(id: string, sessionId: string | undefined): Promise<StoredTask | undefined> {
    const stored = await this.store.get(id);
    return stored?.task.sessionId === sessionId ? stored : undefined;
  }
}

function toBackgroundTask({ task }: StoredTask): BackgroundTask {
  const { id, toolName, callId, since, status } = task;
  const token = status === 'waiting' ? (task as DurableTask).data.token : undefined;
  const approval = token === undefined ? {} : { approvalToken: token };
  return Object.freeze({ id, toolName, callId, since, status, ...approval, result: resultOfTask(task) });
}
