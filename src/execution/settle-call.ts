import { type CallRequest, CallRun } from './call-run.js';
import { type Ending, settleRun, UninterruptedCall, type WaitedCall } from './waited-call.js';

/**
 * Runs a call to its end. Where nothing can end it from outside, and its tool returns plain data, it is waited for as the
 * bare method would be; in any other case a CallRun takes it over, from where it has come to. Never throws.
 */
export function settleCall<T>(request: CallRequest, ending: Ending<T>): Promise<T> {
  const startedAt = ending.isTimed ? (request.startedAt ?? performance.now()) : 0;
  if (isUninterrupted(request)) return new UninterruptedCall(request, ending, startedAt).settle();
  return settleRun(new CallRun(request, startedAt), ending);
}

/** The same for who may leave before the end. Undefined where only a CallRun will do: its tool may have to hear of that. */
export function waitForCall<T>(request: CallRequest, ending: Ending<T>): WaitedCall<T> | undefined {
  if (!isUninterrupted(request) || request.plan.executor.executeBare === undefined) return undefined;
  return new UninterruptedCall(request, ending, ending.isTimed ? performance.now() : 0);
}

/** Whether nothing from outside can end the call, and its tool may return plain data. */
function isUninterrupted({ plan, options }: CallRequest): boolean {
  if (options.signal !== undefined || options.timeoutMs !== undefined || plan.timeoutMs !== undefined) return false;
  return !plan.strictReturn;
}
