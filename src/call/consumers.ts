import { Observable } from '../base/async/rxjs.js';
import type { CallOptions } from './call-options.js';
import { type Outcome, toFinalResponse, toResult } from './outcome.js';
import type { ToolResponse } from './response/tool-response.js';
import type { ToolResult } from './response/tool-result.js';

/**
 * A receiver of a call's chunks. The call resumes when the returned promise is fulfilled, or immediately without one.
 */
export type ChunkSink = (chunk: ToolResponse) => PromiseLike<unknown> | undefined;

/** A call that has not run yet, either of a single tool or through a toolkit. */
export interface RunnableCall {
  readonly callId: string;
  readonly options: Pick<CallOptions, 'ready' | 'throwOnError'>;
  /** The duration of the call so far, in milliseconds. Waiting for approval does not count. */
  readonly elapsedMs: number;
  /** Runs the call, once. Rejects only if `conclude` throws. */
  run<T>(conclude: (outcome: Outcome) => T): Promise<T>;
  /**
   * Cancels the call for a consumer that unsubscribes. A tool's own call resolves when its generator has cleaned up.
   */
  cancel(): Promise<void>;
}

/** A function that creates a call whose chunks go to a sink. */
export type CallFactory = (sink: ChunkSink) => RunnableCall;

/** Runs a call and resolves to its data. Rejects with the ToolError of a failure. */
export function toData(call: RunnableCall): Promise<unknown> {
  return call.run(({ error, rendered }) => {
    if (error !== undefined) throw error;
    return rendered.data;
  });
}

/** Runs a call and resolves to its ToolResult. Rejects with the ToolError of a failure only under `throwOnError`. */
export function toToolResult(call: RunnableCall): Promise<ToolResult> {
  return call.run((outcome) => {
    throwIfRequested(outcome, call);
    return toResult(outcome, call);
  });
}

/** Returns the responses of a call as a cold Observable. Unsubscribing cancels the call. */
export function toObservable(create: CallFactory): Observable<ToolResponse> {
  return new Observable<ToolResponse>((subscriber) => {
    const call: RunnableCall = create((chunk) => {
      subscriber.next(chunk);
      return subscriber.closed ? undefined : call.options.ready?.();
    });
    // Added before the call runs, because it may emit synchronously and be unsubscribed from.
    subscriber.add(() => void call.cancel());
    runForFinalResponse(call).then(
      (last) => {
        subscriber.next(last);
        subscriber.complete();
      },
      (error: unknown) => subscriber.error(error),
    );
  });
}

/**
 * Returns the responses of a call as an AsyncIterable. The tool runs only as far as it is pulled. `break` cancels it.
 */
export function toAsyncIterable(create: CallFactory): AsyncIterable<ToolResponse> {
  return { [Symbol.asyncIterator]: () => new CallIterator(create) };
}

function runForFinalResponse(call: RunnableCall): Promise<ToolResponse> {
  return call.run((outcome) => {
    throwIfRequested(outcome, call);
    return toFinalResponse(outcome, call.callId);
  });
}

function throwIfRequested({ error }: Outcome, { options }: RunnableCall): void {
  if (error !== undefined && options.throwOnError === true) throw error;
}

interface PendingPull {
  readonly resolve: (result: IteratorResult<ToolResponse, undefined>) => void;
  readonly reject: (error: unknown) => void;
}

class CallIterator implements AsyncIterator<ToolResponse, undefined> {
  readonly #call: RunnableCall;
  /** Overlapping calls of `next()` that wait for a response. They are answered in order, as in an async generator. */
  readonly #pending: PendingPull[] = [];
  /** The chunks that have arrived while no pull was pending. A middleware may emit several for one of the tool. */
  readonly #arrived: ToolResponse[] = [];
  #isStarted = false;
  #isDone = false;
  /** Pending while no chunk is pulled, which suspends the tool. */
  #pulled: Promise<void> | undefined;
  #resume: (() => void) | undefined;
  /** The end of a call that ended while no pull was pending. It settles the next pull. */
  #end: ((pull: PendingPull) => void) | undefined;

  constructor(create: CallFactory) {
    this.#call = create((chunk) => this.#emit(chunk));
  }

  next(): Promise<IteratorResult<ToolResponse, undefined>> {
    return new Promise((resolve, reject) => {
      const arrived = this.#arrived.shift();
      if (arrived !== undefined) {
        resolve({ done: false, value: arrived });
        return;
      }
      if (this.#isDone) {
        resolve(finished);
        return;
      }
      this.#pending.push({ resolve, reject });
      if (this.#end !== undefined) this.#finishWith(this.#end);
      else if (this.#isStarted) this.#continue();
      else this.#start();
    });
  }

  async return(): Promise<IteratorResult<ToolResponse, undefined>> {
    this.#arrived.length = 0;
    this.#finish();
    await this.#call.cancel();
    return finished;
  }

  #start(): void {
    this.#isStarted = true;
    runForFinalResponse(this.#call).then(
      (value) => this.#finishWith((pull) => pull.resolve({ done: false, value })),
      (error: unknown) => this.#finishWith((pull) => pull.reject(error)),
    );
  }

  #continue(): void {
    this.#resume?.();
    this.#resume = undefined;
    this.#pulled = undefined;
  }

  #finishWith(end: (pull: PendingPull) => void): void {
    const pull = this.#pending.shift();
    if (pull === undefined) {
      this.#end = end;
      return;
    }
    end(pull);
    this.#finish();
  }

  #emit(value: ToolResponse): PromiseLike<unknown> | undefined {
    if (this.#isDone) return undefined;
    const pull = this.#pending.shift();
    if (pull === undefined) this.#arrived.push(value);
    else pull.resolve({ done: false, value });
    if (this.#pending.length > 0) return undefined;
    this.#pulled ??= new Promise((resolve) => {
      this.#resume = resolve;
    });
    return this.#pulled;
  }

  #finish(): void {
    this.#isDone = true;
    for (const { resolve } of this.#pending.splice(0)) resolve(finished);
  }
}

const finished: IteratorReturnResult<undefined> = Object.freeze({ done: true, value: undefined });
