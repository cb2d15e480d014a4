import { defer, Observable, type Subscriber, type Subscription } from 'rxjs';
import { ToolError } from '../../errors.js';
import type { CallOptions, ToolCall } from '../../execution/call-options.js';
import { checkPositive } from '../../execution/check-limits.js';
import { toToolError } from '../../execution/failure.js';
import { followAbort } from '../../execution/follow-abort.js';
import { refusedCall, toLastResponse } from '../../execution/outcome.js';
import { longestTimerMs } from '../../longest-timer.js';
import { text } from '../../response/content.js';
import type { ToolResponse } from '../../response/tool-response.js';
import { dispatch } from '../pipeline/call-dispatch.js';
import type { CallSite } from '../pipeline/call-site.js';
import { resultOf } from '../pipeline/call-tally.js';
import { findTool } from '../pipeline/found-tool.js';
import type { ToolCatalog } from '../tool-catalog.js';
import type { BackgroundTasks, TaskHandle } from './background-tasks.js';
import { addTaskTools, taskToolNames } from './task-tools.js';

/** When a call goes on in the background. */
export interface BackgroundOptions {
  /** Answers with a placeholder at once, unless the call is refused. @default false */
  readonly background?: boolean | undefined;
  /** Answers with a placeholder if the call has not ended by then, in milliseconds. @default never */
  readonly backgroundAfterMs?: number | undefined;
}

/** What a call through a toolkit may be given besides its arguments. */
export type ToolkitCallOptions = CallOptions & BackgroundOptions;

/** Whether a call may go to the background. */
export function mayLeave({ background, backgroundAfterMs }: BackgroundOptions): boolean {
  return background === true || backgroundAfterMs !== undefined;
}

/** Where a call is made. */
export interface RunSite {
  readonly site: CallSite;
  readonly catalog: ToolCatalog;
}

/**
 * The responses of a call. One that may go to the background answers with a placeholder when its time is up, and goes on
 * as a task. What it streams until then is seen live; what comes later is seen once, in the task's result. Where there is
 * no room for a task, it stays.
 */
export function runCall(
  { site, catalog }: RunSite,
  call: ToolCall,
  options: ToolkitCallOptions,
): Observable<ToolResponse> {
  if (!mayLeave(options)) return dispatch(site, call, options);
  return defer(() => {
    const found = findTool(site, call.name, options.auth);
    // What is refused at once is told at once; and a look at a task must not become one.
    if (ToolError.is(found) || found.entry.actsOnScope === true) return dispatch(site, call, options);
    try {
      checkPositive(options.backgroundAfterMs, 'backgroundAfterMs');
      addTaskTools(catalog);
    } catch (thrown) {
      const error = toToolError(thrown, { toolName: call.name, secretsIn: [] });
      return dispatch({ ...site, find: () => error }, call, options);
    }
    const id = options.callId ?? call.id ?? site.ids.next();
    const named = { id, name: call.name, input: call.input };
    return new Observable<ToolResponse>((subscriber) => {
      const run = (own: CallOptions): Observable<ToolResponse> => dispatch(site, named, { ...own, callId: id });
      const leaving = new LeavingCall({ call: named, tasks: site.scope.tasks, options, run }, subscriber);
      return () => leaving.leave();
    });
  });
}

interface BackgroundCall {
  readonly call: Readonly<Required<ToolCall>>;
  readonly tasks: BackgroundTasks;
  readonly options: ToolkitCallOptions;
  readonly run: (options: CallOptions) => Observable<ToolResponse>;
}

/** One call on its way to the background. */
class LeavingCall {
  readonly #call: BackgroundCall;
  readonly #subscriber: Subscriber<ToolResponse>;
  readonly #abort = new AbortController();
  readonly #unfollow: (() => void) | undefined;
  readonly #startedAt = performance.now();
  readonly #subscription: Subscription;
  #cancelTimer: (() => void) | undefined;
  #isStreamed = false;
  /** Chunks that nobody has seen: a placeholder may take their place, and the task's result has them. */
  #held: ToolResponse[] = [];
  #early: ToolResponse | undefined;
  #task: TaskHandle | undefined;

