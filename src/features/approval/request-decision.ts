import { DeniedError } from '../../base/errors/errors.js';
import { createCancellationError, raceAbort } from '../../call/abort-scope.js';
import type { ApprovalRequest, Approver } from '../../call/client/approver.js';
import type { CheckedInput } from '../../tool/arguments/checked-input.js';
import type { ApprovalCall } from './approval-gate.js';

/** What is against a call of which nothing is known. */
export const noConcerns: ApprovalRequest['concerns'] = Object.freeze([]);

/**
 * Asks an approver about a call. Rejects if the call is aborted first.
 *
 * @throws DeniedError if the approver fails.
 */
export async function requestDecision(
  approver: Approver,
  { checked, approvalCall }: { readonly checked: CheckedInput; readonly approvalCall: ApprovalCall },
): Promise<unknown> {
  const { spec, call, options } = approvalCall;
  const { signal } = call.context;
  const request: ApprovalRequest = Object.freeze({
    input: checked.input,
    sent: checked.sent,
    concerns: approvalCall.concerns ?? noConcerns,
    args: checked.args,
    callId: call.id,
    toolName: spec.name,
    tool: spec,
    auth: options.auth,
    signal,
  });
  try {
    if (signal.aborted) throw createCancellationError(spec.name, signal.reason);
    return await waitFor(approvalCall, approver(request));
  } catch (cause) {
    if (signal.aborted) throw createCancellationError(spec.name, signal.reason);
    throw new DeniedError(`The call of '${spec.name}' was denied: its approver failed.`, {
      toolName: spec.name,
      cause,
    });
  }
}

/** Awaits an answer. Rejects if the call is aborted first. */
export function waitFor<T>({ spec, call }: ApprovalCall, answer: T | PromiseLike<T>): Promise<T> {
  return raceAbort(Promise.resolve(answer), { signal: call.context.signal, toolName: spec.name });
}
