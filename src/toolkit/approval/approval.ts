import { DeniedError } from '../../errors.js';
import type { ApprovalRequest, Approver, Postponement } from '../../execution/approver.js';
import { CallGuard, interruption } from '../../execution/call-guard.js';
import { followAbort } from '../../execution/follow-abort.js';
import { refusedCall } from '../../execution/outcome.js';
import type { ToolContext } from '../../execution/tool-context.js';
import type { NeedsApproval } from '../../metadata/tool-options.js';
import type { ToolSpec } from '../../spec/tool-spec.js';
import { previewValue } from '../../value-preview.js';
import { type CheckedInput, checkInput } from '../checked-input.js';
import { readDecision } from './approval-decision.js';
import { type ApprovalTokenOptions, ApprovalTokens } from './approval-token.js';
import { askingApprover } from './asking-approver.js';
import type { Clearance, ClearanceDesk, UnclearedCall } from './call-clearance.js';
import { canonicalJson } from './canonical-json.js';
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
export class ApprovalDesk implements ClearanceDesk {
  readonly tokens: ApprovalTokens;
  readonly #rules: PermissionRules;
  readonly #options: ApprovalOptions;
  /** As it was when the desk was made: what follows from it for a tool is found out once. */
  readonly #exemptsReadOnly: boolean;
  // By call, so that middleware that tries again does not have the same question asked again.
  readonly #asked = new WeakMap<ToolContext, Map<string, Promise<Clearance>>>();

  /** @throws DefinitionError on a malformed rule, and on a key that is too short. */
  constructor(options: ApprovalOptions, { tokens = new ApprovalTokens(options) } = {}) {
    this.tokens = tokens;
    this.#rules = new PermissionRules(options.permissions);
    this.#options = options;
    this.#exemptsReadOnly = options.exemptReadOnly === true;
  }

  /** The same desk with another approver. */
  withApprover(approver: Approver | undefined): ApprovalDesk {
    return approver === undefined ? this : new ApprovalDesk({ ...this.#options, approver }, this);
  }

  isNeeded(spec: ToolSpec): boolean {
    return this.#stanceOn(spec) !== 'run';
  }

  /** Throws a DeniedError if a rule denies the tool to everybody. */
  checkRules({ name }: ToolSpec): void {
    if (this.#rules.actionFor(name) !== 'deny') return;
    throw new DeniedError(`The tool '${name}' may not be called here: a rule denies it.`, { toolName: name });
  }

  async clear(uncleared: UnclearedCall): Promise<Clearance> {
    const { spec, call } = uncleared;
    this.checkRules(spec);
    const checked = await checkInput(spec, call.input, call.context.state);
    const stance = this.#stanceOn(spec);
    const isAsked = typeof stance === 'function' ? await this.#asks(stance, checked, uncleared) : stance === 'ask';
    if (!isAsked) return { kind: 'run', input: checked.input, isEdited: false };
    return this.#askOnce(checked, uncleared);
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

  async #asks(predicate: Exclude<Stance, string>, { args }: CheckedInput, uncleared: UnclearedCall): Promise<boolean> {
    const { spec, call } = uncleared;
    try {
      const answer: unknown = await waitFor(uncleared, predicate(args, call.context));
      // A predicate in plain JavaScript that forgets to return does not let everything pass.
      return answer !== false;
    } catch (cause) {
      if (call.context.signal.aborted) throw interruption(spec.name, call.context.signal.reason);
      throw new DeniedError(
        `The call of '${spec.name}' was denied: its needsApproval failed, so nobody knows whether it may run.`,
        { toolName: spec.name, cause },
      );
    }
  }

  #askOnce(checked: CheckedInput, uncleared: UnclearedCall): Promise<Clearance> {
    const { context } = uncleared.call;
    const asked = this.#asked.get(context) ?? new Map<string, Promise<Clearance>>();
    this.#asked.set(context, asked);
    const key = String(canonicalJson([uncleared.spec.name, checked.input]));
    const asking = asked.get(key) ?? this.#ask(checked, uncleared);
    asked.set(key, asking);
    return asking;
  }

  async #ask(checked: CheckedInput, uncleared: UnclearedCall): Promise<Clearance> {
    const { spec, options } = uncleared;
    const approver = options.approver ?? this.#options.approver ?? askingApprover(options.client);
    if (approver === undefined) {
      throw new DeniedError(`The call of '${spec.name}' was denied: it needs approval, and there is nobody to ask.`, {
        toolName: spec.name,
      });
    }
    const { input } = checked;
    const answer = await answerOf(approver, { checked, uncleared });
    const decision = readDecision(answer);
    if (decision?.kind === 'approve') return approved(decision.input, input, uncleared);
    if (decision?.kind === 'later') return this.#putOff(decision, input, uncleared);
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
    { spec, call, options }: UnclearedCall,
  ): Clearance {
    const toolName = spec.name;
    const pending = this.tokens.issue({ callId: call.id, toolName, input, auth: options.auth, expiresInMs });
    const error = new DeniedError(
      `The call of '${toolName}' waits for approval, and has not run. It will be decided on later: do not repeat it.`,
      { toolName, details: { reason: 'pending', expiresAt: pending.expiresAt } },
    );
    const outcome = refusedCall(toolName, error);
    const metadata = { approval: Object.freeze({ kind: 'later', ...pending }) };
    return { kind: 'end', outcome: { ...outcome, rendered: { ...outcome.rendered, metadata } } };
  }
}

/** What an approved call runs with. Throws a ValidationError on edited arguments that do not validate. */
export async function approved(
  edited: unknown,
  input: CheckedInput['input'],
  { spec, call }: UnclearedCall,
): Promise<Clearance> {
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
  { checked, uncleared }: { readonly checked: CheckedInput; readonly uncleared: UnclearedCall },
): Promise<unknown> {
  const { spec, call, options } = uncleared;
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
    if (signal.aborted) throw interruption(spec.name, signal.reason);
    return await waitFor(uncleared, approver(request));
  } catch (cause) {
    if (signal.aborted) throw interruption(spec.name, signal.reason);
    throw new DeniedError(`The call of '${spec.name}' was denied: its approver failed.`, {
      toolName: spec.name,
      cause,
    });
  }
}

/** Waits for somebody's answer, or for the end of the call. */
async function waitFor<T>({ spec, call }: UnclearedCall, answer: T | PromiseLike<T>): Promise<T> {
  const { signal } = call.context;
  const guard = new CallGuard();
  const end = (): void => guard.end(interruption(spec.name, signal.reason));
  if (signal.aborted) end();
  const unfollow = followAbort(signal, end);
  try {
    return await guard.wait(Promise.resolve(answer));
  } finally {
    unfollow();
  }
}
