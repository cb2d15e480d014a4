import { from, isObservable, type ObservableInput, type Subscription, takeWhile } from '../../../base/async/rxjs.js';
import { emitWarning } from '../../../base/errors/emit-warning.js';
import { ToolExecutionError } from '../../../base/errors/errors.js';
import { brands, hasBrand } from '../../../base/values/brand.js';
import { createCancellationError } from '../../../call/abort-scope.js';
import type { ChunkSink } from '../../../call/consumers.js';
import { toToolError } from '../../../call/failure.js';
import { endOf, type Outcome, renderFailure, toFinalResponse, toResult } from '../../../call/outcome.js';
import { ChunkAccumulator } from '../../../call/response/chunk-accumulator.js';
import { nothing } from '../../../call/response/rendered.js';
import { isToolResponse, type ToolResponse } from '../../../call/response/tool-response.js';
import { ToolResult } from '../../../call/response/tool-result.js';
import { outcomeOfResponse, outcomeOfResult, type ShownOutcome } from '../../../call/response-outcome.js';
import type { MiddlewareCall } from '../../../toolkit/entry/middleware.js';
import { shownSpec } from '../../../toolkit/entry/tool-entry.js';
import { CallScope } from '../../../toolkit/pipeline/call-scope.js';
import type { AppliedMiddleware, CallChanges, CallHandler, PipelineCall } from '../../../toolkit/pipeline/pipeline.js';
import { checkResponse, describeKind, stampChunk } from './check-response.js';
import { MiddlewareWatch } from './middleware-watch.js';
import { NextResponses, type NextRun } from './next-responses.js';

/** The call that a middleware runs around, and the rest of the pipeline. */
export interface MiddlewareRunParts {
  readonly next: CallHandler;
  readonly call: PipelineCall;
  readonly sink: ChunkSink | undefined;
}

// When a call is aborted, the handlers inside a middleware end with an outcome of their own. A middleware that does not
// return an outcome within this time, in milliseconds, is no longer waited for.
const abortGraceMs = 20;

/** A MiddlewareRun converts the return value of a middleware into one outcome, and emits its chunks for the call. */
export class MiddlewareRun {
  readonly #applied: AppliedMiddleware;
  readonly #parts: MiddlewareRunParts;
  #settle: (outcome: Outcome) => void = () => {};
  #subscription: Subscription | undefined;
  #stopListening: (() => void) | undefined;
  #graceTimer: NodeJS.Timeout | undefined;
  #accumulator: ChunkAccumulator | undefined;
  #chunks = 0;
  /** Pending while the consumer is not ready for another chunk. */
  #ready: Promise<unknown> | undefined;
  /** The latest outcome of `next()`, and the response that was shown for it. */
  #shown: ShownOutcome | undefined;
  /** The outcomes of `await next()`, by result. */
  readonly #outcomes = new Map<unknown, Outcome>();
  /** The runs of the rest of the pipeline that have not ended. */
  readonly #runs = new Set<NextRun>();
  /** Undefined if no one listens to the steps of the call. */
  readonly #watch: MiddlewareWatch | undefined;
  #isOver = false;

  constructor(applied: AppliedMiddleware, parts: MiddlewareRunParts) {
    this.#applied = applied;
    this.#parts = parts;
    const report = parts.call.root.events?.reportStep;
    if (report !== undefined) this.#watch = new MiddlewareWatch(this.#name, { call: parts.call, report });
  }

  run(): Promise<Outcome> {
    return new Promise((resolve) => {
      this.#settle = resolve;
      this.#listenToScope();
      this.#attempt(() => this.#read(this.#callMiddleware()));
    });
  }

