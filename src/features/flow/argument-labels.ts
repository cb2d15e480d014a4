import type { Readers } from '../../tool/metadata/flow-options.js';
import { type ArgumentLeaf, type ArgumentShape } from './argument-shape.js';
import type { ShownValues } from './handles/shown-values.js';
import type { KnownValues } from './known-values.js';
import { isComparable } from './labels/compared-text.js';
import { createLabel, joinLabels, type Label, trustedLabel } from './labels/label.js';
import { type FlowOrigin, modelOrigin, userOrigin } from './labels/origin.js';
import type { UserWords } from './user-words.js';

/** A label, and where the value comes from. */
export interface Labelled {
  readonly label: Label;
  readonly origin: FlowOrigin;
}

/** A leaf of the arguments with its label. */
export interface LabelledLeaf extends ArgumentLeaf, Labelled {}

/** What a session knows, with which arguments are compared. */
export interface KnownData {
  readonly words: UserWords;
  readonly values: KnownValues;
  readonly shown: Pick<ShownValues, 'find'>;
  /** Whether values can be compared: it knows all that it has to. */
  readonly isComparable: boolean;
}

/** What the label of an argument follows from. */
export interface LabelSource {
  /** The label of what the model writes, when the call was received. */
  readonly received: Label;
  readonly session: KnownData;
  /** The number of untrusted values of kept results that the model had seen. */
  readonly shown: number;
  /** Whether the enums of the definition are the application's. */
  readonly hasTrustedDefinition: boolean;
  /** What is known of a value that is not the model's, such as that of a handle. */
  readonly given: GivenValue | undefined;
}

/** What is known of a value that is not the model's. */
export interface GivenValue extends Labelled {
  /** Whether a sender that is trusted has said so. */
  readonly isVouched: boolean;
}

// A shorter ID may be part of a date by chance.
const minIdLength = 6;

const choice: Labelled = Object.freeze({ label: trustedLabel, origin: modelOrigin });
const ofUser: Labelled = Object.freeze({ label: trustedLabel, origin: userOrigin });

/** Returns the label of a value that a model has written, or that was given in the place of a handle. */
export function labelLeaf({ value, shape }: ArgumentLeaf, source: LabelSource): Labelled {
  const { session, hasTrustedDefinition, given } = source;
  const isFree = isChoice(value) || (hasTrustedDefinition && isEnumerated(value, shape));
  if (isFree && given === undefined) return choice;
  const known = session.isComparable ? findKnown(value, shape, source) : undefined;
  return known ?? (given && labelOfGiven(given, source)) ?? labelOfModel(value, source);
}

/** Returns the label of a given value. Others may have chosen a handle that an untrusted model writes. */
function labelOfGiven({ label, origin, isVouched }: GivenValue, { received: { trust } }: LabelSource): Labelled {
  if (isVouched) return { label, origin };
  return { label: createLabel(trust === 'trusted' ? label.trust : trust, label.readers), origin };
}

/** Returns the label of a value that the model has written, or has repeated after a kept result. */
function labelOfModel(value: unknown, { received, session, shown: count }: LabelSource): Labelled {
  const shown = session.shown.find(value, count);
  return shown === undefined
    ? { label: received, origin: modelOrigin }
    : { label: joinLabels(received, shown.label), origin: shown.origin };
}

/** Checks whether a value is one of so few that it carries nothing. */
export function isChoice(value: unknown): boolean {
  return value === null || typeof value === 'boolean';
}

function isEnumerated(value: unknown, { schemas }: ArgumentShape): boolean {
  return schemas.some((schema) => {
    if (Array.isArray(schema.enum)) return schema.enum.includes(value);
    return Object.hasOwn(schema, 'const') && schema.const === value;
  });
}

function findKnown(
  value: unknown,
  { isId, isExact, said: { kind } }: ArgumentShape,
  { session, received, given }: LabelSource,
): Labelled | undefined {
  const text = String(value);
  if (!isComparable(text)) return undefined;
  const isShort = isId && text.trim().length < minIdLength;
  if (isShort && kind === undefined) return undefined;
  if (!isShort && session.words.contain(text, isExact)) return ofUser;
  // Who has not seen a private value could find it by trying which one is accepted.
  const seen = given === undefined ? received : joinLabels(received, given.label);
  const known = session.values.find(text, { kind, isExact }).filter(({ readers }) => isSeenBy(readers, seen));
  const [first, ...others] = known;
  if (first === undefined) return undefined;
  const readers = [first, ...others].map((one) => ({ trust: 'trusted', readers: one.readers }) as const);
  return { label: readers.reduce<Label>(joinLabels, trustedLabel), origin: first.origin };
}

/** Checks whether what has a label may follow from data for some readers. */
function isSeenBy(readers: Readers, seen: Label): boolean {
  if (readers === 'anyone') return true;
  return seen.readers !== 'anyone' && seen.readers.every((reader) => readers.includes(reader));
}
