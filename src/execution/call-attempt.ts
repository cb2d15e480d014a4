import { TimeoutError, type ToolError } from '../errors.js';
import { CallClock } from './call-clock.js';
import { CallContext, type CallFacts } from './call-context.js';
import { CallGuard } from './call-guard.js';
import type { CallPlan } from './call-plan.js';
import { checkPositive, checkRetry } from './check-limits.js';
import { type ChunkSource, chunkSourceOf, type Pull } from './chunk-source.js';
import { isThenable } from './thenable.js';

// A driven generator gives way to the event loop at least every 8 ms; checking late must not break that.
const turnMs = 4;

// setTimeout fires at once for anything longer (https://nodejs.org/api/timers.html#settimeoutcallback-delay-args).
const longestTimerMs = 2_147_483_647;

/**
 * One try of a call: judges and places the arguments, runs the tool, and pulls its stream, within the time that it may
 * take. Everything it waits for can be stopped, and then the reason is thrown instead.
 */
export class CallAttempt {
  readonly #plan: CallPlan;
  readonly #facts: CallFacts;
  readonly #guard = new CallGuard();
  #timer: NodeJS.Timeout | undefined;
  #clock: CallClock | undefined;
  #chunkClock: CallClock | undefined;
  /** What lets the clocks go again, by who holds them; made with the first holder. */
  #holds: Set<(() => void)[]> | undefined;
  #hasRun = false;
  #source: ChunkSource | undefined;
  #isPulling = false;
  #turnedAt = 0;

  constructor(plan: CallPlan, facts: CallFacts) {
    this.#plan = plan;
    this.#facts = facts;
  }

  /** Why it was stopped, if it was. */
  get stopped(): ToolError | undefined {
    return this.#guard.reason;
  }

  /** Whether the tool itself was run. */
  get hasRun(): boolean {
    return this.#hasRun;
  }

  /** Whether the tool gave a stream, to be pulled. */
  get isStreaming(): boolean {
    return this.#source !== undefined;
  }

  /** Runs the tool, or pulls the stream that it gave. A plain value comes as the end of a stream does. */
  next(args: unknown): Promise<Pull> {
    return this.#source === undefined ? this.#run(args) : this.#pull(this.#source);
  }

  /** Lets time pass before it runs. Being stopped ends that too. */
  async rest(delayMs: number): Promise<void> {
    const pause = new Promise<void>((resolve) => {
      this.#timer = setTimeout(resolve, Math.min(delayMs, longestTimerMs));
    });
    await this.#guard.wait(pause).catch(() => this.finish());
  }

  /** Waits for something else that the attempt needs. */
  wait<T>(promise: PromiseLike<T>): Promise<T> {
    return this.#guard.wait(promise);
  }

  /**
   * Ends it: its signal fires, its stream is closed at once, and what it waits for is not waited for any more. Resolves
   * when a generator that was waiting at a `yield` has cleaned up.
   */
  async stop(reason: ToolError): Promise<void> {
    this.finish();
    this.#guard.end(reason);
    const source = this.#source;
    this.#source = undefined;
    const closing = source?.close();
    // One that is still running cleans up when it gets there, which may be never.
    if (!this.#isPulling) await closing;
  }

  /** Ends its time limit. */
  finish(): void {
    clearTimeout(this.#timer);
    this.#clock?.stop();
  }

  /** Lets no time count until the function that it gives is called: somebody is asked. */
  holdClocks(): () => void {
    const letGo = [this.#clock, this.#chunkClock].flatMap((clock) => clock?.hold() ?? []);
    this.#holds ??= new Set();
    this.#holds.add(letGo);
    return () => {
      this.#holds?.delete(letGo);
      for (const one of letGo) one();
    };
  }

  async #run(args: unknown): Promise<Pull> {
    this.#guard.check();
    this.#checkOptions();
    this.#clock = this.#stopAfter(this.#facts.options.timeoutMs ?? this.#plan.timeoutMs, 'took longer than');
    const prepared = this.#plan.args.prepare(args, this.#facts.state);
    const placed = prepared instanceof Promise ? await this.#guard.wait(prepared) : prepared;
    this.#guard.check();
    this.#hasRun = true;
    const started = this.#plan.executor.execute(
      placed,
      new CallContext(this.#facts, this.#guard, () => this.holdClocks()),
    );
    const value = isThenable(started) ? await this.#guard.wait(started) : started;
    this.#source = chunkSourceOf(value);
    if (this.#source === undefined) return { done: true, value };
    this.#turnedAt = performance.now();
    return this.#pull(this.#source);
  }

  async #pull(source: ChunkSource): Promise<Pull> {
    if (performance.now() - this.#turnedAt > turnMs) {
      await this.#guard.wait(nextTurn());
      this.#turnedAt = performance.now();
    }
    this.#guard.check();
    this.#isPulling = true;
    try {
      const pull = source.pull();
      return isThenable(pull) ? await this.#waitForChunk(pull) : pull;
    } finally {
      this.#isPulling = false;
    }
  }

  #waitForChunk(pull: PromiseLike<Pull>): Promise<Pull> {
    const clock = this.#stopAfter(this.#facts.options.chunkTimeoutMs ?? this.#plan.chunkTimeoutMs, 'gave no chunk for');
    const waiting = this.#guard.wait(pull);
    this.#chunkClock = clock;
    return clock === undefined ? waiting : waiting.finally(() => clock.stop());
  }

  /** Options come from callers, late: a limit that makes no sense must not pass for one that has run out. */
  #checkOptions(): void {
    const { timeoutMs, chunkTimeoutMs, retry } = this.#facts.options;
    const { toolName } = this.#plan;
    checkPositive(timeoutMs, `${toolName}: timeoutMs`);
    checkPositive(chunkTimeoutMs, `${toolName}: chunkTimeoutMs`);
    checkRetry(retry, `${toolName}: retry`);
  }

  #stopAfter(limitMs: number | undefined, late: string): CallClock | undefined {
    if (limitMs === undefined) return undefined;
    const { toolName } = this.#plan;
    const clock = new CallClock(limitMs, () => {
      void this.stop(new TimeoutError(`'${toolName}' ${late} ${limitMs} ms.`, { toolName }));
    });
    for (const letGo of this.#holds ?? []) letGo.push(clock.hold());
    return clock;
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
