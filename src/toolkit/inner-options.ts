import type { HostCall } from '../call/host-call.js';
import { isSignal } from '../call/on-abort.js';
import type { ToolkitCallOptions } from './pipeline/toolkit-call-options.js';
import { pauseForApprover, pauseForClient } from './pipeline/without-time-limits.js';

/** Completes the options of a call that is made within another one, with those of the outer call. */
export function completeInnerOptions(
  given: ToolkitCallOptions,
  outer: HostCall,
  signal: AbortSignal,
): ToolkitCallOptions {
  const { options, pauseTimeouts } = outer;
  const { approver, client = options.client } = given;
  return {
    ...given,
    auth: given.auth ?? options.auth,
    meta: given.meta ?? options.meta,
    request: given.request ?? options.request,
    hostRequest: given.hostRequest ?? options.hostRequest,
    onLog: given.onLog ?? options.onLog,
    approver: approver && pauseForApprover(approver, pauseTimeouts),
    client: client && pauseForClient(client, pauseTimeouts),
    signal: joinSignals(signal, given.signal),
  };
}

/** Returns the signal of a call that is aborted by its own signal and by that of the run. */
function joinSignals(signal: AbortSignal, own: AbortSignal | undefined): AbortSignal {
  // The call itself refuses a value that is no signal.
  if (own !== undefined && !isSignal(own)) return own;
  return own === undefined ? signal : AbortSignal.any([own, signal]);
}
