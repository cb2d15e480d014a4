import type { ToolError } from '../errors.js';
import { longestTimerMs } from '../longest-timer.js';
import { AbortScope } from './abort-scope.js';
import type { ChunkSource, Pull } from './chunk-source.js';
import { Deadline, timeoutError } from './deadline.js';
import { EventLoopYielder } from './event-loop-yielder.js';

/** An Attempt is one try of a call: it owns what can end the try from outside, its time limits and its open stream. */
export class Attempt {
  readonly scope = new AbortScope<ToolError>();
  readonly #toolName: string;
  #deadline: Deadline | undefined;
  #chunkDeadline: Deadline | undefined;
  /** For each pause of the time limits, the functions that end it. */
  #pauses: Set<(() => void)[]> | undefined;
  #delayTimer: NodeJS.Timeout | undefined;
  #source: ChunkSource | undefined;
  #yielder: EventLoopYielder | undefined;
  /** Whether the stream has given a chunk and waits to be pulled again. */
  #isAtYield = false;

  constructor(toolName: string) {
    this.#toolName = toolName;
  }

  /** Starts the time limit of the attempt, in milliseconds. */
  startDeadline(limitMs: number | undefined): void {
    this.#deadline = this.#createDeadline(limitMs, 'took longer than');
  }

  openStream(source: ChunkSource): void {
    this.#source = source;
    this.#yielder = new EventLoopYielder();
  }

  /** Pulls the next chunk of the open stream, or its end. `limitMs` is the time limit of the pull, in milliseconds. */
  async pull(limitMs: number | undefined): Promise<Pull> {
    if (this.#yielder?.shouldYield() === true) await this.scope.race(this.#yielder.yieldToEventLoop());
    this.scope.throwIfAborted();
    this.#isAtYield = false;
    const pulling = this.#source === undefined ? finished : this.#source.pull();
    this.#chunkDeadline = this.#createDeadline(limitMs, 'gave no chunk for');
    const pull = await this.scope.race(Promise.resolve(pulling));
    this.#chunkDeadline?.clear();
    this.#isAtYield = true;
    return pull;
  }

  /** Waits before the attempt begins. Resolves early when the attempt is stopped. */
  async delay(delayMs: number): Promise<void> {
    const delay = new Promise<void>((resolve) => {
      this.#delayTimer = setTimeout(resolve, Math.min(delayMs, longestTimerMs));
    });
    await this.scope.race(delay).catch(() => this.finish());
  }

  /**
   * Ends the attempt: its signal fires, a pending wait rejects, and its stream is closed. Resolves when a generator that
   * waited at a `yield` has run its `finally`; a generator that is still running gets there later, or never.
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
    const resumes = [this.#deadline, this.#chunkDeadline].flatMap((deadline) => deadline?.pause() ?? []);
    this.#pauses ??= new Set();
    this.#pauses.add(resumes);
    return () => {
      this.#pauses?.delete(resumes);
      for (const resume of resumes) resume();
    };
  }

  #createDeadline(limitMs: number | undefined, what: string): Deadline | undefined {
    if (limitMs === undefined) return undefined;
    const deadline = new Deadline(limitMs, () => void this.stop(timeoutError(this.#toolName, what, limitMs)));
    for (const resumes of this.#pauses ?? []) resumes.push(deadline.pause());
    return deadline;
  }
}

const finished: Pull = Object.freeze({ done: true, value: undefined });
