import { CallRun } from '../../src/execution/call-run.js';
import { orThrow } from '../../src/execution/rejection.js';
import type * as compiled from '../../src/execution/settle-call.js';

/** Runs every call as a CallRun, from its beginning. */
export const settleCall: typeof compiled.settleCall = async (request, ending) => {
  const run = new CallRun(request, performance.now());
  const outcome = await run.settle();
  request.onSettled?.();
  return orThrow(ending.ofOutcome(outcome, run));
};

/** Has every call that is read as it goes on run as a CallRun. */
export const waitForCall: typeof compiled.waitForCall = () => undefined;
