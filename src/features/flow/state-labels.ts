import type { PathStep, StatePath } from '../../call/state/state-path.js';
import { parseStatePath } from '../../call/state/state-path.js';
import type { ToolState } from '../../call/state/tool-state.js';
import { isOpen, joinLabels, type Label, trustedLabel } from './labels/label.js';

/** A labelled path of a state, as plain JSON. */
export interface LabelledPath {
  readonly steps: readonly PathStep[];
  readonly label: Label;
}

// A state with more labelled paths has one label.
const maxPaths = 1_000;

const labels = new WeakMap<ToolState, StateLabels>();

/** Returns the labels of a state. Undefined if no tool has written to it. */
export function findStateLabels(state: ToolState): StateLabels | undefined {
  return labels.get(state);
}

/** Returns the labels of a state that a tool writes to. */
export function stateLabelsOf(state: ToolState): StateLabels {
  const known = labels.get(state);
  if (known !== undefined) return known;
  const created = new StateLabels();
  labels.set(state, created);
  // What the application writes itself is trusted. A tool's write is labelled after it.
  state.changes$.subscribe(({ path }) => created.write(parseStatePath(path).steps, trustedLabel));
  return created;
}

/** The labels of what tools have written into a state, by path. */
export class StateLabels {
  readonly #paths = new Map<string, LabelledPath>();

  /** Labels a path and all below it. */
  write(given: readonly PathStep[], label: Label): void {
    const steps = withoutIndexes(given);
    const isItem = steps.length < given.length;
    for (const [key, one] of this.#paths) if (!isItem && isWithin(one.steps, steps)) this.#paths.delete(key);
    if (isOpen(label)) return;
    const key = JSON.stringify(steps);
    const joined = joinLabels(this.#paths.get(key)?.label ?? trustedLabel, label);
    this.#paths.set(key, { steps, label: joined });
    if (this.#paths.size > maxPaths) this.#collapse();
  }

  /** Returns the label of what is read at a path. */
  read({ steps }: Pick<StatePath, 'steps'>): Label {
    if (this.#paths.size === 0) return trustedLabel;
    const own = withoutIndexes(steps);
    const found = [...this.#paths.values()].filter((one) => isWithin(one.steps, own) || isWithin(own, one.steps));
    return found.reduce((label, one) => joinLabels(label, one.label), trustedLabel);
  }

  list(): readonly LabelledPath[] {
    return [...this.#paths.values()];
  }

  #collapse(): void {
    const label = this.list().reduce((all, one) => joinLabels(all, one.label), trustedLabel);
    this.#paths.clear();
    this.#paths.set('[]', { steps: [], label });
  }
}

/** Returns the path of the array that contains an item, whose index changes when others are removed. */
function withoutIndexes(steps: readonly PathStep[]): readonly PathStep[] {
  const at = steps.findIndex((step) => typeof step === 'number' || /^\d+$/.test(step));
  return at === -1 ? steps : steps.slice(0, at);
}

function isWithin(steps: readonly PathStep[], outer: readonly PathStep[]): boolean {
  return outer.length <= steps.length && outer.every((step, at) => step === steps[at]);
}
