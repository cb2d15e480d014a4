import { promptText } from '../../base/text/clean-text.js';
import type { CallConcern } from '../../call/client/call-concern.js';
import { ownersOf } from '../../call/state/tool-state.js';
import { isRecord } from '../../schema/json-schema/schema-walk.js';
import type { CheckedInput } from '../../tool/arguments/checked-input.js';
import type { PipelineCall } from '../../toolkit/pipeline/pipeline.js';
import { type ArgumentLeaf, decides, type Labelled, leavesOf, pointerTo } from './argument-labels.js';
import { isIdName } from './deciding-parameters.js';
import { type FlowCall, labelOfState } from './flow-call.js';
import { mayRead, trustedLabel } from './label.js';
import { describeOrigin, type FlowOrigin, modelOrigin } from './origin.js';
import type { ToolPolicy } from './tool-policy.js';

/** A call of a tool, and what is known of its data. */
export interface FollowedRun {
  readonly call: PipelineCall;
  readonly flow: FlowCall;
  readonly policy: ToolPolicy;
}

// Further ones would not be read.
const maxConcerns = 20;
const maxTextChars = 300;

/** Returns what is against a call whose arguments are not all trusted, and which anyone may not read. */
export function concernsOfArguments(run: FollowedRun, checked: CheckedInput): readonly CallConcern[] {
  const { flow, policy } = run;
  const leaves = labelRunning(run, checked);
  const deciding = leaves.filter((leaf) => decides(leaf, policy));
  const untrusted = deciding
    .filter(({ label }) => label.trust === 'untrusted')
    .map((leaf) => untrustedConcern(leaf, flow));
  const unread = policy.isOpenWorld ? unreadLeaves(leaves, checked.input) : [];
  const own = [...untrusted, ...unread.map((leaf) => unreadConcern(leaf, flow))];
  const isUndecided = !policy.isReadOnly && flow.received.trust === 'untrusted' && !policy.hasDecidingArgument;
  return (own.length === 0 && isUndecided ? [undecidedConcern(policy)] : own).slice(0, maxConcerns);
}

/** Returns what is against the values that bindings give to a call. */
export function concernsOfBindings({ call, flow, policy }: FollowedRun): readonly CallConcern[] {
  return Object.values(policy.spec.bindings).flatMap(({ parameter, path, stateKey, preset }) => {
    if (preset !== undefined) return [];
    const { said } = policy.params.root.at(parameter);
    const isDeciding = said.decides ?? (!policy.isReadOnly && (policy.all || isIdName(parameter)));
    const label = labelOfState(path, ownersOf(call.root.state, path));
    if (!isDeciding || label.trust === 'trusted') return [];
    const labelled = { label, origin: { from: 'state', path: stateKey } as const };
    return [untrustedConcern({ ...labelled, steps: [parameter], value: call.root.state.lookup(path) }, flow)];
  });
}

type LabelledValue = Pick<ArgumentLeaf, 'steps' | 'value'> & Labelled;

/** Labels the arguments that run. What middleware or a conversion has changed is made of all that was sent. */
function labelRunning(
  { call, flow, policy }: FollowedRun,
  checked: CheckedInput,
): readonly (ArgumentLeaf & Labelled)[] {
  const sent = new Map(flow.leaves.map((leaf) => [pointerTo(leaf), leaf]));
  const isConverted = policy.spec.convertsArguments || call.input !== call.root.input;
  return leavesOf(checked.input, policy).map((leaf) => {
    const known = sent.get(pointerTo(leaf));
    if (known !== undefined && String(known.value) === String(leaf.value)) {
      return { ...leaf, label: known.label, origin: known.origin };
    }
    // What the definition adds, such as a default, is the author's.
    const isAdded = known === undefined && !isConverted;
    return { ...leaf, label: isAdded ? trustedLabel : flow.label, origin: modelOrigin };
  });
}

/** Returns the private values that go to somebody who may not read them. */
function unreadLeaves(
  leaves: readonly (ArgumentLeaf & Labelled)[],
  input: Readonly<Record<string, unknown>>,
): readonly (ArgumentLeaf & Labelled)[] {
  const receiving = new Set(leaves.flatMap(({ said }) => said.readers ?? []));
  return leaves.filter(({ label, said, steps, value }) => {
    if (label.readers === 'anyone' || value === null || typeof value === 'boolean') return false;
    const [name = ''] = steps;
    if (receiving.has(name)) return false;
    const audience = said.readers === undefined ? [] : textsIn(input[said.readers]);
    return audience.length === 0 || !audience.every((reader) => mayRead(label, reader));
  });
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isRecord(value) ? Object.values(value).flatMap(textsIn) : [];
}

function untrustedConcern(leaf: LabelledValue, flow: FlowCall): CallConcern {
  const { argument, origin, callId, text } = placeOf(leaf, flow);
  const message = `${argument} decides what the call does, and comes from ${origin}: ${text}`;
  return Object.freeze({ kind: 'untrusted', argument, origin, callId, text, message });
}

function unreadConcern(leaf: LabelledValue, flow: FlowCall): CallConcern {
  const { argument, origin, callId, text } = placeOf(leaf, flow);
  const { readers } = leaf.label;
  const allowed = readers === 'anyone' || readers.length === 0 ? 'only the user' : `only ${readers.join(', ')}`;
  const message = `${argument} may be read by ${allowed}, and comes from ${origin}: ${text}`;
  return Object.freeze({ kind: 'unread', argument, origin, callId, text, message });
}

function undecidedConcern({ spec }: ToolPolicy): CallConcern {
  const origin = describeOrigin(modelOrigin);
  const message = `'${spec.name}' changes something, no argument decides what, and the model has read what others have written.`;
  return Object.freeze({ kind: 'undecided', origin, message });
}

function placeOf(leaf: LabelledValue, { session }: FlowCall) {
  const found: FlowOrigin =
    leaf.origin.from === 'model' ? (session.texts.find(String(leaf.value)) ?? modelOrigin) : leaf.origin;
  const callId = found.from === 'result' && found.callId !== '' ? found.callId : undefined;
  const text = quote(leaf.value);
  return { argument: pointerTo(leaf), origin: describeOrigin(found), callId, text };
}

/** Quotes a value that others may have written, without what shows it as something else. */
export function quote(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return JSON.stringify(promptText(text, maxTextChars - 2)).slice(0, maxTextChars);
}
