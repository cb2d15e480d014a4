import { DefinitionError } from '../base/errors/errors.js';
import { isDate } from '../base/values/value-kinds.js';
import { previewValue } from '../base/values/value-preview.js';
import { toJsonValue } from '../call/response/json-value.js';
import { isContainer } from '../call/state/containers.js';
import { Secret } from '../call/state/secret.js';
import { ABSENT, parseStatePath, stateKeyOf } from '../call/state/state-path.js';
import type { ToolState } from '../call/state/tool-state.js';
import { type FeatureSet, featureOfKey } from './feature.js';

/** The part of a snapshot that each toolkit and session has, as JSON. */
export interface SelectionState {
  readonly activeGroups: readonly string[];
  /** The names of the deferred tools that a model has loaded, in that order. Omitted if there are none. */
  readonly loadedTools?: readonly string[] | undefined;
  /** The values of the state, without those marked as secret. */
  readonly state: Readonly<Record<string, unknown>>;
  /** The fingerprints of the tools' published definitions, by name. `restore()` reports missing and changed tools. */
  readonly tools?: Readonly<Record<string, string>> | undefined;
  /** The fingerprints of the groups' descriptions and instructions, by name. */
  readonly groups?: Readonly<Record<string, string>> | undefined;
}

/** A snapshot that was checked. */
export interface CheckedState extends SelectionState {
  /** The ID of the session. Undefined for a toolkit. */
  readonly id: string | undefined;
  /** The parts of features, by the keys of the snapshot. */
  readonly parts: ReadonlyMap<string, unknown>;
}

/**
 * Checks that a value is a snapshot, and returns it.
 *
 * @throws DefinitionError if it is not, and on the key of a feature that the toolkit does not have.
 */
export function checkScopeState(saved: unknown, features: FeatureSet): CheckedState {
  if (typeof saved !== 'object' || saved === null || Array.isArray(saved)) {
    throw new DefinitionError(`restore() expects the result of snapshot(), not ${previewValue(saved)}.`);
  }
  const {
    id,
    activeGroups,
    loadedTools = [],
    state,
    tools = {},
    groups = {},
    ...others
  } = saved as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(others).find((key) => featureOfKey(key) === undefined);
  if (unknown !== undefined) {
    throw new DefinitionError(`restore(): unknown key '${unknown}'. Pass the result of snapshot().`);
  }
  checkNames('activeGroups', activeGroups);
  checkNames('loadedTools', loadedTools);
  if (typeof state !== 'object' || state === null || Array.isArray(state)) {
    throw new DefinitionError(`restore(): state must be an object, not ${previewValue(state)}.`);
  }
  checkFingerprints('tools', tools);
  checkFingerprints('groups', groups);
  const sessionId = id === undefined ? undefined : checkSessionId(id, 'restore(): id');
  const values = state as Readonly<Record<string, unknown>>;
  const parts = new Map(Object.entries(others).filter(([, part]) => part !== undefined));
  for (const [key, part] of parts) checkPart(key, part, features);
  return { id: sessionId, activeGroups, loadedTools, state: values, tools, groups, parts };
}

function checkPart(key: string, part: unknown, features: FeatureSet): void {
  const name = featureOfKey(key);
  if (name === undefined) return;
  features.require({ name, what: `restore(): the key '${key}'` }).saved?.check(part);
}

/** Checks the ID of a session, and returns it. Throws a DefinitionError that begins with `where`. */
export function checkSessionId(id: unknown, where: string): string {
  if (typeof id === 'string' && id !== '') return id;
  throw new DefinitionError(`${where} must be a text that is not empty, not ${previewValue(id)}.`);
}

function checkNames(key: string, names: unknown): asserts names is readonly string[] {
  if (Array.isArray(names) && names.every((name) => typeof name === 'string')) return;
  throw new DefinitionError(`restore(): ${key} must be a list of names, not ${previewValue(names)}.`);
}

function checkFingerprints(name: string, value: unknown): asserts value is Readonly<Record<string, string>> {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (isRecord && Object.values(value).every((fingerprint) => typeof fingerprint === 'string')) return;
  throw new DefinitionError(
    `restore(): ${name} must be an object of fingerprints by name, not ${previewValue(value)}.`,
  );
}

/** A change of a top-level value of a state, with the value before it. */
interface ValueChange {
  readonly path: string;
  readonly previous: unknown;
  readonly apply: () => void;
}

/**
 * Restores the saved values of a state. Other values are removed, except secrets and live objects. If a change throws,
 * the changes before it are undone.
 *
 * @throws DefinitionError on a value that is not JSON and on a key that a state must not have, before anything changes.
 */
export function restoreState(state: ToolState, saved: SelectionState['state']): void {
  const [own = {}] = state.roots();
  const createChange = (key: string, apply: (path: string) => void): ValueChange => {
    const path = stateKeyOf(key);
    parseStatePath(path);
    return { path, previous: Object.hasOwn(own, key) ? Reflect.get(own, key) : ABSENT, apply: () => apply(path) };
  };
  const settings = Object.entries(saved).map(([key, saved]) => {
    const value = mergeUnsaved(Reflect.get(own, key), copyJson(saved, key));
    return createChange(key, (path) => state.set(path, value));
  });
  const deletions = Object.keys(state.toPlain())
    .filter((key) => !Object.hasOwn(saved, key) && !isUnsaved(Reflect.get(own, key)))
    .map((key) => createChange(key, (path) => state.delete(path)));
  applyAll(state, [...deletions, ...settings]);
}

/** Applies all changes of a state. If one throws, the others are undone, and the error is thrown. */
function applyAll(state: ToolState, changes: readonly ValueChange[]): void {
  const begun: ValueChange[] = [];
  try {
    for (const change of changes) {
      begun.unshift(change);
      change.apply();
    }
  } catch (error) {
    for (const change of begun) undo(state, change);
    throw error;
  }
}

function undo(state: ToolState, { path, previous }: ValueChange): void {
  try {
    if (previous === ABSENT) state.delete(path);
    else state.set(path, previous);
  } catch {
    // The state rejects its own earlier value. The other changes are still undone, and the first error is thrown.
  }
}

/** Copies a saved value. Throws a DefinitionError on a value that is not JSON. */
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

/** Checks whether snapshots omit a value or parts of it: secrets and live objects. */
export function isUnsaved(value: unknown): boolean {
  if (Secret.is(value)) return true;
  if (isContainer(value)) return Object.values(value).some(isUnsaved);
  return typeof value === 'object' && value !== null;
}

/** Merges the secrets and live objects of the current value, which snapshots omit, into a saved value. */
export function mergeUnsaved(now: unknown, saved: unknown): unknown {
  if (Secret.is(now)) return saved === null ? now : saved;
  if (isLive(now)) return now;
  if (!isContainer(now) || !isContainer(saved) || Array.isArray(now) !== Array.isArray(saved)) return saved;
  if (Array.isArray(saved)) return saved.map((one, index) => mergeUnsaved((now as readonly unknown[])[index], one));
  const secrets = Object.entries(now).filter(([key, held]) => Secret.is(held) && !Object.hasOwn(saved, key));
  const both = Object.entries(saved).map(([key, one]) => [key, mergeUnsaved(Reflect.get(now, key), one)]);
  return Object.fromEntries([...both, ...secrets]);
}

/** Checks whether JSON cannot represent an object completely, such as a connection. It represents a Date completely. */
function isLive(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !isContainer(value) && !isDate(value);
}
