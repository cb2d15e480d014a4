import { Observable } from 'rxjs';
import type { ToolError } from '../errors.js';
import { createResponse, type ToolResponse } from '../response/tool-response.js';
import type { ToolResult } from '../response/tool-result.js';
import { type CallRequest, CallRun, type Step } from './call-run.js';
import { toLastResponse, toResult } from './outcome.js';

/** Runs a call and gives its data. Throws the ToolError of a failure. */
export async function callForData(request: CallRequest): Promise<unknown> {
  const { error, rendered } = await new CallRun(request).settle();
  if (error !== undefined) throw error;
  return rendered.data;
}

/** Runs a call and gives its result, of a failure too. Throws only under `throwOnError`. */
export async function callForResult(request: CallRequest): Promise<ToolResult> {
  const run = new CallRun(request);
  const outcome = await run.settle();
  if (outcome.error !== undefined && request.options.throwOnError === true) throw outcome.error;
  return toResult(outcome, run.callId);
}

/** A call as an Observable: cold, pushed at the tool's own pace, cancelled by unsubscribing. */
export function callAsObservable(request: CallRequest): Observable<ToolResponse> {
  return new Observable<ToolResponse>((subscriber) => {
    const run = new CallRun(request);
    const drive = async (): Promise<void> => {
      while (!subscriber.closed) {
        const step = await run.advance();
        if (subscriber.closed) return;
        const failure = thrownFailure(step, request);
        if (failure !== undefined) subscriber.error(failure);
        else subscriber.next(toResponse(step, run, request));
        if (step.kind === 'outcome') subscriber.complete();
      }
    };
    // Only a defect of ours or an error that cannot be shown gets here: it must not pass for a call that goes on.
    drive().catch((defect: unknown) => subscriber.error(defect));
    return () => void run.leave();
  });
}

/** A call as an AsyncIterable: the tool runs only as far as it is pulled. Breaking out cancels it. */
export function callAsIterable(request: CallRequest): AsyncIterable<ToolResponse> {
  return { [Symbol.asyncIterator]: () => new CallIterator(request) };
}

const finished: IteratorReturnResult<undefined> = Object.freeze({ done: true, value: undefined });

class CallIterator implements AsyncIterator<ToolResponse, undefined> {
  readonly #request: CallRequest;
  #run: CallRun | undefined;
  #isDone = false;
  /** The pull before this one: pulls that overlap are answered in order, as a generator does. */
  #previous: Promise<unknown> | undefined;

  constructor(request: CallRequest) {
    this.#request = request;
  }

  next(): Promise<IteratorResult<ToolResponse, undefined>> {
    const pull = this.#previous === undefined ? this.#pull() : this.#previous.then(() => this.#pull());
    // A failed pull is its own caller's to handle.
    const settled: Promise<unknown> = pull.then(ignore, ignore).then(() => {
      if (this.#previous === settled) this.#previous = undefined;
    });
    this.#previous = settled;
    return pull;
  }

  async return(): Promise<IteratorResult<ToolResponse, undefined>> {
    this.#isDone = true;
    await this.#run?.leave();
    return finished;
  }

  async #pull(): Promise<IteratorResult<ToolResponse, undefined>> {
    if (this.#isDone) return finished;
    this.#run ??= new CallRun(this.#request);
    const step = await this.#run.advance();
    // It was left while the pull was under way.
    if (this.#isDone) return finished;
    this.#isDone = step.kind === 'outcome';
    const failure = thrownFailure(step, this.#request);
    if (failure !== undefined) throw failure;
    return { done: false, value: toResponse(step, this.#run, this.#request) };
  }
}

function thrownFailure(step: Step, { options }: CallRequest): ToolError | undefined {
  return step.kind === 'outcome' && options.throwOnError === true ? step.outcome.error : undefined;
}

function toResponse(step: Step, run: CallRun, { plan }: CallRequest): ToolResponse {
  if (step.kind === 'outcome') return toLastResponse(step.outcome, run.callId);
  const { callId } = run;
  return createResponse({
    id: `${callId}:${step.index}`,
    callId,
    toolName: plan.toolName,
    content: step.rendered.content,
    structuredContent: step.rendered.structuredContent,
    ...(step.rendered.metadata === undefined ? {} : { metadata: step.rendered.metadata }),
    state: 'running',
    stream: true,
    isLast: false,
    isInterrupted: false,
  });
}

function ignore(): void {}
