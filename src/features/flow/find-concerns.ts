import { namedMemberOf, pointerOf, stepsOf } from '../../base/json/json-pointer.js';
import { promptText } from '../../base/text/clean-text.js';
import type { CallConcern } from '../../call/client/call-concern.js';
import { ownersOf } from '../../call/state/tool-state.js';
import { isRecord } from '../../schema/json-schema/schema-walk.js';
import type { ParamFlow } from '../../tool/metadata/flow-options.js';
import type { PipelineCall } from '../../toolkit/pipeline/pipeline.js';
import { isChoice, type Labelled, type LabelledLeaf } from './argument-labels.js';
import { type ArgumentLeaf, type ArgumentShape, leavesOf } from './argument-shape.js';
import { decidesAsBound } from './deciding-parameters.js';
import { type FlowCall, labelOfState } from './flow-call.js';
import { isOpen, mayRead } from './labels/label.js';
import { describeOrigin, modelOrigin, sourceOf } from './labels/origin.js';
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

/** Returns what is against a call whose arguments are not all trusted, or which not anyone may read. */
export function concernsOfArguments({ call, flow, policy }: FollowedRun): readonly CallConcern[] {
  const { root, input } = call;
  // As the model has sent it, or as middleware has changed it.
  const args = flow.isAsSent(input, root) ? flow.args : input;
  const { trust } = flow.received;
  const { readers } = args === flow.args ? flow : flow.made;
  const isOfModel = args === flow.args && flow.isOpenAsReceived;
  const untrusted = isOfModel ? [] : untrustedLeaves(args, { call, flow, policy });
  const unread = readers === 'anyone' ? [] : unreadLeaves(args, { call, flow, policy });
  const own = [
    ...untrusted.map((leaf) => untrustedConcern(leaf, flow)),
    ...unread.map((leaf) => unreadConcern(leaf, flow)),
  ];
  const isUndecided = trust === 'untrusted' && !policy.isReadOnly && !policy.hasDecidingArgument;
  if (own.length === 0 && isUndecided) return [undecidedConcern(policy)];
  return own.length <= maxConcerns ? own : [...own.slice(0, maxConcerns), furtherConcern(own.slice(maxConcerns))];
}

/** Returns what is against the values that bindings give to a call. */
export function concernsOfBindings({ call, flow, policy }: FollowedRun): readonly CallConcern[] {
  if (!policy.hasBindings) return [];
  const input = flow.isAsSent(call.input, call.root) ? flow.args : call.input;
  return Object.values(policy.spec.bindings).flatMap(({ parameter, path, stateKey, preset }) => {
    if (preset !== undefined) return [];
    const { said } = policy.params.root.at(parameter);
    const label = labelOfState(path, ownersOf(call.root.state, path));
    if (isOpen(label)) return [];
    const value = call.root.state.lookup(path);
    const origin = { from: 'state', path: stateKey } as const;
    const leaf: LabelledValue = { label, origin, pointer: pointerOf([parameter]), value };
    return [
      ...(label.trust === 'untrusted' && decidesAsBound(parameter, policy) ? [untrustedConcern(leaf, flow)] : []),
      ...(isUnread(leaf, { said, input, policy }) ? [unreadConcern(leaf, flow)] : []),
    ];
  });
}

type LabelledValue = Pick<ArgumentLeaf, 'pointer' | 'value'> & Labelled;

/** Returns the deciding values that are untrusted. */
function untrustedLeaves(args: unknown, run: FollowedRun): readonly LabelledLeaf[] {
  return labelLeaves(args, run, ({ decides }) => decides).filter(({ label }) => label.trust === 'untrusted');
}

/** Labels arguments. What middleware has changed is made of all that was sent. */
function labelLeaves(
  args: unknown,
  { flow, policy }: FollowedRun,
  isWanted?: (shape: ArgumentShape) => boolean,
): readonly LabelledLeaf[] {
  const leaves = leavesOf(args, policy.shape, isWanted);
  if (args === flow.args) return leaves.map((leaf) => ({ ...leaf, ...flow.labelOf(leaf, policy) }));
  const sent = new Map(flow.leaves.map((leaf) => [leaf.pointer, leaf]));
  return leaves.map((leaf) => {
    const known = sent.get(leaf.pointer);
    if (known !== undefined && known.value === leaf.value) return known;
    return { ...leaf, label: flow.made, origin: modelOrigin };
  });
}

