import type { ValidationIssue } from '../../base/errors/errors.js';
import { pointerOf } from '../../base/json/json-pointer.js';
import { argumentLimits, type CopyLimits, type DeclaredNames, isAdmittedName, shortestGuardedName } from './limits.js';

/** Checks whether a value is a plain object, which excludes arrays, Dates, Maps and instances of classes. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && hasPlainPrototype(value);
}

/** A copy, or the issue of the first value that exceeds a limit. */
export type JsonCopy =
  | { readonly ok: true; readonly value: Record<string, unknown> }
  | { readonly ok: false; readonly issue: ValidationIssue };

/**
 * Copies the plain objects and arrays of a value deeply. Any other object is shared. A property that is undefined
 * counts as absent.
 */
export function copyJson<T extends object>(value: T): T {
  return copyObject(value, 0, new CopyCounter(noLimits, undefined)) as T;
}

const noLimits: CopyLimits = Object.freeze({
  depth: Number.POSITIVE_INFINITY,
  values: Number.POSITIVE_INFINITY,
  items: Number.POSITIVE_INFINITY,
  characters: Number.POSITIVE_INFINITY,
});

/**
 * Copies the arguments of a call, unless they are too large, too deep, cyclic, or contain a name that could reach a
 * prototype. It stops at the first issue.
 */
export function copyArguments(args: object, declared: DeclaredNames): JsonCopy {
  const counter = new CopyCounter(argumentLimits, declared);
  // The root is copied even if it is an instance of a class: defaults and bound values are added to it.
  const copy = ownMembers(args, counter);
  if (copy === undefined || !copyMembers(copy, 0, counter)) return { ok: false, issue: counter.issue() };
  return { ok: true, value: copy };
}

/** Returns the issue of the first value that exceeds a limit; undefined if all values are within the limits. */
export function findExcess(value: unknown, limits: CopyLimits): ValidationIssue | undefined {
  const counter = new CopyCounter(limits, undefined);
  if (typeof value === 'string') return counter.count(0, value.length) ? undefined : counter.issue();
  if (typeof value !== 'object' || value === null) return undefined;
  return copyObject(value, 0, counter) === undefined ? counter.issue() : undefined;
}

type Fields = Record<string, unknown>;

/** The size of a copy so far, and the reason and location if a limit stopped it. */
class CopyCounter {
  readonly limits: CopyLimits;
  /** The guarded names that are accepted; undefined if all names are accepted. */
  readonly declared: DeclaredNames | undefined;
  values = 1;
  characters = 0;
  reason = 'is not acceptable';
  /** The steps to the value at which a limit stopped the copy, from the innermost to the outermost. */
  steps: readonly PropertyKey[] | undefined;

  constructor(limits: CopyLimits, declared: DeclaredNames | undefined) {
    this.limits = limits;
    this.declared = declared;
  }

  /** Checks whether the members of an object are within the limit of values, before any of them is copied. */
  hasRoomFor(value: object): boolean {
    return this.values + Object.keys(value).length <= this.limits.values || this.count(Number.POSITIVE_INFINITY, 0);
  }

  /** Counts values and characters. Returns whether both are within the limits. */
  count(values: number, characters: number): boolean {
    this.values += values;
    this.characters += characters;
    if (this.values > this.limits.values) this.reason = `holds more than ${this.limits.values} values`;
    else if (this.characters > this.limits.characters) {
      this.reason = `exceeds ${this.limits.characters} characters in all`;
    } else return true;
    return false;
  }

  /** Checks whether an object may have a name. */
  admits(name: string): boolean {
    if (name.length < shortestGuardedName || this.declared === undefined || isAdmittedName(name, this.declared))
      return true;
    this.reason =
      name === '__proto__'
        ? "is not allowed: the name '__proto__' is never an argument"
        : `is not allowed: the schema declares no '${name}'`;
    return false;
  }

