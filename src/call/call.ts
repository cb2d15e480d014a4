import { type ToolError, ValidationError } from '../base/errors/errors.js';
import { checkOptionNames } from '../base/options/check-options.js';
import { isThenable } from '../base/values/thenable.js';
import { type AbortScope, createCancellationError } from './abort-scope.js';
import type { Prepared, ValidatedArguments } from './argument-plan.js';
import { Attempt } from './attempt.js';
import { CallContext } from './call-context.js';
import type { CallOptions, ToolCall } from './call-options.js';
import { checkReturn, metadataOfFailure, readReturned, showChunk, validateOutput } from './call-output.js';
import { type CallPlan, coerces, deadlineLimit, timeLimit } from './call-plan.js';
import { callOptionNames } from './check-limits.js';
import { type ChunkSource, chunkSourceOf, closeUnpulled } from './chunk-source.js';
import type { ChunkSink, RunnableCall } from './consumers.js';
import { createDeadlineError, Deadline } from './deadline.js';
import { failureSite, toToolError } from './failure.js';
import type { Host } from './host-call.js';
import { notify } from './notify.js';
import { onAbort } from './on-abort.js';
import { endOf, type Outcome, renderFailure, toChunk, truncateText } from './outcome.js';
import { ChunkAccumulator } from './response/chunk-accumulator.js';
import { nothing, type Rendered, renderValue } from './response/rendered.js';
import { retryDelay } from './retry.js';
import { ScopedState } from './state/scoped-state.js';
import type { ToolState } from './state/tool-state.js';
import type { ToolContext } from './tool-context.js';
import type { ToolArguments } from './tool-executor.js';

/** The parts from which a call is created. */
export interface CallParts {
  readonly args: unknown;
  /** The object parsed from the JSON text in `args`, if it has been parsed. The call may change it. */
  readonly parsedArgs?: object | undefined;
  /** The arguments, if they were validated before the call. Takes precedence over `args`. */
  readonly validated?: ValidatedArguments | undefined;
  readonly state: ToolState;
  readonly options: CallOptions;
  /** Takes precedence over `options.callId`. */
  readonly callId?: string | undefined;
  /** When the call began, by `performance.now()`. @default unknown: `elapsedMs` is 0 */
  readonly startedAt?: number | undefined;
  /** Cancels the call when it is aborted, as `options.signal` does. */
  readonly scope?: AbortScope | undefined;
  /** The time limit that the caller has started, which aborts `scope`. @default the call starts its own */
  readonly deadline?: Deadline | undefined;
  /** The call of the toolkit or session that runs the tool. Undefined outside of toolkits. */
  readonly host?: Host | undefined;
  /** Called on each result that the tool produces after its attempt has ended. */
  readonly onLateResult?: (() => void) | undefined;
}

/** One call of a tool, from its arguments to its outcome. It makes attempts until one succeeds or none remains. */
export class Call implements RunnableCall {
  readonly plan: CallPlan;
  readonly options: CallOptions;
  readonly state: ToolState;
  readonly #request: CallParts;
  readonly #sink: ChunkSink | undefined;
  /** The roots of the state at the start of the call, to redact secrets that the tool has replaced since. */
  readonly #roots: readonly object[];
  /** Undefined while only the tool itself can end the call. */
  #attempt: Attempt | undefined;
  /** The time limit of the entire call. */
  #deadline: Deadline | undefined;
  #accumulator: ChunkAccumulator | undefined;
  #attempts = 0;
  #chunks = 0;
  #callId: string | undefined;
  #visibleState: ToolState | undefined;
  #cancellation: ToolError | undefined;
  #stopListening: (() => void) | undefined;
  #isOver = false;

  /** @param sink - Receives the chunks of a stream. A call without a sink only accumulates them. */
  constructor(plan: CallPlan, request: CallParts, sink?: ChunkSink) {
    this.plan = plan;
    this.options = request.options;
    this.state = request.state;
    this.#request = request;
    this.#sink = sink;
    this.#roots = request.state.roots();
    this.#callId = request.callId;
  }

  get callId(): string {
    this.#callId ??= this.options.callId ?? this.plan.ids.next();
    return this.#callId;
  }

