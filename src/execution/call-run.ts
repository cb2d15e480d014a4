import type { ToolError } from '../errors.js';
import { ChunkAccumulator } from '../response/chunk-accumulator.js';
import { nothing, type Rendered } from '../response/rendered.js';
import type { ToolState } from '../state/tool-state.js';
import { CallAttempt } from './call-attempt.js';
import type { CallClock } from './call-clock.js';
import type { CallFacts, CallWitness } from './call-context.js';
import { interruption, type Waiter } from './call-guard.js';
import type { CallOptions, ToolCall } from './call-options.js';
import { checkReturn, judgeNothing, judgeWhole, readReturned } from './call-output.js';
import type { CallPlan } from './call-plan.js';
import type { Pull } from './chunk-source.js';
import { failureSite, toToolError } from './failure.js';
import { followAbort } from './follow-abort.js';
import { failedRendering, type Outcome, toChunk, truncated } from './outcome.js';
import { retryDelay } from './retry.js';
import { tell } from './tell.js';
import type { ToolArguments } from './tool-executor.js';

/** One call as it is asked for. */
export interface CallRequest {
  readonly plan: CallPlan;
  readonly args: unknown;
  /** The object that the text in `args` stands for, where somebody has read it. Nobody else has it. */
  readonly parsedArgs?: object | undefined;
  readonly state: ToolState;
  readonly options: CallOptions;
  /** The call's id, in the place of that of the options. */
  readonly callId?: string | undefined;
  /** When the call came in, by `performance.now()`. @default now */
  readonly startedAt?: number | undefined;
  /** Called when a call that is waited for is over and its witness has heard of it, before its caller does. */
  readonly onSettled?: (() => void) | undefined;
  /** Hears what happens in a call whose result is waited for, before the caller does. */
  readonly witness?: CallWitness | undefined;
}

/** Who hears how a call goes on. */
export interface CallListener {
  /** A chunk has come. `index` counts from 0. */
  onChunk(rendered: Rendered, index: number): void;
  /** The call has ended. */
  onEnd(outcome: Outcome): void;
}

/** How the first attempt of a call went that somebody else has made. */
export interface Ended {
  /** Whether the tool itself was run. */
  readonly hasRun: boolean;
  readonly returned?: unknown;
  /** What was thrown, if anything was. */
  readonly failure?: { readonly thrown: unknown } | undefined;
  /** What the state held when the call began. */
  readonly roots: readonly object[];
  /** The clock of the attempt's time limit, if it has one. */
  readonly clock?: CallClock | undefined;
}

/**
 * One call, from arguments to outcome: attempts until one succeeds, the chunks of its stream, and how it ended. It ends
 * exactly once. Consumers differ only in how they go on: see `call-consumers`.
 */
export class CallRun implements CallFacts {
  readonly options: CallOptions;
  readonly state: ToolState;
  readonly plan: CallPlan;
  readonly onSettled: CallRequest['onSettled'];
  readonly witness: CallWitness | undefined;
  readonly #args: unknown;
  readonly #parsedArgs: object | undefined;
  readonly #startedAt: number;
  /** What was streamed so far; made with the first chunk. */
  #accumulator: ChunkAccumulator | undefined;
  /** What the state held when the call began. */
  #roots: readonly object[];
  #attempt: CallAttempt;
  /** How many attempts failed and were followed by another. */
  #retries = 0;
  #chunks = 0;
  #unfollow: (() => void) | undefined;
  #callId: string | undefined;
  /** Put together with the first chunk: each string that is joined shows in what a chunk takes. */
  #chunkPrefix: string | undefined;
  #isOver = false;
  #outcome: Outcome | undefined;
  #listener: CallListener | undefined;
  #puller: Waiter<Pull> | undefined;

