import { DeniedError } from '../../base/errors/errors.js';
import { createCancellationError } from '../../call/abort-scope.js';
import type { ToolCall } from '../../call/call-options.js';
import type { Approval, Denial } from '../../call/client/approver.js';
import type { SignedApproval, SignedProgram } from '../../call/client/pending-approval.js';
import { copyJson } from '../../schema/values/copy-json.js';
import { definitionFingerprint } from '../../tool/arguments/definition-fingerprint.js';
import type { FlowLabel } from '../../tool/metadata/flow-options.js';
import { type ApprovalService, createDenial } from './approval.js';
import { checkDecision } from './approval-decision.js';
import type { ApprovalCall, ApprovalGate, ApprovalResult } from './approval-gate.js';
import { checkDefinition } from './approval-token.js';
import { reportApproval } from './report-decision.js';

/** The token, decision and caller with which a deferred call is resumed. */
export interface Resumption {
  readonly token: unknown;
  readonly decision: unknown;
  readonly auth: unknown;
  /** The ID of the session that resumes the call. Undefined for a toolkit. */
  readonly sessionId: string | undefined;
}

/** A gate that decides once, on the one call to which an approval belongs. */
export class ResumedApproval implements ApprovalGate {
  readonly #service: ApprovalService;
  readonly #signed: SignedApproval;
  readonly #decision: Approval | Denial;
  #claiming: Promise<void> | undefined;
  #isClaimed = false;

  /**
   * @throws DefinitionError if the decision is invalid, or without a key.
   * @throws DeniedError if the token is not genuine, has expired, or belongs to another session or caller.
   */
  constructor(service: ApprovalService, { token, decision, auth, sessionId }: Resumption) {
    this.#decision = checkDecision(decision, 'resumeApproval');
    this.#service = service;
    this.#signed = service.tokens.read(token);
    service.tokens.checkOrigin(this.#signed, { auth, sessionId });
  }

  /** The call as it was deferred. Middleware may change its copy of the arguments, which does not change what runs. */
  get call(): Readonly<Required<ToolCall>> {
    const { callId, toolName, input } = this.#signed;
    return { id: callId, name: toolName, input: copyJson(input) };
  }

  /** The version of the tool whose call was deferred. */
  get version(): string | undefined {
    return this.#signed.toolVersion;
  }

  /** The program that waits for the call. Undefined if the call was not made by a program. */
  get program(): SignedProgram | undefined {
    return this.#signed.program;
  }

  /** The label of the arguments when the call was deferred. */
  get flow(): FlowLabel | undefined {
    return this.#signed.flow;
  }

  /** Whether the approval has been used for the call, so that no other decision is possible. */
  get isClaimed(): boolean {
    return this.#isClaimed;
  }

  /** Throws a DeniedError if this process knows that the approval has been used. */
  checkUnused(): void {
    this.#service.tokens.checkUnused(this.#signed);
  }

  isNeeded(): boolean {
    return true;
  }

  async check(approvalCall: ApprovalCall): Promise<ApprovalResult> {
    const { toolName, input, accepted = input } = this.#signed;
    const { spec, call } = approvalCall;
    // Middleware may redirect a call to another tool, which was not approved.
    if (spec.name !== toolName) {
      throw new DeniedError(`The approval is for a call of '${toolName}', not of '${spec.name}'.`, { toolName });
    }
    const since = performance.now();
    this.#service.checkRules(approvalCall);
    const decision = this.#decision;
    if (decision.kind === 'deny') {
      await this.#claim();
      reportApproval(approvalCall, decision, { name: 'resumeApproval', since });
      throw createDenial(toolName, decision.reason);
    }
    checkDefinition(this.#signed, definitionFingerprint(spec));
    // Before the approval is claimed: invalid edited arguments can be corrected and sent again.
    const shown = await this.#service.repeat({ approved: input, accepted }, approvalCall);
    const { result, remember } = await this.#service.approve(decision, shown, approvalCall);
    const { signal } = call.context;
    if (signal.aborted) throw createCancellationError(toolName, signal.reason);
    await this.#claim(remember);
    reportApproval(approvalCall, decision, { name: 'resumeApproval', since });
    return result;
  }

  /** Claims the approval once for the call, even if middleware retries it. */
  #claim(remember?: () => void): Promise<void> {
    this.#claiming ??= this.#service.tokens.claim(this.#signed).then(() => {
      this.#isClaimed = true;
      remember?.();
    });
    return this.#claiming;
  }
}