  get call(): Readonly<Required<ToolCall>> {
    return { id: this.callId, name: this.plan.toolName, input: this.#request.args };
  }

  get elapsedMs(): number {
    const { startedAt } = this.#request;
    return startedAt === undefined ? 0 : performance.now() - startedAt;
  }

  /** The number of times that the tool was run. */
  get attempts(): number {
    return this.#attempts;
  }

  get host(): Host | undefined {
    return this.#request.host;
  }

  get boundNames(): readonly string[] {
    return this.plan.args.boundNames;
  }

  get secretsIn(): readonly object[] {
    return failureSite(this.plan, this.state, this.#roots).secretsIn;
  }

  /** The part of the state that the tool sees. */
  get visibleState(): ToolState {
    const { stateScope } = this.plan;
    if (stateScope === undefined) return this.state;
    this.#visibleState ??= new ScopedState(this.state, stateScope);
    return this.#visibleState;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  async run<T>(conclude: (outcome: Outcome) => T): Promise<T> {
    const { plan } = this;
    let outcome: Outcome | undefined;
    while (outcome === undefined) {
      let running: Promise<unknown> | undefined;
      try {
        this.#stopListening ??= this.#listenToCaller();
        const attempt = this.#beginAttempt();
        const preparing = this.#prepare();
        const args = preparing instanceof Promise ? await wait(preparing, attempt) : preparing;
        attempt?.scope.throwIfAborted();
        if (args instanceof ValidationError) {
          // What is bound to a secret shows in a refusal if a model sent the same text.
          outcome = this.#fail(toToolError(args, failureSite(plan, this.state, this.#roots)));
          break;
        }
        this.#attempts++;
        this.#notifyAttempt();
        const started = this.#execute(args, attempt);
        // A foreign thenable may repeat its work for each `then`, so it is converted to a promise once.
        if (attempt !== undefined || isThenable(started)) running = Promise.resolve(started);
        const returned = running === undefined ? started : await wait(running, attempt);
        running = undefined;
        const source = chunkSourceOf(returned);
        const output = source === undefined ? readReturned(plan, returned) : await this.#drain(source);
        const validating = validateOutput(plan, output, source !== undefined);
        const validated = validating instanceof Promise ? await wait(validating, this.#attempt) : validating;
        this.#attempt?.scope.throwIfAborted();
        outcome = this.#end(truncateText(validated, plan.maxOutputChars), undefined);
      } catch (thrown) {
        this.#closeLate(running);
        outcome = await this.#recover(thrown);
      }
    }
    this.#stopListening?.();
    return conclude(outcome);
  }

  /**
   * Cancels the call: the tool's signal aborts, its stream is closed, and the outcome is an InterruptedError. Resolves
   * when a generator that is suspended at a `yield` has run its `finally` block.
   *
   * @param cause - The reason that the caller passed.
   */
  async cancel(cause?: unknown): Promise<void> {
    await this.#stop(createCancellationError(this.plan.toolName, cause));
  }

  /** Ends the call with an error after which nothing is retried. */
  async #stop(error: ToolError): Promise<void> {
    if (this.#isOver || this.#cancellation !== undefined) return;
    this.#cancellation = error;
    this.#stopListening?.();
    await this.#attempt?.stop(error);
  }

  #listenToCaller(): (() => void) | undefined {
    const { scope, options } = this.#request;
    const { signal } = options;
    if (signal !== undefined) return onAbort(signal, () => void this.cancel(signal.reason));
    if (scope === undefined) return undefined;
    if (scope.isAborted) void this.cancel(scope.reason);
    return scope.onAbort(() => void this.cancel(scope.reason));
  }

  #beginAttempt(): Attempt | undefined {
    const { plan, options } = this;
    if (this.#cancellation !== undefined) throw this.#cancellation;
    // A toolkit checks the options itself, because it has further ones.
    if (this.#request.host === undefined) checkOptionNames(options, callOptionNames, plan.toolName);
    this.#deadline ??= this.#request.deadline ?? this.#startDeadline();
    if (this.#hasPassed(0)) {
      this.#cancellation = this.#createDeadlineError();
      throw this.#cancellation;
    }
    const limitMs = timeLimit(plan, options);
    const isCancellable = options.signal !== undefined || this.#request.scope !== undefined || this.#sink !== undefined;
    const canEndEarly = isCancellable || limitMs !== undefined || this.#deadline !== undefined;
    this.#attempt = canEndEarly || plan.executor.usesContext !== false ? this.#createAttempt() : undefined;
    this.#attempt?.startDeadline(limitMs);
    return this.#attempt;
  }

  #prepare(): Prepared | Promise<Prepared> {
    const { args, parsedArgs, validated } = this.#request;
    const { args: plan } = this.plan;
    if (validated !== undefined) return plan.arrange(validated, this.state);
    return plan.prepare(parsedArgs ?? args, this.state, coerces(this.plan, this.options));
  }

  #createAttempt(): Attempt {
    return new Attempt(this.plan.toolName, this.#deadline);
  }

  #startDeadline(): Deadline | undefined {
    const limitMs = deadlineLimit(this.plan, this.options);
    if (limitMs === undefined) return undefined;
    return new Deadline(limitMs, () => void this.#stop(this.#createDeadlineError()));
  }

  /** Checks whether the deadline of the call has passed `delayMs` milliseconds from now. */
  #hasPassed(delayMs: number): boolean {
    return this.#deadline !== undefined && this.#deadline.remainingMs <= delayMs;
  }

  #createDeadlineError(last?: ToolError): ToolError {
    return createDeadlineError(this.plan.toolName, this.#deadline?.limitMs ?? 0, last);
  }

  #execute(args: ToolArguments, attempt: Attempt | undefined): unknown {
    const { executor } = this.plan;
    // The attempt is defined whenever the executor uses its context.
    const context =
      attempt === undefined || executor.usesContext === false ? undefined : new CallContext(this, attempt);
    return executor.execute(args, context as ToolContext);
  }

