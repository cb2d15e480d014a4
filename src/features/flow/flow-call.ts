import type { CallConcern } from '../../call/client/call-concern.js';
import type { Outcome } from '../../call/outcome.js';
import { FollowedState, type StateObserver } from '../../call/state/followed-state.js';
import type { StatePath } from '../../call/state/state-path.js';
import type { ToolState } from '../../call/state/tool-state.js';
import type { RootCall } from '../../toolkit/pipeline/pipeline.js';
import type { FlowNote } from '../../toolkit/pipeline/tool-event.js';
import { type Labelled, type LabelledLeaf, labelLeaf } from './argument-labels.js';
import { type ArgumentLeaf, leavesOf } from './argument-shape.js';
import { labelOfFields } from './field-labels.js';
import type { FlowDecision, FlowSession, FollowedCall } from './flow-session.js';
import { createLabel, isOpen, joinLabels, type Label, trustedLabel } from './label.js';
import { appOrigin } from './origin.js';
import { findStateLabels, stateLabelsOf } from './state-labels.js';
import type { ToolPolicy } from './tool-policy.js';

/** One run of a tool within a call. */
export interface ToolRun {
  readonly policy: ToolPolicy;
  readonly outcome: Outcome;
}

const noRuns: readonly ToolRun[] = Object.freeze([]);
const noConcerns: readonly CallConcern[] = Object.freeze([]);

/** The flow of data through one call: what its arguments are made of, and what it has read. */
export class FlowCall implements StateObserver, FollowedCall {
  readonly session: FlowSession;
  /** Whether the application has written the arguments. */
  readonly isOfApp: boolean;
  /** The label of what the model writes, when the call was received. */
  readonly received: Label;
  decision: FlowDecision = 'none';
  concerns = noConcerns;
  result: Label | undefined;
  toolName = '';
  /** The runs of tools within the call. Middleware may repeat or redirect it. */
  runs = noRuns;
  /** Returns what is known of the call with an outcome, or of what it may return. Undefined before its tool is known. */
  noteOn: ((outcome: Outcome | undefined) => FlowNote) | undefined;
  #args: unknown;
  #policy: ToolPolicy | undefined;
  #read: Label = trustedLabel;
  #returns: Label = trustedLabel;
  #returned: Label = trustedLabel;
  #arguments: Label | undefined;

  constructor(session: FlowSession, { received, isOfApp }: { readonly received: Label; readonly isOfApp: boolean }) {
    this.session = session;
    this.received = isOfApp ? trustedLabel : received;
    this.isOfApp = isOfApp;
  }

  /** Begins to follow a call of a tool. Only the first call has an effect. */
  begin(root: RootCall, policy: ToolPolicy): void {
    if (this.#policy !== undefined) return;
    this.#policy = policy;
    this.#args = root.repairedInput ?? root.parsedInput ?? root.input;
    this.toolName = root.name;
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
    if (isOpen(this.received)) return joinLabels(this.received, this.#read);
    this.#arguments ??= this.#labelArguments();
    return joinLabels(this.#arguments, this.#read);
  }

  /** Whether anyone may read what the call was given and has read. */
  get isForAnyone(): boolean {
    return this.received.readers === 'anyone' && this.#read.readers === 'anyone';
  }

  /** Whether all that the call was given and has read is trusted, and anyone may read it. */
  get isOpen(): boolean {
    return isOpen(this.received) && isOpen(this.#read);
  }

  /** The arguments as they were sent. */
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
    const labelled = labelLeaf(leaf, { received, session, hasTrustedDefinition });
    return isOpen(received) ? { label: received, origin: labelled.origin } : labelled;
  }

  /** Adds what the call has read, such as the result of a call within it. */
  read(label: Label): void {
    this.#read = joinLabels(this.#read, label);
  }

  onRead(path: StatePath, owners: readonly ToolState[]): void {
    this.read(labelOfState(path, owners));
  }

  onWritten(path: StatePath, owner: ToolState): void {
    const own = joinLabels(this.label, this.#returns);
    const label = joinLabels(own, this.isOfApp ? trustedLabel : this.session.label);
    if (isOpen(label) && findStateLabels(owner) === undefined) return;
    stateLabelsOf(owner).write(path.steps, label);
  }
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
export function flowCallOf(root: Pick<RootCall, 'state'> | undefined): FlowCall | undefined {
  const state = root?.state;
  return state instanceof FollowedState && state.observer instanceof FlowCall ? state.observer : undefined;
}
