import { scheduleAfter, scheduleNextTurn } from '../../base/async/schedule.js';
import { ToolError } from '../../base/errors/errors.js';
import type { ChunkSink, RunnableCall } from '../../call/consumers.js';
import { toToolError } from '../../call/failure.js';
import { isSignal, onAbort } from '../../call/on-abort.js';
import { createFailedOutcome, type Outcome } from '../../call/outcome.js';
import { text } from '../../call/response/content.js';
import type { ToolResponse } from '../../call/response/tool-response.js';
import type { Caller } from '../../tool/spec/access.js';
import { requirePart } from '../../toolkit/entry/require-part.js';
import type { ToolEntry } from '../../toolkit/entry/tool-entry.js';
import type { OpenRequest } from '../../toolkit/feature.js';
import { type CallEnvironment, partOf } from '../../toolkit/pipeline/pipeline.js';
import { ToolkitCall } from '../../toolkit/pipeline/toolkit-call.js';
import type { ToolkitCallOptions } from '../../toolkit/pipeline/toolkit-call-options.js';
import { isDurable, storedTasksKey } from '../../toolkit/stored-tasks.js';
import { type BackgroundTasks, backgroundTasksKey, type TaskHandle } from './background-tasks.js';
import { taskToolNames } from './task-tools.js';

/** The environment of a call, and the tools of its toolkit. */
export interface BackgroundEnvironment {
  readonly environment: CallEnvironment;
  /** Adds the tools with which models manage tasks. Throws a DefinitionError if another tool has one of their names. */
  readonly addTools: () => void;
}

/**
 * Creates a call that can become a background task: it then ends with a placeholder, and continues as a task. Its
 * chunks are emitted live until then, and are part of the task's result afterwards. A call stays in the foreground if
 * the limit of tasks is reached, if its tool cannot be called, if the client runs its tool, or if its tool acts on the
 * toolkit.
 */
export function createBackgroundCall(
  { environment, addTools }: BackgroundEnvironment,
  request: OpenRequest,
  sink: ChunkSink | undefined,
): RunnableCall {
  const { call, options } = request;
  const found = findEntry(environment, call.name, options);
  const staysInForeground =
    ToolError.is(found) || found.actsOnScope === true || found.spec.runsOnClient || !isSignal(options.signal);
  if (staysInForeground) return new ToolkitCall(environment, request, sink);
  try {
    addTools();
  } catch (thrown) {
    const error = toToolError(thrown, { toolName: call.name, secretsIn: [] });
    return new ToolkitCall({ ...environment, find: () => error }, { call, options }, sink);
  }
  const tasks = requirePart(environment.scope, backgroundTasksKey);
  const isStored = isDurable(options, found.spec, partOf(environment, storedTasksKey));
  return new BackgroundCall({ environment, tasks, isStored }, request, sink);
}

function findEntry(environment: CallEnvironment, name: string, caller: Caller): ToolEntry | ToolError {
  try {
    const found = environment.find(name, caller);
    return ToolError.is(found) ? found : found.entry;
  } catch (thrown) {
    return toToolError(thrown, { toolName: name, secretsIn: [] });
  }
}

interface BackgroundParts {
  readonly environment: CallEnvironment;
  readonly tasks: BackgroundTasks;
  /** Whether a task store has the call. */
  readonly isStored: boolean;
}

/** A call that runs in the foreground until it ends or is detached, and then continues as a task. */
class BackgroundCall implements RunnableCall {
  readonly options: ToolkitCallOptions;
  readonly #tasks: BackgroundTasks;
  readonly #isStored: boolean;
  readonly #sink: ChunkSink | undefined;
  /** The controller that aborts the call, even after it has become a task. */
  readonly #abort = new AbortController();
  readonly #inner: ToolkitCall;
  #cancelTimer: (() => void) | undefined;
  #hasStreamed = false;
  /** The chunks that are held back: a placeholder may replace them, and the task's result contains them. */
  #heldChunks: ToolResponse[] = [];
  /** The outcome of a call that ended before it could become a task. */
  #early: Outcome | undefined;
  #task: TaskHandle | undefined;
  #settle: (outcome: Outcome) => void = () => {};

  constructor({ environment, tasks, isStored }: BackgroundParts, request: OpenRequest, sink: ChunkSink | undefined) {
    this.#isStored = isStored;
    const { options } = request;
    this.options = options;
    this.#tasks = tasks;
    this.#sink = sink;
    const innerOptions = { ...options, signal: this.#abort.signal };
    this.#inner = new ToolkitCall(environment, { ...request, options: innerOptions }, (chunk) =>
      this.#receiveChunk(chunk),
    );
    // Its caller does not wait for its end.
    this.#inner.setTask(true);
  }

