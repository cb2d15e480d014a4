import { DefinitionError, DeniedError } from '../../errors.js';
import { interruption } from '../../execution/call-guard.js';
import type { ToolCall } from '../../execution/call-options.js';
import { previewValue } from '../../value-preview.js';
import { type ApprovalDesk, approved, denial } from './approval.js';
import { type Decided, readDecision } from './approval-decision.js';
import type { SignedApproval } from './approval-token.js';
import type { Clearance, ClearanceDesk, UnclearedCall } from './call-clearance.js';

/** What a call is resumed with. */
export interface Resumption {
  readonly token: unknown;
  readonly decision: unknown;
  readonly auth: unknown;
}

/** Clears the one call that an approval is about, once. */
export class ResumedApproval implements ClearanceDesk {
  readonly #desk: ApprovalDesk;
  readonly #signed: SignedApproval;
  readonly #decision: Exclude<Decided, { readonly kind: 'later' }>;
  #claiming: Promise<void> | undefined;

  /**
   * @throws DefinitionError on something that is no decision, and without a key.
   * @throws DeniedError on a token that is not genuine, has expired, or belongs to another caller.
   */
  constructor(desk: ApprovalDesk, { token, decision, auth }: Resumption) {
    const decided = readDecision(decision);
    if (decided === undefined || decided.kind === 'later') {
      throw new DefinitionError(`resumeApproval needs 'approve' or 'deny', not ${previewValue(decision)}.`);
    }
    this.#desk = desk;
    this.#decision = decided;
    this.#signed = desk.tokens.read(token);
    desk.tokens.checkSubject(this.#signed, auth);
  }

  /** The call as it was put off. */
  get call(): Readonly<Required<ToolCall>> {
    const { callId, toolName, input } = this.#signed;
    return { id: callId, name: toolName, input };
  }

  isNeeded(): boolean {
    return true;
  }

  async clear(uncleared: UnclearedCall): Promise<Clearance> {
    const { toolName, input } = this.#signed;
    const { spec, call } = uncleared;
    // Middleware may send a call to another tool. Nobody has approved of that one.
    if (spec.name !== toolName) {
      throw new DeniedError(`What was approved is a call of '${toolName}', not of '${spec.name}'.`, { toolName });
    }
    this.#desk.checkRules(spec);
    const decision = this.#decision;
    if (decision.kind === 'deny') {
      await this.#claim();
      throw denial(toolName, decision.reason);
    }
    // Before the approval is used up: arguments that were edited badly may be edited again.
    const clearance = await approved(decision.input, input, uncleared);
    const { signal } = call.context;
    if (signal.aborted) throw interruption(toolName, signal.reason);
    await this.#claim();
    return clearance;
  }

  /** Once for the call, also where middleware tries it again. */
  #claim(): Promise<void> {
    this.#claiming ??= this.#desk.tokens.claim(this.#signed);
    return this.#claiming;
  }
}
