import { sleep } from '../../../../base/async/schedule.js';
import { withTimeout } from '../../../../base/async/with-timeout.js';
import { InterruptedError, NotFoundError, OutputValidationError, ToolError } from '../../../../base/errors/errors.js';
import { onAbort } from '../../../../call/on-abort.js';
import { isRecord } from '../../../../schema/json-schema/schema-walk.js';
import { rpcErrorCodes } from '../../protocol/protocol-error.js';
import type { RemoteProgress } from '../../protocol/remote-tool.js';
import { toRequestError } from '../errors/remote-errors.js';
import type { LinkRequest } from '../link/remote-link.js';
import { followTask } from './follow-task.js';
import { type RemoteTask, readTask } from './remote-task.js';
import { TaskQuestions } from './task-questions.js';
import { firstPauseMs, isTransient, longestPauseMs } from './try-again.js';
import { WakeUp } from './wake-up.js';

/** A call that has become a task of the server, and how its server is reached. */
export interface TaskCall {
  /** The name of the source. */
  readonly server: string;
  /** The name of the tool for models. */
  readonly toolName: string;
  /** The longest time that the task is awaited, in milliseconds. */
  readonly maxWaitMs: number;
  /** Aborts when the call ends before the task. */
  readonly signal: AbortSignal | undefined;
  /** Aborts when the source is closed. */
  readonly closing: AbortSignal;
  readonly onProgress: ((progress: RemoteProgress) => void) | undefined;
  /** Sends a request. Rejects with a ToolError if the server refuses it or cannot be reached. */
  readonly send: (request: LinkRequest) => Promise<unknown>;
  /** Asks the server to report changes of the task until the signal fires. Settles when it no longer does. */
  readonly follow: (taskId: string, onChange: () => void, signal: AbortSignal) => Promise<void>;
  /** Answers a question of the server. */
  readonly answer: (question: unknown, signal: AbortSignal) => Promise<unknown>;
  /** Removes secrets from a text. */
  readonly redact: (text: string) => string;
}

const shortestPollMs = 50;

// After so many failures in a row, the server is lost.
const maxFailures = 5;

/** The time limit for cancelling a task, in milliseconds. */
export const cancelMs = 2_000;

// The longest status message that is reported, in characters.
const longestMessage = 4_096;

/**
 * Awaits the task that a call has become (SEP-2663). Resolves to the result of the call. If the call ends before the
 * task, the task is cancelled.
 *
 * @param created - The task, as the server has answered the call with it.
 * @throws ToolError if the task fails, is cancelled, lost or malformed, or is not over in time.
 */
export async function awaitTask(created: unknown, call: TaskCall): Promise<unknown> {
  const { toolName, maxWaitMs: limitMs, signal } = call;
  const task = readTask(created, { toolName, taskId: undefined });
  const timeoutMessage = `'${toolName}' ran as a task for longer than ${limitMs} ms (tasks.maxWaitMs).`;
  return withTimeout({ limitMs, timeoutMessage, signal }, (inTime) => new TaskWait(task, call).result(inTime));
}

class TaskWait {
  readonly #created: RemoteTask;
  readonly #call: TaskCall;
  readonly #stop = new AbortController();
  readonly #wakeUp = new WakeUp(shortestPollMs);
  readonly #questions: TaskQuestions;
  /** Whether the server no longer runs the task, as far as it can be known. */
  #isOver = false;
  #changes = 0;
  #message: string | undefined;
  // A server that states no interval is asked after this time, and then after twice the time before.
  #nextPollMs = firstPauseMs;

