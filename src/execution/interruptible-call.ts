import type { ToolError } from '../errors.js';
import { NOT_PLAIN } from '../response/plain-json.js';
import { CallClock, overtime, tookLonger } from './call-clock.js';
import { interruption } from './call-guard.js';
import { timeLimit } from './call-plan.js';
import type { CallRequest, CallRun, Ended } from './call-run.js';
import { followAbort } from './follow-abort.js';
import type { Outcome } from './outcome.js';
import type { Rejection } from './rejection.js';
import {
  type EndedCall,
  type Ending,
  type SettledCall,
  SettlingCall,
  settleRun,
  type WaitedCall,
} from './waited-call.js';

/**
 * A call that is waited for until its signal fires or its time is over. Its tool looks at its arguments only: nobody but
 * the caller has to hear of the interruption.
 */
export class InterruptibleCall<T> implements Ending<T>, WaitedCall<T> {
  readonly #request: CallRequest;
  readonly #ending: Ending<T>;
  readonly #call: SettlingCall<T>;
  #clock: CallClock | undefined;
  #unfollow: (() => void) | undefined;
  /** Tells whoever waits why the call is interrupted. */
  #tellReason: ((reason: ToolError) => void) | undefined;
  /** Whether an interruption comes too late. */
  #isOver = false;
  #isLeft = false;

  constructor(request: CallRequest, ending: Ending<T>, startedAt: number) {
    this.#request = request;
    this.#ending = ending;
    this.#call = new SettlingCall(request, this, startedAt);
  }

  get isTimed(): boolean {
    return this.#ending.isTimed;
  }

  settle(): Promise<T> {
    const { signal } = this.#request.options;
    if (signal?.aborted === true) return this.#call.interrupt(this.#interruptedBy(signal));
    const interrupted = new Promise<ToolError>((resolve) => {
      this.#tellReason = resolve;
    });
    return new Promise<T>((resolve, reject) => {
      // Attached here, it runs in the caller's own async context, whoever aborts the call.
      void interrupted.then((reason) => {
        if (!this.#isLeft) resolve(this.#call.interrupt(reason));
      });
      this.#call.settle().then(resolve, reject);
    });
  }

  leave(): void {
    this.#isLeft = true;
    this.#close();
    this.#call.leave();
  }

  begin(): void {
    const { plan, options } = this.#request;
    const limitMs = timeLimit(plan, options);
    if (limitMs !== undefined) {
      this.#clock = new CallClock(limitMs, () => this.#interrupt(overtime(plan.toolName, tookLonger, limitMs)));
    }
    if (options.signal !== undefined) this.#follow(options.signal);
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

  /** From here on the run, which follows the signal already, is told when the time is over. */
  goOn(run: CallRun, ended: Ended): Promise<T> {
    const begun = { ...ended, clock: this.#clock };
    this.#clock = undefined;
    this.#close();
    return this.#ending.goOn?.(run, begun) ?? settleRun(run, this.#ending, begun);
  }

  #follow(signal: AbortSignal): void {
    this.#unfollow = followAbort(signal, () => this.#interrupt(this.#interruptedBy(signal)));
  }

  #interruptedBy({ reason }: AbortSignal): ToolError {
    return interruption(this.#request.plan.toolName, reason);
  }

  /** What comes after it is dropped, even in the same breath; whoever waits is told soon, not now. */
  #interrupt(reason: ToolError): void {
    if (this.#isOver) return;
    this.#close();
    this.#call.leave();
    this.#tellReason?.(reason);
  }

  #close(): void {
    this.#isOver = true;
    this.#clock?.stop();
    this.#unfollow?.();
  }
}
