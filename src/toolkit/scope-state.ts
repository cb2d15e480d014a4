import { DefinitionError } from '../errors.js';
import { previewValue } from '../value-preview.js';

/** What of a toolkit or a session is worth keeping, as JSON. */
export interface ScopeState {
  readonly activeGroups: readonly string[];
  /** The values of the state, without those marked as secret. */
  readonly state: Readonly<Record<string, unknown>>;
}

/** Reads what `stateDict()` gave. Throws a DefinitionError on anything else. */
export function checkScopeState(saved: unknown): ScopeState {
  if (typeof saved !== 'object' || saved === null || Array.isArray(saved)) {
    throw new DefinitionError(`loadStateDict needs what stateDict() gave, not ${previewValue(saved)}.`);
  }
  const { activeGroups, state, ...others } = saved as Readonly<Record<string, unknown>>;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    throw new DefinitionError(`loadStateDict: '${unknown}' is nothing that stateDict() gives.`);
  if (!Array.isArray(activeGroups) || !activeGroups.every((name) => typeof name === 'string')) {
    throw new DefinitionError(
      `loadStateDict: activeGroups must be a list of names, not ${previewValue(activeGroups)}.`,
    );
  }
  if (typeof state !== 'object' || state === null || Array.isArray(state)) {
    throw new DefinitionError(`loadStateDict: state must be an object, not ${previewValue(state)}.`);
  }
  return { activeGroups, state: state as Readonly<Record<string, unknown>> };
}
