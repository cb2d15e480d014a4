import { longestTimerMs } from '../base/async/longest-timer.js';
import type { ToolError } from '../base/errors/errors.js';
import { AbortScope } from './abort-scope.js';
import type { ChunkSource, Pull } from './chunk-source.js';
import { createTimeoutError, Deadline } from './deadline.js';
import { EventLoopYielder } from './event-loop-yielder.js';

/** One attempt of a call. It owns the scope that cancels the attempt, its time limits and its open stream. */
export class Attempt {
  readonly scope = new AbortScope<ToolError>();
  readonly #toolName: string;
  /** The time limit of the entire call. Only paused here. */
  readonly #callDeadline: Deadline | undefined;
  #deadline: Deadline | undefined;
  #chunkDeadline: Deadline | undefined;
  /** The functions that end each pause of the time limits. */
  #pauses: Set<(() => void)[]> | undefined;
  #delayTimer: NodeJS.Timeout | undefined;
  #source: ChunkSource | undefined;
  #onLateResult: (() => void) | undefined;
  #yielder: EventLoopYielder | undefined;
  /** Whether the stream has emitted a chunk and waits for the next pull. */
  #isAtYield = false;

  constructor(toolName: string, callDeadline?: Deadline) {
    this.#toolName = toolName;
    this.#callDeadline = callDeadline;
  }

  /** Starts the time limit of the attempt, in milliseconds. */
  startDeadline(limitMs: number | undefined): void {
    this.#deadline = this.#createDeadline(limitMs, 'took longer than');
  }

  /** @param onLateResult - Called if a chunk or the result arrives after the attempt has been stopped. */
  openStream(source: ChunkSource, onLateResult?: () => void): void {
    this.#source = source;
    this.#onLateResult = onLateResult;
    this.#yielder = new EventLoopYielder();
  }

  /** Pulls the next chunk or the end of the open stream. `limitMs` is the time limit of the pull, in milliseconds. */
  async pull(limitMs: number | undefined): Promise<Pull> {
    if (this.#yielder?.shouldYield() === true) await this.scope.race(this.#yielder.yieldToEventLoop());
    this.scope.throwIfAborted();
    this.#isAtYield = false;
    const pulling = Promise.resolve(this.#source === undefined ? finished : this.#source.pull());
    this.#chunkDeadline = this.#createDeadline(limitMs, 'emitted no chunk for');
    try {
      const pull = await this.scope.race(pulling);
      this.#chunkDeadline?.clear();
      this.#isAtYield = true;
      return pull;
    } catch (error) {
      this.#reportLate(pulling);
      throw error;
    }
  }

  /** Waits for the delay before the attempt begins. Resolves early if the attempt is stopped. */
  async delay(delayMs: number): Promise<void> {
    const delay = new Promise<void>((resolve) => {
      this.#delayTimer = setTimeout(resolve, Math.min(delayMs, longestTimerMs));
    });
    await this.scope.race(delay).catch(() => this.finish());
  }

  /**
   * Stops the attempt: its signal aborts, a pending wait rejects, and its stream is closed. Resolves when a generator
   * that is suspended at a `yield` has run its `finally` block. It does not wait for a generator that is still running.
   */
  async stop(reason: ToolError): Promise<void> {
    this.finish();
    this.scope.abort(reason);
    const source = this.#source;
    this.#source = undefined;
    const closing = source?.close();
    if (this.#isAtYield) await closing;
  }

  /** Clears all timers. */
  finish(): void {
    clearTimeout(this.#delayTimer);
    this.#deadline?.clear();
    this.#chunkDeadline?.clear();
  }

  /** Pauses the time limits until the returned function is called. */
  pauseTimeouts(): () => void {
    const deadlines = [this.#callDeadline, this.#deadline, this.#chunkDeadline];
    const resumes = deadlines.flatMap((deadline) => deadline?.pause() ?? []);
    this.#pauses ??= new Set();
    this.#pauses.add(resumes);
    return () => {
      this.#pauses?.delete(resumes);
      for (const resume of resumes) resume();
    };
  }

  /** Reports a chunk or a returned value that arrives although no one waits for it any more. */
  #reportLate(pulling: Promise<Pull>): void {
    const report = ({ done, value }: Pull): void => {
      if (done !== true || value !== undefined) this.#onLateResult?.();
    };
    pulling.then(report, () => {});
  }

  #createDeadline(limitMs: number | undefined, what: string): Deadline | undefined {
    if (limitMs === undefined) return undefined;
    const deadline = new Deadline(limitMs, () => void this.stop(createTimeoutError(this.#toolName, what, limitMs)));
    for (const resumes of this.#pauses ?? []) resumes.push(deadline.pause());
    return deadline;
  }
}

const finished: Pull = Object.freeze({ done: true, value: undefined });
