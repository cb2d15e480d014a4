import { DeniedError } from '../../base/errors/errors.js';
import { equalsDeep } from '../../base/values/equals-deep.js';
import { isPlainObject } from '../../schema/values/copy-json.js';

/** A part of arguments as an approver has seen it, and as it was before its conversion. */
interface Part {
  readonly shown: unknown;
  readonly accepted: unknown;
}

/** The arguments that an approver has edited. */
export interface EditedArguments extends Part {
  readonly edited: unknown;
  readonly toolName: string;
}

/** A part that an approver has returned, next to the one that it replaces. */
interface Edit extends Part {
  readonly edited: unknown;
  readonly path: readonly (string | number)[];
  /** The parts in the same place of the other elements of an array, from which the edited part may have been taken. */
  readonly others: readonly Part[];
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns edited arguments in which each part that the approver has not changed is as it was before its conversion,
 * because a conversion may not accept its own result, or change it again. What the conversion has added is omitted.
 *
 * @throws DeniedError if a part may be an unchanged one or a new one.
 */
export function restoreUnedited({ toolName, ...parts }: EditedArguments): unknown {
  return restore({ ...parts, path: [], others: [] });

  function restore(edit: Edit): unknown {
    const { edited, shown, accepted } = edit;
    if (equalsDeep(edited, shown)) return accepted;
    if (isPlainObject(edited) && isPlainObject(shown) && isPlainObject(accepted)) return restoreFields(edit);
    if (Array.isArray(edited) && Array.isArray(shown) && Array.isArray(accepted)) return restoreItems(edit);
    return checkNew(edit);
  }

  function restoreFields({ edited, shown, accepted, path, others }: Edit): unknown {
    const [all, before, sent] = [edited as Fields, shown as Fields, accepted as Fields];
    const added = Object.keys(before).filter((name) => !Object.hasOwn(sent, name));
    const isUnchanged = (name: string): boolean => Object.hasOwn(all, name) && equalsDeep(all[name], before[name]);
    // An argument to which the conversion has given another name.
    const renamed = added.every(isUnchanged) ? Object.keys(sent).filter((name) => !Object.hasOwn(before, name)) : [];
    const kept = renamed.filter((name) => !Object.hasOwn(all, name)).map((name) => [name, sent[name]] as const);
    const restored = Object.entries(all)
      .filter(([name]) => !(added.includes(name) && isUnchanged(name)))
      .map(([name, value]) => {
        const step = { edited: value, path: [...path, name], others: others.flatMap((one) => memberOf(one, name)) };
        if (!Object.hasOwn(before, name) || !Object.hasOwn(sent, name)) return [name, checkNew({ ...step, ...none })];
        return [name, restore({ ...step, shown: before[name], accepted: sent[name] })];
      });
    return Object.fromEntries([...kept, ...restored]);
  }

  function restoreItems({ edited, shown, accepted, path, others }: Edit): unknown {
    const [all, before, sent] = [edited, shown, accepted] as [unknown[], unknown[], unknown[]];
    if (before.length !== sent.length) throw createRefusal(path);
    const parts = before.map((item, index) => ({ shown: item, accepted: sent[index] }));
    const isSame = (item: unknown, index: number): boolean => index < parts.length && equalsDeep(item, before[index]);
    const from = all.map((item, at) => (isSame(item, at) ? at : before.findIndex((one) => equalsDeep(item, one))));
    const isInPlace = all.length === before.length && from.every((index, at) => index === at || index === -1);
    const inner = others.flatMap(itemsOf);
    return all.map((item, at) => {
      const source = parts[from[at] ?? -1];
      if (source !== undefined) return source.accepted;
      const step = { edited: item, path: [...path, at], others: [...inner, ...parts] };
      const part = isInPlace ? parts[at] : undefined;
      if (part === undefined) return checkNew({ ...step, ...none });
      return restore({ ...step, ...part, others: [...inner, ...parts.filter((one) => one !== part)] });
    });
  }

  /** Returns a new part. Throws if it contains what another element shows, which would be converted twice. */
  function checkNew({ edited, path, others }: Edit): unknown {
    if (others.some((one) => equalsDeep(edited, one.shown) && !equalsDeep(edited, one.accepted))) {
      throw createRefusal(path);
    }
    if (isPlainObject(edited)) {
      for (const [name, value] of Object.entries(edited)) {
        checkNew({
          ...none,
          edited: value,
          path: [...path, name],
          others: others.flatMap((one) => memberOf(one, name)),
        });
      }
    }
    if (Array.isArray(edited)) {
      for (const [at, item] of edited.entries()) {
        checkNew({ ...none, edited: item, path: [...path, at], others: others.flatMap(itemsOf) });
      }
    }
    return edited;
  }

  function createRefusal(path: Edit['path']): DeniedError {
    const argument = path.join('.');
    return new DeniedError(
      `The call of '${toolName}' was denied: its approver edited '${argument}', which may be a new value or one that the ` +
        'schema has converted before. Edit elements of a list where they are, or add, remove and move unchanged ones.',
      { toolName, details: { reason: 'arguments', argument } },
    );
  }
}

const none: Part = { shown: undefined, accepted: undefined };

function memberOf({ shown, accepted }: Part, name: string): readonly Part[] {
  if (!isPlainObject(shown) || !Object.hasOwn(shown, name)) return [];
  return [{ shown: shown[name], accepted: isPlainObject(accepted) ? accepted[name] : undefined }];
}

function itemsOf({ shown, accepted }: Part): readonly Part[] {
  if (!Array.isArray(shown)) return [];
  return shown.map((item, index) => ({ shown: item, accepted: Array.isArray(accepted) ? accepted[index] : undefined }));
}

/**
 * Returns the dotted name of the first part that runs with another value although the approver has not changed it.
 * Undefined if there is none.
 */
export function changedAlthoughUnedited(edited: unknown, shown: unknown, running: unknown): string | undefined {
  const path = findChanged(edited, shown, running);
  return path?.join('.');
}

function findChanged(edited: unknown, shown: unknown, running: unknown): readonly (string | number)[] | undefined {
  if (equalsDeep(edited, running)) return undefined;
  if (isPlainObject(edited) && isPlainObject(shown)) {
    const names = Object.keys(edited).filter((name) => Object.hasOwn(shown, name));
    return firstChanged(names, (name) => [
      edited[name],
      shown[name],
      isPlainObject(running) ? running[name] : undefined,
    ]);
  }
  if (Array.isArray(edited) && Array.isArray(shown)) {
    return firstChanged([...edited.keys()], (at) => {
      const source = shown.find((one) => equalsDeep(one, edited[at])) ?? shown[at];
      return [edited[at], source, Array.isArray(running) ? running[at] : undefined];
    });
  }
  return equalsDeep(edited, shown) ? [] : undefined;
}

function firstChanged<Step extends string | number>(
  steps: readonly Step[],
  partsAt: (step: Step) => readonly [unknown, unknown, unknown],
): readonly (string | number)[] | undefined {
  for (const step of steps) {
    const within = findChanged(...partsAt(step));
    if (within !== undefined) return [step, ...within];
  }
  return undefined;
}
