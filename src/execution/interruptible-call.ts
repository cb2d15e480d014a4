import type { ToolError } from '../errors.js';
import { NOT_PLAIN } from '../response/plain-json.js';
import { CallClock } from './call-clock.js';
import { interruption, lateInAll, overtime } from './call-guard.js';
import { timeLimit } from './call-plan.js';
import type { CallRequest, CallRun, Ended } from './call-run.js';
import { followAbort } from './follow-abort.js';
import type { Outcome } from './outcome.js';
import type { Rejection } from './rejection.js';
import {
  type EndedCall,
  type Ending,
  type SettledCall,
  settleRun,
  UninterruptedCall,
  type WaitedCall,
} from './waited-call.js';

/**
 * A call that is waited for until its signal fires or its time is over. Its tool looks at its arguments only: nobody but
 * the caller has to hear of the interruption.
 */
export class InterruptibleCall<T> implements Ending<T>, WaitedCall<T> {
  readonly isInterruptible = true;
  readonly #request: CallRequest;
  readonly #ending: Ending<T>;
  readonly #call: UninterruptedCall<T>;
  #clock: CallClock | undefined;
  #unfollow: (() => void) | undefined;
  #resolve: ((end: Promise<T>) => void) | undefined;
  #isOver = false;

  constructor(request: CallRequest, ending: Ending<T>, startedAt: number) {
    this.#request = request;
    this.#ending = ending;
    this.#call = new UninterruptedCall(request, this, startedAt);
  }

  get isTimed(): boolean {
    return this.#ending.isTimed;
  }

  settle(): Promise<T> {
    const { plan, options } = this.#request;
    const { signal } = options;
    if (signal?.aborted === true) return this.#call.interrupt(interruption(plan.toolName, signal.reason));
    const limitMs = timeLimit(plan, options);
    if (limitMs !== undefined) this.#limit(limitMs);
    if (signal !== undefined) this.#follow(signal);
    return new Promise<T>((resolve, reject) => {
      this.#resolve = resolve;
      this.#call.settle().then(resolve, reject);
    });
  }

  leave(): void {
    this.#close();
    this.#call.leave();
  }

  ofPlain(returned: unknown, call: SettledCall): T | typeof NOT_PLAIN {
    const end = this.#ending.ofPlain(returned, call);
    if (end !== NOT_PLAIN) this.#close();
    return end;
  }

  tell(end: T, call: EndedCall): void {
    this.#ending.tell?.(end, call);
  }

  ofOutcome(outcome: Outcome, call: EndedCall): T | Rejection {
    this.#close();
    return this.#ending.ofOutcome(outcome, call);
  }

  /** From here on the run itself hears of the signal, and has what is left of the time. */
  goOn(run: CallRun, ended: Ended): Promise<T> {
    const begun = { ...ended, leftMs: this.#clock?.leftMs };
    this.#close();
    return this.#ending.goOn?.(run, begun) ?? settleRun(run, this.#ending, begun);
  }

  #limit(limitMs: number): void {
    const { toolName } = this.#request.plan;
    this.#clock = new CallClock(limitMs, () => this.#interrupt(overtime(toolName, lateInAll, limitMs)));
  }

  #follow(signal: AbortSignal): void {
    const { toolName } = this.#request.plan;
    this.#unfollow = followAbort(signal, () => this.#interrupt(interruption(toolName, signal.reason)));
  }

  /** Only the first end counts. */
  #interrupt(reason: ToolError): void {
    if (this.#isOver) return;
    this.#close();
    this.#resolve?.(this.#call.interrupt(reason));
  }

  #close(): void {
    this.#isOver = true;
    this.#clock?.stop();
    this.#unfollow?.();
  }
}
