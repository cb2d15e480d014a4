import type { Approval, Denial, Postponement } from '../../call/client/approver.js';
import type { PermissionMatch } from '../../call/client/permission-match.js';
import type { ToolSpec } from '../../tool/spec/tool-spec.js';
import type { ReportStep } from '../../toolkit/pipeline/call-step.js';
import type { ApprovalCall } from './approval-gate.js';
import type { Permission } from './permission-rules.js';

/** What has decided whether a call may run: a permission rule, or an option of the tool or the toolkit. */
export interface Decider {
  readonly name: string;
  /** The calls that a rule is for. Undefined for an option. */
  readonly match?: PermissionMatch | undefined;
}

/** Whether a call runs, needs approval, is denied, or would not exist. */
export interface RuleDecision {
  readonly decision: 'allow' | 'ask' | 'deny' | 'hide';
  readonly reason?: string | undefined;
  /** When the decision began, by `performance.now()`. */
  readonly since: number;
}

/**
 * Returns what decides whether calls of a tool run.
 *
 * @param decision - What follows from the permission. A predicate decides for itself.
 */
export function deciderOf(
  spec: ToolSpec,
  { action, rule }: Permission,
  decision: 'run' | 'ask' | 'deny' | ((...args: never) => unknown),
): Decider | undefined {
  if (typeof decision === 'function') return { name: 'needsApproval' };
  if (decision === 'deny' || action === 'allow') return rule;
  if (decision === 'ask') return action === 'ask' ? rule : { name: 'needsApproval' };
  // Something asks, but the call runs.
  return action === 'ask' || spec.needsApproval === true ? { name: 'exemptReadOnly' } : undefined;
}

/** Reports the decision of a rule. Has no effect if nothing has decided, or if no one listens. */
export function reportRule(
  report: ReportStep | undefined,
  decider: Decider | undefined,
  { decision, reason, since }: RuleDecision,
): void {
  if (report === undefined || decider === undefined) return;
  const { name, match } = decider;
  const because = reason === undefined ? '' : `: ${reason}`;
  const rule = match === undefined ? '' : `, by the rule ${JSON.stringify(match)}`;
  report({ kind: 'rule', name, text: `${decision}${because}${rule}`, durationMs: performance.now() - since });
}

/** Who has decided on a call, and since when the decider was asked. */
export interface AskedApprover {
  readonly name: string;
  /** When the approver was asked, by `performance.now()`. */
  readonly since: number;
}

/** Reports the decision of an approver. Has no effect if no one listens. */
export function reportApproval(
  { report }: Pick<ApprovalCall, 'report'>,
  decision: Approval | Denial | Postponement,
  { name, since }: AskedApprover,
): void {
  report?.({ kind: 'approval', name, text: wordsOf(decision), durationMs: performance.now() - since });
}

function wordsOf(decision: Approval | Denial | Postponement): string {
  if (decision.kind === 'later') return 'later';
  if (decision.kind === 'deny') return decision.reason === undefined ? 'deny' : `deny: ${decision.reason}`;
  const edited = decision.input === undefined ? [] : ['with edited arguments'];
  const remembered = decision.remember === undefined ? [] : ['remembered'];
  return ['approve', ...edited, ...remembered].join(', ');
}
