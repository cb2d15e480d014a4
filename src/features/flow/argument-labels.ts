import { pointerOf } from '../../base/json/json-pointer.js';
import type { JsonSchema } from '../../base/json/json-schema.js';
import { alternatives, propertyOf, type SchemaRecord } from '../../schema/json-schema/alternatives.js';
import { isRecord } from '../../schema/json-schema/schema-walk.js';
import type { ParamFlow } from '../../tool/metadata/flow-options.js';
import { isComparable } from './compared-text.js';
import { type ArgumentPlace, decidesAt, hasFormat, isIdName } from './deciding-parameters.js';
import type { FlowPlace } from './flow-tree.js';
import type { KnownValues } from './known-values.js';
import { joinLabels, type Label, trustedLabel } from './label.js';
import { type FlowOrigin, modelOrigin, userOrigin } from './origin.js';
import type { ToolPolicy } from './tool-policy.js';
import type { UserWords } from './user-words.js';

/** A value in the arguments of a call that contains no other one. The name of a member of an open object is one too. */
export interface ArgumentLeaf extends ArgumentPlace {
  readonly steps: readonly string[];
  readonly value: unknown;
}

/** A label, and where the value comes from. */
export interface Labelled {
  readonly label: Label;
  readonly origin: FlowOrigin;
}

const exactFormats = /^(?:uri|iri|uuid|url)/;

// A shorter ID may be part of a date by chance.
const minIdLength = 6;

/** Returns the leaves of the arguments of a call. */
export function leavesOf(args: unknown, { spec, params }: ToolPolicy): readonly ArgumentLeaf[] {
  const root = spec.inputSchema;
  const leaves: ArgumentLeaf[] = [];
  visit({ value: args, steps: [], name: '', schemas: alternatives(root, root), place: params.root }, root, leaves);
  return leaves;
}

interface Visited {
  readonly value: unknown;
  readonly steps: readonly string[];
  readonly name: string;
  readonly schemas: readonly SchemaRecord[];
  readonly place: FlowPlace<ParamFlow>;
}

function visit({ value, steps, name, schemas, place }: Visited, root: JsonSchema, leaves: ArgumentLeaf[]): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const step = String(index);
      const items = schemas.flatMap(({ items: all, prefixItems }) =>
        alternatives(Array.isArray(prefixItems) && index < prefixItems.length ? prefixItems[index] : all, root),
      );
      visit({ value: item, steps: [...steps, step], name, schemas: items, place: place.at(step) }, root, leaves);
    }
    return;
  }
  if (!isRecord(value)) {
    leaves.push({ steps, value, name, said: place.said, schemas });
    return;
  }
  for (const [key, member] of Object.entries(value)) {
    const described = schemas.flatMap((schema) => propertyOf(schema, key));
    const path = [...steps, key];
    const below = place.at(key);
    // The model has chosen the name of a member that no schema describes.
    if (described.length === 0 && steps.length > 0)
      leaves.push({ steps: path, value: key, name, said: below.said, schemas: [] });
    const found = described.length > 0 ? described : schemas.map(({ additionalProperties }) => additionalProperties);
    const next = found.flatMap((one) => alternatives(one, root));
    visit({ value: member, steps: path, name: key, schemas: next, place: below }, root, leaves);
  }
}

/** Checks whether a value decides what a call of a tool does. */
export function decides(leaf: ArgumentLeaf, policy: ToolPolicy): boolean {
  const isChoice = leaf.value === null || typeof leaf.value === 'boolean';
  return leaf.said.decides ?? (!isChoice && decidesAt(leaf, policy));
}

/** What a session knows, with which arguments are compared. */
export interface KnownData {
  readonly words: UserWords;
  readonly values: KnownValues;
  /** Whether values can be compared: it knows all that it has to. */
  readonly isComparable: boolean;
}

/** What the label of an argument follows from. */
export interface LabelSource {
  /** The label of what the model writes, when the call was received. */
  readonly received: Label;
  readonly session: KnownData;
  readonly policy: ToolPolicy;
}

/** A leaf of the arguments with its label. */
export interface LabelledLeaf extends ArgumentLeaf, Labelled {}

/** Returns the label of a value that a model has written. */
export function labelLeaf(leaf: ArgumentLeaf, { received, session, policy }: LabelSource): Labelled {
  const { value, schemas } = leaf;
  if (value === null || typeof value === 'boolean') return { label: trustedLabel, origin: modelOrigin };
  if (policy.hasTrustedDefinition && isEnumerated(value, schemas)) return { label: trustedLabel, origin: modelOrigin };
  const known = session.isComparable ? findKnown(String(value), leaf, session) : undefined;
  return known ?? { label: received, origin: modelOrigin };
}

function isEnumerated(value: unknown, schemas: readonly SchemaRecord[]): boolean {
  return schemas.some((schema) => {
    if (Array.isArray(schema.enum)) return schema.enum.includes(value);
    return Object.hasOwn(schema, 'const') && schema.const === value;
  });
}

function findKnown(
  text: string,
  { name, said: { kind }, schemas, value }: ArgumentLeaf,
  session: KnownData,
): Labelled | undefined {
  if (!isComparable(text)) return undefined;
  const isId = isIdName(name);
  const isShort = (isId || typeof value === 'number') && text.trim().length < minIdLength;
  if (isShort && kind === undefined) return undefined;
  const isExact = isId || hasFormat(schemas, exactFormats);
  if (!isShort && session.words.contain(text, isExact)) return { label: trustedLabel, origin: userOrigin };
  const [first, ...others] = session.values.find(text, { kind, isExact });
  if (first === undefined) return undefined;
  const readers = [first, ...others].map((one) => ({ trust: 'trusted', readers: one.readers }) as const);
  return { label: readers.reduce<Label>(joinLabels, trustedLabel), origin: first.origin };
}

/** Returns the label of what several values were made of. */
export function joinAll(labels: readonly Label[]): Label {
  return labels.reduce(joinLabels, trustedLabel);
}

/** Returns the JSON Pointer of a leaf. */
export function pointerTo({ steps }: Pick<ArgumentLeaf, 'steps'>): string {
  return pointerOf(steps);
}