  /** @param startedAt - When it began, by `performance.now()`; anything where nobody asks how long it took. */
  constructor({ plan, args, parsedArgs, state, options, callId, onSettled, witness }: CallRequest, startedAt: number) {
    this.onSettled = onSettled;
    this.witness = witness;
    this.#callId = callId;
    this.#startedAt = startedAt;
    this.plan = plan;
    this.#args = args;
    this.#parsedArgs = parsedArgs;
    this.state = state;
    this.options = options;
    this.#roots = state.roots();
    this.#attempt = new CallAttempt(plan, this);
    if (options.signal !== undefined) this.#follow(options.signal);
  }

  get callId(): string {
    this.#callId ??= this.options.callId ?? this.plan.ids.next();
    return this.#callId;
  }

  chunkId(index: number): string {
    this.#chunkPrefix ??= `${this.callId}:`;
    return this.#chunkPrefix + index;
  }

  get call(): Readonly<Required<ToolCall>> {
    return { id: this.callId, name: this.plan.toolName, input: this.#args };
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Goes on to the next chunk, when `ready`, or to the end. The listener hears of it once; of nothing once it is left. */
  next(listener: CallListener, ready?: Promise<void>): void {
    this.#listener = listener;
    if (this.#attempt.isStreaming && !this.#isOver) this.#pull(ready);
    else void this.#run();
  }

  /** Runs to the end, whatever is streamed until then. Never rejects. */
  settle(): Promise<Outcome> {
    return new Promise((onEnd) => {
      const onChunk = (rendered: Rendered, index: number): void => {
        this.witness?.chunk(toChunk(rendered, index, this));
        this.next(listener);
      };
      const listener: CallListener = { onChunk, onEnd };
      this.next(listener);
    });
  }

  /** Runs the tool with arguments that are placed, for whoever makes the first attempt. */
  start(placed: ToolArguments): unknown {
    return this.#attempt.start(placed);
  }

  /** Nothing more comes of the call: what its tool still says is dropped. */
  finish(): void {
    this.#isOver = true;
  }

  /** Takes an attempt for its own that somebody else has made, and makes room for the next one if it failed. */
  async takeOver({ hasRun, returned, failure, roots, clock }: Ended): Promise<void> {
    this.#roots = roots;
    this.#attempt.assume(hasRun, clock);
    try {
      if (failure !== undefined) throw failure.thrown;
      if (!this.#attempt.openStream(returned)) await this.#return(returned);
    } catch (thrown) {
      await this.#recover(thrown);
    }
  }

  /**
   * The consumer goes before the end: the tool's signal fires, its generator is returned at once, and nothing more
   * comes. Resolves when a generator that was waiting at a `yield` has cleaned up.
   */
  async leave(): Promise<void> {
    if (this.#isOver) return;
    this.#listener = undefined;
    const left = interruption(this.plan.toolName);
    const stopping = this.#attempt.stop(left);
    this.#end(nothing, left);
    await stopping;
  }

  /** Makes attempts until one succeeds, streams, or is the last. Never rejects. */
  async #run(): Promise<void> {
    while (!this.#isOver) {
      const attempt = this.#attempt;
      try {
        const returned = await attempt.run(this.#parsedArgs ?? this.#args);
        // What comes after the end is dropped, even in the same breath.
        if (attempt.stopped !== undefined) throw attempt.stopped;
        if (attempt.isStreaming) {
          this.#pull();
          return;
        }
        await this.#return(returned);
      } catch (thrown) {
        await this.#recover(thrown);
      }
    }
    this.#tellEnd();
  }

  #pull(ready?: Promise<void>): void {
    this.#puller ??= {
      resolved: (pull) => this.#onPull(pull),
      rejected: (thrown) => void this.#onFailure(thrown),
    };
    this.#attempt.pull(this.#puller, ready);
  }

  #onPull({ done, value }: Pull): void {
    if (done === true) {
      void this.#onReturn(value);
      return;
    }
    let chunk: Rendered | undefined;
    try {
      chunk = this.#take(value);
    } catch (thrown) {
      void this.#onFailure(thrown);
      return;
    }
    if (chunk === undefined) this.#pull();
    else this.#listener?.onChunk(chunk, this.#chunks++);
  }

  async #onReturn(returned: unknown): Promise<void> {
    try {
      await this.#return(returned);
    } catch (thrown) {
      await this.#recover(thrown);
    }
    await this.#run();
  }

  async #onFailure(thrown: unknown): Promise<void> {
    await this.#recover(thrown);
    await this.#run();
  }

