import type { ValidationIssue } from '../../errors.js';
import { pointerOf } from '../json-schema/json-pointer.js';
import { argumentLimits, type CopyLimits, type DeclaredNames, isAdmittedName } from './limits.js';

/** Whether a value is an object as JSON has them; a Date, a Map or an instance of a class is none. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && hasPlainPrototype(value);
}

/** A copy, or the first thing that goes beyond the limits. */
export type JsonCopy =
  | { readonly ok: true; readonly value: Record<string, unknown> }
  | { readonly ok: false; readonly issue: ValidationIssue };

/**
 * Copies the plain objects and arrays that a value is made of, so that its owner and its user share none. All other objects
 * stay the same. A property that is undefined counts as absent.
 */
export function copyJson(value: object): unknown {
  return new JsonCopier(noLimits).copy(value);
}

const noLimits: CopyLimits = Object.freeze({
  depth: Number.POSITIVE_INFINITY,
  values: Number.POSITIVE_INFINITY,
  items: Number.POSITIVE_INFINITY,
  characters: Number.POSITIVE_INFINITY,
});

/**
 * Copies the arguments of a call, unless they are too large, too deep, cyclic, or have a name that could reach a prototype.
 * The first such thing is the answer: looking on would cost what the limit saves.
 */
export function copyArguments(args: object, declared: DeclaredNames): JsonCopy {
  const copier = new JsonCopier(argumentLimits, declared);
  const value = copier.copy(args);
  return value === undefined ? { ok: false, issue: copier.issue() } : { ok: true, value: value as Fields };
}

type Fields = Record<string, unknown>;

/** One copy in the making. Its methods give undefined where a limit stops it. */
class JsonCopier {
  readonly #limits: CopyLimits;
  /** The guarded names that are admitted; undefined if all names are. */
  readonly #declared: DeclaredNames | undefined;
  #values = 1;
  #characters = 0;
  #reason = 'is not acceptable';
  /** From the inside out, the steps to the place where a limit was met. */
  #steps: readonly PropertyKey[] = noSteps;

  constructor(limits: CopyLimits, declared?: DeclaredNames) {
    this.#limits = limits;
    this.#declared = declared;
  }

  copy(value: object): object | undefined {
    return this.#object(value, 0);
  }

  /** The limit that stopped the copy, and where: at most the first steps, of which each may be long. */
  issue(): ValidationIssue {
    const steps = [...this.#steps].reverse().slice(0, 8);
    const shortened = steps.map((step) => (typeof step === 'string' ? step.slice(0, 64) : step));
    return { path: pointerOf(shortened), message: this.#reason, rule: 'limit' };
  }

  #object(value: object, depth: number): object | undefined {
    if (ArrayBuffer.isView(value)) return value;
    if (depth >= this.#limits.depth) {
      return this.#stop(`is nested deeper than ${this.#limits.depth} levels, or cyclic`);
    }
    if (Array.isArray(value)) return this.#items(value, depth);
    if (!this.#admitsNames(value)) return undefined;
    return hasPlainPrototype(value) ? this.#members({ ...value }, depth) : this.#instance(value, depth);
  }

  /** Looks at names before any value is read: a getter may throw. */
  #admitsNames(value: object): boolean {
    let values = 0;
    let characters = 0;
    for (const name in value) {
      values++;
      if (this.#declared !== undefined && !isAdmittedName(name, this.#declared)) {
        this.#stop(reasonAgainst(name));
        this.#stoppedAt(name);
        return false;
      }
      characters += name.length;
    }
    return this.#countValues(values) && this.#countCharacters(characters);
  }

  /** Makes the copied members of a new object copies in their turn. */
  #members(copy: Fields, depth: number): Fields | undefined {
    for (const name in copy) {
      const member = copy[name];
      if (member === undefined) delete copy[name];
      else {
        const held = this.#value(member, depth + 1);
        if (held === undefined) return this.#stoppedAt(name);
        if (held !== member) copy[name] = held;
      }
    }
    return copy;
  }

  /** Holds an instance of a class within the limits. It stays the same object. */
  #instance(instance: object, depth: number): object | undefined {
    for (const name in instance) {
      const member: unknown = Reflect.get(instance, name);
      if (member !== undefined && this.#value(member, depth + 1) === undefined) return this.#stoppedAt(name);
    }
    return instance;
  }

  #items(items: readonly unknown[], depth: number): unknown[] | undefined {
    const { items: most } = this.#limits;
    if (items.length > most) return this.#stop(`has more than ${most} items`);
    if (!this.#countValues(items.length)) return undefined;
    const copy = Array.prototype.slice.call(items);
    for (let index = 0; index < copy.length; index++) {
      const item: unknown = copy[index];
      if (item === undefined) continue;
      const held = this.#value(item, depth + 1);
      if (held === undefined) return this.#stoppedAt(index);
      if (held !== item) copy[index] = held;
    }
    return copy;
  }

  #value(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return this.#countCharacters(value.length) ? value : undefined;
    return typeof value === 'object' && value !== null ? this.#object(value, depth) : value;
  }

  #countValues(values: number): boolean {
    this.#values += values;
    if (this.#values <= this.#limits.values) return true;
    this.#stop(`holds more than ${this.#limits.values} values`);
    return false;
  }

  #countCharacters(characters: number): boolean {
    this.#characters += characters;
    if (this.#characters <= this.#limits.characters) return true;
    this.#stop(`exceeds ${this.#limits.characters} characters in all`);
    return false;
  }

  #stop(reason: string): undefined {
    this.#reason = reason;
  }

  #stoppedAt(step: PropertyKey): undefined {
    this.#steps = [...this.#steps, step];
  }
}

const noSteps: readonly PropertyKey[] = [];

function reasonAgainst(name: string): string {
  if (name === '__proto__') return "is not allowed: the name '__proto__' is never an argument";
  return `is not allowed: the schema declares no '${name}'`;
}

/** Whether an object has no class, in whatever realm it was made. */
function hasPlainPrototype(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return true;
  return Object.getPrototypeOf(prototype) === null;
}
