import type { LabelledLeaf } from './argument-labels.js';
import { quote } from './find-concerns.js';
import type { FlowDecision, FlowSession } from './flow-session.js';
import type { Label } from './label.js';
import { type FlowOrigin, modelOrigin } from './origin.js';

/** Where one argument of a call comes from. */
export interface ExplainedArgument extends Label {
  /** The JSON Pointer of the argument. */
  readonly argument: string;
  /** The value as a quoted text of at most 300 characters. Others may have written it. */
  readonly text: string;
  readonly origin: FlowOrigin;
  /** The call whose result the value comes from. Undefined if it comes from no result, or the session has forgotten it. */
  readonly source?: FlowExplanation | undefined;
}

/** Where the arguments of a call come from, and what was decided about it. */
export interface FlowExplanation {
  readonly callId: string;
  readonly toolName: string;
  readonly decision: FlowDecision;
  readonly arguments: readonly ExplainedArgument[];
  /** The label of the result. Undefined while there is none. */
  readonly result?: Label | undefined;
}

// A longer chain repeats the same kind of step.
const maxDepth = 10;

/** Explains a call of a session. Returns undefined if the session has not made it, or has forgotten it. */
export function explainCall(session: FlowSession, callId: string): FlowExplanation | undefined {
  return explain(session, callId, []);
}

function explain(session: FlowSession, callId: string, within: readonly string[]): FlowExplanation | undefined {
  const call = session.find(callId);
  if (call === undefined || within.includes(callId) || within.length >= maxDepth) return undefined;
  const inner = [...within, callId];
  return Object.freeze({
    callId,
    toolName: call.toolName,
    decision: call.decision,
    arguments: Object.freeze(call.leaves.map((leaf) => explainLeaf(session, leaf, inner))),
    ...(call.result === undefined ? {} : { result: call.result }),
  });
}

function explainLeaf(session: FlowSession, leaf: LabelledLeaf, within: readonly string[]): ExplainedArgument {
  const isFound = leaf.origin.from === 'model' && leaf.label.trust === 'untrusted';
  const origin = isFound ? (session.texts.find(String(leaf.value))?.origin ?? modelOrigin) : leaf.origin;
  const source = origin.from === 'result' ? explain(session, origin.callId, within) : undefined;
  return Object.freeze({
    argument: leaf.pointer,
    text: quote(leaf.value),
    origin,
    trust: leaf.label.trust,
    readers: leaf.label.readers,
    ...(source === undefined ? {} : { source }),
  });
}
