import { type ToolError, ValidationError } from '../errors.js';
import { NOT_PLAIN } from '../response/plain-json.js';
import type { Prepared } from './argument-plan.js';
import { rejectSoon } from './call-guard.js';
import type { CallOptions } from './call-options.js';
import type { CallPlan } from './call-plan.js';
import { type CallRequest, CallRun, type Ended } from './call-run.js';
import { checkCallOptions } from './check-limits.js';
import { closeUnpulled } from './chunk-source.js';
import { failureSite, toToolError } from './failure.js';
import { failedCall, type Outcome } from './outcome.js';
import { orThrow, Rejection } from './rejection.js';
import { retryDelay } from './retry.js';
import { isThenable } from './thenable.js';

/** What is made of a call that is only waited for. */
export interface Ending<T> {
  /** Whether it tells how long the call took. */
  readonly isTimed: boolean;
  /**
   * Begins to listen for what may interrupt the call, once its options have been checked. A call that has this does not
   * end in the breath in which its tool was run: until that is over, it may be interrupted.
   */
  begin?(): void;
  /** Of plain data that a tool returned; NOT_PLAIN of anything else. Never throws. */
  ofPlain(returned: unknown, call: SettledCall): T | typeof NOT_PLAIN;
  /** Lets those hear of plain data who hear of it before the caller. */
  tell?(end: T, call: EndedCall): void;
  /** Of any other end, likewise; or what the call rejects with. May throw. */
  ofOutcome(outcome: Outcome, call: EndedCall): T | Rejection;
  /** Goes on with a call that has come so far, in the place of waiting for its end. */
  goOn?(run: CallRun, ended: Ended): Promise<T>;
}

/** What is known of a call that has ended. */
export interface EndedCall {
  readonly callId: string;
  readonly options: CallOptions;
  readonly witness: CallRequest['witness'];
}

/** What is known of a call that returned plain data. */
export interface SettledCall extends EndedCall {
  readonly plan: CallPlan;
  /** By `performance.now()`, of an ending that is timed. */
  readonly startedAt: number;
}

/** A call that is waited for, and may be left. */
export interface WaitedCall<T> {
  settle(): Promise<T>;
  /** Nobody waits any more: the tool is not run, if it has not been, and what becomes of it is dropped. */
  leave(): void;
}

/** What has become of a call so far, but for what its state held. */
type Progress = Omit<Ended, 'roots'>;

/** A call on its way to its end. By `then`: async functions would add a tenth to what such a call takes. */
export class SettlingCall<T> implements SettledCall, WaitedCall<T> {
  readonly startedAt: number;
  readonly #request: CallRequest;
  /** Only a tool that may look at its context needs more than its arguments. */
  readonly #run: CallRun | undefined;
  readonly #ending: Ending<T>;
  /** What the state held when the call began. */
  readonly #roots: readonly object[];
  #hasRun = false;
  #isLeft = false;

  constructor(request: CallRequest, ending: Ending<T>, startedAt: number) {
    this.#request = request;
    this.#ending = ending;
    this.startedAt = startedAt;
    this.#run = request.plan.executor.executeBare === undefined ? new CallRun(request, startedAt) : undefined;
    this.#roots = request.state.roots();
  }

  get plan(): CallPlan {
    return this.#request.plan;
  }

