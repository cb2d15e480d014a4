import { type Observable, Subject } from 'rxjs';
import { brandClass, brands, hasBrand } from '../brand.js';
import { DefinitionError } from '../errors.js';
import { toJsonValue } from '../response/json-value.js';
import { copyContainers, isContainer, type StateObject } from './containers.js';
import { Secret } from './secret.js';
import { ABSENT, type PathStep, parseStatePath, type StatePath } from './state-path.js';

/** One change of a state. */
export interface StateChange {
  readonly path: string;
  readonly kind: 'set' | 'delete';
  /** The value as it is stored: a secret stays wrapped. Undefined for a deletion. */
  readonly value: unknown;
}

// An index this far beyond the end of an array is a mistake, not a wish for that many holes.
const maxGap = 1_000;

// A root is replaced and never changed, so all empty states may have one.
const emptyRoot: StateObject = Object.freeze({});

/**
 * The values that bindings read, by dotted path. Objects and arrays that are put in are never changed: `set` copies
 * the containers on its path. Only own properties are followed.
 */
export class ToolState {
  #root: StateObject;
  /** The result of `roots` for the current root. */
  #roots: readonly object[] | undefined;
  /** Created for the first subscriber. */
  #changes: Subject<StateChange> | undefined;

  constructor(initial?: Readonly<Record<string, unknown>>) {
    this.#root = initial === undefined ? emptyRoot : { ...initial };
  }

  /** Whether `value` is a ToolState, also of another copy of this package. */
  static is(value: unknown): value is ToolState {
    return hasBrand(value, brands.state);
  }

  /** The state that `given` is or describes; a plain object is copied, so that writing leaves it alone. */
  static from(given: ToolState | Readonly<Record<string, unknown>> | undefined): ToolState {
    return ToolState.is(given) ? given : new ToolState(given);
  }

  /** Every change from now on. */
  get changes$(): Observable<StateChange> {
    this.#changes ??= new Subject();
    return this.#changes.asObservable();
  }

  /**
   * The value at a path, undefined if there is none. A secret is given as its value.
   *
   * @throws DefinitionError on a path that is malformed or refused.
   */
  get(path: string): unknown {
    const value = this.lookup(parseStatePath(path));
    return value === ABSENT ? undefined : value;
  }

  /** Whether there is a value at a path; `null` and `undefined` count. */
  has(path: string): boolean {
    return this.lookup(parseStatePath(path)) !== ABSENT;
  }

  /**
   * Puts a value at a path, making the objects and arrays that are missing on the way.
   *
   * @throws DefinitionError if the path leads into something other than an object or an array.
   */
  set(path: string, value: unknown): void {
    this.#root = placed(this.#root, { steps: parseStatePath(path).steps, path, value }) as StateObject;
    this.#changes?.next(Object.freeze({ path, kind: 'set', value }));
  }

  /**
   * Removes the value at a path; from an array, the item. Says whether there was one.
   *
   * @throws DefinitionError if it is inside something other than a plain object or an array.
   */
  delete(path: string): boolean {
    const parsed = parseStatePath(path);
    if (this.lookup(parsed) === ABSENT) return false;
    this.#root = without(this.#root, parsed.steps, path) as StateObject;
    this.#changes?.next(Object.freeze({ path, kind: 'delete', value: undefined }));
    return true;
  }