  #listenToScope(): void {
    const { scope } = this.#parts.call;
    if (scope === undefined) return;
    const onAbort = (): void => {
      const interrupt = (): void => this.#fail(createCancellationError(this.#parts.call.name, scope.reason));
      if (scope.isAbandoned) interrupt();
      else this.#graceTimer = setTimeout(interrupt, abortGraceMs);
    };
    this.#stopListening = scope.onAbort(onAbort);
    if (scope.isAborted) onAbort();
  }

  #callMiddleware(): unknown {
    const { middleware, entry } = this.#applied;
    const shown = this.#parts.call.toMiddlewareCall(entry === undefined ? undefined : shownSpec(entry));
    return middleware(shown, (changed = shown) => this.#next(changed));
  }

  /** Reads the return value of the middleware: a stream of responses, a result, or a promise of a result. */
  #read(returned: unknown): void {
    if (isStream(returned)) {
      this.#subscribe(returned);
      return;
    }
    Promise.resolve(returned).then(
      (result) => this.#attempt(() => this.#finish(this.#readResult(result))),
      (error: unknown) => this.#fail(error),
    );
  }

  #subscribe(responses: ObservableInput<ToolResponse | ToolResult>): void {
    // `takeWhile` stops a source that emits synchronously, before the subscription is assigned.
    this.#subscription = from(responses)
      .pipe(takeWhile(() => !this.#isOver))
      .subscribe({
        next: (response) => this.#attempt(() => this.#receive(response)),
        error: (error: unknown) => this.#fail(error),
        complete: () => this.#attempt(() => this.#refuse('completed without a final response')),
      });
    if (this.#isOver) this.#subscription.unsubscribe();
  }

  #receive(response: ToolResponse | ToolResult): void {
    const { call } = this.#parts;
    if (ToolResult.is(response)) {
      this.#finish(this.#readResult(response));
      return;
    }
    checkResponse(response, { toolName: call.name, source: this.#source });
    if (response.isLast) this.#finish(outcomeOfResponse(response, call.name, this.#shown));
    else void this.#emit(response);
  }

  #readResult(result: unknown): Outcome {
    const { name } = this.#parts.call;
    const own = this.#outcomes.get(result);
    if (own !== undefined) return own;
    if (ToolResult.is(result)) return outcomeOfResult(result, name);
    if (isToolResponse(result)) return outcomeOfResponse(result, name, this.#shown);
    if (isObservable(result)) return this.#refuse('returned a promise of an Observable');
    return this.#refuse(`returned ${describeKind(result)}`);
  }

  /** Throws the error of a middleware that violates its contract. */
  #refuse(violation: string): never {
    const { name: toolName } = this.#parts.call;
    throw new ToolExecutionError(
      `'${toolName}': ${this.#source} ${violation}. Return an Observable that ends with a final response, such as ` +
        'next(), or a promise of a ToolResult, such as the result of await next().',
      { toolName, cause: this.#shown?.outcome.error },
    );
  }

  get #source(): string {
    const { middleware, position } = this.#applied;
    if (position === undefined) return 'its postprocess';
    return middleware.name === '' ? `the ${this.#name}` : `the middleware '${this.#name}'`;
  }

  get #name(): string {
    const { middleware, position } = this.#applied;
    if (position === undefined) return 'postprocess';
    return middleware.name === '' ? `unnamed middleware at position ${position}` : middleware.name;
  }

  #emit(chunk: ToolResponse): Promise<unknown> | undefined {
    if (this.#isOver) return undefined;
    const stamped = stampChunk(chunk, this.#parts.call, this.#chunks++);
    this.#accumulator ??= new ChunkAccumulator('concat');
    this.#accumulator.add(stamped);
    const ready = this.#parts.sink?.(stamped);
    if (ready !== undefined) this.#waitFor(ready);
    return this.#ready;
  }

  #waitFor(ready: PromiseLike<unknown>): void {
    const done = (): void => {
      if (this.#ready === waiting) this.#ready = undefined;
    };
    const waiting: Promise<unknown> = Promise.resolve(ready).finally(done);
    // A rejection ends the call in the stream that awaits it. With several streams, not every promise is awaited.
    waiting.catch(() => {});
    this.#ready = waiting;
  }

  #next(changed: MiddlewareCall): NextResponses {
    const { id, name, input, meta, context = this.#parts.call.context } = changed;
    if (!hasBrand(context, brands.context)) {
      throw new ToolExecutionError(
        `'${this.#parts.call.name}': ${this.#source} passed next() a context that is not a ToolContext. ` +
          'Pass call.context.',
        { toolName: this.#parts.call.name },
      );
    }
    return new NextResponses((sink) => this.#startRun({ id, name, input, meta, context }, sink));
  }

  /**
   * Starts a run of the rest of the pipeline.
   *
   * @param sink - Receives the chunks of a middleware that subscribes. Without it, the consumer of the call receives
   * them.
   */
  #startRun(changes: CallChanges, sink: ChunkSink | undefined): NextRun {
    const { next, call } = this.#parts;
    const scope = new CallScope();
    const stopFollowing = scope.follow(call.scope);
    const inner = call.with({ ...changes, scope });
    this.#watch?.beginRun(inner);
    const startedAt = performance.now();
    const emit: ChunkSink = (chunk) => (sink === undefined ? this.#emit(chunk) : this.#show(chunk, sink));
    const end = (): boolean => {
      stopFollowing();
      return this.#runs.delete(run);
    };
    const run: NextRun = {
      outcome: next(inner, emit),
      toResponse: (outcome) => {
        end();
        this.#watch?.endRun(outcome);
        const response = toFinalResponse(outcome, inner.id);
        this.#shown = { outcome, response };
        return response;
      },
      toResult: (outcome) => {
        end();
        this.#watch?.endRun(outcome);
        const result = toResult(outcome, { callId: inner.id, elapsedMs: performance.now() - startedAt });
        this.#outcomes.set(result, outcome);
        return result;
      },
      abandon: () => {
        if (end()) scope.abandon();
      },
    };
    this.#runs.add(run);
    return run;
  }

  /** Emits a chunk to a middleware that subscribes, which may forward it immediately, later, or never. */
  #show(chunk: ToolResponse, sink: ChunkSink): PromiseLike<unknown> | undefined {
    const { call, sink: consumer } = this.#parts;
    const emitted = this.#chunks;
    void sink(chunk);
    if (this.#ready !== undefined || this.#chunks > emitted || consumer === undefined) return this.#ready;
    return call.root.options.ready?.();
  }

  #attempt(step: () => void): void {
    if (this.#isOver) return;
    try {
      step();
    } catch (thrown) {
      this.#fail(thrown);
    }
  }

  #fail(thrown: unknown): void {
    const { name: toolName, state } = this.#parts.call;
    // A getter, so that a state that throws cannot prevent the call from ending.
    const site = {
      toolName,
      get secretsIn() {
        return state.roots();
      },
    };
    const error = toToolError(thrown, site);
    const rendered = renderFailure(this.#accumulator?.mergePartial() ?? nothing, error, undefined);
    this.#finish({ toolName, rendered, ...endOf(error), streamed: false, attempts: 0 });
  }

  #finish(outcome: Outcome): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#stopListening?.();
    clearTimeout(this.#graceTimer);
    this.#watch?.end(outcome);
    const streamed = this.#chunks > 0;
    this.#settle(outcome.streamed === streamed ? outcome : { ...outcome, streamed });
    this.#cleanUp();
  }

  /** Stops everything that still runs inside the middleware. An error of the cleanup becomes a process warning. */
  #cleanUp(): void {
    for (const run of this.#runs) run.abandon();
    try {
      this.#subscription?.unsubscribe();
    } catch (error) {
      const message = `'${this.#parts.call.name}': ${this.#source} failed when it was unsubscribed: ${String(error)}`;
      emitWarning(message);
    }
  }
}

function isStream(returned: unknown): returned is ObservableInput<ToolResponse | ToolResult> {
  if (isObservable(returned)) return true;
  return typeof returned === 'object' && returned !== null && Symbol.asyncIterator in returned;
}
