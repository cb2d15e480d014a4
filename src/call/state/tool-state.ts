import { type Observable, Subject } from '../../base/async/rxjs.js';
import { DefinitionError } from '../../base/errors/errors.js';
import { brandClass, brands, hasBrand } from '../../base/values/brand.js';
import { classNameOf } from '../../base/values/class-name.js';
import type { KnownPath, StateValue } from '../../tool/metadata/state-types.js';
import { toJsonValue } from '../response/json-value.js';
import { copyContainers, isContainer, type StateObject } from './containers.js';
import { Secret } from './secret.js';
import { ABSENT, type PathStep, parseStatePath, type StatePath } from './state-path.js';

/** One change of a state. */
export interface StateChange {
  readonly path: string;
  readonly kind: 'set' | 'delete';
  /** The stored value, in which a secret stays wrapped. Undefined for a deletion. */
  readonly value: unknown;
}

// An index further beyond the end of an array is considered a mistake.
const maxGap = 1_000;

// A root is replaced and never changed, so all empty states can share one.
const emptyRoot: StateObject = Object.freeze({});

/**
 * The values that bindings read, by dotted path. Objects and arrays that you store are never changed, because `set`
 * copies the containers on its path. Only own properties are followed.
 */
export class ToolState {
  #root: StateObject;
  /** The cached result of `roots` for the current root. */
  #roots: readonly object[] | undefined;
  /** The subject of the changes, created for the first subscriber. */
  #changes: Subject<StateChange> | undefined;

  constructor(initial?: Readonly<Record<string, unknown>>) {
    this.#root = initial === undefined ? emptyRoot : { ...initial };
  }

  /** Checks whether `value` is a ToolState, including one created by another copy of this package. */
  static is(value: unknown): value is ToolState {
    return hasBrand(value, brands.state);
  }

  /**
   * Returns a ToolState unchanged, or creates one from a plain object. The object is copied, so writes do not change
   * it.
   */
  static from(state: ToolState | Readonly<Record<string, unknown>> | undefined): ToolState {
    return ToolState.is(state) ? state : new ToolState(state);
  }

  /** Emits every change after the subscription. */
  get changes$(): Observable<StateChange> {
    this.#changes ??= new Subject();
    return this.#changes.asObservable();
  }

  /**
   * Returns the value at a path, or undefined if it does not exist. A secret is revealed.
   *
   * @throws DefinitionError on a path that is malformed or not allowed.
   */
  get<const Path extends string>(path: Path & KnownPath<Path>): StateValue<Path>;
  get(path: string): unknown {
    const value = this.lookup(parseStatePath(path));
    return value === ABSENT ? undefined : value;
  }

  /** Checks whether a value exists at a path. `null` and `undefined` are values. */
  has(path: string): boolean {
    return this.lookup(parseStatePath(path)) !== ABSENT;
  }

  /**
   * Sets the value at a path. Missing objects and arrays on the path are created.
   *
   * @throws DefinitionError if the path leads into something other than an object or an array.
   */
  set<const Path extends string>(path: Path & KnownPath<Path>, value: StateValue<Path>): void;
  set(path: string, value: unknown): void {
    this.#root = setAt(this.#root, { steps: parseStatePath(path).steps, path, value }) as StateObject;
    this.#changes?.next(Object.freeze({ path, kind: 'set', value }));
  }

  /**
   * Removes the value at a path. In an array, the item is removed and later items move up. Returns whether a value
   * existed.
   *
   * @throws DefinitionError if the value is inside something other than a plain object or an array.
   */
  delete(path: string): boolean {
    const parsed = parseStatePath(path);
    if (this.lookup(parsed) === ABSENT) return false;
    this.#root = deleteAt(this.#root, parsed.steps, path) as StateObject;
    this.#changes?.next(Object.freeze({ path, kind: 'delete', value: undefined }));
    return true;
  }

