import { randomUUID } from 'node:crypto';
import { OutputValidationError, TimeoutError, type ToolError } from '../errors.js';
import { ChunkAccumulator } from '../response/chunk-accumulator.js';
import { toJsonValue } from '../response/json-value.js';
import { type Rendered, renderValue } from '../response/rendered.js';
import { isToolResponse } from '../response/tool-response.js';
import { ToolResult } from '../response/tool-result.js';
import { listIssues } from '../schema/schema-issues.js';
import type { ToolState } from '../state/tool-state.js';
import { CallContext, type CallFacts } from './call-context.js';
import { CallGuard, interruption } from './call-guard.js';
import type { CallOptions, ToolCall } from './call-options.js';
import type { CallPlan } from './call-plan.js';
import { type ChunkSource, chunkSourceOf, type Pull } from './chunk-source.js';
import { toToolError } from './failure.js';
import { type Outcome, truncated } from './outcome.js';
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

// A driven generator gives way to the event loop at least every 8 ms; checking late must not break that.
const turnMs = 4;

// setTimeout fires at once for anything longer (https://nodejs.org/api/timers.html#settimeoutcallback-delay-args).
const longestTimerMs = 2_147_483_647;

/**
 * One call, from arguments to outcome, pulled step by step: judge and place the arguments, run the tool, retry it, pull
 * its chunks, and tell how it ended. It ends exactly once. Consumers differ only in how they pull: see `call-consumers`.
 */
export class CallRun implements CallFacts {
  readonly options: CallOptions;
  readonly state: ToolState;
  readonly #plan: CallPlan;
  readonly #args: unknown;
  readonly #startedAt = performance.now();
  readonly #accumulator: ChunkAccumulator;
  #guard = new CallGuard();
  #source: ChunkSource | undefined;
  /** A pull that was made to see whether the attempt succeeds, and whose chunk was not handed out yet. */
  #pulled: Pull | undefined;
  #isPulling = false;
  #chunks = 0;
  #attempts = 0;
  #turnedAt = this.#startedAt;
  #timer: NodeJS.Timeout | undefined;
  #onAbort: (() => void) | undefined;
  #callId: string | undefined;
  #outcome: Outcome | undefined;

  constructor({ plan, args, state, options }: CallRequest) {
    this.#plan = plan;
    this.#args = args;
    this.state = state;
    this.options = options;
    this.#accumulator = new ChunkAccumulator(plan.accumulate);
    this.#followSignal(options.signal);
  }

  get callId(): string {
    this.#callId ??= this.options.callId ?? randomUUID();
    return this.#callId;
  }

