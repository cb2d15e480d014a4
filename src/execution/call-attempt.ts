import { type ToolError, ValidationError } from '../errors.js';
import { longestTimerMs } from '../longest-timer.js';
import { CallClock, overtime, tookLonger } from './call-clock.js';
import { CallContext, type CallFacts } from './call-context.js';
import { CallGuard, type Waiter } from './call-guard.js';
import { type CallPlan, timeLimit } from './call-plan.js';
import { checkCallOptions } from './check-limits.js';
import { type ChunkSource, chunkSourceOf, type Pull } from './chunk-source.js';
import { isThenable } from './thenable.js';
import type { ToolArguments } from './tool-executor.js';
import { TurnClock } from './turn-clock.js';

/** A stream that is being pulled. */
interface OpenStream {
  readonly source: ChunkSource;
  readonly turns: TurnClock;
  /** What the guard tells of each pull. */
  readonly told: Waiter<Pull>;
}

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
  #stream: OpenStream | undefined;
  /** Who waits for the chunk that is being pulled. */
  #puller: Waiter<Pull> | undefined;
  /** Whether the stream has given a chunk and waits to be pulled again. */
  #isAtYield = false;

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
    return this.#stream !== undefined;
  }

  /** Runs the tool, after judging and placing its arguments. Gives what it returned; a stream is there to be pulled. */
  async run(args: unknown): Promise<unknown> {
    this.#guard.check();
    // They come from callers, late.
    checkCallOptions(this.#facts.options, this.#plan.toolName);
    this.#clock = this.#stopAfter(timeLimit(this.#plan, this.#facts.options), tookLonger);
    const prepared = this.#plan.args.prepare(args, this.#facts.state);
    const placed = prepared instanceof Promise ? await this.#guard.wait(prepared) : prepared;
    this.#guard.check();
    if (placed instanceof ValidationError) throw placed;
    const started = this.start(placed);
    const value = isThenable(started) ? await this.#guard.wait(started) : started;
    this.openStream(value);
    return value;
  }

  /** Runs the tool with arguments that are placed. */
  start(placed: ToolArguments): unknown {
    this.#hasRun = true;
    return this.#plan.executor.execute(placed, new CallContext(this.#facts, this.#guard, this));
  }

  /** Takes it for an attempt that somebody else has begun, with the clock of its time limit, if it has one. */
  assume(hasRun: boolean, clock: CallClock | undefined): void {
    this.#hasRun = hasRun;
    const limitMs = timeLimit(this.#plan, this.#facts.options);
    if (clock === undefined || limitMs === undefined) return;
    this.#clock = clock;
    clock.passTo(() => this.#stopLate(tookLonger, limitMs));
  }

  /** Takes what the tool returned for its stream, if it is one. */
  openStream(value: unknown): boolean {
    const source = chunkSourceOf(value);
    if (source === undefined) return false;
    const told: Waiter<Pull> = {
      resolved: (pull) => {
        this.#isAtYield = true;
        this.#endPull()?.resolved(pull);
      },
      rejected: (error) => this.#endPull()?.rejected(error),
    };
    this.#stream = { source, turns: new TurnClock(), told };
    return true;
  }

  /**
   * Pulls the stream, once somebody is ready for it. The waiter is told once, later: of a chunk, of the end, or of what
   * stopped it.
   */
  pull(waiter: Waiter<Pull>, ready?: Promise<void>): void {
    const stream = this.#stream;
    if (ready !== undefined) this.#pullWhen(ready, waiter);
    else if (stream === undefined) this.#guard.tell(Promise.resolve(finished), waiter);
    else if (stream.turns.isDue()) this.#pullNextTurn(stream, waiter);
    else this.#pullNow(stream, waiter);
  }

  // Methods of their own: what a function may need later costs where it is not needed, too.
  #pullWhen(ready: Promise<void>, waiter: Waiter<Pull>): void {
    this.#guard.tell(ready, { resolved: () => this.pull(waiter), rejected: (error) => waiter.rejected(error) });
  }

  #pullNextTurn(stream: OpenStream, waiter: Waiter<Pull>): void {
    const resolved = (): void => this.#pullNow(stream, waiter);
    this.#guard.tell(stream.turns.giveWay(), { resolved, rejected: (error) => waiter.rejected(error) });
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
    const stream = this.#stream;
    this.#stream = undefined;
    const closing = stream?.source.close();
    // One that is still running cleans up when it gets there, which may be never.
    if (this.#isAtYield) await closing;
  }

  /** Ends its time limits. */
  finish(): void {
    clearTimeout(this.#timer);
    this.#clock?.stop();
    this.#chunkClock?.stop();
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

  #pullNow({ source, told }: OpenStream, waiter: Waiter<Pull>): void {
    this.#puller = waiter;
    this.#isAtYield = false;
    this.#guard.tell(this.#pulled(source), told);
  }

  #pulled(source: ChunkSource): Promise<Pull> {
    try {
      this.#guard.check();
      const pull = source.pull();
      this.#chunkClock = this.#stopAfter(
        this.#facts.options.chunkTimeoutMs ?? this.#plan.chunkTimeoutMs,
        'gave no chunk for',
      );
      // A thenable of somebody else's may throw, settle twice, or give another thenable.
      return Promise.resolve(pull);
    } catch (thrown) {
      return Promise.reject(thrown);
    }
  }

  #endPull(): Waiter<Pull> | undefined {
    const puller = this.#puller;
    this.#puller = undefined;
    this.#chunkClock?.stop();
    return puller;
  }

  #stopAfter(limitMs: number | undefined, late: string): CallClock | undefined {
    return limitMs === undefined ? undefined : this.#clockOf(limitMs, late);
  }

  #stopLate(late: string, limitMs: number): void {
    void this.stop(overtime(this.#plan.toolName, late, limitMs));
  }

  #clockOf(limitMs: number, late: string): CallClock {
    const clock = new CallClock(limitMs, () => this.#stopLate(late, limitMs));
    for (const letGo of this.#holds ?? []) letGo.push(clock.hold());
    return clock;
  }
}

const finished: Pull = Object.freeze({ done: true, value: undefined });
