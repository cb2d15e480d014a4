import { DefinitionError, DeniedError } from '../../base/errors/errors.js';
import { equalsDeep } from '../../base/values/equals-deep.js';
import { createCancellationError } from '../../call/abort-scope.js';
import type { Approval, Approver, Postponement } from '../../call/client/approver.js';
import { createFailedOutcome } from '../../call/outcome.js';
import type { ToolContext } from '../../call/tool-context.js';
import { canonicalJson } from '../../tool/arguments/canonical-json.js';
import { type ApprovedArguments, repeatInput } from '../../tool/arguments/check-input.js';
import type { CheckedInput, CheckOptions } from '../../tool/arguments/checked-input.js';
import { definitionFingerprint } from '../../tool/arguments/definition-fingerprint.js';
import type { NeedsApproval } from '../../tool/metadata/tool-options.js';
import type { ToolSpec } from '../../tool/spec/tool-spec.js';
import type { ReportStep } from '../../toolkit/pipeline/call-step.js';
import { readDecision } from './approval-decision.js';
import type { ApprovalCall, ApprovalGate, ApprovalResult } from './approval-gate.js';
import { type ApprovalTokenOptions, ApprovalTokens } from './approval-token.js';
import type { ArgumentSource } from './argument-meanings.js';
import { argumentsAsSent } from './arguments-as-sent.js';
import { createAskingApprover } from './asking-approver.js';
import { checkArgumentName } from './check-argument-name.js';
import { type Permission, type PermissionAction, type PermissionRule, PermissionRules } from './permission-rules.js';
import { deciderOf, reportApproval, reportRule } from './report-decision.js';
import { noConcerns, requestDecision, waitFor } from './request-decision.js';