  get #mayBeInterrupted(): boolean {
    return this.#ending.begin !== undefined;
  }

  get options(): CallOptions {
    return this.#request.options;
  }

  get witness(): CallRequest['witness'] {
    return this.#request.witness;
  }

  /** Asked for once at most, when the call has ended. */
  get callId(): string {
    return this.#run?.callId ?? this.#request.callId ?? this.options.callId ?? this.plan.ids.next();
  }

  leave(): void {
    this.#isLeft = true;
  }

  /** Ends a call for that reason that has been left. */
  async interrupt(reason: ToolError): Promise<T> {
    return orThrow(this.#failWith(reason));
  }

  settle(): Promise<T> {
    const { plan, args, parsedArgs, state, options } = this.#request;
    let prepared: Prepared | Promise<Prepared>;
    try {
      const { timeoutMs, chunkTimeoutMs, retry } = options;
      if (timeoutMs !== undefined || chunkTimeoutMs !== undefined || retry !== undefined) {
        checkCallOptions(options, plan.toolName);
      }
      this.#ending.begin?.();
      prepared = plan.args.prepare(parsedArgs ?? args, state);
    } catch (thrown) {
      return this.#failed(thrown);
    }
    if (!(prepared instanceof Promise)) return this.#start(prepared);
    return prepared.then(
      (placed) => this.#start(placed),
      (thrown: unknown) => this.#failedLate(thrown),
    );
  }

  #start(placed: Prepared): Promise<T> {
    if (this.#isLeft) return unheard();
    if (placed instanceof ValidationError) return this.#failed(placed);
    this.#hasRun = true;
    let started: unknown;
    try {
      const { executor } = this.#request.plan;
      started = this.#run === undefined ? executor.executeBare?.(placed) : this.#run.start(placed);
      if (!isThenable(started))
        return this.#mayBeInterrupted ? this.#endSoon(started) : Promise.resolve(this.#end(started));
    } catch (thrown) {
      return this.#failed(thrown);
    }
    return Promise.resolve(started).then(
      (returned) => this.#end(returned),
      (thrown: unknown) => this.#failedLate(thrown),
    );
  }

  #end(returned: unknown): T | Promise<T> {
    if (this.#isLeft) return unheard();
    const end = this.#ending.ofPlain(returned, this);
    // A getter in what was returned may have had the call left.
    if (this.#isLeft) return unheard();
    if (end === NOT_PLAIN) return this.#goOn({ hasRun: true, returned });
    this.#run?.finish();
    this.#ending.tell?.(end, this);
    this.#request.onSettled?.();
    return end;
  }

  /** Ends it when this breath is over. A stream that nobody waits for then is closed: it would have been pulled. */
  async #endSoon(returned: unknown): Promise<T> {
    await undefined;
    if (this.#isLeft) closeUnpulled(returned);
    return this.#end(returned);
  }

  /** As `#fail`, promised. */
  #failed(thrown: unknown): Promise<T> {
    if (this.#mayBeInterrupted) return Promise.resolve().then(() => this.#failedLate(thrown));
    try {
      const end = this.#fail(thrown);
      return end instanceof Rejection ? rejectedSoon(end.reason) : Promise.resolve(end);
    } catch (failure) {
      return rejectedSoon(failure);
    }
  }

  /** As `#fail`, for a promise that was waited for. */
  #failedLate(thrown: unknown): T | Promise<T> {
    return this.#isLeft ? unheard() : orThrow(this.#fail(thrown));
  }

  /** Ends a call that failed, in as many turns as one that succeeds, unless it shall be tried again. May throw. */
  #fail(thrown: unknown): T | Rejection | Promise<T> {
    const { plan, state } = this.#request;
    // Its context has to hear of it.
    if (this.#hasRun && this.#run !== undefined) return this.#goOn({ hasRun: true, failure: { thrown } });
    const error = toToolError(thrown, failureSite(plan, state, this.#roots));
    // So may what was thrown, when it is read.
    return this.#isLeft ? unheard() : this.#failWith(error);
  }

  #failWith(error: ToolError): T | Rejection | Promise<T> {
    const { plan, options, onSettled } = this.#request;
    const hasRun = this.#hasRun;
    const isRetried = hasRun && retryDelay(error, 1, options.retry ?? plan.retry) !== undefined;
    if (isRetried) return this.#goOn({ hasRun, failure: { thrown: error } });
    const durationMs = this.#ending.isTimed ? performance.now() - this.startedAt : 0;
    const { toolName, maxOutputChars } = plan;
    const outcome = failedCall(toolName, error, { maxOutputChars, durationMs, attempts: hasRun ? 1 : 0 });
    this.#run?.finish();
    try {
      return this.#ending.ofOutcome(outcome, this);
    } finally {
      onSettled?.();
    }
  }

  #goOn(progress: Progress): Promise<T> {
    const run = this.#run ?? new CallRun(this.#request, this.startedAt);
    const ended = { ...progress, roots: this.#roots };
    return this.#ending.goOn?.(run, ended) ?? settleRun(run, this.#ending, ended);
  }
}

/** What nobody waits for any more never comes. */
function unheard(): Promise<never> {
  return new Promise(() => {});
}

/** A promise that rejects, but not at once: that is dear while nobody listens to it yet. */
function rejectedSoon(reason: unknown): Promise<never> {
  return new Promise((resolved, rejected) => {
    rejectSoon({ resolved, rejected }, reason);
  });
}

/** Runs a call to its end, or on from an attempt that has been made. */
export async function settleRun<T>(run: CallRun, ending: Ending<T>, ended?: Ended): Promise<T> {
  if (ended !== undefined) await run.takeOver(ended);
  const outcome = await run.settle();
  try {
    return orThrow(ending.ofOutcome(outcome, run));
  } finally {
    run.onSettled?.();
  }
}
