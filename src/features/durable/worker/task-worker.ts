import { unrefTimer } from '../../../base/async/schedule.js';
import { DefinitionError } from '../../../base/errors/errors.js';
import type { CallLabels } from '../../../call/call-labels.js';
import { pendingApprovalOf } from '../../../call/client/pending-approval.js';
import { toToolError } from '../../../call/failure.js';
import { partOfHost } from '../../../call/host-call.js';
import { ToolResult } from '../../../call/response/tool-result.js';
import type { Toolkit } from '../../../facade/toolkit.js';
import type { ToolkitSession } from '../../../facade/toolkit-session.js';
import type { Unsubscribe } from '../../../stores/event-bus.js';
import type { StoredTask, TaskStore } from '../../../stores/task-store.js';
import { flowPartKey } from '../../../toolkit/flow-part.js';
import { createLostResult, type DurableData, type DurableTask, durableTaskOf } from '../durable-record.js';
import { LeaseWatch } from './lease-watch.js';
import { type Changes, TaskClaim } from './task-claim.js';

/** The parts of a worker. */
export interface TaskWorkerParts {
  readonly toolkit: Toolkit;
  readonly store: TaskStore;
  readonly concurrency: number;
  /** How long a worker may be silent before its calls are taken from it, in milliseconds. */
  readonly leaseMs: number;
  readonly sessionOf: (id: string) => ToolkitSession | Promise<ToolkitSession>;
  readonly onError: (error: unknown) => void;
}

/** Takes durable calls from a store, and runs them. */
export class TaskWorker {
  readonly #id = crypto.randomUUID();
  readonly #parts: TaskWorkerParts;
  /** The tasks that no worker has taken, as far as this one knows, the oldest first. */
  readonly #queued = new Map<string, StoredTask>();
  readonly #running = new Map<string, Promise<void>>();
  readonly #claims = new Map<string, TaskClaim>();
  readonly #leases: LeaseWatch;
  #isClosing = false;
  #timer: ReturnType<typeof setInterval> | undefined;
  #unwatch: Unsubscribe = async () => {};

  constructor(parts: TaskWorkerParts) {
    this.#parts = parts;
    this.#leases = new LeaseWatch(parts.store, (stored) => this.#takeOver(stored));
  }

  async start(): Promise<void> {
    const { store, leaseMs, onError } = this.#parts;
    this.#unwatch = await store.watch((stored) => this.#receive(stored));
    this.#timer = setInterval(() => void this.#leases.check(leaseMs).catch(onError), leaseMs / 3);
    unrefTimer(this.#timer);
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#timer);
    await Promise.all(this.#running.values());
    await this.#unwatch();
  }

  #receive(stored: StoredTask): void {
    const { id, status } = stored.task;
    const task = durableTaskOf(stored);
    if (task === undefined) return;
    const claim = this.#claims.get(id);
    if (claim !== undefined) claim.observe(stored);
    if (status === 'queued' && claim === undefined) this.#queued.set(id, stored);
    else this.#queued.delete(id);
    if (status === 'running' && claim === undefined) this.#leases.watch(stored);
    else this.#leases.forget(id);
    if (status === 'waiting' && task.data.isCancelled === true) this.#queued.set(id, stored);
    this.#fill();
  }

  #fill(): void {
    for (const [id, stored] of this.#queued) {
      if (this.#isClosing || this.#running.size >= this.#parts.concurrency) return;
      this.#queued.delete(id);
      this.#begin(id, () => this.#claim(stored, {}));
    }
  }

  /** Takes a call whose worker is silent: it runs again only if it is idempotent. */
  #takeOver(stored: StoredTask): void {
    const task = durableTaskOf(stored);
    if (task === undefined || this.#isClosing || this.#running.has(task.id)) return;
    const spec = this.#parts.toolkit.get(task.toolName);
    if (spec?.idempotent === true || task.data.isCancelled === true) {
      this.#begin(task.id, () => this.#claim(stored, {}));
    } else {
      const result = createLostResult(task).toJSON();
      this.#begin(task.id, async () => {
        await this.#parts.store.update({ ...task, status: 'ended', result }, stored.revision);
      });
    }
  }

  #begin(id: string, work: () => Promise<void>): void {
    const running = work()
      .catch(this.#parts.onError)
      .finally(() => {
        this.#running.delete(id);
        this.#claims.delete(id);
        this.#fill();
      });
    this.#running.set(id, running);
  }

  async #claim(stored: StoredTask, changes: Partial<DurableData>): Promise<void> {
    const task = durableTaskOf(stored);
    if (task === undefined) return;
    const { store, leaseMs, onError } = this.#parts;
    const data = { ...task.data, ...changes, worker: this.#id, attempts: task.data.attempts + 1, beat: 0 };
    const claimed: DurableTask = { ...task, status: 'running', data };
    const revision = await store.update(claimed, stored.revision);
    // Another worker was faster.
    if (revision === undefined) return;
    const claim = new TaskClaim({ store, leaseMs, onError }, claimed, revision);
    this.#claims.set(task.id, claim);
    try {
      await claim.end(await this.#run(claimed, claim.signal));
    } finally {
      claim.close();
    }
  }

  async #run(task: DurableTask, signal: AbortSignal): Promise<Changes> {
    const { callId, toolName, sessionId, data } = task;
    const { input, auth, deadlineMs, token, decision, isCancelled, origin, flow } = data;
    try {
      const scope = sessionId === undefined ? this.#parts.toolkit : await this.#parts.sessionOf(sessionId);
      if (flow !== undefined) followElsewhere(scope, flow, { callId, toolName });
      const options = { callId, auth, signal: isCancelled === true ? AbortSignal.abort() : signal, deadlineMs };
      const result =
        token !== undefined && decision !== undefined
          ? await scope.resumeApproval(token, decision as 'approve', options)
          : await scope.execute(toolName, input, { ...options, durable: false, background: false, origin });
      const pending = pendingApprovalOf(result);
      if (pending !== undefined) return { status: 'waiting', data: { ...data, token: pending.token } };
      // The worker before has claimed the approval, and has died.
      const isUsed = result.error?.details?.reason === 'used' && data.attempts > 2;
      return { status: 'ended', result: (isUsed ? createLostResult(task) : result).toJSON() };
    } catch (thrown) {
      const error = toToolError(thrown, { toolName, secretsIn: [] });
      return { status: 'ended', result: ToolResult.fail(error).toJSON() };
    }
  }
}

/** Notes in the session of a worker what the model had seen where it has made the call. */
function followElsewhere(
  scope: object,
  flow: CallLabels,
  { callId, toolName }: { readonly callId: string; readonly toolName: string },
): void {
  const part = partOfHost(scope, flowPartKey);
  if (part !== undefined) {
    part.saw(flow);
    part.expect(callId, flow);
  } else if (flow.trust !== 'trusted' || flow.readers !== 'anyone' || flow.arguments !== undefined)
    throw new DefinitionError(
      `The call of '${toolName}' comes from a toolkit with the option flow, which the toolkit of the worker does not have.`,
    );
}
