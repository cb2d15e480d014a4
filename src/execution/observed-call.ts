import { Observable, type Subscriber } from 'rxjs';
import { NOT_PLAIN } from '../response/plain-json.js';
import type { Rendered } from '../response/rendered.js';
import type { ToolResponse } from '../response/tool-response.js';
import { type CallListener, type CallRequest, CallRun, type Ended } from './call-run.js';
import { type Outcome, plainOutcome, plainRendering, thrownFailure, toChunk, toLastResponse } from './outcome.js';
import { orThrow, Rejection } from './rejection.js';
import { waitForCall } from './settle-call.js';
import type { EndedCall, Ending, SettledCall, WaitedCall } from './waited-call.js';

/** A call whose responses are read. It has no `onSettled`: whoever reads knows when it is over. */
export type ObservedRequest = Omit<CallRequest, 'onSettled'>;

/** A call as an Observable: cold, pushed at the tool's own pace, cancelled by unsubscribing. */
export function callAsObservable(request: ObservedRequest): Observable<ToolResponse> {
  return new Observable<ToolResponse>((subscriber) => observeCall(request, subscriber));
}

/** Runs a call for who reads its responses. Gives what ends it when its reader leaves. */
export function observeCall(request: ObservedRequest, subscriber: Subscriber<ToolResponse>): () => void {
  const observed = new ObservedCall(request, subscriber);
  observed.start();
  return () => observed.leave();
}

/** A call that somebody reads as it goes on. Until it streams, fails or is more than plain data, it is only waited for. */
class ObservedCall implements Ending<ToolResponse | undefined>, CallListener {
  readonly isTimed = true;
  readonly #request: ObservedRequest;
  readonly #subscriber: Subscriber<ToolResponse>;
  #run: CallRun | undefined;
  #waited: WaitedCall<ToolResponse | undefined> | undefined;

  constructor(request: ObservedRequest, subscriber: Subscriber<ToolResponse>) {
    this.#request = request;
    this.#subscriber = subscriber;
  }

  start(): void {
    const waited = waitForCall(this.#request, this);
    if (waited === undefined) {
      this.#run = new CallRun(this.#request, performance.now());
      this.#run.next(this);
      return;
    }
    this.#waited = waited;
    waited.settle().then(
      (last) => {
        // Else the run tells how the call ends.
        if (last !== undefined) this.#end(last);
      },
      (failure: unknown) => this.#subscriber.error(failure),
    );
  }

  leave(): void {
    this.#waited?.leave();
    void this.#run?.leave();
  }

  ofPlain(returned: unknown, call: SettledCall): ToolResponse | typeof NOT_PLAIN {
    const rendered = plainRendering(returned, call.plan);
    return rendered === NOT_PLAIN ? NOT_PLAIN : toLastResponse(plainOutcome(rendered, call), call.callId);
  }

  ofOutcome(outcome: Outcome, call: EndedCall): ToolResponse | Rejection {
    const failure = thrownFailure(outcome, call);
    return failure === undefined ? toLastResponse(outcome, call.callId) : new Rejection(failure);
  }

  async goOn(run: CallRun, ended: Ended): Promise<undefined> {
    this.#run = run;
    await run.takeOver(ended);
    run.next(this);
  }

  onChunk(rendered: Rendered, index: number): void {
    const run = this.#run;
    if (run === undefined) return;
    this.#subscriber.next(toChunk(rendered, index, run));
    if (!this.#subscriber.closed) run.next(this, run.options.ready?.());
  }

  onEnd(outcome: Outcome): void {
    if (this.#run === undefined) return;
    try {
      this.#end(orThrow(this.ofOutcome(outcome, this.#run)));
    } catch (failure) {
      // Also a defect of ours, or an error that cannot be shown: it must not pass for a call that goes on.
      this.#subscriber.error(failure);
    }
  }

  #end(last: ToolResponse): void {
    this.#subscriber.next(last);
    this.#subscriber.complete();
  }
}