  constructor(call: BackgroundCall, subscriber: Subscriber<ToolResponse>) {
    this.#call = call;
    this.#subscriber = subscriber;
    const { background, backgroundAfterMs = Number.POSITIVE_INFINITY, signal, ...options } = call.options;
    if (signal?.aborted === true) this.#abort.abort(signal.reason);
    else if (signal !== undefined) this.#unfollow = followAbort(signal, () => this.#abort.abort(signal.reason));
    this.#cancelTimer = background === true ? soon(() => this.#place()) : later(() => this.#place(), backgroundAfterMs);
    this.#subscription = call.run({ ...options, throwOnError: false, signal: this.#abort.signal }).subscribe({
      next: (response) => this.#take(response),
      error: (thrown: unknown) => this.#take(this.#failure(thrown)),
    });
  }

  /** The reader goes. A call in the background is not the reader's any more. */
  leave(): void {
    this.#cancelTimer?.();
    this.#unfollow?.();
    if (this.#task === undefined) this.#subscription.unsubscribe();
  }

  get #waitsForPlace(): boolean {
    return this.#call.options.background === true && this.#cancelTimer !== undefined;
  }

  #take(response: ToolResponse): void {
    if (this.#task !== undefined) {
      if (response.isLast) this.#task.end(resultOf(response));
    } else if (!response.isLast) {
      this.#held.push(response);
      if (!this.#waitsForPlace) this.#showHeld();
    } else if (this.#waitsForPlace && !isRefusal(response)) {
      this.#early = response;
    } else {
      this.#showHeld();
      this.#finish(response);
    }
  }

  /** Its time is up. */
  #place(): void {
    this.#cancelTimer = undefined;
    const { id: callId, name: toolName } = this.#call.call;
    this.#task = this.#call.tasks.open({ toolName, callId, stop: () => this.#abort.abort() });
    if (this.#early !== undefined && this.#task !== undefined) this.#task.end(resultOf(this.#early));
    if (this.#task !== undefined) {
      this.#held = [];
      this.#finish(this.#placeholder(this.#task.id));
      return;
    }
    this.#showHeld();
    if (this.#early !== undefined) this.#finish(this.#early);
  }

  #showHeld(): void {
    for (let chunk = this.#held.shift(); chunk !== undefined; chunk = this.#held.shift()) {
      this.#isStreamed = true;
      this.#subscriber.next(chunk);
    }
  }

  #finish(last: ToolResponse): void {
    this.#cancelTimer?.();
    this.#unfollow?.();
    this.#subscriber.next(last);
    this.#subscriber.complete();
  }

  /** A call never fails so, but for a defect; a task that does not end would be worse. */
  #failure(thrown: unknown): ToolResponse {
    const { id, name: toolName } = this.#call.call;
    return toLastResponse(refusedCall(toolName, toToolError(thrown, { toolName, secretsIn: [] })), id);
  }

  #placeholder(taskId: string): ToolResponse {
    const { id, name: toolName } = this.#call.call;
    const { view, wait, cancel } = taskToolNames;
    const words =
      `'${toolName}' is running in the background as task '${taskId}'. Use ${view} to see how it stands, ` +
      `${wait} to wait for its result, ${cancel} to stop it.`;
    const outcome = {
      toolName,
      rendered: { data: undefined, content: [text(words)], metadata: { background: { taskId } } },
      error: undefined,
      streamed: this.#isStreamed,
      attempts: 0,
      durationMs: performance.now() - this.#startedAt,
    };
    return toLastResponse(outcome, id);
  }
}

function isRefusal(last: ToolResponse): boolean {
  return last.error !== undefined && resultOf(last).attempts === 0;
}

/** Once what is refused at once has been refused. */
function soon(place: () => void): () => void {
  const immediate = setImmediate(place);
  return () => clearImmediate(immediate);
}

function later(place: () => void, delayMs: number): () => void {
  if (delayMs > longestTimerMs) return () => {};
  const timer = setTimeout(place, delayMs);
  return () => clearTimeout(timer);
}
