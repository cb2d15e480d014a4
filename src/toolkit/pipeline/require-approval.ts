import { toToolError } from '../../execution/failure.js';
import { createFailedOutcome } from '../../execution/outcome.js';
import { shownSpec, type ToolEntry } from '../tool-entry.js';
import type { ApprovalCall, ApprovalGate, ApprovalResult } from './approval-gate.js';
import { type CallHandler, openInputs } from './pipeline.js';
import { withMetadata } from './response-outcome.js';

/** Runs a call after it is approved, with the approved arguments. A tool that needs no approval runs immediately. */
export function requireApproval(entry: ToolEntry, next: CallHandler): CallHandler {
  const runApproved: CallHandler = async (call, sink) => {
    const { environment, options } = call.root;
    const askedAt = performance.now();
    const { sessionId, remembered: approvals } = environment;
    const resume = call.root.deadline?.pause();
    const spec = shownSpec(entry);
    const { extension } = entry;
    const inputs = openInputs(call.root);
    const approvalCall = { spec, extension, call, inputs, options, sessionId, remembered: approvals };
    const approval = await checkApproval(environment.approval, approvalCall);
    resume?.();
    call.root.approvalMs += performance.now() - askedAt;
    if (approval.kind === 'end') return approval.outcome;
    const { checked, isEdited, remembered } = approval;
    const { sent, input } = inputs.add(checked);
    // As it was sent, so that a call that is run again has the same effect key. The tool runs with the validated value.
    const outcome = await next(call.with({ input: sent }), sink);
    if (remembered !== undefined) return withMetadata(outcome, { approval: { kind: 'approve', remembered } });
    return isEdited ? withMetadata(outcome, { approval: { kind: 'approve', input } }) : outcome;
  };
  return (call, sink) => {
    const isNeeded = call.root.environment.approval.isNeeded(shownSpec(entry));
    return isNeeded ? runApproved(call, sink) : next(call, sink);
  };
}

async function checkApproval(gate: ApprovalGate, call: ApprovalCall): Promise<ApprovalResult> {
  try {
    return await gate.check(call);
  } catch (thrown) {
    const toolName = call.spec.name;
    return { kind: 'end', outcome: createFailedOutcome(toolName, toToolError(thrown, { toolName, secretsIn: [] })) };
  }
}