/** Returns the private values that go to somebody who may not read them. */
function unreadLeaves(args: unknown, run: FollowedRun): readonly LabelledLeaf[] {
  const leaves = labelLeaves(args, run);
  const receiving = new Set(leaves.flatMap(({ shape }) => shape.said.readers ?? []));
  const isReceiver = ({ pointer }: LabelledLeaf): boolean => receiving.has(stepsOf(pointer)[0] ?? '');
  const isUnreadLeaf = (leaf: LabelledLeaf): boolean =>
    isUnread(leaf, { said: leaf.shape.said, input: args, policy: run.policy });
  const unread = leaves.filter((leaf) => !isReceiver(leaf) && isUnreadLeaf(leaf));
  if (unread.length > 0) return unread;
  // Who receives something could be private data in another form.
  return leaves.filter((leaf) => isReceiver(leaf) && !mayRead(leaf.label, String(leaf.value)) && isUnreadLeaf(leaf));
}

interface Receiving {
  readonly said: ParamFlow;
  readonly input: unknown;
  readonly policy: ToolPolicy;
}

/** Checks whether a value goes to someone who may not read it. */
function isUnread({ label, value }: LabelledValue, { said: { readers }, input, policy }: Receiving): boolean {
  if (label.readers === 'anyone' || isChoice(value)) return false;
  // An argument whose readers are named goes to them, whether or not the tool reaches others too.
  if (readers === undefined) return policy.isOpenWorld;
  const audience = isRecord(input) ? receiversIn(input[readers], readers, policy) : [];
  return audience.length === 0 || !audience.every((reader) => mayRead(label, reader));
}

/** Returns the texts and numbers of an argument, and the names in it that no schema describes. */
function receiversIn(value: unknown, name: string, { shape }: ToolPolicy): readonly string[] {
  return leavesOf({ [name]: value }, shape).flatMap((leaf) =>
    typeof leaf.value === 'string' || typeof leaf.value === 'number' ? [String(leaf.value)] : [],
  );
}

function untrustedConcern(leaf: LabelledValue, flow: FlowCall): CallConcern {
  const { argument, subject, origin, source, callId, text } = placeOf(leaf, flow);
  const message = `${subject} decides what the call does, and comes from ${origin}: ${text}`;
  return Object.freeze({ kind: 'untrusted', argument, origin, source, callId, text, message });
}

function unreadConcern(leaf: LabelledValue, flow: FlowCall): CallConcern {
  const { argument, subject, origin, source, callId, text } = placeOf(leaf, flow);
  const { readers } = leaf.label;
  const allowed = readers === 'anyone' || readers.length === 0 ? 'only the user' : `only ${readers.join(', ')}`;
  const message = `${subject} may be read by ${allowed}, and comes from ${origin}: ${text}`;
  return Object.freeze({ kind: 'unread', argument, origin, source, callId, text, message });
}

function undecidedConcern({ spec }: ToolPolicy): CallConcern {
  const origin = describeOrigin(modelOrigin);
  const message = `'${spec.name}' changes something, no argument decides what, and its caller has read what others have written.`;
  return Object.freeze({ kind: 'undecided', origin, message });
}

/** Returns the concern in the place of those that are not shown. It has no source, so that no remembered approval covers it. */
function furtherConcern(others: readonly CallConcern[]): CallConcern {
  const kind = others.some((one) => one.kind === 'untrusted') ? 'untrusted' : 'unread';
  const message = `The same is true of ${others.length} further arguments, which are not shown.`;
  return Object.freeze({ kind, origin: describeOrigin(modelOrigin), message });
}

function placeOf({ origin, value, pointer }: LabelledValue, { session }: FlowCall) {
  const known = origin.from === 'model' ? session.texts.find(String(value)) : { origin, isWhole: true };
  const { origin: found, isWhole } = known ?? { origin: modelOrigin, isWhole: false };
  const argument = shownText(pointer);
  const member = namedMemberOf(pointer);
  const callId = found.from === 'result' && isPlain(found.callId) ? found.callId : undefined;
  // What is remembered must be what was shown, and a part of a value is another value.
  const source = isWhole && argument === pointer ? sourceOf(found) : undefined;
  return {
    argument,
    subject: member === undefined ? argument : `The name of ${shownText(member)}`,
    origin: shownText(describeOrigin(found)),
    source: source !== undefined && isPlain(source) ? source : undefined,
    callId,
    text: quote(value),
  };
}

/** Returns a text whose parts others may have chosen, such as names of members, on one line that shows it as it is. */
export function shownText(text: string): string {
  return promptText(text, maxTextChars).replaceAll('\n', ' ');
}

function isPlain(text: string): boolean {
  return text !== '' && shownText(text) === text;
}

/** Quotes a value that others may have written, without what shows it as something else. */
export function quote(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return JSON.stringify(promptText(text, maxTextChars - 2)).slice(0, maxTextChars);
}
