import { DeniedError } from '../../errors.js';
import { createCancellationError, raceAbort } from '../../execution/abort-scope.js';
import type { ApprovalRequest, Approver, Postponement } from '../../execution/client/approver.js';
import { createFailedOutcome } from '../../execution/outcome.js';
import type { ToolContext } from '../../execution/tool-context.js';
import type { NeedsApproval } from '../../metadata/tool-options.js';
import type { ToolSpec } from '../../spec/tool-spec.js';
import { previewValue } from '../../value-preview.js';
import { canonicalJson } from '../canonical-json.js';
import { type CheckedInput, checkInput } from '../checked-input.js';
import type { ApprovalCall, ApprovalGate, ApprovalResult } from '../pipeline/approval-gate.js';
import { readDecision } from './approval-decision.js';
import { type ApprovalTokenOptions, ApprovalTokens } from './approval-token.js';
import { askingApprover } from './asking-approver.js';
import { type PermissionRule, PermissionRules } from './permission-rules.js';

/** Which calls of a toolkit need approval, and who gives it. */
export interface ApprovalOptions extends ApprovalTokenOptions {
  /**
   * Decides on calls that need approval, unless the call's options name another. @default the user of whoever calls, where
   * the call's `client` can ask; nobody else, and calls are denied
   */
  readonly approver?: Approver | undefined;
  /** What becomes of calls, by tool: deny goes before ask, ask before allow, whatever their order. @default no rules */
  readonly permissions?: readonly PermissionRule[] | undefined;
  /**
   * Whether nobody is asked about tools with `readOnlyHint`, but where their own predicate says so. Tools of the kind
   * 'mcp' are not exempt: their hints are the word of another server. @default false
   */
  readonly exemptReadOnly?: boolean | undefined;
}

/** What is known of a call before its arguments are. */
type Stance = 'run' | 'ask' | 'deny' | Exclude<NeedsApproval, boolean>;

/** Decides which calls of a toolkit run: by its rules, by what a tool says of itself, and by asking. */
export class ApprovalService implements ApprovalGate {
  readonly tokens: ApprovalTokens;
  readonly #rules: PermissionRules;
  readonly #options: ApprovalOptions;
  /** As it was when the service was created. */
  readonly #exemptsReadOnly: boolean;
  // By call, so that middleware that tries again does not have the same question asked again.
  readonly #asked = new WeakMap<ToolContext, Map<string, Promise<ApprovalResult>>>();

  /** @throws DefinitionError on a malformed rule, and on a key that is too short. */
  constructor(options: ApprovalOptions, { tokens = new ApprovalTokens(options) } = {}) {
    this.tokens = tokens;
    this.#rules = new PermissionRules(options.permissions);
    this.#options = options;
    this.#exemptsReadOnly = options.exemptReadOnly === true;
  }

  /** Creates a service with another approver and the same tokens. */
  withApprover(approver: Approver | undefined): ApprovalService {
    return approver === undefined ? this : new ApprovalService({ ...this.#options, approver }, this);
  }

  isNeeded(spec: ToolSpec): boolean {
    return this.#stanceOn(spec) !== 'run';
  }

  /** Throws a DeniedError if a rule denies the tool to everybody. */
  checkRules({ name }: ToolSpec): void {
    if (this.#rules.actionFor(name) !== 'deny') return;
    throw new DeniedError(`The tool '${name}' may not be called here: a rule denies it.`, { toolName: name });
  }

  async check(approvalCall: ApprovalCall): Promise<ApprovalResult> {
    const { spec, call } = approvalCall;
    this.checkRules(spec);
    const checked = await checkInput(spec, call.input, call.context.state);
    const stance = this.#stanceOn(spec);
    const isAsked = typeof stance === 'function' ? await this.#asks(stance, checked, approvalCall) : stance === 'ask';
    if (!isAsked) return { kind: 'run', input: checked.input, isEdited: false };
    return this.#askOnce(checked, approvalCall);
  }

  #stanceOn(spec: ToolSpec): Stance {
    const action = this.#rules.actionFor(spec.name);
    if (action === 'deny') return 'deny';
    if (action === 'allow') return 'run';
    const isExempt = this.#exemptsReadOnly && spec.annotations?.readOnlyHint === true && spec.kind !== 'mcp';
    if (action === 'ask' && !isExempt) return 'ask';
    const { needsApproval } = spec;
    if (typeof needsApproval === 'function') return needsApproval;
    return needsApproval === true && !isExempt ? 'ask' : 'run';
  }

  async #asks(
    predicate: Exclude<Stance, string>,
    { args }: CheckedInput,
    approvalCall: ApprovalCall,
  ): Promise<boolean> {
    const { spec, call } = approvalCall;
    try {
      const answer: unknown = await waitFor(approvalCall, predicate(args, call.context));
      // A predicate in plain JavaScript that forgets to return does not let everything pass.
      return answer !== false;
    } catch (cause) {
      if (call.context.signal.aborted) throw createCancellationError(spec.name, call.context.signal.reason);
      throw new DeniedError(
        `The call of '${spec.name}' was denied: its needsApproval failed, so nobody knows whether it may run.`,
        { toolName: spec.name, cause },
      );
    }
  }

  #askOnce(checked: CheckedInput, approvalCall: ApprovalCall): Promise<ApprovalResult> {
    const { context } = approvalCall.call;
    const asked = this.#asked.get(context) ?? new Map<string, Promise<ApprovalResult>>();
    this.#asked.set(context, asked);
    const key = String(canonicalJson([approvalCall.spec.name, checked.input]));
    const asking = asked.get(key) ?? this.#ask(checked, approvalCall);
    asked.set(key, asking);
    return asking;
  }

