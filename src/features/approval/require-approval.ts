import { DefinitionError } from '../../base/errors/errors.js';
import type { CallConcern } from '../../call/client/call-concern.js';
import type { ChunkSink } from '../../call/consumers.js';
import { toToolError } from '../../call/failure.js';
import { createFailedOutcome, type Outcome } from '../../call/outcome.js';
import { withMetadata } from '../../call/response-outcome.js';
import { shownSpec, type ToolEntry } from '../../toolkit/entry/tool-entry.js';
import { flowPartKey } from '../../toolkit/flow-part.js';
import { type CallHandler, openInputs, type PipelineCall, partOf } from '../../toolkit/pipeline/pipeline.js';
import type { ApprovalCall, ApprovalGate, ApprovalResult } from './approval-gate.js';
import { type ScopeApproval, scopeApprovalKey } from './scope-approval.js';

/** Runs a call after it is approved, with the approved arguments. A tool that needs no approval runs immediately. */
export function requireApproval(entry: ToolEntry, next: CallHandler): CallHandler {
  const runApproved = async (
    { gate, remembered: approvals }: ScopeApproval,
    call: PipelineCall,
    { sink, concerns }: Asked,
  ): Promise<Outcome> => {
    const { environment, options } = call.root;
    const askedAt = performance.now();
    const { sessionId } = environment.scope;
    const spec = shownSpec(entry);
    const resume = call.root.deadline?.pause();
    const { extension } = entry;
    const inputs = openInputs(call.root);
    const report = call.root.events?.reportStep;
    // Read before the decision, because what is deferred no longer has the handles that the model has sent.
    const flow = partOf(environment, flowPartKey)?.labelOf(call.root);
    const asked = { spec, extension, call, inputs, options, sessionId, remembered: approvals, report };
    const approvalCall = { ...asked, concerns, flow };
    const approval = await checkApproval(gate, approvalCall);
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
    const approval = partOf(call.root.environment, scopeApprovalKey);
    if (approval === undefined) throw new DefinitionError(`The approval of '${call.name}' is not installed.`);
    const run = (found: readonly CallConcern[]): Promise<Outcome> => {
      const { gate, remembered } = approval;
      const concerns = remembered?.remaining(found, shownSpec(entry)) ?? found;
      if (gate.isNeeded(shownSpec(entry)) || concerns.length > 0)
        return runApproved(approval, call, { sink, concerns });
      const report = call.root.events?.reportStep;
      if (report !== undefined) gate.reportUnchecked?.(shownSpec(entry), report);
      return next(call, sink);
    };
    const flow = approval.isDecided ? undefined : partOf(call.root.environment, flowPartKey);
    if (flow === undefined) return run(noConcerns);
    try {
      return run(flow.concernsAbout(call, entry));
    } catch (thrown) {
      return Promise.resolve(createDenial(call, thrown));
    }
  };
}

/** What is asked about a call. */
interface Asked {
  readonly sink: ChunkSink | undefined;
  readonly concerns: readonly CallConcern[];
}

const noConcerns: readonly CallConcern[] = Object.freeze([]);

function createDenial({ name: toolName }: PipelineCall, thrown: unknown): Outcome {
  return createFailedOutcome(toolName, toToolError(thrown, { toolName, secretsIn: [] }));
}

async function checkApproval(gate: ApprovalGate, call: ApprovalCall): Promise<ApprovalResult> {
  try {
    return await gate.check(call);
  } catch (thrown) {
    const toolName = call.spec.name;
    return { kind: 'end', outcome: createFailedOutcome(toolName, toToolError(thrown, { toolName, secretsIn: [] })) };
  }
}
