import { classNameOf } from '../../../base/values/class-name.js';
import { isDate } from '../../../base/values/value-kinds.js';
import { isContainer } from '../../../call/state/containers.js';
import { Secret, secret } from '../../../call/state/secret.js';
import { ABSENT, parseStatePath, stateKeyOf } from '../../../call/state/state-path.js';
import { ToolState } from '../../../call/state/tool-state.js';
import { mergeUnsaved } from '../../../toolkit/scope-state.js';
import type { DevStateValue } from '../protocol.js';
import { longestEvent } from './event-writer.js';

/** Returns the values of a state by their top-level keys. */
export function listStateValues(state: ToolState): readonly DevStateValue[] {
  const names = new Set(state.roots().flatMap((root) => Object.keys(root)));
  return [...names].map((name) => readStateValue(state, stateKeyOf(name)));
}

/** Returns the value of a state at a path, as the page shows it. */
export function readStateValue(state: ToolState, key: string): DevStateValue {
  return showValue(key, findStored(state, key));
}

/** Shows a value as it is stored. A secret is not shown, and is left out of the value that contains it. */
export function showValue(key: string, stored: unknown): DevStateValue {
  if (stored === ABSENT) return { key, kind: 'missing' };
  if (Secret.is(stored)) return { key, kind: 'secret' };
  try {
    if (typeof stored === 'object' && stored !== null && !isContainer(stored) && !isDate(stored)) {
      return { key, kind: 'object', value: `[${classNameOf(stored.constructor)}]` };
    }
    const { value = null } = new ToolState({ value: stored }).toPlain();
    const isShort = JSON.stringify(value).length <= longestEvent;
    return isShort ? { key, kind: 'json', value } : { key, kind: 'object', value: '[too large]' };
  } catch {
    return { key, kind: 'object', value: '[no JSON form]' };
  }
}

/** Sets a value. What takes the place of a secret is one too, and secrets within the value are kept. */
export function writeStateValue(state: ToolState, key: string, value: unknown): void {
  const now = findStored(state, key);
  if (Secret.is(now)) state.set(key, secret(value));
  else state.set(key, isContainer(now) ? mergeUnsaved(now, value) : value);
}

function findStored(state: ToolState, key: string): unknown {
  const path = parseStatePath(key);
  for (const root of state.roots()) {
    const stored = path.readStored(root);
    if (stored !== ABSENT) return stored;
  }
  return ABSENT;
}
