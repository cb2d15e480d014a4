import { timeLimit } from './call-plan.js';
import { type CallRequest, CallRun } from './call-run.js';
import { InterruptibleCall } from './interruptible-call.js';
import { type Ending, SettlingCall, settleRun, type WaitedCall } from './waited-call.js';

/**
 * Runs a call to its end. Where its tool returns plain data, and would not hear of what may end the call from outside, it
 * is waited for as the bare method would be; in any other case a CallRun takes it over, from where it has come to. Never
 * throws.
 */
export function settleCall<T>(request: CallRequest, ending: Ending<T>): Promise<T> {
  const startedAt = ending.isTimed ? (request.startedAt ?? performance.now()) : 0;
  if (!request.plan.strictReturn) {
    if (!mayBeInterrupted(request)) return new SettlingCall(request, ending, startedAt).settle();
    if (isBare(request)) return new InterruptibleCall(request, ending, startedAt).settle();
  }
  return settleRun(new CallRun(request, startedAt), ending);
}

/** The same for who may leave before the end. Undefined where only a CallRun will do: its tool may have to hear of that. */
export function waitForCall<T>(request: CallRequest, ending: Ending<T>): WaitedCall<T> | undefined {
  if (request.plan.strictReturn || !isBare(request)) return undefined;
  const startedAt = ending.isTimed ? performance.now() : 0;
  return mayBeInterrupted(request)
    ? new InterruptibleCall(request, ending, startedAt)
    : new SettlingCall(request, ending, startedAt);
}

/** Whether something other than its tool may end the call. */
function mayBeInterrupted({ plan, options }: CallRequest): boolean {
  return options.signal !== undefined || timeLimit(plan, options) !== undefined;
}

/** Whether its tool only looks at its arguments. */
function isBare({ plan }: CallRequest): boolean {
  return plan.executor.executeBare !== undefined;
}