  async #ask(checked: CheckedInput, approvalCall: ApprovalCall): Promise<ApprovalResult> {
    const { spec, options } = approvalCall;
    const approver = options.approver ?? this.#options.approver ?? askingApprover(options.client);
    if (approver === undefined) {
      throw new DeniedError(`The call of '${spec.name}' was denied: it needs approval, and there is nobody to ask.`, {
        toolName: spec.name,
      });
    }
    const { input } = checked;
    const answer = await answerOf(approver, { checked, approvalCall });
    const decision = readDecision(answer);
    if (decision?.kind === 'approve') return approved(decision.input, input, approvalCall);
    if (decision?.kind === 'later') return this.#putOff(decision, input, approvalCall);
    if (decision !== undefined) throw denial(spec.name, decision.reason);
    throw new DeniedError(
      `The call of '${spec.name}' was denied: its approver answered neither 'approve', 'deny' nor 'later', ` +
        `but ${previewValue(answer)}.`,
      { toolName: spec.name },
    );
  }

  #putOff(
    { expiresInMs }: Postponement,
    input: CheckedInput['input'],
    { spec, call, options }: ApprovalCall,
  ): ApprovalResult {
    const toolName = spec.name;
    const pending = this.tokens.issue({ callId: call.id, toolName, input, auth: options.auth, expiresInMs });
    const error = new DeniedError(
      `The call of '${toolName}' waits for approval, and has not run. It will be decided on later: do not repeat it.`,
      { toolName, details: { reason: 'pending', expiresAt: pending.expiresAt } },
    );
    const outcome = createFailedOutcome(toolName, error);
    const metadata = { approval: Object.freeze({ kind: 'later', ...pending }) };
    return { kind: 'end', outcome: { ...outcome, rendered: { ...outcome.rendered, metadata } } };
  }
}

/** What an approved call runs with. Throws a ValidationError on edited arguments that do not validate. */
export async function approved(
  edited: unknown,
  input: CheckedInput['input'],
  { spec, call }: ApprovalCall,
): Promise<ApprovalResult> {
  if (edited === undefined) return { kind: 'run', input, isEdited: false };
  const checked = await checkInput(spec, edited, call.context.state);
  return { kind: 'run', input: checked.input, isEdited: true };
}

/** The error of a call that somebody denied. */
export function denial(toolName: string, reason: unknown): DeniedError {
  const words = typeof reason === 'string' && reason !== '' ? `denied: ${reason}` : 'denied.';
  return new DeniedError(`The call of '${toolName}' was ${words}`, { toolName });
}

async function answerOf(
  approver: Approver,
  { checked, approvalCall }: { readonly checked: CheckedInput; readonly approvalCall: ApprovalCall },
): Promise<unknown> {
  const { spec, call, options } = approvalCall;
  const { signal } = call.context;
  const request: ApprovalRequest = Object.freeze({
    ...checked,
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

/** Awaits an answer, or the end of the call. */
function waitFor<T>({ spec, call }: ApprovalCall, answer: T | PromiseLike<T>): Promise<T> {
  return raceAbort(Promise.resolve(answer), { signal: call.context.signal, toolName: spec.name });
}