  get callId(): string {
    return this.#inner.callId;
  }

  get elapsedMs(): number {
    return this.#inner.elapsedMs;
  }

  async run<T>(conclude: (outcome: Outcome) => T): Promise<T> {
    const { background, backgroundAfterMs = Number.POSITIVE_INFINITY, signal } = this.options;
    const stopListening = signal && onAbort(signal, () => this.#abort.abort(signal.reason));
    const outcome = await new Promise<Outcome>((resolve, reject) => {
      this.#settle = resolve;
      const detach = (): void => this.#detach();
      this.#cancelTimer = background === true ? scheduleNextTurn(detach) : scheduleAfter(detach, backgroundAfterMs);
      this.#inner.run((ended) => ended).then((ended) => this.#end(ended), reject);
    });
    stopListening?.();
    return conclude(outcome);
  }

  /** Cancels the call after its consumer has unsubscribed, unless it has become a task. */
  async cancel(): Promise<void> {
    this.#stopTimer();
    if (this.#task === undefined) await this.#inner.cancel();
  }

  /** Whether the call becomes a task as soon as it is certain that it is not rejected. */
  get #isAboutToDetach(): boolean {
    return this.options.background === true && this.#cancelTimer !== undefined;
  }

  #receiveChunk(chunk: ToolResponse): PromiseLike<unknown> | undefined {
    if (this.#task !== undefined) return undefined;
    this.#heldChunks.push(chunk);
    return this.#isAboutToDetach ? undefined : this.#emitHeldChunks();
  }

  #emitHeldChunks(): Promise<void> | undefined {
    const pending: PromiseLike<unknown>[] = [];
    for (const chunk of this.#heldChunks.splice(0)) {
      this.#hasStreamed = true;
      const ready = this.#sink?.(chunk);
      if (ready !== undefined) pending.push(ready);
    }
    return pending.length === 0 ? undefined : Promise.all(pending).then(() => {});
  }

  /** Emits the chunks that were held back, without making the tool wait. A consumer that fails ends the call. */
  #flushHeldChunks(): void {
    const fail = (thrown: unknown): void => {
      const { name: toolName } = this.#inner;
      this.#settle(createFailedOutcome(toolName, toToolError(thrown, { toolName, secretsIn: [] })));
      void this.#inner.cancel();
    };
    try {
      this.#emitHeldChunks()?.catch(fail);
    } catch (thrown) {
      fail(thrown);
    }
  }

  #stopTimer(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }

  #end(outcome: Outcome): void {
    if (this.#task !== undefined) {
      this.#task.end(this.#inner.toResult(outcome));
    } else if (this.#isAboutToDetach && !isRejection(outcome)) {
      this.#early = outcome;
    } else {
      this.#stopTimer();
      this.#flushHeldChunks();
      this.#settle(outcome);
    }
  }

  /** Continues the call as a task, unless the limit of tasks is reached. */
  #detach(): void {
    this.#cancelTimer = undefined;
    const id = this.#isStored ? this.#inner.callId : undefined;
    this.#task = this.#tasks.open({ id, call: this.#inner, stop: () => this.#abort.abort() });
    if (this.#task === undefined) {
      this.#inner.setTask(false);
      this.#flushHeldChunks();
      if (this.#early !== undefined) this.#settle(this.#early);
      return;
    }
    this.#heldChunks = [];
    if (this.#early !== undefined) this.#task.end(this.#inner.toResult(this.#early));
    this.#settle(this.#createPlaceholder(this.#task.id));
  }

  #createPlaceholder(taskId: string): Outcome {
    const { name: toolName } = this.#inner;
    const { view, wait, cancel } = taskToolNames;
    const message =
      `'${toolName}' is running in the background as task '${taskId}'. Use ${view} to see its status, ` +
      `${wait} to wait for its result, ${cancel} to stop it.`;
    return {
      toolName,
      rendered: { data: undefined, content: [text(message)], metadata: { background: { taskId } } },
      state: 'success',
      error: undefined,
      streamed: this.#hasStreamed,
      attempts: 0,
    };
  }
}

function isRejection({ error, attempts }: Outcome): boolean {
  return error !== undefined && attempts === 0;
}
