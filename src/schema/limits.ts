import type { ValidationIssue } from '../errors.js';
import { pointerOf } from './json-pointer.js';

/** How much a call's arguments may hold. Checked before anything that could overflow the stack or the memory. */
export const argumentLimits = Object.freeze({
  /** Levels of nesting. */
  depth: 64,
  /** Values of any kind, all levels together. */
  values: 10_000,
  /** Items of one array. */
  items: 10_000,
  /** Characters of all strings and keys together. */
  characters: 1_048_576,
});

/** Names that a schema declares somewhere, and that would be refused otherwise. */
export type DeclaredNames = ReadonlySet<string>;

/** Keys through which plain JSON could reach a prototype. */
const guardedNames: readonly string[] = ['constructor', 'prototype'];

/**
 * Refuses arguments that are too large, too deep, cyclic, or that could reach a prototype.
 * The first such thing is the answer: looking on would cost what the limit saves.
 */
export function refuseHostile(args: unknown, declared: DeclaredNames): ValidationIssue | undefined {
  const walk = new LimitWalk(declared);
  return walk.enter(args, 0) ? undefined : walk.issue();
}

class LimitWalk {
  #values = 0;
  #characters = 0;
  #reason: string | undefined;
  readonly #path: PropertyKey[] = [];
  readonly #declared: DeclaredNames;

  constructor(declared: DeclaredNames) {
    this.#declared = declared;
  }

  issue(): ValidationIssue {
    // The path is where the walk stopped: at most `depth` steps, but keys may be long.
    const path = pointerOf(this.#path.map((step) => (typeof step === 'string' ? step.slice(0, 64) : step)).slice(0, 8));
    return { path, message: this.#reason ?? 'is not acceptable', rule: 'limit' };
  }

  enter(value: unknown, depth: number): boolean {
    if (++this.#values > argumentLimits.values) return this.#refuse(`holds more than ${argumentLimits.values} values`);
    if (typeof value === 'string') return this.#count(value.length);
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return true;
    if (depth >= argumentLimits.depth)
      return this.#refuse(`is nested deeper than ${argumentLimits.depth} levels, or cyclic`);
    return Array.isArray(value) ? this.#items(value, depth) : this.#entries(value, depth);
  }

  #items(items: readonly unknown[], depth: number): boolean {
    if (items.length > argumentLimits.items) return this.#refuse(`has more than ${argumentLimits.items} items`);
    for (let index = 0; index < items.length; index++) {
      if (this.enter(items[index], depth + 1)) continue;
      this.#path.unshift(index);
      return false;
    }
    return true;
  }

  #entries(value: object, depth: number): boolean {
    for (const key of Object.keys(value)) {
      if (
        this.#admits(key) &&
        this.#count(key.length) &&
        this.enter((value as Record<string, unknown>)[key], depth + 1)
      ) {
        continue;
      }
      this.#path.unshift(key);
      return false;
    }
    return true;
  }

  #admits(key: string): boolean {
    if (key === '__proto__') return this.#refuse("is not allowed: the name '__proto__' is never an argument");
    if (guardedNames.includes(key) && !this.#declared.has(key)) {
      return this.#refuse(`is not allowed: the schema declares no '${key}'`);
    }
    return true;
  }

  #count(characters: number): boolean {
    this.#characters += characters;
    if (this.#characters <= argumentLimits.characters) return true;
    return this.#refuse(`exceeds ${argumentLimits.characters} characters in all`);
  }

  #refuse(reason: string): false {
    this.#reason ??= reason;
    return false;
  }
}

/** Which guarded names a schema declares as properties, anywhere in it. */
export function declaredGuardedNames(schema: unknown): DeclaredNames {
  const declared = new Set<string>();
  JSON.stringify(schema, (key, value: unknown) => {
    if (key === 'properties' && typeof value === 'object' && value !== null) {
      for (const name of guardedNames) if (Object.hasOwn(value, name)) declared.add(name);
    }
    return value;
  });
  return declared;
}
