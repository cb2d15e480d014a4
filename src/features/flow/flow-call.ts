import { namedMemberOf } from '../../base/json/json-pointer.js';
import { type CallLabels, storedLabel } from '../../call/call-labels.js';
import type { CallConcern } from '../../call/client/call-concern.js';
import type { AwaitedCall } from '../../call/concurrency/call-waits.js';
import type { Outcome } from '../../call/outcome.js';
import { FollowedState, type StateObserver } from '../../call/state/followed-state.js';
import type { StatePath } from '../../call/state/state-path.js';
import type { ToolState } from '../../call/state/tool-state.js';
import type { RootCall } from '../../toolkit/pipeline/pipeline.js';
import type { FlowNote } from '../../toolkit/pipeline/tool-event.js';
import { type GivenValue, type Labelled, type LabelledLeaf, labelLeaf } from './argument-labels.js';
import { type ArgumentLeaf, leavesOf } from './argument-shape.js';
import type { FlowDecision, FlowSession, FollowedCall } from './flow-session.js';
import type { GivenLabels } from './given-labels.js';
import { type KeptResult, labelAt, labelOfWay } from './handles/kept-results.js';
import { type HandledPlace, type ResolvedArguments, resolveHandles } from './handles/resolve-handles.js';
import type { ResultKeeper } from './handles/result-keeper.js';
import { labelOfFields } from './labels/field-labels.js';
import { createLabel, isOpen, joinLabels, type Label, trustedLabel } from './labels/label.js';
import { appOrigin, modelOrigin } from './labels/origin.js';
import { findStateLabels, stateLabelsOf } from './state-labels.js';
import type { ToolPolicy } from './tool-policy.js';

/** One run of a tool within a call. */
export interface ToolRun {
  readonly policy: ToolPolicy;
  readonly outcome: Outcome;
}

/** What is known of a call when it is received. */
export interface ReceivedCall {
  /** The label of what the model writes. */
  readonly received: Label;
  /** The number of untrusted values of kept results that the model has seen. */
  readonly shown: number;
  /** Whether the application has written the arguments. */
  readonly isOfApp: boolean;
  /** What the sender of the call says of its arguments. Undefined if it says nothing. */
  readonly given?: GivenLabels | undefined;
  /** Whether the sender has replaced the handles in the arguments. */
  readonly isResolved?: boolean | undefined;
}

// The labels of more places would be longer than most arguments.
const maxPlaces = 200;

const noRuns: readonly ToolRun[] = Object.freeze([]);
const noConcerns: readonly CallConcern[] = Object.freeze([]);
const noPlaces: readonly HandledPlace[] = Object.freeze([]);

/** The flow of data through one call: what its arguments are made of, and what it has read. */
export class FlowCall implements StateObserver, FollowedCall {
  readonly session: FlowSession;
  /** Whether the application has written the arguments. */
  readonly isOfApp: boolean;
  /** The label of what the model writes, when the call was received. */
  readonly received: Label;
  /** The number of untrusted values of kept results that the model had seen then. */
  readonly shown: number;
  decision: FlowDecision = 'none';
  concerns = noConcerns;
  result: Label | undefined;
  toolName = '';
  /** The runs of tools within the call. Middleware may repeat or redirect it. */
  runs = noRuns;
  /** Returns what is known of the call with an outcome, or of what it may return. Undefined before its tool is known. */
  noteOn: ((outcome: Outcome | undefined) => FlowNote) | undefined;
  #keeper: ResultKeeper | undefined;
  #isObserved = false;
  #args: unknown;
  #places: readonly HandledPlace[] = noPlaces;
  readonly #given: GivenLabels | undefined;
  /** Whether another process has made the call, for a model there. */
  readonly isOfElsewhere: boolean;
  #areHandlesRead: boolean;
  #policy: ToolPolicy | undefined;
  #read: Label = trustedLabel;
  #returns: Label = trustedLabel;
  #returned: Label = trustedLabel;
  #arguments: Label | undefined;

  constructor(session: FlowSession, { received, shown, isOfApp, given, isResolved = false }: ReceivedCall) {
    this.session = session;
    this.shown = shown;
    this.received = isOfApp ? trustedLabel : given?.isVouched === true ? given.rest : received;
    this.isOfApp = isOfApp;
    this.#given = given?.areOpen === true && !given.isVouched ? undefined : given;
    this.isOfElsewhere = isResolved;
    this.#areHandlesRead = isResolved;
  }

