import { equalsDeep } from '../../../base/values/equals-deep.js';
import { redacted } from '../../../call/state/secret.js';
import { ValidationError } from '../../../index.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';

/** The arguments of a call that waits, in three forms. */
export interface EditedArguments {
  /** What the user has made of `shown`. */
  readonly edited: unknown;
  /** The arguments without secrets, as the user has seen them. */
  readonly shown: unknown;
  readonly original: unknown;
}

/**
 * Returns edited arguments with their secrets, which the user has not seen: where the covered text is still in its place, the
 * original value is kept.
 *
 * @throws ValidationError if covered text is in another place, where no value is certain to be the one that was meant.
 */
export function restoreCovered(given: EditedArguments): unknown {
  const { edited, shown, original } = given;
  return equalsDeep(shown, original) ? edited : restore(given, '');
}

function restore({ edited, shown, original }: EditedArguments, pointer: string): unknown {
  if (equalsDeep(edited, shown)) return original;
  if (!isCovered(edited)) return edited;
  if (isRecord(edited) && isRecord(shown) && isRecord(original)) {
    const entries = Object.entries(edited).map(([key, value]): [string, unknown] => {
      const place = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      if (isCovered(key)) throw createRefusal(place);
      return [key, restore({ edited: value, shown: ownOf(shown, key), original: ownOf(original, key) }, place)];
    });
    return Object.fromEntries(entries);
  }
  if (Array.isArray(edited) && Array.isArray(shown) && Array.isArray(original)) {
    const mayBeMoved = canBeMoved(edited, shown);
    return edited.map((item, index) => {
      const place = `${pointer}/${index}`;
      if (mayBeMoved && isCovered(item) && !isOnlyAt(index, item, shown)) throw createRefusal(place);
      return restore({ edited: item, shown: shown[index], original: original[index] }, place);
    });
  }
  throw createRefusal(pointer);
}

/** Checks whether items of a list may have other places than before. They have not if only one was edited. */
function canBeMoved(edited: readonly unknown[], shown: readonly unknown[]): boolean {
  if (edited.length !== shown.length) return true;
  const changed = edited.filter((item, index) => !equalsDeep(item, shown[index]));
  return changed.length > 1 || shown.some((other) => equalsDeep(other, changed[0]));
}

/** Checks whether an item was shown at an index, and nowhere else in the list. */
function isOnlyAt(index: number, item: unknown, shown: readonly unknown[]): boolean {
  return shown.every((other, at) => equalsDeep(other, item) === (at === index)) && index < shown.length;
}

/** Checks whether a value contains covered text, also in the names of properties. */
function isCovered(value: unknown): boolean {
  if (typeof value === 'string') return value.includes(redacted);
  if (Array.isArray(value)) return value.some(isCovered);
  return isRecord(value) && Object.entries(value).some((entry) => entry.some(isCovered));
}

function ownOf(value: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function createRefusal(pointer: string): ValidationError {
  return new ValidationError(
    `The arguments have ${redacted} at ${pointer}, where it is not the secret of the call. ` +
      'Enter the value itself, or leave the covered text and the list around it as they were.',
  );
}
