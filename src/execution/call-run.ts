import { randomUUID } from 'node:crypto';
import type { ToolError } from '../errors.js';
import { ChunkAccumulator } from '../response/chunk-accumulator.js';
import { nothing, type Rendered } from '../response/rendered.js';
import type { ToolState } from '../state/tool-state.js';
import { CallAttempt } from './call-attempt.js';
import { type CallFacts, tell } from './call-context.js';
import { interruption } from './call-guard.js';
import type { CallOptions, ToolCall } from './call-options.js';
import { checkReturn, judgeNothing, judgeWhole, readReturned } from './call-output.js';
import type { CallPlan } from './call-plan.js';
import { toToolError } from './failure.js';
import { followAbort } from './follow-abort.js';
import { failedRendering, type Outcome, truncated } from './outcome.js';
import { retryDelay } from './retry.js';

/** What one step of a call brings: a chunk, or how the call ended. */
export type Step =
  | { readonly kind: 'chunk'; readonly rendered: Rendered; readonly index: number }
  | { readonly kind: 'outcome'; readonly outcome: Outcome };

/** One call as it is asked for. */
export interface CallRequest {
  readonly plan: CallPlan;
  readonly args: unknown;
  readonly state: ToolState;
  readonly options: CallOptions;
}

/**
 * One call, from arguments to outcome, pulled step by step: attempts until one succeeds, the chunks of its stream, and
 * how it ended. It ends exactly once. Consumers differ only in how they pull: see `call-consumers`.
 */
export class CallRun implements CallFacts {
  readonly options: CallOptions;
  readonly state: ToolState;
  readonly #plan: CallPlan;
  readonly #args: unknown;
  readonly #startedAt = performance.now();
  /** What was streamed so far; made with the first chunk. */
  #accumulator: ChunkAccumulator | undefined;
  /** What the state held when the call began. */
  readonly #roots: readonly object[];
  #attempt: CallAttempt;
  /** How many attempts failed and were followed by another. */
  #retries = 0;
  #chunks = 0;
  #unfollow: (() => void) | undefined;
  #callId: string | undefined;
  #outcome: Outcome | undefined;

  constructor({ plan, args, state, options }: CallRequest) {
    this.#plan = plan;
    this.#args = args;
    this.state = state;
    this.options = options;
    this.#roots = state.roots();
    this.#attempt = new CallAttempt(plan, this);
    this.#follow(options.signal);
  }

  get callId(): string {
    this.#callId ??= this.options.callId ?? randomUUID();
    return this.#callId;
  }

  get call(): Readonly<Required<ToolCall>> {
    return { id: this.callId, name: this.#plan.toolName, input: this.#args };
  }

  get isOver(): boolean {
    return this.#outcome !== undefined;
  }

  /** Goes on to the next chunk, or to the end. After the end, the outcome again. Never rejects. */
  async advance(): Promise<Step> {
    while (this.#outcome === undefined) {
      const attempt = this.#attempt;
      try {
        const { done, value } = await attempt.next(this.#args);
        // What comes after the end is dropped, even in the same breath.
        if (attempt.stopped !== undefined) throw attempt.stopped;
        if (done === true) {
          const judging = this.#wholeOf(value);
          const whole = judging instanceof Promise ? await attempt.wait(judging) : judging;
          this.#end(truncated(whole, this.#plan.maxOutputChars), undefined);
        } else {
          const chunk = this.#take(value);
          if (chunk !== undefined) return chunk;
        }
      } catch (thrown) {
        await this.#recover(thrown);
      }
    }
    return { kind: 'outcome', outcome: this.#outcome };
  }

  /** Runs to the end and tells only how it ended. */
  async settle(): Promise<Outcome> {
    let step = await this.advance();
    while (step.kind === 'chunk') step = await this.advance();
    return step.outcome;
  }

  /**
   * The consumer goes before the end: the tool's signal fires, its generator is returned at once, and nothing more
   * comes. Resolves when a generator that was waiting at a `yield` has cleaned up.
   */
  async leave(): Promise<void> {
    if (this.#outcome !== undefined) return;
    const left = interruption(this.#plan.toolName);
    const stopping = this.#attempt.stop(left);
    this.#end(nothing, left);
    await stopping;
  }

  /** The chunk that a yielded value is; undefined for one that only repeats what has been yielded. */
  #take(value: unknown): Step | undefined {
    checkReturn(this.#plan, value);
    this.#accumulator ??= new ChunkAccumulator(this.#plan.accumulate);
    const rendered = this.#accumulator.add(value);
    return rendered === undefined ? undefined : { kind: 'chunk', rendered, index: this.#chunks++ };
  }

  #wholeOf(returned: unknown): Rendered | Promise<Rendered> {
    if (returned !== undefined || !this.#attempt.isStreaming) {
      return judgeWhole(this.#plan, readReturned(this.#plan, returned));
    }
    const whole = this.#accumulator?.whole() ?? nothing;
    const isEmpty = whole.data === undefined && whole.content.length === 0;
    return isEmpty ? judgeNothing(this.#plan, whole) : judgeWhole(this.#plan, whole);
  }

  /** Ends a failed attempt, then makes room for the next one, or ends the call. */
  async #recover(thrown: unknown): Promise<void> {
    const failed = this.#attempt;
    const error = failed.stopped ?? this.#errorOf(thrown);
    void failed.stop(error);
    const delayMs = failed.hasRun && this.#chunks === 0 ? this.#retryDelay(error) : undefined;
    if (this.#outcome !== undefined) return;
    if (delayMs === undefined) {
      this.#end(failedRendering(this.#accumulator?.soFar() ?? nothing, error, this.#plan.maxOutputChars), error);
      return;
    }
    this.#retries++;
    const { onRetry } = this.options;
    if (onRetry !== undefined) {
      const { callId, call } = this;
      tell(onRetry, { callId, toolName: call.name, error, attempt: this.#retries, delayMs });
    }
    this.#attempt = new CallAttempt(this.#plan, this);
    if (this.options.signal?.aborted === true) this.#interrupt();
    await this.#attempt.rest(delayMs);
  }

  /** Secrets are those of the state as it was and as it is: a tool may have renewed one and failed with the old. */
  #errorOf(thrown: unknown): ToolError {
    const { toolName, args } = this.#plan;
    return toToolError(thrown, { toolName, secretsIn: [...this.#roots, ...this.state.roots(), args.boundDefaults] });
  }

  #retryDelay(error: ToolError): number | undefined {
    return retryDelay(error, this.#retries + 1, this.options.retry ?? this.#plan.retry);
  }

  /** Only the first end counts. */
  #end(rendered: Rendered, error: ToolError | undefined): void {
    this.#attempt.finish();
    this.#unfollow?.();
    this.#outcome ??= {
      toolName: this.#plan.toolName,
      rendered,
      error,
      streamed: this.#chunks > 0,
      attempts: this.#retries + (this.#attempt.hasRun ? 1 : 0),
      durationMs: performance.now() - this.#startedAt,
    };
  }

  #follow(signal: AbortSignal | undefined): void {
    if (signal?.aborted === true) this.#interrupt();
    else if (signal !== undefined) this.#unfollow = followAbort(signal, () => this.#interrupt());
  }

  #interrupt(): void {
    void this.#attempt.stop(interruption(this.#plan.toolName, this.options.signal?.reason));
  }
}
