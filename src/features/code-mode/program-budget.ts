import { longestTimerMs } from '../../base/async/longest-timer.js';
import { DeniedError, TimeoutError, ToolError, type ToolErrorOptions } from '../../base/errors/errors.js';
import type { CodeBudgets } from './code-options.js';
import type { SandboxUsage } from './sandbox-engine.js';

/** What a program has used of its budgets. */
export type CodeUsage = Pick<SandboxUsage, 'calls' | 'computeMs' | 'waitMs'>;

/** The budgets of one program, of which it may have used a part before it was paused. */
export class ProgramBudget {
  readonly #budgets: CodeBudgets;
  readonly #before: CodeUsage;
  readonly #controller = new AbortController();
  #calls: number;
  #waitMs: number;
  /** The number of calls that run, and do not wait for approval. */
  #running = 0;
  #startedAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(budgets: CodeBudgets, before: CodeUsage) {
    this.#budgets = budgets;
    this.#before = before;
    this.#calls = before.calls;
    this.#waitMs = before.waitMs;
  }

  /** The signal that aborts when the program has waited too long. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The time that the program may still compute, in milliseconds. */
  get computeMs(): number {
    return Math.max(1, this.#budgets.computeMs - this.#before.computeMs);
  }

  /** Counts a call. Throws a DeniedError, which the program can catch, if all calls are used. */
  admit(toolName: string): void {
    const { calls } = this.#budgets;
    if (this.#calls >= calls) {
      throw new DeniedError(
        `'${toolName}' was not called: the program has used all of its ${calls} calls. ${this.describeLeft()}`,
        { toolName, details: { budget: 'calls', max: calls, left: 0 } },
      );
    }
    this.#calls++;
  }

  /** Counts the time of a call until the returned function is called. */
  startWaiting(): () => void {
    this.#resume();
    return onceOnly(() => this.#pause());
  }

  /** Stops counting the time of a call until the returned function is called. */
  pauseWaiting(): () => void {
    this.#pause();
    return onceOnly(() => this.#resume());
  }

  /** Returns what the program has used, with the time that an engine reports. */
  usage(computeMs: number): CodeUsage {
    return {
      calls: this.#calls,
      computeMs: Math.round(this.#before.computeMs + computeMs),
      waitMs: Math.round(this.#waited()),
    };
  }

  /** Describes to a model what is left of each budget. */
  describeLeft(computeMs = 0): string {
    const { calls, waitMs, resultCharacters, ...budgets } = this.#budgets;
    const used = this.usage(computeMs);
    const left = (all: number, one: number): number => Math.max(0, all - one);
    return (
      `Left: ${left(calls, used.calls)} of ${calls} calls, ${left(budgets.computeMs, used.computeMs)} of ` +
      `${budgets.computeMs} ms of computing, ${left(waitMs, used.waitMs)} of ${waitMs} ms of waiting, and ` +
      `${resultCharacters} characters for the result.`
    );
  }

  /** Stops the timer. */
  close(): void {
    clearTimeout(this.#timer);
  }

  /** Adds what is left to an error of an engine that reports a limit. Returns any other error as it is. */
  explain(error: ToolError, computeMs: number): ToolError {
    if (this.signal.aborted)
      return new TimeoutError(`${waitedTooLong(this.#budgets)} ${this.describeLeft(computeMs)}`, {
        details: { reason: 'wait_time', budget: 'waitMs' },
      });
    const reason: unknown = error.details?.reason;
    if (typeof reason !== 'string' || !Object.hasOwn(budgetOf, reason)) return error;
    const ErrorClass = error.constructor as new (message: string, options: ToolErrorOptions) => ToolError;
    const details = { ...error.details, budget: budgetOf[reason] };
    return new ErrorClass(`${error.message} ${this.describeLeft(computeMs)}`, { cause: error.cause, details });
  }

  #resume(): void {
    if (++this.#running > 1) return;
    this.#startedAt = performance.now();
    const left = Math.min(Math.max(1, this.#budgets.waitMs - this.#waitMs), longestTimerMs);
    this.#timer = setTimeout(() => this.#controller.abort(), left);
  }

  #pause(): void {
    if (--this.#running > 0) return;
    this.#waitMs = this.#waited(1);
    clearTimeout(this.#timer);
  }

  #waited(running = this.#running): number {
    return running > 0 ? this.#waitMs + performance.now() - this.#startedAt : this.#waitMs;
  }
}

/** The budgets that the limits of an engine belong to. */
const budgetOf: Readonly<Record<string, string>> = {
  compute_time: 'computeMs',
  calls: 'calls',
  size: 'resultCharacters',
};

function waitedTooLong({ waitMs }: CodeBudgets): string {
  return `The program waited for its calls longer than its limit of ${waitMs} ms.`;
}

function onceOnly(action: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    action();
  };
}
