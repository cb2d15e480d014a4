import { types } from 'node:util';
import { DefinitionError } from '../errors.js';
import { toJsonValue } from '../response/json-value.js';
import { isContainer } from '../state/containers.js';
import { Secret } from '../state/secret.js';
import { parseStatePath, stateKeyOf } from '../state/state-path.js';
import type { ToolState } from '../state/tool-state.js';
import { previewValue } from '../value-preview.js';

/** What of a toolkit or a session is worth keeping, as JSON. */
export interface ScopeState {
  readonly activeGroups: readonly string[];
  /** The values of the state, without those marked as secret. */
  readonly state: Readonly<Record<string, unknown>>;
}

/** Reads what `snapshot()` gave. Throws a DefinitionError on anything else. */
export function checkScopeState(saved: unknown): ScopeState {
  if (typeof saved !== 'object' || saved === null || Array.isArray(saved)) {
    throw new DefinitionError(`restore() needs what snapshot() gave, not ${previewValue(saved)}.`);
  }
  const { activeGroups, state, ...others } = saved as Readonly<Record<string, unknown>>;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new DefinitionError(`restore(): '${unknown}' is nothing that snapshot() gives.`);
  if (!Array.isArray(activeGroups) || !activeGroups.every((name) => typeof name === 'string')) {
    throw new DefinitionError(`restore(): activeGroups must be a list of names, not ${previewValue(activeGroups)}.`);
  }
  if (typeof state !== 'object' || state === null || Array.isArray(state)) {
    throw new DefinitionError(`restore(): state must be an object, not ${previewValue(state)}.`);
  }
  return { activeGroups, state: state as Readonly<Record<string, unknown>> };
}

/**
 * Puts saved values back into a state: others are removed; what is marked as secret and live objects stay.
 *
 * @throws DefinitionError on what is no JSON and on a key that a state may not have, before anything changes.
 */
export function restoreState(state: ToolState, saved: ScopeState['state']): void {
  const [own = {}] = state.roots();
  const entries = Object.entries(saved).map(([key, value]) => {
    const path = stateKeyOf(key);
    parseStatePath(path);
    return [path, withUnsavedOf(Reflect.get(own, key), copyJson(value, key))] as const;
  });
  for (const key of Object.keys(state.toPlain())) {
    if (!Object.hasOwn(saved, key) && !isUnsaved(Reflect.get(own, key))) state.delete(stateKeyOf(key));
  }
  for (const [path, value] of entries) state.set(path, value);
}

/** A copy of a saved value. Throws a DefinitionError on what is no JSON. */
function copyJson(value: unknown, key: string): unknown {
  const copy = jsonOf(value);
  if (copy !== undefined) return copy;
  throw new DefinitionError(`restore(): state.${key} must be JSON, not ${previewValue(value)}.`);
}

function jsonOf(value: unknown): unknown {
  try {
    return toJsonValue(value);
  } catch {
    return undefined;
  }
}

/** Whether a value was never saved, or only in part: what is marked as secret, and live objects. */
function isUnsaved(value: unknown): boolean {
  if (Secret.is(value)) return true;
  if (isContainer(value)) return Object.values(value).some(isUnsaved);
  return typeof value === 'object' && value !== null;
}

/** A saved value with the secrets and live objects that are in its place now: they were never saved, or only in part. */
function withUnsavedOf(now: unknown, saved: unknown): unknown {
  if (Secret.is(now)) return saved === null ? now : saved;
  if (isLive(now)) return now;
  if (!isContainer(now) || !isContainer(saved) || Array.isArray(now) !== Array.isArray(saved)) return saved;
  if (Array.isArray(saved)) return saved.map((one, index) => withUnsavedOf((now as readonly unknown[])[index], one));
  const secrets = Object.entries(now).filter(([key, held]) => Secret.is(held) && !Object.hasOwn(saved, key));
  const both = Object.entries(saved).map(([key, one]) => [key, withUnsavedOf(Reflect.get(now, key), one)]);
  return Object.fromEntries([...both, ...secrets]);
}

/** Whether JSON says less of a value than it is: a connection, say. Of a Date it says all. */
function isLive(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !isContainer(value) && !types.isDate(value);
}
