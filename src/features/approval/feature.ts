import { DefinitionError, ToolError } from '../../base/errors/errors.js';
import type { ToolCall } from '../../call/call-options.js';
import type { FinalDecision } from '../../call/client/approver.js';
import type { CallConcern } from '../../call/client/call-concern.js';
import { type PendingApproval, toPendingApproval } from '../../call/client/pending-approval.js';
import { toToolResult } from '../../call/consumers.js';
import { createFailedOutcome, toResult } from '../../call/outcome.js';
import type { ToolResult } from '../../call/response/tool-result.js';
import type { ToolSpec } from '../../tool/spec/tool-spec.js';
import type { ProgramApproval } from '../../toolkit/approval-part.js';
import type { CallRunner } from '../../toolkit/call-runner.js';
import { requirePart } from '../../toolkit/entry/require-part.js';
import type { ScopeControl } from '../../toolkit/entry/scope-control.js';
import { shownSpec, type ToolEntry } from '../../toolkit/entry/tool-entry.js';
import type { Feature, SavedPart } from '../../toolkit/feature.js';
import { flowPartKey } from '../../toolkit/flow-part.js';
import type { CallEvents } from '../../toolkit/pipeline/call-events.js';
import { openInputs, PipelineCall, type PipelineSteps, partOf, withPart } from '../../toolkit/pipeline/pipeline.js';
import { ToolkitCall } from '../../toolkit/pipeline/toolkit-call.js';
import type { ToolkitCallOptions } from '../../toolkit/pipeline/toolkit-call-options.js';
import { type ApprovalOptions, ApprovalService } from './approval.js';
import { checkRememberedApprovals, RememberedApprovals } from './remembered-approvals.js';
import { requireApproval } from './require-approval.js';
import { ResumedApproval } from './resumed-approval.js';
import { ScopeApproval, scopeApprovalKey } from './scope-approval.js';

/** A function that runs the call for which a program waits, and continues the program. */
export type ContinueProgram = (approval: ProgramApproval, options: ToolkitCallOptions) => Promise<ToolResult>;

/** The token of a deferred call, and the decision on it. */
export interface ResumeRequest {
  readonly token: string;
  readonly decision: FinalDecision;
  /** Continues the program that waits for the call. */
  readonly continueProgram: ContinueProgram;
}

/** Approval: which calls may run, and who decides. Adds the gate of calls, hides tools, and keeps approvals in snapshots. */
export class ApprovalFeature implements Feature {
  readonly name = 'approval';
  readonly steps: PipelineSteps = { gate: requireApproval };
  readonly saved: SavedPart = {
    key: 'approvals',
    check: checkRememberedApprovals,
    save: (scope) => {
      const approvals = scope.part(scopeApprovalKey)?.remembered?.list() ?? [];
      return approvals.length === 0 ? undefined : approvals;
    },
    restore: (scope, saved = []) => {
      scope.part(scopeApprovalKey)?.remembered?.replace(checkRememberedApprovals(saved));
    },
  };
  readonly #service: ApprovalService;

  /** @throws DefinitionError on a malformed permission rule, and on an `approvalKey` that is not a key or is too short. */
  constructor(options: ApprovalOptions) {
    this.#service = new ApprovalService(options);
  }

  createPart({ sessionId, parent }: ScopeControl): ScopeApproval {
    const service = parent?.part(scopeApprovalKey)?.service ?? this.#service;
    return new ScopeApproval({ service, remembered: sessionId === undefined ? undefined : new RememberedApprovals() });
  }

  hides(tool: Pick<ToolSpec, 'name' | 'tags'>): boolean {
    return this.#service.hides(tool);
  }

  checkTool(spec: ToolSpec): void {
    this.#service.checkTool(spec);
  }

  /** Checks whether a call needs a decision that its caller has to obtain. */
  async isUndecided(runner: CallRunner, call: ToolCall, given: ToolkitCallOptions): Promise<boolean> {
    const { environment } = runner;
    const root = new ToolkitCall(environment, { call, options: runner.completeOptions(given) });
    const { context, options } = root;
    const found = findQuietly(() => environment.find(call.name, options));
    if (found === undefined) return false;
    const { entry } = found;
    const approval = requirePart(runner, scopeApprovalKey);
    const { sessionId } = runner;
    const called = { ...context.call, context };
    const shown = { spec: shownSpec(entry), extension: entry.extension };
    const { service, remembered } = approval;
    const raised = concernsAbout(root, entry);
    const concerns = remembered?.remaining(raised, shown.spec) ?? raised;
    const asked = { ...shown, call: called, inputs: openInputs(root), options, sessionId, remembered, concerns };
    return service.isUndecided(asked);
  }

  /** Decides on a deferred call, and runs exactly that call, once, if it is approved. */
  async resume(runner: CallRunner, request: ResumeRequest, given: ToolkitCallOptions): Promise<ToolResult> {
    const options = runner.completeOptions(given);
    const { token, decision, continueProgram } = request;
    try {
      const approval = requirePart(runner, scopeApprovalKey);
      const { auth } = options;
      const resumption = { token, decision, auth, sessionId: runner.sessionId };
      const resumed = new ResumedApproval(approval.service, resumption);
      const { call, version, program } = resumed;
      const pinned = runner.createEnvironment({ name: call.name, version });
      const gated = withPart(pinned, scopeApprovalKey, approval.withGate(resumed));
      const flow = runner.part(flowPartKey)?.resume(resumed.flow, { isForProgram: program !== undefined });
      const environment = flow === undefined ? gated : withPart(gated, flowPartKey, flow);
      // A worker of a task store resumes its own calls.
      const own: ToolkitCallOptions = { ...options, callId: call.id, durable: false };
      const run = (events: CallEvents): Promise<ToolResult> =>
        toToolResult(new ToolkitCall({ ...environment, events }, { call, options: own }));
      if (program === undefined) return await run(environment.events);
      // The program of an approval that has been used may have ended, so that it is not stored.
      resumed.checkUnused();
      const waiting: ProgramApproval = {
        program,
        run,
        get isClaimed() {
          return resumed.isClaimed;
        },
      };
      return await continueProgram(waiting, options);
    } catch (error) {
      if (!ToolError.is(error) || error.code !== 'denied' || options.throwOnError === true) throw error;
      return toResult(createFailedOutcome(error.toolName ?? '', error), { callId: '', elapsedMs: 0 });
    }
  }

  /** Returns the deferred call of a token. Throws a DeniedError if the token is not genuine or has expired. */
  read(token: string): PendingApproval {
    return toPendingApproval(token, this.#service.tokens.read(token));
  }

  /** Returns the approvals that a session remembers. */
  rememberedIn(scope: ScopeControl): RememberedApprovals {
    const remembered = scope.part(scopeApprovalKey)?.remembered;
    if (remembered !== undefined) return remembered;
    throw new DefinitionError('Only a session remembers approvals.');
  }
}

/** Returns what is against a call. A call that is denied anyway needs no decision. */
function concernsAbout(root: ToolkitCall, entry: ToolEntry): readonly CallConcern[] {
  try {
    const call = new PipelineCall(root, { input: root.input });
    return partOf(root.environment, flowPartKey)?.concernsAbout(call, entry) ?? [];
  } catch {
    return [];
  }
}

/** Returns a tool, or undefined if the caller cannot call it. */
function findQuietly<Found extends object>(find: () => Found | ToolError): Exclude<Found, ToolError> | undefined {
  try {
    const found = find();
    return ToolError.is(found) ? undefined : (found as Exclude<Found, ToolError>);
  } catch {
    // The call itself reports a predicate of the tool that throws.
    return undefined;
  }
}
