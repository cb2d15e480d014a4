import type { CallConcern } from '../../call/client/call-concern.js';
import type { Outcome } from '../../call/outcome.js';
import type { StateObserver } from '../../call/state/followed-state.js';
import { FollowedState } from '../../call/state/followed-state.js';
import type { StatePath } from '../../call/state/state-path.js';
import type { ToolState } from '../../call/state/tool-state.js';
import type { RootCall } from '../../toolkit/pipeline/pipeline.js';
import {
  type ArgumentLeaf,
  joinAll,
  type Labelled,
  type LabelledLeaf,
  labelLeaf,
  leavesOf,
} from './argument-labels.js';
import type { FlowDecision, FlowSession, FollowedCall } from './flow-session.js';
import { isOpen, joinLabels, type Label, trustedLabel } from './label.js';
import { appOrigin } from './origin.js';
import { findStateLabels, stateLabelsOf } from './state-labels.js';
import type { ToolPolicy } from './tool-policy.js';

/** One run of a tool within a call. */
export interface ToolRun {
  readonly policy: ToolPolicy;
  readonly outcome: Outcome;
}

/** The flow of data through one call: what its arguments are made of, and what it has read. */
export class FlowCall implements StateObserver, FollowedCall {
  readonly session: FlowSession;
  /** Whether the application has written the arguments. */
  readonly isOfApp: boolean;
  /** The label of what the model writes, when the call was received. */
  readonly received: Label;
  /** The runs of tools within the call. Middleware may repeat or redirect it. */
  readonly runs: ToolRun[] = [];
  decision: FlowDecision = 'none';
  concerns: readonly CallConcern[] = [];
  /** The label of the result. Undefined while there is none. */
  result: Label | undefined;
  /** The outcome that was labelled last. */
  outcome: Outcome | undefined;
  toolName = '';
  #read: Label = trustedLabel;
  #leaves: readonly LabelledLeaf[] | undefined;
  #arguments: Label | undefined;

  constructor(session: FlowSession, { received, isOfApp }: { readonly received: Label; readonly isOfApp: boolean }) {
    this.session = session;
    this.received = isOfApp ? trustedLabel : received;
    this.isOfApp = isOfApp;
  }

  /** The label of what the call was given and has read. */
  get label(): Label {
    return joinLabels(this.#arguments ?? this.received, this.#read);
  }

  /** Whether the arguments are trusted, and anyone may read them. */
  get isOpen(): boolean {
    return isOpen(this.received);
  }

  /** Adds what the call has read, such as the result of a call within it. */
  read(label: Label): void {
    this.#read = joinLabels(this.#read, label);
  }

  /** Labels the arguments as they were sent. Only the first call has an effect. */
  labelArguments(args: unknown, policy: ToolPolicy): readonly LabelledLeaf[] {
    if (this.#leaves === undefined) {
      const { session, received } = this;
      const leaves = leavesOf(args, policy);
      this.#leaves = this.isOpen
        ? leaves.map((leaf) => ({
            ...leaf,
            label: received,
            origin: this.isOfApp ? appOrigin : labelOpen(leaf, this, policy),
          }))
        : leaves.map((leaf) => ({ ...leaf, ...labelLeaf(leaf, { received, session, policy }) }));
      this.#arguments = this.isOpen ? received : joinAll(this.#leaves.map(({ label }) => label));
    }
    return this.#leaves;
  }

  /** The labelled arguments, to explain the call. */
  get leaves(): readonly LabelledLeaf[] {
    return this.#leaves ?? [];
  }

  onRead(path: StatePath, owners: readonly ToolState[]): void {
    this.read(labelOfState(path, owners));
  }

  onWritten(path: StatePath, owner: ToolState): void {
    const label = joinLabels(this.label, this.isOfApp ? trustedLabel : this.session.label);
    if (isOpen(label) && findStateLabels(owner) === undefined) return;
    stateLabelsOf(owner).write(path.steps, label);
  }
}

function labelOpen(leaf: ArgumentLeaf, { received, session }: FlowCall, policy: ToolPolicy): Labelled['origin'] {
  return labelLeaf(leaf, { received, session, policy }).origin;
}

/** Returns the label of what may be read at a path. */
export function labelOfState(path: StatePath, owners: readonly ToolState[]): Label {
  return owners.reduce((label, owner) => {
    const labels = findStateLabels(owner);
    return labels === undefined ? label : joinLabels(label, labels.read(path));
  }, trustedLabel);
}

/** Returns the flow of a call of a toolkit. Undefined if the toolkit does not follow it. */
export function flowCallOf(root: Pick<RootCall, 'state'> | undefined): FlowCall | undefined {
  const state = root?.state;
  return state instanceof FollowedState && state.observer instanceof FlowCall ? state.observer : undefined;
}