  /** A copy that goes its own way: plain objects and arrays are copied deep, all else is shared. */
  fork(): ToolState {
    return new ToolState(copyContainers(this.#root) as StateObject);
  }

  /**
   * The state as JSON. Secrets show as '[redacted]'.
   *
   * @throws DefinitionError if a value contains itself, naming its key.
   */
  toJSON(): Readonly<Record<string, unknown>> {
    const entries = Object.entries(this.#root).map(([key, value]) => [key, jsonOf(value, key)] as const);
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  }

  /**
   * The state as JSON to be kept: as `toJSON`, but what is marked as secret is left out. An item of an array shows as
   * null.
   *
   * @throws DefinitionError if a value contains itself, naming its key.
   */
  toPlain(): Readonly<Record<string, unknown>> {
    const entries = Object.entries(this.#root).map(
      ([key, value]) => [key, jsonOf(value, key, withoutSecrets)] as const,
    );
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  }

  /**
   * The value at a parsed path, or ABSENT.
   *
   * @internal
   */
  lookup(path: StatePath): unknown {
    return path.read(this.#root);
  }

  /**
   * The objects that may hold secrets.
   *
   * @internal
   */
  roots(): readonly object[] {
    if (this.#roots?.[0] !== this.#root) this.#roots = [this.#root];
    return this.#roots;
  }
}
brandClass(ToolState, brands.state);

function jsonOf(value: unknown, key: string, shown: (value: unknown) => unknown = (all) => all): unknown {
  try {
    return toJsonValue(shown(value));
  } catch (error) {
    throw new DefinitionError(
      `The state's '${key}' has no JSON form. Keep what JSON cannot say outside of the state.`,
      {
        cause: error,
      },
    );
  }
}

interface Placement {
  readonly steps: readonly PathStep[];
  readonly path: string;
  readonly value: unknown;
}

function placed(container: unknown, { steps, path, value }: Placement): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return value;
  const copy = openContainer(container, step, path);
  const key = keyIn(copy, step, path);
  copy[key] = placed(Object.hasOwn(copy, key) ? copy[key] : undefined, { steps: rest, path, value });
  return copy;
}

function openContainer(container: unknown, step: PathStep, path: string): Record<PropertyKey, unknown> {
  if (container === undefined || container === null)
    return (typeof step === 'number' ? [] : {}) as Record<PropertyKey, unknown>;
  if (isContainer(container) && Array.isArray(container) === (typeof step === 'number')) {
    return (Array.isArray(container) ? [...container] : { ...container }) as Record<PropertyKey, unknown>;
  }
  throw new DefinitionError(
    `Cannot set '${path}': '${String(step)}' would go into ${kindOf(container)}. Set the whole value instead.`,
  );
}

function kindOf(value: unknown): string {
  if (Secret.is(value)) return 'a secret';
  if (Array.isArray(value)) return 'an array';
  if (typeof value !== 'object' || value === null) return `a ${typeof value}`;
  return isContainer(value) ? 'an object' : `an instance of ${value.constructor.name}`;
}

function keyIn(container: Record<PropertyKey, unknown>, step: PathStep, path: string): PathStep {
  if (typeof step === 'string' || !Array.isArray(container)) return step;
  const index = step < 0 ? container.length + step : step;
  if (index < 0 || index > container.length + maxGap) {
    throw new DefinitionError(`Cannot set '${path}': the array has ${container.length} items, and no place [${step}].`);
  }
  // Filled, not left as holes, so that the array reads the same everywhere.
  while (container.length < index) container.push(undefined);
  return index;
}

function without(container: unknown, steps: readonly PathStep[], path: string): unknown {
  const [step = '', ...rest] = steps;
  // A value was found at the path, so that whatever is on the way is an object.
  if (!isContainer(container) || (Array.isArray(container) && !isIndex(step))) {
    throw new DefinitionError(
      `Cannot delete '${path}': '${String(step)}' belongs to ${kindOf(container)}. Set the whole value instead.`,
    );
  }
  const copy = (Array.isArray(container) ? [...container] : { ...container }) as Record<PropertyKey, unknown>;
  const key = typeof step === 'number' && step < 0 && Array.isArray(copy) ? copy.length + step : step;
  if (rest.length > 0) copy[key] = without(copy[key], rest, path);
  else if (Array.isArray(copy)) copy.splice(Number(key), 1);
  else delete copy[key];
  return copy;
}

function isIndex(step: PathStep): boolean {
  return typeof step === 'number' || /^\d+$/.test(step);
}

function withoutSecrets(value: unknown): unknown {
  if (Secret.is(value)) return undefined;
  if (!isContainer(value)) return value;
  if (Array.isArray(value)) return value.map(withoutSecrets);
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, withoutSecrets(held)]));
}
