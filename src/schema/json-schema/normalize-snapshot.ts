import { pointerOf } from '../../base/json/json-pointer.js';
import { createSchemaError } from './normalize-problem.js';

/** The maximum nesting depth of a schema, counted in objects and arrays. */
const maxSchemaDepth = 200;

/**
 * Creates a frozen copy of a schema as plain JSON. Keys whose value is undefined are omitted; shared objects remain
 * shared.
 *
 * @throws DefinitionError if the schema is cyclic, too deep or not JSON.
 */
export function snapshotJson(schema: unknown, where: string): unknown {
  return new Snapshot(where).copy(schema);
}

interface Copied {
  readonly value: object;
  /** The number of levels, including the value itself. */
  readonly height: number;
}

class Snapshot {
  readonly #where: string;
  readonly #copied = new Map<object, Copied>();
  readonly #open = new Set<object>();
  /** The path to the value that is being copied. */
  readonly #path: string[] = [];
  /** The height of the value that was copied last. */
  #height = 0;

  constructor(where: string) {
    this.#where = where;
  }

  copy(value: unknown): unknown {
    this.#height = 0;
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    if (!isPlain(value)) throw this.#createError(`${kindOf(value)} is not JSON. Write plain JSON values only.`);
    const copied = this.#copied.get(value);
    if (copied === undefined) return this.#copyNew(value);
    this.#checkDepth(copied.height);
    this.#height = copied.height;
    return copied.value;
  }

  #copyNew(value: object): object {
    if (this.#open.has(value)) {
      throw this.#createError("it contains itself. Move the repeated part into '$defs' and refer to it by '$ref'.");
    }
    this.#checkDepth(1);
    this.#open.add(value);
    let height = 0;
    const copy: unknown[] | Record<string, unknown> = Array.isArray(value) ? [...value] : { ...value };
    const members = copy as Record<string, unknown>;
    for (const step of Object.keys(copy)) {
      if (step === '__proto__') throw this.#createError("the name '__proto__' is not allowed. Choose another.");
      const member = members[step];
      if (member === undefined && !Array.isArray(copy)) {
        delete members[step];
        continue;
      }
      this.#path.push(step);
      members[step] = this.copy(member);
      this.#path.pop();
      height = Math.max(height, this.#height);
    }
    this.#open.delete(value);
    this.#height = height + 1;
    this.#copied.set(value, { value: Object.freeze(copy), height: this.#height });
    return copy;
  }

  #checkDepth(height: number): void {
    if (this.#path.length + height <= maxSchemaDepth) return;
    this.#path.length = 6;
    throw this.#createError(
      `it nests deeper than ${maxSchemaDepth} levels. Move parts into '$defs' and refer to them by '$ref'.`,
    );
  }

  #createError(problem: string): Error {
    return createSchemaError({ where: this.#where, pointer: pointerOf(this.#path) }, problem);
  }
}

// Accepts objects of another realm, because only the length of the prototype chain is checked.
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function kindOf(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint' ? 'a bigint' : String(value);
  const { name } = value.constructor;
  return name === '' ? 'an instance of a class' : `an instance of ${name}`;
}
