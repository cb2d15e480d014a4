import { ValidationError } from '../errors.js';
import { NOT_PLAIN } from '../response/plain-json.js';
import { type CallRequest, CallRun, type Ended } from './call-run.js';
import type { Outcome } from './outcome.js';
import { isThenable } from './thenable.js';

/** What is made of a call that is only waited for. */
export interface Ending<T> {
  /** Whether it tells how long the call took. */
  readonly isTimed: boolean;
  /** Of plain data that a tool returned; NOT_PLAIN of anything else. */
  ofPlain(returned: unknown, request: CallRequest, facts: SettledCall): T | typeof NOT_PLAIN;
  /** Of any other end. May throw. */
  ofOutcome(outcome: Outcome, run: CallRun): T;
}

/** What is known of a call that returned plain data. */
export interface SettledCall {
  /** By `performance.now()`, of an ending that is timed. */
  readonly startedAt: number;
  /** Undefined where nobody needed one. */
  readonly run: CallRun | undefined;
}

/**
 * Runs a call to its end. Where nothing can end it from outside, and its tool returns plain data, it is awaited as the
 * bare method would be; in any other case a CallRun takes it over, from where it has come to.
 */
export async function settleCall<T>(request: CallRequest, ending: Ending<T>): Promise<T> {
  const { plan, args, state } = request;
  const startedAt = ending.isTimed ? performance.now() : 0;
  if (!isUninterrupted(request)) return settleRun(new CallRun(request, startedAt), ending);
  // Only a tool that may look at its context needs more than its arguments.
  const run = plan.executor.executeBare === undefined ? new CallRun(request, startedAt) : undefined;
  // What the state held when the call began.
  const roots = state.roots();
  let hasRun = false;
  let ended: Pick<Ended, 'refusal' | 'returned' | 'failure'>;
  try {
    const prepared = plan.args.prepare(args, state);
    const placed = prepared instanceof Promise ? await prepared : prepared;
    if (placed instanceof ValidationError) ended = { refusal: placed };
    else {
      hasRun = true;
      const started = run === undefined ? plan.executor.executeBare?.(placed) : run.start(placed);
      const returned = isThenable(started) ? await started : started;
      const end = ending.ofPlain(returned, request, { startedAt, run });
      if (end !== NOT_PLAIN) {
        run?.finish();
        request.onSettled?.();
        return end;
      }
      ended = { returned };
    }
  } catch (thrown) {
    ended = { failure: { thrown } };
  }
  return settleRun(run ?? new CallRun(request, startedAt), ending, { ...ended, hasRun, roots });
}

/** Runs a call to its end, or on from an attempt that has been made. */
async function settleRun<T>(run: CallRun, ending: Ending<T>, ended?: Ended): Promise<T> {
  const outcome = await (ended === undefined ? run.settle() : run.takeOver(ended));
  run.onSettled?.();
  return ending.ofOutcome(outcome, run);
}

/** Whether nothing from outside can end the call, and nothing else is asked of what it returns. */
function isUninterrupted({ plan, options }: CallRequest): boolean {
  if (options.signal !== undefined || options.timeoutMs !== undefined || plan.timeoutMs !== undefined) return false;
  if (plan.output !== undefined || plan.strictReturn) return false;
  // Options that may be wrong are checked first.
  return options.chunkTimeoutMs === undefined && options.retry === undefined;
}