  /** The chunk that a yielded value is; undefined for one that only repeats what has been yielded. */
  #take(value: unknown): Rendered | undefined {
    checkReturn(this.plan, value);
    this.#accumulator ??= new ChunkAccumulator(this.plan.accumulate);
    return this.#accumulator.add(value);
  }

  /** Ends the call with what the tool returned. Throws the failure that it says. */
  async #return(returned: unknown): Promise<void> {
    const attempt = this.#attempt;
    const judging = this.#wholeOf(returned);
    const whole = judging instanceof Promise ? await attempt.wait(judging) : judging;
    if (attempt.stopped !== undefined) throw attempt.stopped;
    this.#end(truncated(whole, this.plan.maxOutputChars), undefined);
  }

  #wholeOf(returned: unknown): Rendered | Promise<Rendered> {
    if (returned !== undefined || !this.#attempt.isStreaming) {
      return judgeWhole(this.plan, readReturned(this.plan, returned));
    }
    const whole = this.#accumulator?.whole() ?? nothing;
    const isEmpty = whole.data === undefined && whole.content.length === 0;
    return isEmpty ? judgeNothing(this.plan, whole) : judgeWhole(this.plan, whole);
  }

  /** Ends a failed attempt, then makes room for the next one, or ends the call. */
  async #recover(thrown: unknown): Promise<void> {
    const failed = this.#attempt;
    const error = failed.stopped ?? this.#errorOf(thrown);
    void failed.stop(error);
    const delayMs = failed.hasRun && this.#chunks === 0 ? this.#retryDelay(error) : undefined;
    if (this.#isOver) return;
    if (delayMs === undefined) {
      this.#end(failedRendering(this.#accumulator?.soFar() ?? nothing, error, this.plan.maxOutputChars), error);
      return;
    }
    this.#retries++;
    this.#tellRetry(error, delayMs);
    this.#attempt = new CallAttempt(this.plan, this);
    if (this.options.signal?.aborted === true) this.#interrupt();
    await this.#attempt.rest(delayMs);
  }

  #tellRetry(error: ToolError, delayMs: number): void {
    const { onRetry } = this.options;
    if (onRetry === undefined && this.witness === undefined) return;
    const retry = { callId: this.callId, toolName: this.plan.toolName, error, attempt: this.#retries, delayMs };
    this.witness?.retried(retry);
    tell(onRetry, retry);
  }

  #errorOf(thrown: unknown): ToolError {
    return toToolError(thrown, failureSite(this.plan, this.state, this.#roots));
  }

  #retryDelay(error: ToolError): number | undefined {
    return retryDelay(error, this.#retries + 1, this.options.retry ?? this.plan.retry);
  }

  /** Only the first end counts. */
  #end(rendered: Rendered, error: ToolError | undefined): Outcome {
    this.#attempt.finish();
    this.#unfollow?.();
    this.#isOver = true;
    this.#outcome ??= this.#createOutcome(rendered, error);
    return this.#outcome;
  }

  #createOutcome(rendered: Rendered, error: ToolError | undefined): Outcome {
    return {
      toolName: this.plan.toolName,
      rendered,
      error,
      streamed: this.#chunks > 0,
      attempts: this.#retries + (this.#attempt.hasRun ? 1 : 0),
      durationMs: performance.now() - this.#startedAt,
    };
  }

  #tellEnd(): void {
    if (this.#outcome !== undefined) this.#listener?.onEnd(this.#outcome);
  }

  #follow(signal: AbortSignal): void {
    if (signal.aborted) this.#interrupt();
    else this.#unfollow = followAbort(signal, () => this.#interrupt());
  }

  #interrupt(): void {
    void this.#attempt.stop(interruption(this.plan.toolName, this.options.signal?.reason));
  }
}
