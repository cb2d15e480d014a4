import { isPlainJson, NOT_PLAIN } from '../response/plain-json.js';
import type { Rendered } from '../response/rendered.js';
import type { ToolResponse } from '../response/tool-response.js';
import type { ToolResult } from '../response/tool-result.js';
import { type CallListener, type CallRequest, CallRun } from './call-run.js';
import {
  admittedJson,
  type Outcome,
  plainOutcome,
  plainRendering,
  thrownFailure,
  toChunk,
  toLastResponse,
  toResult,
} from './outcome.js';
import { Rejection } from './rejection.js';
import { settleCall } from './settle-call.js';
import type { Ending } from './waited-call.js';

const asData: Ending<unknown> = {
  isTimed: false,
  ofPlain: (returned, { plan }) => {
    const isPlain = plan.output === undefined ? isPlainJson(returned) : admittedJson(returned, plan) !== NOT_PLAIN;
    return isPlain ? returned : NOT_PLAIN;
  },
  ofOutcome: ({ error, rendered }) => (error === undefined ? rendered.data : new Rejection(error)),
};

const asResult: Ending<ToolResult> = {
  isTimed: true,
  ofPlain: (returned, call) => {
    const rendered = plainRendering(returned, call.plan);
    return rendered === NOT_PLAIN ? NOT_PLAIN : toResult(plainOutcome(rendered, call), call.callId);
  },
  tell: (result, { witness }) => witness?.ended(result),
  ofOutcome: (outcome, call) => {
    const result = toResult(outcome, call.callId);
    call.witness?.ended(result);
    const failure = thrownFailure(outcome, call);
    return failure === undefined ? result : new Rejection(failure);
  },
};

/** Runs a call and gives its data. Throws the ToolError of a failure. */
export function callForData(request: CallRequest): Promise<unknown> {
  return settleCall(request, asData);
}

/** Runs a call and gives its result, of a failure too. Throws only under `throwOnError`. */
export function callForResult(request: CallRequest): Promise<ToolResult> {
  return settleCall(request, asResult);
}

/** A call as an AsyncIterable: the tool runs only as far as it is pulled. Breaking out cancels it. */
export function callAsIterable(request: CallRequest): AsyncIterable<ToolResponse> {
  return { [Symbol.asyncIterator]: () => new CallIterator(request) };
}

const finished: IteratorReturnResult<undefined> = Object.freeze({ done: true, value: undefined });

/** A pull that waits for its answer. */
interface AskedPull {
  readonly resolve: (result: IteratorResult<ToolResponse, undefined>) => void;
  readonly reject: (error: unknown) => void;
}

class CallIterator implements AsyncIterator<ToolResponse, undefined>, CallListener {
  readonly #request: CallRequest;
  #run: CallRun | undefined;
  #isDone = false;
  /** Pulls that overlap are answered in order, as a generator does. The first is being answered. */
  readonly #asked: AskedPull[] = [];

  constructor(request: CallRequest) {
    this.#request = request;
  }

  next(): Promise<IteratorResult<ToolResponse, undefined>> {
    return new Promise((resolve, reject) => {
      if (this.#asked.push({ resolve, reject }) === 1) this.#goOn();
    });
  }

  async return(): Promise<IteratorResult<ToolResponse, undefined>> {
    this.#isDone = true;
    const leaving = this.#run?.leave();
    this.#goOn();
    await leaving;
    return finished;
  }

  onChunk(rendered: Rendered, index: number): void {
    if (this.#run === undefined) return;
    const value = toChunk(rendered, index, this.#run);
    this.#asked.shift()?.resolve({ done: false, value });
    if (this.#asked.length > 0) this.#goOn();
  }

  onEnd(outcome: Outcome): void {
    if (this.#run === undefined) return;
    this.#isDone = true;
    const asked = this.#asked.shift();
    try {
      const failure = thrownFailure(outcome, this.#run);
      if (failure !== undefined) throw failure;
      asked?.resolve({ done: false, value: toLastResponse(outcome, this.#run.callId) });
    } catch (failure) {
      asked?.reject(failure);
    }
    this.#goOn();
  }

  /** Pulls for whoever is first, or tells all that it is over. */
  #goOn(): void {
    if (!this.#isDone) {
      this.#run ??= new CallRun(this.#request, performance.now());
      this.#run.next(this);
      return;
    }
    for (const { resolve } of this.#asked.splice(0)) resolve(finished);
  }
}
