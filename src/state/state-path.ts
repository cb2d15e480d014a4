import { DefinitionError } from '../errors.js';
import { Secret } from './secret.js';

/** Says that a path leads nowhere; `null` and `undefined` are values. Two copies of the package share it. */
export const ABSENT: unique symbol = Symbol.for('toolwright.absent@1');

/** One step of a path: a property's name, or an index into an array (negative ones count from the end). */
export type PathStep = string | number;

/** A path into a state, taken apart. */
export class StatePath {
  readonly steps: readonly PathStep[];

  constructor(steps: readonly PathStep[]) {
    this.steps = steps;
  }

  /**
   * Returns the value that the path leads to, or ABSENT. Only own properties are followed, and secrets are opened.
   *
   * @param root - A plain object that only its state has.
   */
  read(root: object): unknown {
    let at: unknown = root;
    for (const step of this.steps) {
      at = memberAt(at, step);
      if (at === ABSENT) return ABSENT;
    }
    return Secret.is(at) ? at.reveal() : at;
  }
}

/** Returns the member of a container at one step of a path, or ABSENT. */
function memberAt(container: unknown, step: PathStep): unknown {
  if (typeof container !== 'object' || container === null) return ABSENT;
  const key = typeof step === 'number' && step < 0 && Array.isArray(container) ? container.length + step : step;
  if (Object.hasOwn(container, key)) return (container as Record<PropertyKey, unknown>)[key];
  // A secret has no properties of its own.
  return Secret.is(container) ? memberAt(container.reveal(), step) : ABSENT;
}

// Through these a path could reach what no state holds.
const refusedNames: ReadonlySet<PathStep> = new Set(['__proto__', 'constructor', 'prototype']);

const STEP = /\[(-?\d+)\]|((?:\\.|[^.[\]\\])+)/y;

/**
 * Takes a dotted path apart: `session.user.id`, `items[0].name`, `items[-1]`, `a\.b` for a key with a dot.
 *
 * @param site - What the path belongs to, for errors.
 * @throws DefinitionError on an empty path or step, and on `__proto__`, `constructor` and `prototype`.
 */
export function parseStatePath(path: string, site?: string): StatePath {
  if (typeof path !== 'string') throw malformed(path, site);
  const steps: PathStep[] = [];
  let at = 0;
  while (at < path.length) {
    const isDotted = steps.length > 0 && path[at] === '.';
    if (isDotted) at++;
    STEP.lastIndex = at;
    const match = STEP.exec(path);
    if (match === null) throw malformed(path, site);
    const [step, index, name] = match;
    // A name follows a dot, an index follows a name or another index.
    if (steps.length > 0 && (name !== undefined) !== isDotted) throw malformed(path, site);
    const key = index === undefined ? (name ?? '').replace(/\\(.)/g, '$1') : Number(index);
    if (refusedNames.has(key)) throw refused(path, String(key), site);
    steps.push(key);
    at += step.length;
  }
  if (steps.length === 0) throw malformed(path, site);
  return new StatePath(steps);
}

/** A path of one step: a key as it is. */
export function stateKeyOf(name: string): string {
  return name.replace(/[\\.[\]]/g, '\\$&');
}

function refused(path: string, name: string, site: string | undefined): DefinitionError {
  return new DefinitionError(
    `${beginning(site)}'${path}' goes through '${name}', which no state path may do. Use another key.`,
  );
}

function malformed(path: unknown, site: string | undefined): DefinitionError {
  return new DefinitionError(
    `${beginning(site)}'${String(path)}' is not a state path. ` +
      'Write keys with dots and indexes in brackets, such as session.items[0].id, ' +
      'and \\. for a dot that belongs to a key.',
  );
}

function beginning(site: string | undefined): string {
  return site === undefined ? '' : `${site}: `;
}
