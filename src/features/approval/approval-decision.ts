import { DefinitionError } from '../../base/errors/errors.js';
import { previewValue } from '../../base/values/value-preview.js';
import type { Approval, Denial, Postponement } from '../../call/client/approver.js';
import { checkRemember } from './remembered-approvals.js';

/** A decision in its object form. */
export type DecisionObject = Approval | Denial | Postponement;

/** A decision that was read, or a description of what was expected instead of the value. */
export type ReadDecision =
  | { readonly ok: true; readonly decision: DecisionObject }
  | { readonly ok: false; readonly expected: string };

/** The keys of each kind of decision. */
const keysOf: Readonly<Record<string, readonly string[]>> = {
  approve: ['kind', 'input', 'remember'],
  deny: ['kind', 'reason'],
  later: ['kind', 'expiresInMs'],
};

/**
 * Reads the answer of an approver. A key that a decision does not have is a problem: an approver that misspells `input`
 * would otherwise approve the arguments that it meant to replace.
 *
 * @param kinds - The kinds of decisions that are expected.
 */
export function readDecision(answer: unknown, kinds: readonly DecisionObject['kind'][]): ReadDecision {
  const decision = typeof answer === 'object' && answer !== null ? (answer as DecisionObject) : { kind: answer };
  const kind = kinds.find((one) => one === decision.kind);
  if (kind === undefined) return { ok: false, expected: `${listKinds(kinds)}, not ${previewValue(answer)}` };
  const known = keysOf[kind] ?? [];
  const unknown = Object.entries(decision).find(([key, value]) => value !== undefined && !known.includes(key));
  if (unknown === undefined) return checkRemembered(decision as DecisionObject);
  return {
    ok: false,
    expected: `a decision without the key '${unknown[0]}': '${kind}' has only ${joinWithAnd(known)}`,
  };
}

/**
 * Checks a final decision, and returns it in its object form.
 *
 * @throws DefinitionError that begins with `where` if it is malformed.
 */
export function checkDecision(decision: unknown, where: string): Approval | Denial {
  const read = readDecision(decision, ['approve', 'deny']);
  if (read.ok && read.decision.kind !== 'later') return read.decision;
  throw new DefinitionError(`${where}: decision must be ${read.ok ? "'approve' or 'deny'" : read.expected}.`);
}

function checkRemembered(decision: DecisionObject): ReadDecision {
  const { remember } = decision as Partial<Approval>;
  if (remember === undefined) return { ok: true, decision };
  try {
    checkRemember(remember);
    return { ok: true, decision };
  } catch (error) {
    if (!DefinitionError.is(error)) throw error;
    return { ok: false, expected: `a valid decision: ${error.message.replace(/\.$/, '')}` };
  }
}

function joinWithAnd(names: readonly string[]): string {
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].join(' and ');
}

function listKinds(kinds: readonly string[]): string {
  const quoted = kinds.map((kind) => `'${kind}'`);
  return `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
}