  /** Pulls a stream to its end. Returns the value that the stream returned, or else its accumulated chunks. */
  async #drain(source: ChunkSource): Promise<Rendered> {
    const { plan, options } = this;
    this.#attempt ??= this.#createAttempt();
    const attempt = this.#attempt;
    attempt.openStream(source, this.#request.onLateResult);
    const limitMs = options.chunkTimeoutMs ?? plan.chunkTimeoutMs;
    for (;;) {
      const { done, value } = await attempt.pull(limitMs);
      if (done === true) {
        return value === undefined ? (this.#accumulator?.merge() ?? nothing) : readReturned(plan, value);
      }
      checkReturn(plan, value);
      const chunk = renderValue(value);
      const showing = chunk.error === undefined ? showChunk(plan, chunk) : chunk;
      const shown = showing instanceof Promise ? await attempt.scope.race(showing) : showing;
      this.#accumulator ??= new ChunkAccumulator(plan.accumulate);
      const emitted = this.#accumulator.add(value, chunk, shown);
      if (emitted === undefined) continue;
      const ready = this.#emit(emitted);
      if (ready !== undefined) await attempt.scope.race(ready);
    }
  }

  #emit(chunk: Rendered): PromiseLike<unknown> | undefined {
    const index = this.#chunks++;
    return this.#sink?.(toChunk(chunk, index, this)) ?? undefined;
  }

  /** Ends a failed attempt. Resolves to the outcome, or to undefined after the delay before the next attempt. */
  async #recover(thrown: unknown): Promise<Outcome | undefined> {
    const attempt = this.#attempt;
    const error =
      this.#cancellation ??
      attempt?.scope.reason ??
      toToolError(thrown, failureSite(this.plan, this.state, this.#roots));
    void attempt?.stop(error);
    const delayMs = this.#retryDelay(error);
    if (delayMs === undefined) return this.#fail(error, metadataOfFailure(thrown));
    if (this.#hasPassed(delayMs)) return this.#fail(this.#createDeadlineError(error));
    notify(this.options.onRetry, {
      callId: this.callId,
      toolName: this.plan.toolName,
      error,
      attempt: this.#attempts,
      delayMs,
    });
    this.#attempt = this.#createAttempt();
    if (this.#cancellation === undefined) await this.#attempt.delay(delayMs);
    return undefined;
  }

  #notifyAttempt(): void {
    const { onAttempt } = this.options;
    if (onAttempt === undefined) return;
    notify(onAttempt, { callId: this.callId, toolName: this.plan.toolName, attempt: this.#attempts });
  }

  #retryDelay(error: ToolError): number | undefined {
    if (this.#attempts === 0 || this.#chunks > 0 || this.#cancellation !== undefined) return undefined;
    return retryDelay(error, this.#attempts, this.options.retry ?? this.plan.retry);
  }

  /** Reports what a tool returns after its attempt has ended, and closes it if it is a stream. */
  #closeLate(running: Promise<unknown> | undefined): void {
    const close = (returned: unknown): void => {
      this.#request.onLateResult?.();
      closeUnpulled(returned);
    };
    running?.then(close, () => {});
  }

  #fail(error: ToolError, metadata?: Rendered['metadata']): Outcome {
    const partial = this.#accumulator?.mergePartial() ?? nothing;
    const rendered = renderFailure(partial, error, this.plan.maxOutputChars);
    return this.#end(metadata === undefined ? rendered : { ...rendered, metadata }, error);
  }

  #end(rendered: Rendered, error: ToolError | undefined): Outcome {
    this.#isOver = true;
    this.#attempt?.finish();
    if (this.#request.deadline === undefined) this.#deadline?.clear();
    const { toolName } = this.plan;
    const end = endOf(error);
    return {
      toolName,
      rendered,
      state: end.state,
      error: end.error,
      streamed: this.#chunks > 0,
      attempts: this.#attempts,
    };
  }
}

function wait<T>(promise: Promise<T>, attempt: Attempt | undefined): Promise<T> {
  return attempt === undefined ? promise : attempt.scope.race(promise);
}
