import { pointerOf } from '../../base/json/json-pointer.js';
import { equalsDeep } from '../../base/values/equals-deep.js';
import { flowMetaKey, flowOfError } from '../../call/call-labels.js';
import type { Outcome } from '../../call/outcome.js';
import { isRecord } from '../../schema/json-schema/schema-walk.js';
import type { FieldFlow, Readers, Trust } from '../../tool/metadata/flow-options.js';
import { GivenLabels } from './given-labels.js';
import { labelOfField } from './labels/field-labels.js';
import type { FlowPlace } from './labels/flow-tree.js';
import { createLabel, joinLabels, type Label, trustedLabel } from './labels/label.js';
import type { ToolPolicy } from './tool-policy.js';

// Deeper values are none that an argument may repeat.
const maxDepth = 200;

/** A value in a result that contains no other one. */
export interface ResultLeaf {
  readonly pointer: string;
  readonly value: string | number;
  readonly label: Label;
  readonly kind: string | undefined;
}

/** The arguments and the result that the functions of a policy receive. */
export interface LabelledResult {
  readonly args: unknown;
  readonly outcome: Outcome | undefined;
  /** Returns the label of what the call was given and has read. */
  readonly base: () => Label;
}

/** Returns the label of what nothing is said of in a result. */
export function labelOfRest(policy: ToolPolicy, { args, outcome, base }: LabelledResult): Label {
  const { trust, readers } = policy;
  // A chunk or an error may be what a function decides otherwise about when it sees all of a result.
  const isWhole = outcome !== undefined && outcome.error === undefined;
  const data = outcome?.rendered.data;
  const label = createLabel(
    typeof trust === 'function' ? (isWhole ? askTrust(trust, args, data) : 'untrusted') : (trust ?? base().trust),
    typeof readers === 'function' ? (isWhole ? askReaders(readers, args, data) : []) : (readers ?? base().readers),
  );
  return policy.isImported && outcome !== undefined ? joinLabels(label, labelOfServer(outcome)) : label;
}

/** Returns what the server of an imported tool says of a result. It can only make the result less trusted. */
function labelOfServer({ rendered: { metadata }, error }: Outcome): Label {
  const meta = isRecord(metadata?._meta) ? metadata._meta : {};
  const said = flowOfError(error) ?? meta[flowMetaKey];
  return GivenLabels.read(said, false)?.rest ?? trustedLabel;
}

/** Returns the leaves of a result with their labels. */
export function leavesOfResult(value: unknown, policy: ToolPolicy, rest: Label): readonly ResultLeaf[] {
  const leaves: ResultLeaf[] = [];
  visit(value, [], { place: policy.fields.root, rest, leaves });
  return leaves;
}

/** Returns those leaves that a value has at the same place. */
export function leavesIn(value: unknown, leaves: readonly ResultLeaf[], original: unknown): readonly ResultLeaf[] {
  if (value === original || equalsDeep(value, original)) return leaves;
  const places = new Map<string, unknown>();
  collect(value, [], places);
  return leaves.filter((leaf) => places.get(leaf.pointer) === leaf.value);
}

interface Visit {
  readonly place: FlowPlace<FieldFlow>;
  readonly rest: Label;
  readonly leaves: ResultLeaf[];
}

function visit(value: unknown, steps: readonly string[], { place, rest, leaves }: Visit): void {
  if (typeof value === 'string' || typeof value === 'number') {
    const label = labelOfField(place.said, rest);
    leaves.push({ pointer: pointerOf(steps), value, label, kind: place.said.kind });
    return;
  }
  if (steps.length > maxDepth || (!Array.isArray(value) && !isRecord(value))) return;
  for (const [key, member] of Object.entries(value))
    visit(member, [...steps, key], { place: place.at(key), rest, leaves });
}

function collect(value: unknown, steps: readonly string[], places: Map<string, unknown>): void {
  if (steps.length > maxDepth) return;
  if (Array.isArray(value) || isRecord(value)) {
    for (const [key, member] of Object.entries(value)) collect(member, [...steps, key], places);
  } else places.set(pointerOf(steps), value);
}

type Rule<Said> = (args: unknown, result: unknown) => Said;

/** A function that fails, or returns anything else, decides that the result is untrusted. */
function askTrust(decide: Rule<Trust>, args: unknown, data: unknown): Trust {
  try {
    return decide(args, data) === 'trusted' ? 'trusted' : 'untrusted';
  } catch {
    return 'untrusted';
  }
}

/** A function that fails, or returns anything else, decides that only the user may read the result. */
function askReaders(decide: Rule<Readers>, args: unknown, data: unknown): Readers {
  try {
    const readers: unknown = decide(args, data);
    if (readers === 'anyone') return readers;
    return Array.isArray(readers) && readers.every((one) => typeof one === 'string') ? readers : [];
  } catch {
    return [];
  }
}
