import { nearestName } from '../../base/options/nearest-name.js';
import type { Approval, FinalDecision } from '../../index.js';
import { RouteRefusal } from './route-refusal.js';

/** The body of a request that decides on a deferred call. */
interface ApprovalBody {
  readonly token?: unknown;
  readonly answer?: unknown;
  readonly input?: unknown;
}

/** Reads the body of a request that decides on a deferred call. Throws a RouteRefusal on any other body. */
export function readDecision(body: unknown): { readonly token: string; readonly decision: FinalDecision } {
  const decision: ApprovalBody = typeof body === 'object' && body !== null ? body : {};
  const { token, answer, input } = decision;
  if (typeof token !== 'string') throw new RouteRefusal(400, 'token must be the token of a deferred call.');
  if (answer !== 'approve' && answer !== 'deny') throw new RouteRefusal(400, "answer must be 'approve' or 'deny'.");
  checkDecisionNames(decision);
  if (answer === 'deny') return { token, decision: 'deny' };
  return {
    token,
    decision: { kind: 'approve', ...(input === undefined ? {} : { input: input as Approval['input'] }) },
  };
}

const decisionNames: readonly string[] = ['token', 'answer', 'input'] satisfies (keyof ApprovalBody)[];

/** Refuses unknown members, so that a call does not run with other arguments than a misspelled one changes. */
function checkDecisionNames(decision: ApprovalBody): void {
  const unknown = Object.keys(decision).find((name) => !decisionNames.includes(name));
  if (unknown === undefined) return;
  const nearest = nearestName(unknown, decisionNames);
  const hint = nearest === undefined ? `It has ${decisionNames.join(', ')}.` : `Did you mean '${nearest}'?`;
  throw new RouteRefusal(400, `A decision has no '${unknown.slice(0, 100)}'. ${hint}`);
}
