import { equalsDeep } from '../equals-deep.js';
import { isPlainObject } from '../schema/validation/copy-json.js';
import type { ToolSpec } from '../spec/tool-spec.js';

type Json = Readonly<Record<string, unknown>>;

/** Adds to arguments what a conversion has added to them: defaults, in nested objects too. */
export function addMissing(accepted: Json, converted: Json, { params }: Pick<ToolSpec, 'params'>): Json {
  // A conversion of all arguments may have added names that no caller may send.
  const known = Object.entries(converted).filter(([name]) => Object.hasOwn(params, name));
  return mergeMissing(accepted, Object.fromEntries(known)) as Json;
}

function mergeMissing(value: unknown, more: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(more)) {
    return value.length === more.length ? value.map((item, index) => mergeMissing(item, more[index])) : value;
  }
  if (!isPlainObject(value) || !isPlainObject(more)) return value;
  const names = [...new Set([...Object.keys(value), ...Object.keys(more)])];
  return fromEntries(
    names.map((name) => [name, Object.hasOwn(value, name) ? mergeMissing(value[name], more[name]) : more[name]]),
  );
}

/**
 * Replaces each part of edited arguments that equals the shown one by the part as it was before its conversion, because a
 * conversion may not accept its own result, or change it again.
 */
export function keepUnedited(edited: unknown, shown: unknown, accepted: unknown): unknown {
  if (accepted === undefined) return edited;
  if (equalsDeep(edited, shown)) return accepted;
  if (!isPlainObject(edited) || !isPlainObject(shown) || !isPlainObject(accepted)) return edited;
  return fromEntries(
    Object.entries(edited).map(([name, value]) => [
      name,
      Object.hasOwn(shown, name) && Object.hasOwn(accepted, name)
        ? keepUnedited(value, shown[name], accepted[name])
        : value,
    ]),
  );
}

/** Returns the dotted name of the first part in which two values differ. Undefined if the values themselves do. */
export function firstDifference(one: unknown, other: unknown): string | undefined {
  if (!isPlainObject(one) || !isPlainObject(other)) return undefined;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  for (const name of names) {
    if (equalsDeep(one[name], other[name])) continue;
    const within = firstDifference(one[name], other[name]);
    return within === undefined ? name : `${name}.${within}`;
  }
  return undefined;
}

function fromEntries(entries: readonly (readonly [string, unknown])[]): Json {
  return Object.fromEntries(entries);
}