  /** Begins to follow a call of a tool. Only the first call has an effect. */
  begin(root: RootCall, policy: ToolPolicy): void {
    if (this.#policy !== undefined) return;
    this.#policy = policy;
    this.#args = root.repairedInput ?? root.parsedInput ?? root.input;
    this.toolName = root.name;
  }

  /** Whether the call is observed. What is in a task store is observed twice. */
  get isObserved(): boolean {
    return this.#isObserved;
  }

  /** What keeps the result from the model. Undefined if the model sees it. */
  get keeper(): ResultKeeper | undefined {
    return this.#keeper;
  }

  observe(keeper: ResultKeeper | undefined): void {
    this.#isObserved = true;
    this.#keeper = keeper;
  }

  /**
   * Replaces the handles in the arguments by their values, and returns them. Only the first call has an effect.
   *
   * @throws ValidationError on a handle of no kept result.
   */
  readHandles(): unknown {
    if (this.#areHandlesRead) return this.#args;
    this.#areHandlesRead = true;
    const resolved: ResolvedArguments = resolveHandles(this.#args, this.session.kept, this.toolName);
    this.#args = resolved.args;
    this.#places = resolved.places;
    // It may be known already, of the handles.
    this.#arguments = undefined;
    return resolved.args;
  }

  /** The JSON Pointers of the arguments that were handles. */
  get handled(): readonly string[] {
    return this.#places.map(({ argument }) => argument);
  }

  /** The label of what has chosen the values of handles, whatever the session knows of them. */
  get chosenBy(): Label {
    const ways = this.#places.map(({ kept, pointer }) => labelOfWay(kept, pointer));
    return ways.reduce(joinLabels, trustedLabel);
  }

  /** Checks whether arguments are those that were sent. */
  isAsSent(args: unknown, root: Pick<RootCall, 'input'>): boolean {
    return args === root.input || args === this.#args;
  }

  /** Whether the model has written all arguments, and nothing that it has seen of kept results can be in them. */
  get #isOfModel(): boolean {
    return this.#places.length === 0 && this.shown === 0 && this.#given === undefined;
  }

  /** Notes that a tool begins to run, which may write into a state what it returns. */
  enter({ fields, trust, readers }: ToolPolicy): void {
    const said = createLabel(
      typeof trust === 'function' ? 'untrusted' : (trust ?? 'trusted'),
      typeof readers === 'function' ? [] : (readers ?? 'anyone'),
    );
    this.#returns = joinLabels(this.#returns, labelOfFields(fields, said));
  }

  /** Notes the label of what a tool has returned to the middleware of the call. */
  leave(label: Label): void {
    this.#returned = joinLabels(this.#returned, label);
  }

  /** The label of arguments that middleware has made anew, of all that it was given. */
  get made(): Label {
    return joinLabels(this.label, this.#returned);
  }

  /** The label of what the call was given and has read. */
  get label(): Label {
    if (this.isOfApp || (isOpen(this.received) && this.#isOfModel)) return joinLabels(this.received, this.#read);
    this.#arguments ??= this.#labelArguments();
    return joinLabels(this.#arguments, this.#read);
  }

  /** Who may read the arguments, as far as that is known without reading all of them. */
  get readers(): Label['readers'] {
    const isKnown = this.#places.length === 0 && this.#given === undefined;
    return isKnown ? this.received.readers : this.label.readers;
  }

  /** Whether anyone may read what the call was given and has read. */
  get isForAnyone(): boolean {
    return this.readers === 'anyone' && this.#read.readers === 'anyone';
  }

  /** Whether all arguments are trusted, and anyone may read them. */
  get isOpenAsReceived(): boolean {
    return isOpen(this.received) && (this.isOfApp || this.#isOfModel);
  }

  /** Whether all that the call was given and has read is trusted, and anyone may read it. */
  get isOpen(): boolean {
    return this.isOpenAsReceived && isOpen(this.#read);
  }

  /** The arguments as they were sent, with the values of handles. */
  get args(): unknown {
    return this.#args;
  }

  get leaves(): readonly LabelledLeaf[] {
    const policy = this.#policy;
    return policy === undefined
      ? []
      : leavesOf(this.#args, policy.shape).map((leaf) => ({ ...leaf, ...this.labelOf(leaf, policy) }));
  }

  #labelArguments(): Label {
    const policy = this.#policy;
    // Before the tool is known, all that the model writes may be in the arguments.
    if (policy === undefined) return this.received;
    let label = trustedLabel;
    for (const leaf of leavesOf(this.#args, policy.shape)) label = joinLabels(label, this.labelOf(leaf, policy).label);
    return label;
  }

  /** Returns the label of an argument. */
  labelOf(leaf: ArgumentLeaf, { hasTrustedDefinition }: ToolPolicy): Labelled {
    const { received, session } = this;
    if (this.isOfApp) return { label: received, origin: appOrigin };
    const said = this.#given;
    const given = this.#labelOfHandle(leaf.pointer) ?? (said?.isVouched === true ? vouchedFor(said, leaf) : undefined);
    const own = labelLeaf(leaf, { received, shown: this.shown, session, hasTrustedDefinition, given });
    return said === undefined || said.isVouched ? own : { ...own, label: said.join(own.label, leaf.pointer) };
  }

  #labelOfHandle(argument: string): GivenValue | undefined {
    const member = namedMemberOf(argument);
    // The name of a member whose value is that of a handle is the model's.
    const isIn = (one: HandledPlace): boolean =>
      (member ?? argument).startsWith(`${one.argument}/`) || argument === one.argument;
    const place = this.#places.find(isIn);
    if (place === undefined) return undefined;
    const { callId, toolName } = place.kept;
    const pointer = `${place.pointer}${argument.slice(place.argument.length)}`;
    const origin = { from: 'result', callId, toolName, pointer } as const;
    if (member !== undefined) return { label: labelOfName(place.kept, pointer), origin, isVouched: false };
    return { label: labelAt(place.kept, pointer), origin, isVouched: false };
  }

  /** What is known of the arguments, for where the call runs. Undefined if the application has written them. */
  get labels(): CallLabels | undefined {
    if (this.isOfApp) return undefined;
    const { leaves, received } = this;
    const places = leaves.filter(({ label, pointer }) => label !== received && namedMemberOf(pointer) === undefined);
    // The names of members have no place of their own there.
    const named = leaves.filter(({ pointer }) => namedMemberOf(pointer) !== undefined);
    const rest = named.reduce((all, { label }) => joinLabels(all, label), received);
    const isResolved = true;
    if (places.length > maxPlaces) return { ...storedLabel(joinLabels(rest, this.label)), isResolved };
    const labels = Object.fromEntries(places.map(({ pointer, label }) => [pointer, storedLabel(label)] as const));
    const own = { ...storedLabel(rest), isResolved };
    return places.length === 0 ? own : { ...own, arguments: labels };
  }

  /** The label of what the call was given and has read that the model has not written. */
  get unseen(): Label {
    if (!isOpen(this.received)) return this.label;
    const handled = this.#places.length === 0 ? [] : this.leaves.filter((leaf) => this.#labelOfHandle(leaf.pointer));
    return handled.reduce((label, leaf) => joinLabels(label, leaf.label), this.#read);
  }

  /** Adds what the call has read, such as the result of a call within it. */
  read(label: Label): void {
    this.#read = joinLabels(this.#read, label);
  }

  onRead(path: StatePath, owners: readonly ToolState[]): void {
    this.read(labelOfState(path, owners));
  }

  /** The label of what the tool says before it ends: of what it was given and has read, and of what it declares. */
  get messageLabel(): Label {
    return joinLabels(this.label, this.#returns);
  }

  /** The label of what the call writes, and others read. */
  get written(): Label {
    return joinLabels(this.messageLabel, this.isOfApp ? trustedLabel : this.session.labelOfWords);
  }

  onWritten(path: StatePath, owner: ToolState): void {
    const label = this.written;
    if (isOpen(label) && findStateLabels(owner) === undefined) return;
    stateLabelsOf(owner).write(path.steps, label);
  }
}

/** Returns the label of the name of a member: who may write either the object or the member may have chosen it. */
function labelOfName(kept: KeptResult, place: string): Label {
  const member = namedMemberOf(place) ?? place;
  return joinLabels(labelAt(kept, member), labelAt(kept, member.slice(0, member.lastIndexOf('/'))));
}

function vouchedFor(given: GivenLabels, { pointer }: ArgumentLeaf): GivenValue | undefined {
  const label = given.find(pointer);
  return label && { label, origin: modelOrigin, isVouched: true };
}

/** Returns the label of what may be read at a path. */
export function labelOfState(path: StatePath, owners: readonly ToolState[]): Label {
  let label = trustedLabel;
  for (const owner of owners) {
    const labels = findStateLabels(owner);
    if (labels !== undefined) label = joinLabels(label, labels.read(path));
  }
  return label;
}

/** Returns the flow of a call of a toolkit. Undefined if the toolkit does not follow it. */
export function flowCallOf(call: AwaitedCall | undefined): FlowCall | undefined {
  const state = call !== undefined && 'state' in call ? call.state : undefined;
  return state instanceof FollowedState && state.observer instanceof FlowCall ? state.observer : undefined;
}
