import type { Approval, Denial, Postponement } from '../../execution/client/approver.js';

/** A decision, in full. */
export type Decided = Approval | Denial | Postponement;

const kinds: readonly unknown[] = ['approve', 'deny', 'later'];

/** The decision that an answer stands for; undefined for anything else, which approves of nothing. */
export function readDecision(answer: unknown): Decided | undefined {
  if (kinds.includes(answer)) return { kind: answer } as Decided;
  if (typeof answer !== 'object' || answer === null) return undefined;
  return kinds.includes((answer as Partial<Decided>).kind) ? (answer as Decided) : undefined;
}
