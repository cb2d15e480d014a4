import { compileFunction, memberOf } from '../compiled-function.js';
import { DefinitionError } from '../errors.js';
import { Secret } from './secret.js';

/** Says that a path leads nowhere; `null` and `undefined` are values. Two copies of the package share it. */
export const ABSENT: unique symbol = Symbol.for('toolwright.absent@1');

/** One step of a path: a property's name, or an index into an array (negative ones count from the end). */
export type PathStep = string | number;

// Compiling costs as much as reading some hundred times. A binding of an instance that lives for one request is not worth it.
const fewReads = 200;

/** A path into a state, taken apart. */
export class StatePath {
  readonly steps: readonly PathStep[];
  #reads = 0;
  #compiled: ((root: object) => unknown) | undefined;

  constructor(steps: readonly PathStep[]) {
    this.steps = steps;
  }

  /**
   * The value that the path leads to, or ABSENT. Only own properties are followed, and secrets are opened.
   *
   * @param root - A plain object that only its state has.
   */
  read(root: object): unknown {
    if (this.#compiled !== undefined) return this.#compiled(root);
    if (this.#reads++ === fewReads) this.#compiled = compileWalk(this.steps);
    return walk(this.steps, root);
  }
}

/** Follows steps, each from what the one before led to. */
function walk(steps: readonly PathStep[], from: unknown): unknown {
  let at = from;
  for (const step of steps) {
    at = memberAt(at, step);
    if (at === ABSENT) return ABSENT;
  }
  return Secret.is(at) ? at.reveal() : at;
}

/** What a container has at one step of a path, or ABSENT. */
function memberAt(container: unknown, step: PathStep): unknown {
  if (typeof container !== 'object' || container === null) return ABSENT;
  const key = typeof step === 'number' && step < 0 && Array.isArray(container) ? container.length + step : step;
  if (Object.hasOwn(container, key)) return (container as Record<PropertyKey, unknown>)[key];
  // A secret has no properties of its own.
  return Secret.is(container) ? memberAt(container.reveal(), step) : ABSENT;
}

/**
 * The same, written out name by name. What is not there at once is left to the walk, and so are paths with indexes. What
 * a root has is its own unless every object has it; of what is in it, anything may have a prototype, or be a proxy.
 * Undefined where the process forbids code from strings.
 */
function compileWalk(steps: readonly PathStep[]): ((root: object) => unknown) | undefined {
  if (steps.some((step) => typeof step === 'number')) return undefined;
  const lines = steps.map((step, index) => {
    const member = memberOf('at', String(step));
    const isThere =
      index === 0
        ? `${member} !== undefined && ${member} !== ${memberOf('everyObject', String(step))}`
        : `typeof at === 'object' && at !== null && hasOwn(at, ${JSON.stringify(step)})`;
    return `if (!(${isThere})) return walk(steps.slice(${index}), at); at = ${member};`;
  });
  const body = `return (at) => { ${lines.join('\n')} return isSecret(at) ? at.reveal() : at; };`;
  const scope = { everyObject: Object.prototype, hasOwn: Object.hasOwn, isSecret: Secret.is, steps, walk };
  return compileFunction(scope, body) as ((root: object) => unknown) | undefined;
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
