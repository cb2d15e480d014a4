import type { Approval, Denial, Postponement } from '../../execution/client/approver.js';

/** A decision in its object form. */
export type DecisionObject = Approval | Denial | Postponement;

const kinds: readonly unknown[] = ['approve', 'deny', 'later'];

/** Returns the decision of an approver in its object form. Returns undefined for anything that is not a decision. */
export function readDecision(answer: unknown): DecisionObject | undefined {
  if (kinds.includes(answer)) return { kind: answer } as DecisionObject;
  if (typeof answer !== 'object' || answer === null) return undefined;
  return kinds.includes((answer as Partial<DecisionObject>).kind) ? (answer as DecisionObject) : undefined;
}