  /** Returns an independent copy. Plain objects and arrays are copied deeply. Any other value is shared. */
  fork(): ToolState {
    return new ToolState(copyContainers(this.#root) as StateObject);
  }

  /**
   * Returns the state as JSON. Secrets become '[redacted]'.
   *
   * @throws DefinitionError if a value contains itself, naming its key.
   */
  toJSON(): Readonly<Record<string, unknown>> {
    const entries = Object.entries(this.#root).map(([key, value]) => [key, jsonOf(value, key)] as const);
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  }

  /**
   * Returns the state as JSON that you can store. Secrets are omitted. A secret that is an array item becomes null.
   *
   * @throws DefinitionError if a value contains itself, naming its key.
   */
  toPlain(): Readonly<Record<string, unknown>> {
    const entries = Object.entries(this.#root).map(([key, value]) => [key, jsonOf(value, key, removeSecrets)] as const);
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  }

  /**
   * Returns the value at a parsed path, or ABSENT.
   *
   * @internal
   */
  lookup(path: StatePath): unknown {
    return path.read(this.#root);
  }

  /**
   * Returns the states from which a path may be read, the one that it is written to first.
   *
   * @internal
   */
  ownersOf(_path: StatePath): readonly ToolState[] {
    return [this];
  }

  /**
   * Returns the objects that may contain secrets.
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
      `The state's '${key}' has no JSON form. Store only values that JSON can represent in the state.`,
      {
        cause: error,
      },
    );
  }
}

/** Returns the states from which a path of a state may be read. The state of another version of this package is its own. */
export function ownersOf(state: ToolState, path: StatePath): readonly ToolState[] {
  const { ownersOf: find } = state as Partial<Pick<ToolState, 'ownersOf'>>;
  return find === undefined ? [state] : find.call(state, path);
}

interface Placement {
  readonly steps: readonly PathStep[];
  readonly path: string;
  readonly value: unknown;
}

function setAt(container: unknown, { steps, path, value }: Placement): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return value;
  const copy = openContainer(container, step, path);
  const key = keyIn(copy, step, path);
  copy[key] = setAt(Object.hasOwn(copy, key) ? copy[key] : undefined, { steps: rest, path, value });
  return copy;
}

function openContainer(container: unknown, step: PathStep, path: string): Record<PropertyKey, unknown> {
  if (container === undefined || container === null)
    return (typeof step === 'number' ? [] : {}) as Record<PropertyKey, unknown>;
  if (isContainer(container) && Array.isArray(container) === (typeof step === 'number')) {
    return (Array.isArray(container) ? [...container] : { ...container }) as Record<PropertyKey, unknown>;
  }
  throw new DefinitionError(
    `Cannot set '${path}': '${String(step)}' would go into ${kindOf(container)}. Set the entire value instead.`,
  );
}

function kindOf(value: unknown): string {
  if (Secret.is(value)) return 'a secret';
  if (Array.isArray(value)) return 'an array';
  if (typeof value !== 'object' || value === null) return `a ${typeof value}`;
  return isContainer(value) ? 'an object' : `an instance of ${classNameOf(value.constructor)}`;
}

function keyIn(container: Record<PropertyKey, unknown>, step: PathStep, path: string): PathStep {
  if (typeof step === 'string' || !Array.isArray(container)) return step;
  const index = step < 0 ? container.length + step : step;
  if (index < 0 || index > container.length + maxGap) {
    throw new DefinitionError(
      `Cannot set '${path}': the array has ${container.length} items, so [${step}] is out of range.`,
    );
  }
  // Fills the gap, so that the array has no holes.
  while (container.length < index) container.push(undefined);
  return index;
}

function deleteAt(container: unknown, steps: readonly PathStep[], path: string): unknown {
  const [step = '', ...rest] = steps;
  // A value was found at the path, so every container on the path is an object.
  if (!isContainer(container) || (Array.isArray(container) && !isIndex(step))) {
    throw new DefinitionError(
      `Cannot delete '${path}': '${String(step)}' belongs to ${kindOf(container)}. Set the entire value instead.`,
    );
  }
  const copy = (Array.isArray(container) ? [...container] : { ...container }) as Record<PropertyKey, unknown>;
  const key = typeof step === 'number' && step < 0 && Array.isArray(copy) ? copy.length + step : step;
  if (rest.length > 0) copy[key] = deleteAt(copy[key], rest, path);
  else if (Array.isArray(copy)) copy.splice(Number(key), 1);
  else delete copy[key];
  return copy;
}

function isIndex(step: PathStep): boolean {
  return typeof step === 'number' || /^\d+$/.test(step);
}

function removeSecrets(value: unknown): unknown {
  if (Secret.is(value)) return undefined;
  if (!isContainer(value)) return value;
  if (Array.isArray(value)) return value.map(removeSecrets);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, removeSecrets(member)]));
}