/** The options that control which calls of a toolkit need approval, and who approves them. */
export interface ApprovalOptions extends ApprovalTokenOptions {
  /**
   * The approver that decides on calls that need approval. The `approver` option of a call overrides it.
   *
   * @default the caller's user, if the call's `client` can ask; otherwise such calls are denied
   */
  readonly approver?: Approver | undefined;
  /**
   * The rules for calls, by tool and by arguments. In any order, hide takes precedence over deny, deny over ask, and ask
   * over allow.
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

/** An approval that was checked. */
interface Approved {
  readonly result: ApprovalResult;
  /** Remembers the approval, if the approver has decided so. */
  readonly remember: () => void;
}

/** The arguments of a call, and whether it needs approval. */
interface ReadCall {
  readonly checked: CheckedInput;
  readonly isNeeded: boolean;
  /** The ID of the remembered approval that covers the call. */
  readonly remembered?: string | undefined;
}

/** The decision on the calls of a tool before their arguments are known. A predicate decides on each call. */
type ToolDecision = 'run' | 'ask' | 'deny' | Predicate;

type Predicate = Exclude<NeedsApproval, boolean>;

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
    return this.#decideOn(spec) !== 'run' || this.#rules.dependsOnArguments(spec);
  }

  reportUnchecked(spec: ToolSpec, report: ReportStep): void {
    const since = performance.now();
    const permission = this.#rules.forTool(spec);
    reportRule(report, deciderOf(spec, permission, this.#decide(permission.action, spec)), {
      decision: 'allow',
      since,
    });
  }

  /** Returns which calls of a tool need a decision, as far as it is known without their arguments. */
  askedCalls(spec: ToolSpec): 'always' | 'sometimes' | 'never' {
    const decision = this.#decideOn(spec);
    if (decision === 'deny') return 'never';
    if (typeof decision === 'function' || this.#rules.dependsOnArguments(spec)) return 'sometimes';
    return decision === 'ask' ? 'always' : 'never';
  }

  /**
   * Checks whether a call of a tool can run again with an approval that it has received. The approval must be claimed
   * across processes, and an approver other than the caller's user would decide again.
   */
  canReplay(spec: ToolSpec): boolean {
    const { claimApproval, approver } = this.#options;
    return !this.isNeeded(spec) || (claimApproval !== undefined && approver === undefined);
  }

  /** Checks whether a permission rule hides a tool. */
  hides(tool: Pick<ToolSpec, 'name' | 'tags'>): boolean {
    return this.#rules.forTool(tool).action === 'hide';
  }

  /**
   * Checks the names of arguments, in rules for a tool and in its `paths`, against its schema.
   *
   * @throws DefinitionError if the tool has no such argument.
   */
  checkTool(spec: ToolSpec): void {
    this.#rules.checkTool(spec);
    for (const name of Object.keys(spec.paths ?? {})) {
      checkArgumentName(spec, { name, values: [], where: `paths of '${spec.name}'` });
    }
  }

  /** Throws a DeniedError if a permission rule denies all calls of the tool. */
  checkRules({ spec, report }: Pick<ApprovalCall, 'spec' | 'report'>): void {
    const since = performance.now();
    const permission = this.#rules.forTool(spec);
    if (!isDenial(permission)) return;
    reportDenial(report, permission, since);
    throw createRuleDenial(spec.name, 'must not be called', permission);
  }

  /**
   * Returns what the permission rules state about a call with these arguments. Throws a DeniedError if a rule denies it.
   */
  async #permissionFor(source: ArgumentSource, { report }: ApprovalCall): Promise<Permission> {
    const since = performance.now();
    const permission = await this.#rules.forCall(source);
    if (!isDenial(permission)) return permission;
    reportDenial(report, permission, since);
    throw createRuleDenial(source.spec.name, 'must not be called with these arguments', permission);
  }

  /**
   * Checks an approval, with the arguments that an approver has edited.
   *
   * @throws ValidationError if the edited arguments are invalid.
   * @throws DeniedError if a rule denies a call with these arguments, if an argument that was not edited would run with
   * another value, or if the approval cannot be remembered.
   */
  async approve(decision: Approval, shown: CheckedInput, approvalCall: ApprovalCall): Promise<Approved> {
    const { spec, call } = approvalCall;
    const { input: edited } = decision;
    const isEdited = edited !== undefined;
    const isChanged = isEdited && !equalsDeep(edited, shown.input);
    const { input: approved, accepted } = shown;
    const checked = isChanged ? await this.repeat({ approved, accepted, edited }, approvalCall) : shown;
    if (this.#rules.dependsOnArguments(spec)) await this.#permissionFor(sourceOf(checked, call.context), approvalCall);
    const remember = rememberWith(decision, approvalCall);
    return { result: { kind: 'run', checked, isEdited }, remember };
  }

  /**
   * Validates approved arguments again: those of a deferred call, or those that an approver has edited.
   *
   * @throws ValidationError if edited arguments are invalid.
   * @throws DeniedError if an argument would run with another value than the approved one.
   */
  repeat(approved: ApprovedArguments, approvalCall: ApprovalCall): Promise<CheckedInput> {
    return repeatInput(approvalCall.spec, approved, (candidate) => checkCall(approvalCall, candidate));
  }

  /**
   * Checks whether a call needs approval and has no approver. Resolves to false if checking the call fails, because
   * running it reports the error to the model.
   */
  async isUndecided(approvalCall: ApprovalCall): Promise<boolean> {
    const { spec, concerns = noConcerns } = approvalCall;
    const isAsked = this.isNeeded(spec) || concerns.length > 0;
    if (!isAsked || this.#approverOf(approvalCall) !== undefined) return false;
    try {
      return (await this.#readCall(approvalCall)).isNeeded;
    } catch {
      return false;
    }
  }

  async check(approvalCall: ApprovalCall): Promise<ApprovalResult> {
    const { checked, isNeeded, remembered } = await this.#readCall(approvalCall);
    if (!isNeeded) return { kind: 'run', checked, isEdited: false, remembered };
    return this.#askOnce(checked, approvalCall);
  }

  /** Validates the arguments of a call, and decides whether the call needs approval. */
  async #readCall(approvalCall: ApprovalCall): Promise<ReadCall> {
    const { spec, call, remembered, report, concerns = noConcerns } = approvalCall;
    this.checkRules(approvalCall);
    const checked = await checkCall(approvalCall, call.input);
    const since = performance.now();
    const source = sourceOf(checked, call.context);
    const permission = this.#rules.dependsOnArguments(spec)
      ? await this.#permissionFor(source, approvalCall)
      : this.#rules.forTool(spec);
    const decision = this.#decide(permission.action, spec);
    const isNeeded =
      typeof decision === 'function' ? await this.#asksFor(decision, checked, approvalCall) : decision === 'ask';
    reportRule(report, deciderOf(spec, permission, decision), { decision: isNeeded ? 'ask' : 'allow', since });
    for (const { message: reason } of concerns)
      reportRule(report, { name: 'flow' }, { decision: 'ask', reason, since });
    // What an approver has remembered is about the arguments, not about where they come from.
    if (concerns.length > 0) return { checked, isNeeded: true };
    if (!isNeeded) return { checked, isNeeded };
    const searchedAt = performance.now();
    const known = await remembered?.find(source);
    if (known !== undefined) {
      const decider = { name: 'remembered approval', match: known.rule };
      reportRule(report, decider, { decision: 'allow', since: searchedAt });
    }
    return { checked, isNeeded: known === undefined, remembered: known?.id };
  }

  #approverOf({ options }: ApprovalCall): Approver | undefined {
    return options.approver ?? this.#options.approver ?? createAskingApprover(options.client);
  }

  /** Checks whether an approver decides on a call, and not its caller's user. */
  #hasApprover({ options }: ApprovalCall): boolean {
    return (options.approver ?? this.#options.approver) !== undefined;
  }

  /** Decides on the calls of a tool by the rules that do not depend on arguments. */
  #decideOn(spec: ToolSpec): ToolDecision {
    return this.#decide(this.#rules.forTool(spec).action, spec);
  }

  #decide(action: PermissionAction | undefined, spec: ToolSpec): ToolDecision {
    if (action === 'deny' || action === 'hide') return 'deny';
    if (action === 'allow') return 'run';
    const isExempt = this.#exemptsReadOnly && spec.annotations?.readOnlyHint === true && spec.kind !== 'mcp';
    if (action === 'ask' && !isExempt) return 'ask';
    const { needsApproval } = spec;
    if (typeof needsApproval === 'function') return needsApproval;
    return needsApproval === true && !isExempt ? 'ask' : 'run';
  }

  /**
   * Calls a tool's `needsApproval` with the arguments that run, and with those that were sent, as far as they differ and
   * have the types of those that run.
   */
  async #asksFor(decision: Predicate, checked: CheckedInput, approvalCall: ApprovalCall): Promise<boolean> {
    const { extension = { own: checked } } = checked;
    // A predicate receives the arguments without the fields of an extended model, as the tool does.
    const predicate = extension.own.spec.needsApproval;
    const decide = typeof predicate === 'function' ? predicate : decision;
    if (await this.#callPredicate(decide, checked.args, approvalCall)) return true;
    const { args } = extension.own;
    const sent = argumentsAsSent(args, extension.own);
    if (sent === args) return false;
    try {
      return await this.#callPredicate(decide, sent, approvalCall);
    } catch (error) {
      if (approvalCall.call.context.signal.aborted) throw error;
      // It may be undefined for arguments that were not converted. It has decided on those that run.
      return false;
    }
  }

  /** Calls a tool's `needsApproval`. Returns whether the call needs approval. */
  async #callPredicate(predicate: Predicate, args: unknown, approvalCall: ApprovalCall): Promise<boolean> {
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
    const asked = { name: this.#hasApprover(approvalCall) ? 'approver' : 'user', since: performance.now() };
    const answer = await requestDecision(approver, { checked, approvalCall });
    const read = readDecision(answer, ['approve', 'deny', 'later']);
    if (!read.ok) {
      throw new DeniedError(`The call of '${spec.name}' was denied: its approver must return ${read.expected}.`, {
        toolName: spec.name,
      });
    }
    const { decision } = read;
    reportApproval(approvalCall, decision, asked);
    if (decision.kind === 'approve') {
      const { result, remember } = await this.approve(decision, checked, approvalCall);
      remember();
      return result;
    }
    if (decision.kind === 'later') {
      checkDeferrable(spec);
      return this.#defer(decision, checked, approvalCall);
    }
    throw createDenial(spec.name, decision.reason);
  }

  #defer(
    { expiresInMs }: Postponement,
    { input, accepted }: CheckedInput,
    { spec, call, options, sessionId, flow, concerns = noConcerns }: ApprovalCall,
  ): ApprovalResult {
    const toolName = spec.name;
    const tool = { toolName, toolVersion: spec.version, definition: definitionFingerprint(spec) };
    // Where it is resumed, the arguments are validated again, which must return those that were approved.
    const before = equalsDeep(accepted, input) ? {} : { accepted };
    const against = concerns.length === 0 ? {} : { concerns };
    const labelled = flow === undefined ? {} : { flow };
    const deferred = { callId: call.id, ...tool, input, ...before, sessionId, ...against, ...labelled };
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

/** Throws a DeniedError for what is no tool: its reader waits, and nothing could run it later. */
function checkDeferrable({ name: toolName, offer }: ToolSpec): void {
  if (offer === undefined) return;
  const message = `The call of '${toolName}' was denied: '${toolName}' is a ${offer.kind}, whose approval cannot be decided later.`;
  throw new DeniedError(message, { toolName });
}

/** Validates arguments for a call. */
function checkCall({ spec, extension, inputs, call, options }: ApprovalCall, input: unknown): Promise<CheckedInput> {
  const checking: CheckOptions = { state: call.context.state, coerce: options.coerce };
  return inputs.check({ spec, extension, input }, checking);
}

function sourceOf(checked: CheckedInput, context: ArgumentSource['context']): ArgumentSource {
  const { spec, form, accepted, completed } = checked;
  return { spec, form, sent: completed, accepted, context };
}

/** Returns a function that remembers an approval. Throws a DeniedError if it cannot be remembered. */
function rememberWith({ remember }: Approval, { spec, remembered, concerns }: ApprovalCall): () => void {
  if (remember === undefined) return () => {};
  const toolName = spec.name;
  if (remembered === undefined) {
    throw new DeniedError(
      `The call of '${toolName}' was denied: its approver returned 'remember', which requires a session. Call the tool ` +
        'through toolkit.session().',
      { toolName },
    );
  }
  try {
    return remembered.prepare(remember, { spec, concerns });
  } catch (cause) {
    if (!DefinitionError.is(cause)) throw cause;
    throw new DeniedError(`The call of '${toolName}' was denied: ${cause.message}`, { toolName, cause });
  }
}

function isDenial({ action }: Permission): boolean {
  return action === 'deny' || action === 'hide';
}

function reportDenial(report: ReportStep | undefined, { action, reason, rule }: Permission, since: number): void {
  reportRule(report, rule, { decision: action === 'hide' ? 'hide' : 'deny', reason, since });
}

/** Creates the error of a call that a permission rule denies. */
function createRuleDenial(toolName: string, what: string, { reason }: Permission): DeniedError {
  const why = reason === undefined ? 'a permission rule denies it.' : reason;
  return new DeniedError(`The tool '${toolName}' ${what}: ${why}`, { toolName });
}

/** Creates the error of a call that an approver denied. */
export function createDenial(toolName: string, reason: unknown): DeniedError {
  const outcome = typeof reason === 'string' && reason !== '' ? `denied: ${reason}` : 'denied.';
  return new DeniedError(`The call of '${toolName}' was ${outcome}`, { toolName });
}
