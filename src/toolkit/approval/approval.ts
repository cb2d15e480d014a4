import { DeniedError } from '../../errors.js';
import { createCancellationError, raceAbort } from '../../execution/abort-scope.js';
import type { ApprovalRequest, Approver, Postponement } from '../../execution/client/approver.js';
import { createFailedOutcome } from '../../execution/outcome.js';
import type { ToolContext } from '../../execution/tool-context.js';
import type { NeedsApproval } from '../../metadata/tool-options.js';
import type { ToolSpec } from '../../spec/tool-spec.js';
import { canonicalJson } from '../canonical-json.js';
import { type CheckedInput, checkInput, completeInput } from '../checked-input.js';
import type { ApprovalCall, ApprovalGate, ApprovalResult } from '../pipeline/approval-gate.js';
import { readDecision } from './approval-decision.js';
import { type ApprovalTokenOptions, ApprovalTokens } from './approval-token.js';
import { createAskingApprover } from './asking-approver.js';
import { definitionFingerprint } from './definition-fingerprint.js';
import { type PermissionRule, PermissionRules } from './permission-rules.js';

/** The options that control which calls of a toolkit need approval, and who approves them. */
export interface ApprovalOptions extends ApprovalTokenOptions {
  /**
   * The approver that decides on calls that need approval. The `approver` option of a call overrides it.
   *
   * @default the caller's user, if the call's `client` can ask; otherwise such calls are denied
   */
  readonly approver?: Approver | undefined;
  /**
   * The rules for calls, by tool. In any order, hide takes precedence over deny, deny over ask, and ask over allow.
   *
   * @default no rules
   */
  readonly permissions?: readonly PermissionRule[] | undefined;
  /**
   * Whether tools with `readOnlyHint` need no approval, unless their own predicate requires it. Tools of the kind 'mcp'
   * are not exempt, because their hints come from an untrusted server.
   *
   * @default false
   */
  readonly exemptReadOnly?: boolean | undefined;
}

/** The decision on the calls of a tool before their arguments are known. A predicate decides on each call. */
type ToolDecision = 'run' | 'ask' | 'deny' | Exclude<NeedsApproval, boolean>;

/** Decides which calls of a toolkit may run, by its rules, by the tools' `needsApproval`, and by asking an approver. */
export class ApprovalService implements ApprovalGate {
  readonly tokens: ApprovalTokens;
  readonly #rules: PermissionRules;
  readonly #options: ApprovalOptions;
  /** The value of `exemptReadOnly` when the service was created. */
  readonly #exemptsReadOnly: boolean;
  // By call, so that a middleware that retries a call does not repeat the same question.
  readonly #asked = new WeakMap<ToolContext, Map<string, Promise<ApprovalResult>>>();

  /** @throws DefinitionError on a malformed rule, and on an `approvalKey` that is not a key or is too short. */
  constructor(options: ApprovalOptions, { tokens = new ApprovalTokens(options) } = {}) {
    this.tokens = tokens;
    this.#rules = new PermissionRules(options.permissions);
    this.#options = options;
    this.#exemptsReadOnly = options.exemptReadOnly === true;
  }

  /** The approver of the toolkit or session. Undefined if the caller's user decides. */
  get approver(): Approver | undefined {
    return this.#options.approver;
  }

