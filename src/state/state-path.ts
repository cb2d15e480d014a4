import { DefinitionError } from '../errors.js';

/** A path into a state, taken apart: property names and array indexes (negative ones count from the end). */
export type StatePath = readonly (string | number)[];

// Through these a path could reach what no state holds.
const refusedNames: ReadonlySet<string | number> = new Set(['__proto__', 'constructor', 'prototype']);

const STEP = /\[(-?\d+)\]|((?:\\.|[^.[\]\\])+)/y;

/**
 * Takes a dotted path apart: `session.user.id`, `items[0].name`, `items[-1]`, `a\.b` for a key with a dot.
 *
 * @param site - What the path belongs to, for errors.
 * @throws DefinitionError on an empty path or step, and on `__proto__`, `constructor` and `prototype`.
 */
export function parseStatePath(path: string, site?: string): StatePath {
  if (typeof path !== 'string') throw malformed(path, site);
  const steps: (string | number)[] = [];
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
  return steps;
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