  constructor(created: RemoteTask, call: TaskCall) {
    const { toolName, answer } = call;
    this.#created = created;
    this.#call = call;
    this.#questions = new TaskQuestions({
      toolName,
      answer,
      signal: this.#stop.signal,
      onAnswered: this.#wakeUp.call,
    });
  }

  async result(signal: AbortSignal): Promise<unknown> {
    const { server, toolName, closing, follow } = this.#call;
    const stopListening = [
      onAbort(signal, () => this.#stop.abort(signal.reason)),
      onAbort(closing, () => {
        this.#stop.abort(new InterruptedError(`The MCP source '${server}' was closed.`, { toolName }));
      }),
    ];
    try {
      void followTask({
        server,
        subscribe: (until) => follow(this.#created.taskId, this.#wakeUp.call, until),
        signal: this.#stop.signal,
      });
      return await this.#poll();
    } catch (error) {
      if (!this.#isOver) await this.#cancel();
      throw error;
    } finally {
      for (const stop of stopListening) stop();
      this.#stop.abort();
    }
  }

  async #poll(): Promise<unknown> {
    let task = this.#created.status === 'working' ? this.#created : await this.#get();
    for (;;) {
      this.#report(task);
      if (task.status === 'completed' || task.status === 'failed' || task.status === 'cancelled') {
        return this.#end(task);
      }
      if (task.status === 'input_required') this.#questions.ask(task.inputRequests);
      await this.#wakeUp.wait(this.#pollMsOf(task), this.#stop.signal);
      const inputResponses = this.#questions.take();
      if (inputResponses !== undefined) await this.#send('tasks/update', { inputResponses });
      task = await this.#get();
    }
  }

  #end({ status, result, error, statusMessage }: RemoteTask): unknown {
    this.#isOver = true;
    const { server, toolName } = this.#call;
    if (status === 'completed') return result;
    if (status === 'cancelled') {
      const reason = statusMessage === undefined || statusMessage === '' ? '.' : `: ${this.#shorten(statusMessage)}`;
      throw new InterruptedError(`'${server}' cancelled the task${reason}`, { toolName });
    }
    const { code, message } = isRecord(error) ? error : {};
    if (!Number.isSafeInteger(code) || typeof message !== 'string') {
      throw new OutputValidationError(`'${toolName}' answered with a malformed task: it has no error.`, { toolName });
    }
    throw toRequestError(error, { server, toolName });
  }

  async #get(): Promise<RemoteTask> {
    const { server, toolName } = this.#call;
    const { taskId } = this.#created;
    try {
      return readTask(await this.#send('tasks/get'), { toolName, taskId });
    } catch (error) {
      if (!ToolError.is(error) || error.details?.rpcCode !== rpcErrorCodes.invalidParams) throw error;
      this.#isOver = true;
      throw new NotFoundError(`'${server}' no longer has the task.`, {
        toolName,
        cause: error,
        details: error.details,
      });
    }
  }

  /** Sends a request about the task. It is sent again if the server cannot be reached for the moment. */
  async #send(method: LinkRequest['method'], params: LinkRequest['params'] = {}): Promise<unknown> {
    const { taskId } = this.#created;
    const { signal } = this.#stop;
    for (let failures = 1; ; failures++) {
      try {
        return await this.#call.send({ method, params: { taskId, ...params }, signal, acceptsTasks: true });
      } catch (error) {
        signal.throwIfAborted();
        if (!isTransient(error)) throw error;
        this.#isOver = failures >= maxFailures;
        if (this.#isOver) throw error;
        await sleep(Math.min(firstPauseMs * 2 ** (failures - 1), longestPauseMs), signal);
      }
    }
  }

  async #cancel(): Promise<void> {
    const { send } = this.#call;
    const { taskId } = this.#created;
    const limit = { limitMs: cancelMs, timeoutMessage: 'The task could not be cancelled.' };
    await withTimeout(limit, (signal) =>
      send({ method: 'tasks/cancel', params: { taskId }, signal, acceptsTasks: true }),
    ).catch(() => {});
  }

  #report({ statusMessage }: RemoteTask): void {
    if (statusMessage === undefined || statusMessage === '' || statusMessage === this.#message) return;
    this.#message = statusMessage;
    this.#changes++;
    this.#call.onProgress?.({ progress: this.#changes, message: this.#shorten(statusMessage) });
  }

  /** Shortens a text without secrets. A part of a secret would not be recognised. */
  #shorten(text: string): string {
    return this.#call.redact(text).slice(0, longestMessage);
  }

  #pollMsOf({ pollIntervalMs = this.#nextPollMs }: RemoteTask): number {
    this.#nextPollMs = Math.min(this.#nextPollMs * 2, longestPauseMs);
    return Math.min(Math.max(pollIntervalMs, shortestPollMs), longestPauseMs);
  }
}