  /** Records a step of the path to the value at which a limit stopped the copy. */
  stopAt(step: PropertyKey): false {
    this.steps = [...(this.steps ?? []), step];
    return false;
  }

  /**
   * Returns the issue of the limit that stopped the copy. Its path has only the first steps, and long names are
   * shortened.
   */
  issue(): ValidationIssue {
    const steps = [...(this.steps ?? [])].reverse().slice(0, 8);
    const shortened = steps.map((step) => (typeof step === 'string' ? step.slice(0, 64) : step));
    return { path: pointerOf(shortened), message: this.reason, rule: 'limit' };
  }
}

/** Copies an object, or returns an instance of a class unchanged. Returns undefined if a limit stops the copy. */
function copyObject(value: object, depth: number, counter: CopyCounter): object | undefined {
  if (depth >= counter.limits.depth) {
    counter.reason = `is nested deeper than ${counter.limits.depth} levels, or cyclic`;
    return undefined;
  }
  if (Array.isArray(value)) return copyItems(value, depth, counter);
  const isPlain = hasPlainPrototype(value);
  if (!isPlain && ArrayBuffer.isView(value)) return value;
  const copy = ownMembers(value, counter);
  if (copy === undefined || !copyMembers(copy, depth, counter)) return undefined;
  // An instance of a class is not replaced, but the limits apply to it.
  return isPlain ? copy : value;
}

/** Copies the own members of an object. Returns undefined if there are too many, or if a name is rejected. */
function ownMembers(value: object, counter: CopyCounter): Fields | undefined {
  try {
    if (!counter.hasRoomFor(value)) return undefined;
    if (Object.getPrototypeOf(value) === Object.prototype || admitsAll(value, counter)) return { ...value };
    return undefined;
  } catch (error) {
    // A getter has thrown. A rejected name takes precedence over its error.
    if (admitsAll(value, counter)) throw error;
    return undefined;
  }
}

function admitsAll(value: object, counter: CopyCounter): boolean {
  for (const name in value) {
    if (!counter.admits(name)) return counter.stopAt(name);
  }
  return true;
}

/** Replaces the objects in a copy by copies. Returns false if a limit stopped it. */
function copyMembers(copy: Fields, depth: number, counter: CopyCounter): boolean {
  let values = 0;
  let characters = 0;
  for (const name in copy) {
    if (!counter.admits(name)) return counter.stopAt(name);
    const member = copy[name];
    values++;
    characters += name.length;
    if (typeof member === 'string') {
      characters += member.length;
      if (member.length > counter.limits.characters && !counter.count(values, characters)) return counter.stopAt(name);
    } else if (member === undefined) delete copy[name];
    else if (typeof member === 'object' && member !== null) {
      const memberCopy = copyObject(member, depth + 1, counter);
      if (memberCopy === undefined) return counter.stopAt(name);
      copy[name] = memberCopy;
    }
  }
  return counter.count(values, characters);
}

function copyItems(items: readonly unknown[], depth: number, counter: CopyCounter): unknown[] | undefined {
  if (items.length > counter.limits.items) {
    counter.reason = `has more than ${counter.limits.items} items`;
    return undefined;
  }
  // The array may override `slice`, so the built-in method is used. Holes are preserved.
  const copy: unknown[] = Array.prototype.slice.call(items);
  let characters = 0;
  for (let index = 0; index < copy.length; index++) {
    const item = copy[index];
    if (typeof item === 'string') characters += item.length;
    else if (typeof item === 'object' && item !== null) {
      const memberCopy = copyObject(item, depth + 1, counter);
      if (memberCopy === undefined) {
        counter.stopAt(index);
        return undefined;
      }
      copy[index] = memberCopy;
    }
  }
  return counter.count(copy.length, characters) ? copy : undefined;
}

/** Checks whether an object is not an instance of a class, in any realm. */
function hasPlainPrototype(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return true;
  return Object.getPrototypeOf(prototype) === null;
}
