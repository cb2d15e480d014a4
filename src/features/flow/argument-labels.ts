import { type ArgumentLeaf, type ArgumentShape } from './argument-shape.js';
import { isComparable } from './compared-text.js';
import type { KnownValues } from './known-values.js';
import { joinLabels, type Label, trustedLabel } from './label.js';
import { type FlowOrigin, modelOrigin, userOrigin } from './origin.js';
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
  /** Whether values can be compared: it knows all that it has to. */
  readonly isComparable: boolean;
}

/** What the label of an argument follows from. */
export interface LabelSource {
  /** The label of what the model writes, when the call was received. */
  readonly received: Label;
  readonly session: KnownData;
  /** Whether the enums of the definition are the application's. */
  readonly hasTrustedDefinition: boolean;
}

// A shorter ID may be part of a date by chance.
const minIdLength = 6;

const choice: Labelled = Object.freeze({ label: trustedLabel, origin: modelOrigin });
const ofUser: Labelled = Object.freeze({ label: trustedLabel, origin: userOrigin });

/** Returns the label of a value that a model has written. */
export function labelLeaf({ value, shape }: ArgumentLeaf, source: LabelSource): Labelled {
  const { received, session, hasTrustedDefinition } = source;
  if (isChoice(value) || (hasTrustedDefinition && isEnumerated(value, shape))) return choice;
  const known = session.isComparable ? findKnown(value, shape, session) : undefined;
  return known ?? { label: received, origin: modelOrigin };
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
  session: KnownData,
): Labelled | undefined {
  const text = String(value);
  if (!isComparable(text)) return undefined;
  const isShort = isId && text.trim().length < minIdLength;
  if (isShort && kind === undefined) return undefined;
  if (!isShort && session.words.contain(text, isExact)) return ofUser;
  const [first, ...others] = session.values.find(text, { kind, isExact });
  if (first === undefined) return undefined;
  const readers = [first, ...others].map((one) => ({ trust: 'trusted', readers: one.readers }) as const);
  return { label: readers.reduce<Label>(joinLabels, trustedLabel), origin: first.origin };
}
