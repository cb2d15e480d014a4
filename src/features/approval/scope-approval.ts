import type { Approver } from '../../call/client/approver.js';
import type { CallClient } from '../../call/client/call-client.js';
import { PartKey, partOfHost } from '../../call/host-call.js';
import type { ToolSpec } from '../../tool/spec/tool-spec.js';
import type { ApprovalPart, RememberedOrigins } from '../../toolkit/approval-part.js';
import type { ApprovalService } from './approval.js';
import type { ApprovalGate } from './approval-gate.js';
import type { ApprovalTokens } from './approval-token.js';
import { canAsk } from './asking-approver.js';
import type { RememberedApprovals } from './remembered-approvals.js';

/** The parts of the approval of a scope. */
export interface ScopeApprovalParts {
  readonly service: ApprovalService;
  /** The approvals that the session remembers. Undefined for a toolkit. */
  readonly remembered: RememberedApprovals | undefined;
  /** The gate that decides on calls. @default the service */
  readonly gate?: ApprovalGate | undefined;
}

/** The approval of the calls of a toolkit, session, agent or program. */
export class ScopeApproval implements ApprovalPart {
  readonly service: ApprovalService;
  readonly remembered: RememberedApprovals | undefined;
  readonly gate: ApprovalGate;

  constructor({ service, remembered, gate = service }: ScopeApprovalParts) {
    this.service = service;
    this.remembered = remembered;
    this.gate = gate;
  }

  /** Whether the calls have been decided on before. */
  get isDecided(): boolean {
    return this.gate !== this.service;
  }

  get approver(): Approver | undefined {
    return this.service.approver;
  }

  get origins(): RememberedOrigins | undefined {
    return this.remembered;
  }

  get tokens(): ApprovalTokens {
    return this.service.tokens;
  }

  withApprover(approver: Approver | undefined): ScopeApproval {
    const { service, remembered } = this;
    return new ScopeApproval({ service: service.withApprover(approver), remembered });
  }

  /** Returns the same approval with another gate. */
  withGate(gate: ApprovalGate): ScopeApproval {
    const { service, remembered } = this;
    return new ScopeApproval({ service, remembered, gate });
  }

  admittingAll(): ScopeApproval {
    return this.withGate(withoutApproval);
  }

  canAsk(client: CallClient | undefined): boolean {
    return canAsk(client);
  }

  canReplay(spec: ToolSpec): boolean {
    return this.service.canReplay(spec);
  }
}

/** The key of the approval of calls, as this feature itself sees it. */
export const scopeApprovalKey: PartKey<ScopeApproval> = new PartKey('approval');

/** Returns the option `approvalSubject` of a toolkit. Returns undefined if it has none. */
export function approvalSubjectOf(toolkit: object): ((auth: unknown) => string) | undefined {
  return partOfHost(toolkit, scopeApprovalKey)?.tokens.approvalSubject;
}

/** A gate for calls that have been approved. */
const withoutApproval: ApprovalGate = {
  isNeeded: () => false,
  check: async ({ spec, extension, call, inputs, options: { coerce } }) => {
    const checked = await inputs.check({ spec, extension, input: call.input }, { state: call.context.state, coerce });
    return { kind: 'run', checked, isEdited: false };
  },
};

/** Returns which calls of a tool of a toolkit or session need a decision, as far as it is known without their arguments. */
export function askedCallsOf(scope: object, spec: ToolSpec): 'always' | 'sometimes' | 'never' {
  return partOfHost(scope, scopeApprovalKey)?.service.askedCalls(spec) ?? 'never';
}