  /** Creates a service with another approver and the same tokens. */
  withApprover(approver: Approver | undefined): ApprovalService {
    return approver === undefined ? this : new ApprovalService({ ...this.#options, approver }, this);
  }

  isNeeded(spec: ToolSpec): boolean {
    return this.#decideOn(spec) !== 'run';
  }

  /**
   * Checks whether a call of a tool can run again with an approval that it has received. The approval must be claimed
   * across processes, and an approver other than the caller's user would decide again.
   */
  canReplay(spec: ToolSpec): boolean {
    const { claimApproval, approver } = this.#options;
    return !this.isNeeded(spec) || (claimApproval !== undefined && approver === undefined);
  }

  /** Checks whether a permission rule hides the tool of a name. */
  hides(name: string): boolean {
    return this.#rules.actionFor(name) === 'hide';
  }

  /** Throws a DeniedError if a permission rule denies all calls of the tool. */
  checkRules({ name }: ToolSpec): void {
    const action = this.#rules.actionFor(name);
    if (action !== 'deny' && action !== 'hide') return;
    throw new DeniedError(`The tool '${name}' must not be called: a permission rule denies it.`, { toolName: name });
  }

  /**
   * Checks whether a call needs approval and has no approver. Resolves to false if checking the call fails, because
   * running it reports the error to the model.
   */
  async isUndecided(approvalCall: ApprovalCall): Promise<boolean> {
    if (!this.isNeeded(approvalCall.spec) || this.#approverOf(approvalCall) !== undefined) return false;
    try {
      return (await this.#readCall(approvalCall)).isNeeded;
    } catch {
      return false;
    }
  }

  async check(approvalCall: ApprovalCall): Promise<ApprovalResult> {
    const { checked, isNeeded } = await this.#readCall(approvalCall);
    if (!isNeeded) return { kind: 'run', input: checked.input, isEdited: false };
    return this.#askOnce(await completeInput(approvalCall.spec, checked, checkOptionsOf(approvalCall)), approvalCall);
  }

  /** Validates the arguments of a call, and decides whether the call needs approval. */
  async #readCall(approvalCall: ApprovalCall): Promise<{ readonly checked: CheckedInput; readonly isNeeded: boolean }> {
    const { spec, call } = approvalCall;
    this.checkRules(spec);
    const checked = await checkInput(spec, call.input, checkOptionsOf(approvalCall));
    const decision = this.#decideOn(spec);
    if (typeof decision !== 'function') return { checked, isNeeded: decision === 'ask' };
    return { checked, isNeeded: await this.#callPredicate(decision, checked, approvalCall) };
  }

  #approverOf({ options }: ApprovalCall): Approver | undefined {
    return options.approver ?? this.#options.approver ?? createAskingApprover(options.client);
  }

  #decideOn(spec: ToolSpec): ToolDecision {
    const action = this.#rules.actionFor(spec.name);
    if (action === 'deny' || action === 'hide') return 'deny';
    if (action === 'allow') return 'run';
    const isExempt = this.#exemptsReadOnly && spec.annotations?.readOnlyHint === true && spec.kind !== 'mcp';
    if (action === 'ask' && !isExempt) return 'ask';
    const { needsApproval } = spec;
    if (typeof needsApproval === 'function') return needsApproval;
    return needsApproval === true && !isExempt ? 'ask' : 'run';
  }

  /** Calls a tool's `needsApproval`. Returns whether the call needs approval. */
  async #callPredicate(
    predicate: Exclude<ToolDecision, string>,
    { args }: CheckedInput,
    approvalCall: ApprovalCall,
  ): Promise<boolean> {
    const { spec, call } = approvalCall;
    try {
      const answer: unknown = await waitFor(approvalCall, predicate(args, call.context));
      // A predicate that returns nothing, as plain JavaScript may, must not let every call run.
      return answer !== false;
    } catch (cause) {
      if (call.context.signal.aborted) throw createCancellationError(spec.name, call.context.signal.reason);
      throw new DeniedError(
        `The call of '${spec.name}' was denied: the tool's needsApproval failed to decide whether it needs approval.`,
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
    const { spec } = approvalCall;
    const approver = this.#approverOf(approvalCall);
    if (approver === undefined) {
      throw new DeniedError(`The call of '${spec.name}' was denied: it needs approval, and no approver is available.`, {
        toolName: spec.name,
      });
    }
    const { input } = checked;
    const answer = await requestDecision(approver, { checked, approvalCall });
    const read = readDecision(answer, ['approve', 'deny', 'later']);
    if (!read.ok) {
      throw new DeniedError(`The call of '${spec.name}' was denied: its approver must return ${read.expected}.`, {
        toolName: spec.name,
      });
    }
    const { decision } = read;
    if (decision.kind === 'approve') return createApproval(decision.input, input, approvalCall);
    if (decision.kind === 'later') return this.#defer(decision, input, approvalCall);
    throw createDenial(spec.name, decision.reason);
  }

  #defer(
    { expiresInMs }: Postponement,
    input: CheckedInput['input'],
    { spec, call, options, sessionId }: ApprovalCall,
  ): ApprovalResult {
    const toolName = spec.name;
    const tool = { toolName, toolVersion: spec.version, definition: definitionFingerprint(spec) };
    const deferred = { callId: call.id, ...tool, input, sessionId };
    const pending = this.tokens.issue({ ...deferred, auth: options.auth, expiresInMs });
    const error = new DeniedError(
      `The call of '${toolName}' is waiting for approval and has not run. It will be decided later: do not repeat it.`,
      { toolName, details: { reason: 'pending', expiresAt: pending.expiresAt } },
    );
    const outcome = createFailedOutcome(toolName, error);
    const metadata = { approval: Object.freeze({ kind: 'later', ...pending }) };
    return { kind: 'end', outcome: { ...outcome, rendered: { ...outcome.rendered, metadata } } };
  }
}

function checkOptionsOf({ call, options }: ApprovalCall): Parameters<typeof checkInput>[2] {
  return { state: call.context.state, coerce: options.coerce };
}

/**
 * Returns the arguments of an approved call. Throws a ValidationError if the approver's edited arguments are
 * invalid.
 */
export async function createApproval(
  edited: unknown,
  input: CheckedInput['input'],
  { spec, call, options }: ApprovalCall,
): Promise<ApprovalResult> {
  if (edited === undefined) return { kind: 'run', input, isEdited: false };
  const checked = await checkInput(spec, edited, { state: call.context.state, coerce: options.coerce });
  return { kind: 'run', input: checked.input, isEdited: true };
}

/** Creates the error of a call that an approver denied. */
export function createDenial(toolName: string, reason: unknown): DeniedError {
  const outcome = typeof reason === 'string' && reason !== '' ? `denied: ${reason}` : 'denied.';
  return new DeniedError(`The call of '${toolName}' was ${outcome}`, { toolName });
}

async function requestDecision(
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

/** Awaits an answer. Rejects if the call is aborted first. */
function waitFor<T>({ spec, call }: ApprovalCall, answer: T | PromiseLike<T>): Promise<T> {
  return raceAbort(Promise.resolve(answer), { signal: call.context.signal, toolName: spec.name });
}
