import { DefinitionError, DeniedError } from '../../errors.js';
import { createCancellationError } from '../../execution/abort-scope.js';
import type { ToolCall } from '../../execution/call-options.js';
import { previewValue } from '../../value-preview.js';
import type { ApprovalCall, ApprovalGate, ApprovalResult } from '../pipeline/approval-gate.js';
import { type ApprovalService, approved, denial } from './approval.js';
import { type Decided, readDecision } from './approval-decision.js';
import type { SignedApproval } from './approval-token.js';

/** What a call is resumed with. */
export interface Resumption {
  readonly token: unknown;
  readonly decision: unknown;
  readonly auth: unknown;
}

/** Decides on the one call that an approval is about, once. */
export class ResumedApproval implements ApprovalGate {
  readonly #service: ApprovalService;
  readonly #signed: SignedApproval;
  readonly #decision: Exclude<Decided, { readonly kind: 'later' }>;
  #claiming: Promise<void> | undefined;

  /**
   * @throws DefinitionError on something that is no decision, and without a key.
   * @throws DeniedError on a token that is not genuine, has expired, or belongs to another caller.
   */
  constructor(service: ApprovalService, { token, decision, auth }: Resumption) {
    const decided = readDecision(decision);
    if (decided === undefined || decided.kind === 'later') {
      throw new DefinitionError(`resumeApproval needs 'approve' or 'deny', not ${previewValue(decision)}.`);
    }
    this.#service = service;
    this.#decision = decided;
    this.#signed = service.tokens.read(token);
    service.tokens.checkSubject(this.#signed, auth);
  }

  /** The call as it was put off. */
  get call(): Readonly<Required<ToolCall>> {
    const { callId, toolName, input } = this.#signed;
    return { id: callId, name: toolName, input };
  }

  isNeeded(): boolean {
    return true;
  }

  async check(approvalCall: ApprovalCall): Promise<ApprovalResult> {
    const { toolName, input } = this.#signed;
    const { spec, call } = approvalCall;
    // Middleware may send a call to another tool. Nobody has approved of that one.
    if (spec.name !== toolName) {
      throw new DeniedError(`What was approved is a call of '${toolName}', not of '${spec.name}'.`, { toolName });
    }
    this.#service.checkRules(spec);
    const decision = this.#decision;
    if (decision.kind === 'deny') {
      await this.#claim();
      throw denial(toolName, decision.reason);
    }
    // Before the approval is used up: arguments that were edited badly may be edited again.
    const approval = await approved(decision.input, input, approvalCall);
    const { signal } = call.context;
    if (signal.aborted) throw createCancellationError(toolName, signal.reason);
    await this.#claim();
    return approval;
  }

  /** Once for the call, also where middleware tries it again. */
  #claim(): Promise<void> {
    this.#claiming ??= this.#service.tokens.claim(this.#signed);
    return this.#claiming;
  }
}
