import type { ValidationIssue } from '../../errors.js';
import { pointerOf } from '../../json-pointer.js';
import { argumentLimits, type CopyLimits, type DeclaredNames, isAdmittedName, shortestGuardedName } from './limits.js';

/** Whether a value is an object as JSON has them; a Date, a Map or an instance of a class is none. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && hasPlainPrototype(value);
}

/** A copy, or the first thing that goes beyond the limits. */
export type JsonCopy =
  | { readonly ok: true; readonly value: Record<string, unknown> }
  | { readonly ok: false; readonly issue: ValidationIssue };

/**
 * Copies the plain objects and arrays that a value is made of, so that its owner and its user share none. All other
 * objects stay the same. A property that is undefined counts as absent.
 */
export function copyJson(value: object): unknown {
  return copyObject(value, 0, new CopyTally(noLimits, undefined));
}

const noLimits: CopyLimits = Object.freeze({
  depth: Number.POSITIVE_INFINITY,
  values: Number.POSITIVE_INFINITY,
  items: Number.POSITIVE_INFINITY,
  characters: Number.POSITIVE_INFINITY,
});

/**
 * Copies the arguments of a call, unless they are too large, too deep, cyclic, or have a name that could reach a
 * prototype. The first such thing is the answer: looking on would cost what the limit saves.
 */
export function copyArguments(args: object, declared: DeclaredNames): JsonCopy {
  const tally = new CopyTally(argumentLimits, declared);
  // The root is copied even if it is an instance of a class: defaults and bound values are added to it.
  const copy = ownMembers(args, tally);
  if (copy === undefined || !copyMembers(copy, 0, tally)) return { ok: false, issue: tally.issue() };
  return { ok: true, value: copy };
}

type Fields = Record<string, unknown>;

/** The size of a copy so far, and why and where a limit stopped it. */
class CopyTally {
  readonly limits: CopyLimits;
  /** The guarded names that are admitted; undefined if all names are. */
  readonly declared: DeclaredNames | undefined;
  values = 1;
  characters = 0;
  reason = 'is not acceptable';
  /** From the inside out. */
  steps: readonly PropertyKey[] | undefined;

  constructor(limits: CopyLimits, declared: DeclaredNames | undefined) {
    this.limits = limits;
    this.declared = declared;
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

  /** Whether an object may have a name. */
  admits(name: string): boolean {
    if (name.length < shortestGuardedName || this.declared === undefined || isAdmittedName(name, this.declared))
      return true;
    this.reason =
      name === '__proto__'
        ? "is not allowed: the name '__proto__' is never an argument"
        : `is not allowed: the schema declares no '${name}'`;
    return false;
  }

  /** Remembers a step on the way to the place where a limit stopped the copy. */
  stopAt(step: PropertyKey): false {
    this.steps = [...(this.steps ?? []), step];
    return false;
  }

  /**
   * The issue of the limit that stopped the copy. The path has the first steps only, and of a long name its beginning.
   */
  issue(): ValidationIssue {
    const steps = [...(this.steps ?? [])].reverse().slice(0, 8);
    const shortened = steps.map((step) => (typeof step === 'string' ? step.slice(0, 64) : step));
    return { path: pointerOf(shortened), message: this.reason, rule: 'limit' };
  }
}

/** Copies an object, or keeps an instance of a class; undefined where a limit stops it. */
function copyObject(value: object, depth: number, tally: CopyTally): object | undefined {
  if (depth >= tally.limits.depth) {
    tally.reason = `is nested deeper than ${tally.limits.depth} levels, or cyclic`;
    return undefined;
  }
  if (Array.isArray(value)) return copyItems(value, depth, tally);
  const isPlain = hasPlainPrototype(value);
  if (!isPlain && ArrayBuffer.isView(value)) return value;
  const copy = ownMembers(value, tally);
  if (copy === undefined || !copyMembers(copy, depth, tally)) return undefined;
  // An instance of a class stays as it is, within the limits.
  return isPlain ? copy : value;
}

/** The own members of an object; undefined if it has a name that is not admitted, inherited names included. */
function ownMembers(value: object, tally: CopyTally): Fields | undefined {
  try {
    if (Object.getPrototypeOf(value) === Object.prototype || admitsAll(value, tally)) return { ...value };
    return undefined;
  } catch (error) {
    // A getter has thrown: a name that is not admitted is reported before that.
    if (admitsAll(value, tally)) throw error;
    return undefined;
  }
}

function admitsAll(value: object, tally: CopyTally): boolean {
  for (const name in value) {
    if (!tally.admits(name)) return tally.stopAt(name);
  }
  return true;
}

/** Replaces the objects that a copy holds by copies. Returns whether no limit stopped it. */
function copyMembers(copy: Fields, depth: number, tally: CopyTally): boolean {
  let values = 0;
  let characters = 0;
  for (const name in copy) {
    if (!tally.admits(name)) return tally.stopAt(name);
    const member = copy[name];
    values++;
    characters += name.length;
    if (typeof member === 'string') {
      characters += member.length;
      if (member.length > tally.limits.characters && !tally.count(values, characters)) return tally.stopAt(name);
    } else if (member === undefined) delete copy[name];
    else if (typeof member === 'object' && member !== null) {
      const held = copyObject(member, depth + 1, tally);
      if (held === undefined) return tally.stopAt(name);
      copy[name] = held;
    }
  }
  return tally.count(values, characters);
}

function copyItems(items: readonly unknown[], depth: number, tally: CopyTally): unknown[] | undefined {
  if (items.length > tally.limits.items) {
    tally.reason = `has more than ${tally.limits.items} items`;
    return undefined;
  }
  // Not the array's own method: it may have another. Holes stay holes.
  const copy: unknown[] = Array.prototype.slice.call(items);
  let characters = 0;
  for (let index = 0; index < copy.length; index++) {
    const item = copy[index];
    if (typeof item === 'string') characters += item.length;
    else if (typeof item === 'object' && item !== null) {
      const held = copyObject(item, depth + 1, tally);
      if (held === undefined) {
        tally.stopAt(index);
        return undefined;
      }
      copy[index] = held;
    }
  }
  return tally.count(copy.length, characters) ? copy : undefined;
}

/** Whether an object has no class, in whatever realm it was made. */
function hasPlainPrototype(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return true;
  return Object.getPrototypeOf(prototype) === null;
}
