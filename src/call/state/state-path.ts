import { DefinitionError } from '../../base/errors/errors.js';
import { Secret } from './secret.js';

/**
 * The marker for a path without a value, since `null` and `undefined` are values. All copies of the package share it.
 */
export const ABSENT: unique symbol = Symbol.for('toolwright.absent@1');

/** One step of a path: a property name, or an array index. Negative indexes count from the end. */
export type PathStep = string | number;

/** A parsed path into a state. */
export class StatePath {
  readonly steps: readonly PathStep[];

  constructor(steps: readonly PathStep[]) {
    this.steps = steps;
  }

  /**
   * Returns the value at the path, or ABSENT. Only own properties are followed, and secrets are revealed.
   *
   * @param root - The root object of a state. No other code has a reference to it.
   */
  read(root: object): unknown {
    let at: unknown = root;
    for (const step of this.steps) {
      at = memberAt(at, step);
      if (at === ABSENT) return ABSENT;
    }
    return Secret.is(at) ? at.reveal() : at;
  }

  /** Returns the value at the path as it is stored, or ABSENT. A secret stays wrapped, also one that the path leads into. */
  readStored(root: object): unknown {
    if (this.read(root) === ABSENT) return ABSENT;
    let at: unknown = root;
    for (const step of this.steps) {
      if (Secret.is(at)) return at;
      at = memberAt(at, step);
    }
    return at;
  }
}

/** Returns the member of a container at one step of a path, or ABSENT. */
function memberAt(container: unknown, step: PathStep): unknown {
  if (typeof container !== 'object' || container === null) return ABSENT;
  const key = typeof step === 'number' && step < 0 && Array.isArray(container) ? container.length + step : step;
  if (Object.hasOwn(container, key)) return (container as Record<PropertyKey, unknown>)[key];
  // A secret has no own properties.
  return Secret.is(container) ? memberAt(container.reveal(), step) : ABSENT;
}

// Through these names, a path could reach objects outside the state.
const refusedNames: ReadonlySet<PathStep> = new Set(['__proto__', 'constructor', 'prototype']);

const STEP = /\[(-?\d+)\]|((?:\\.|[^.[\]\\])+)/y;

/**
 * Parses a dotted path: `session.user.id`, `items[0].name`, `items[-1]`, `a\.b` for a key with a dot.
 *
 * @param site - The owner of the path, for errors.
 * @throws DefinitionError on an empty path or step, and on `__proto__`, `constructor` and `prototype`.
 */
export function parseStatePath(path: string, site?: string): StatePath {
  if (typeof path !== 'string') throw createMalformedError(path, site);
  const steps: PathStep[] = [];
  let at = 0;
  while (at < path.length) {
    const isDotted = steps.length > 0 && path[at] === '.';
    if (isDotted) at++;
    STEP.lastIndex = at;
    const match = STEP.exec(path);
    if (match === null) throw createMalformedError(path, site);
    const [step, index, name] = match;
    // A name follows a dot, an index follows a name or another index.
    if (steps.length > 0 && (name !== undefined) !== isDotted) throw createMalformedError(path, site);
    const key = index === undefined ? (name ?? '').replace(/\\(.)/g, '$1') : Number(index);
    if (refusedNames.has(key)) throw createRefusedError(path, String(key), site);
    steps.push(key);
    at += step.length;
  }
  if (steps.length === 0) throw createMalformedError(path, site);
  return new StatePath(steps);
}

/** Returns the path of a single key, in which special characters are escaped. */
export function stateKeyOf(name: string): string {
  return name.replace(/[\\.[\]]/g, '\\$&');
}

function createRefusedError(path: string, name: string, site: string | undefined): DefinitionError {
  return new DefinitionError(
    `${sitePrefix(site)}'${path}' contains '${name}', which is not allowed in a state path. Use another key.`,
  );
}

function createMalformedError(path: unknown, site: string | undefined): DefinitionError {
  return new DefinitionError(
    `${sitePrefix(site)}'${String(path)}' is not a state path. ` +
      'Write keys with dots and indexes in brackets, such as session.items[0].id, ' +
      'and \\. for a dot that belongs to a key.',
  );
}

function sitePrefix(site: string | undefined): string {
  return site === undefined ? '' : `${site}: `;
}
