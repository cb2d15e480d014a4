import { isPlainObject } from '../../schema/values/copy-json.js';
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

function fromEntries(entries: readonly (readonly [string, unknown])[]): Json {
  return Object.fromEntries(entries);
}