  get call(): Readonly<Required<ToolCall>> {
    return { id: this.callId, name: this.#plan.toolName, input: this.#args };
  }

  /** Goes on to the next chunk, or to the end. After the end, the outcome again. Never rejects. */
  async advance(): Promise<Step> {
    if (this.#outcome !== undefined) return { kind: 'outcome', outcome: this.#outcome };
    this.#isPulling = true;
    try {
      const returned = this.#source === undefined ? await this.#open() : undefined;
      if (returned !== undefined) return this.#succeed(returned);
      const pull = await this.#pull();
      if (pull.done === true) return this.#succeed(await this.#wholeOf(pull.value));
      return this.#chunk(pull.value);
    } catch (thrown) {
      return this.#fail(thrown);
    } finally {
      this.#isPulling = false;
    }
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
    this.#guard.end(interruption(this.#plan.toolName));
    this.#end(interruption(this.#plan.toolName), { data: undefined, content: [] });
    const closing = this.#source?.close();
    // One that is still running cleans up when it gets there, which may be never.
    if (!this.#isPulling) await closing;
  }

  /** Runs attempts until one gives a value, or a stream whose first pull succeeds. */
  async #open(): Promise<Rendered | undefined> {
    for (;;) {
      try {
        return await this.#attempt();
      } catch (thrown) {
        const error = this.#guard.reason ?? toToolError(thrown, { toolName: this.#plan.toolName, state: this.state });
        this.#endAttempt(error);
        const retry = this.options.retry ?? this.#plan.retry;
        const delayMs = this.#attempts === 0 ? undefined : retryDelay(error, this.#attempts, retry);
        if (delayMs === undefined) throw error;
        this.#guard = new CallGuard();
        if (this.options.signal?.aborted === true) throw interruption(this.#plan.toolName);
        await this.#sleep(delayMs);
      }
    }
  }

  async #attempt(): Promise<Rendered | undefined> {
    const { plan, guard } = { plan: this.#plan, guard: this.#guard };
    if (guard.reason !== undefined) throw guard.reason;
    this.#limitTime();
    const prepared = plan.args.prepare(this.#args, this.state);
    const args = prepared instanceof Promise ? await guard.wait(prepared) : prepared;
    this.#attempts++;
    const started = plan.executor.execute(args, new CallContext(this, guard));
    const value = isThenable(started) ? await guard.wait(started) : started;
    this.#source = chunkSourceOf(value);
    if (this.#source === undefined) return this.#judged(this.#render(value));
    this.#pulled = await this.#pullFresh(this.#source);
    return undefined;
  }

  async #pull(): Promise<Pull> {
    const pulled = this.#pulled;
    this.#pulled = undefined;
    if (pulled !== undefined) return pulled;
    if (this.#guard.reason !== undefined) throw this.#guard.reason;
    if (performance.now() - this.#turnedAt > turnMs) {
      await this.#guard.wait(nextTurn());
      this.#turnedAt = performance.now();
    }
    return this.#source === undefined ? { done: true, value: undefined } : this.#pullFresh(this.#source);
  }

  async #pullFresh(source: ChunkSource): Promise<Pull> {
    const { toolName } = this.#plan;
    const limitMs = this.options.chunkTimeoutMs ?? this.#plan.chunkTimeoutMs;
    const pull = source.pull();
    if (!isThenable(pull)) return pull;
    if (limitMs === undefined || limitMs > longestTimerMs) return this.#guard.wait(pull);
    const guard = this.#guard;
    const timer = setTimeout(
      () => guard.end(new TimeoutError(`'${toolName}' gave no chunk for ${limitMs} ms.`, { toolName })),
      limitMs,
    );
    try {
      return await guard.wait(pull);
    } finally {
      clearTimeout(timer);
    }
  }

  #chunk(value: unknown): Step {
    this.#checkReturn(value);
    const rendered = this.#accumulator.add(value);
    if (rendered.error !== undefined) throw rendered.error;
    return { kind: 'chunk', rendered, index: this.#chunks++ };
  }

  async #wholeOf(returned: unknown): Promise<Rendered> {
    return this.#judged(returned === undefined ? this.#accumulator.whole() : this.#render(returned));
  }

  #render(value: unknown): Rendered {
    this.#checkReturn(value);
    const rendered = renderValue(value);
    if (rendered.error !== undefined) throw rendered.error;
    return rendered;
  }

  #checkReturn(value: unknown): void {
    if (!this.#plan.strictReturn || isToolResponse(value) || ToolResult.is(value)) return;
    const { toolName } = this.#plan;
    throw new OutputValidationError(
      `'${toolName}' must return a ToolResult or a response. Use ToolResult.ok(data), ToolResult.fail(error) or respond().`,
      { toolName },
    );
  }

  async #judged(rendered: Rendered): Promise<Rendered> {
    const { output, toolName } = this.#plan;
    if (output === undefined) return rendered;
    const json = rendered.structuredContent === undefined ? toJsonValue(rendered.data) : rendered.structuredContent;
    const issues = await this.#guard.wait(output.judge(json));
    if (issues.length === 0) return json === undefined ? rendered : { ...rendered, structuredContent: json };
    const message = `'${toolName}' returned data that does not fit its output schema: ${listIssues(issues)}`;
    throw new OutputValidationError(message, { toolName, details: { issues } });
  }

  #succeed(rendered: Rendered): Step {
    return this.#end(undefined, truncated(rendered, this.#plan.maxOutputChars));
  }

  #fail(thrown: unknown): Step {
    if (this.#outcome !== undefined) return { kind: 'outcome', outcome: this.#outcome };
    const error = this.#guard.reason ?? toToolError(thrown, { toolName: this.#plan.toolName, state: this.state });
    this.#guard.end(error);
    void this.#source?.close();
    const { data: _partial, ...soFar } = this.#accumulator.whole();
    return this.#end(error, { ...truncated({ data: undefined, ...soFar }, this.#plan.maxOutputChars) });
  }

  #end(error: ToolError | undefined, rendered: Rendered): Step {
    clearTimeout(this.#timer);
    if (this.#onAbort !== undefined) this.options.signal?.removeEventListener('abort', this.#onAbort);
    this.#outcome ??= {
      callId: this.callId,
      toolName: this.#plan.toolName,
      rendered,
      error,
      streamed: this.#chunks > 0,
      attempts: this.#attempts,
      durationMs: performance.now() - this.#startedAt,
    };
    return { kind: 'outcome', outcome: this.#outcome };
  }

  #endAttempt(error: ToolError): void {
    clearTimeout(this.#timer);
    this.#guard.end(error);
    void this.#source?.close();
    this.#source = undefined;
  }

  #limitTime(): void {
    const limitMs = this.options.timeoutMs ?? this.#plan.timeoutMs;
    if (limitMs === undefined || limitMs > longestTimerMs) return;
    const { toolName } = this.#plan;
    const guard = this.#guard;
    this.#timer = setTimeout(
      () => guard.end(new TimeoutError(`'${toolName}' took longer than ${limitMs} ms.`, { toolName })),
      limitMs,
    );
  }

  async #sleep(delayMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    try {
      await this.#guard.wait(
        new Promise<void>((resolve) => {
          timer = setTimeout(resolve, Math.min(delayMs, longestTimerMs));
        }),
      );
    } finally {
      clearTimeout(timer);
    }
  }

  #followSignal(signal: AbortSignal | undefined): void {
    if (signal === undefined) return;
    const stop = (): void => this.#guard.end(interruption(this.#plan.toolName));
    if (signal.aborted) {
      stop();
      return;
    }
    this.#onAbort = stop;
    signal.addEventListener('abort', stop, { once: true });
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

function isThenable(value: unknown): value is PromiseLike<unknown> & Promise<Pull> {
  return (
    typeof value === 'object' && value !== null && typeof (value as Partial<PromiseLike<unknown>>).then === 'function'
  );
}
