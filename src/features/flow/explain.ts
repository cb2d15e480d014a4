import type { LabelledLeaf } from './argument-labels.js';
import { quote } from './find-concerns.js';
import type { FlowDecision, FlowSession } from './flow-session.js';
import type { Label } from './labels/label.js';
import { type FlowOrigin, modelOrigin } from './labels/origin.js';

/** Where one argument of a call comes from. */
export interface ExplainedArgument extends Label {
  /** The JSON Pointer of the argument, or with `~#` at its end, the place of the name of a member that no schema names. */
  readonly argument: string;
  /** The value as a quoted text of at most 300 characters. Others may have written it. */
  readonly text: string;
  readonly origin: FlowOrigin;
  /** Whether the argument decides what the call does. */
  readonly decides: boolean;
  /**
   * The call whose result the value comes from. Undefined if it comes from no result, the session has forgotten the call, or
   * the explanation contains the call already.
   */
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

/** Explains a call of a session. Returns undefined if the session has not made it, or has forgotten it. */
export function explainCall(session: FlowSession, callId: string): FlowExplanation | undefined {
  return explain(callId, { session, explained: new Set() });
}

interface Explaining {
  readonly session: FlowSession;
  /** Each call is explained once: with arguments from several calls, a chain would grow exponentially. */
  readonly explained: Set<string>;
}

function explain(callId: string, explaining: Explaining): FlowExplanation | undefined {
  const { session, explained } = explaining;
  const call = session.find(callId);
  if (call === undefined || explained.has(callId)) return undefined;
  explained.add(callId);
  return Object.freeze({
    callId,
    toolName: call.toolName,
    decision: call.decision,
    arguments: Object.freeze(call.leaves.map((leaf) => explainLeaf(leaf, explaining))),
    ...(call.result === undefined ? {} : { result: call.result }),
  });
}

function explainLeaf(leaf: LabelledLeaf, explaining: Explaining): ExplainedArgument {
  const { session } = explaining;
  const isFound = leaf.origin.from === 'model' && leaf.label.trust === 'untrusted';
  const origin = isFound ? (session.texts.find(String(leaf.value))?.origin ?? modelOrigin) : leaf.origin;
  const source = origin.from === 'result' ? explain(origin.callId, explaining) : undefined;
  return Object.freeze({
    argument: leaf.pointer,
    text: quote(leaf.value),
    origin,
    decides: leaf.shape.decides,
    trust: leaf.label.trust,
    readers: leaf.label.readers,
    ...(source === undefined ? {} : { source }),
  });
}
