import { pointerOf } from '../../json-pointer.js';
import { schemaProblem } from './normalize-problem.js';

/** How deep a schema may nest, counted in objects and arrays. */
const maxSchemaDepth = 200;

/**
 * A frozen copy of a schema as plain JSON. Keys whose value is undefined are left out; what is shared stays shared.
 *
 * @throws DefinitionError if it is cyclic, too deep or no JSON.
 */
export function snapshotJson(schema: unknown, where: string): unknown {
  return new Snapshot(where).copy(schema);
}

interface Copied {
  readonly value: object;
  /** Levels below and including it. */
  readonly height: number;
}

class Snapshot {
  readonly #where: string;
  readonly #copied = new Map<object, Copied>();
  readonly #open = new Set<object>();
  /** The way to the value that is being copied. */
  readonly #path: string[] = [];
  /** The height of what was copied last. */
  #height = 0;

  constructor(where: string) {
    this.#where = where;
  }

  copy(value: unknown): unknown {
    this.#height = 0;
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    if (!isPlain(value)) throw this.#problem(`${kindOf(value)} is not JSON. Write plain JSON values only.`);
    const known = this.#copied.get(value);
    if (known === undefined) return this.#copyNew(value);
    this.#refuseDepth(known.height);
    this.#height = known.height;
    return known.value;
  }

  #copyNew(value: object): object {
    if (this.#open.has(value)) {
      throw this.#problem("it contains itself. Move the repeated part into '$defs' and refer to it by '$ref'.");
    }
    this.#refuseDepth(1);
    this.#open.add(value);
    let height = 0;
    const copy: unknown[] | Record<string, unknown> = Array.isArray(value) ? [...value] : { ...value };
    const members = copy as Record<string, unknown>;
    for (const step of Object.keys(copy)) {
      if (step === '__proto__') throw this.#problem("the name '__proto__' is not allowed. Choose another.");
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

  #refuseDepth(height: number): void {
    if (this.#path.length + height <= maxSchemaDepth) return;
    this.#path.length = 6;
    throw this.#problem(
      `it nests deeper than ${maxSchemaDepth} levels. Move parts into '$defs' and refer to them by '$ref'.`,
    );
  }

  #problem(problem: string): Error {
    return schemaProblem({ where: this.#where, pointer: pointerOf(this.#path) }, problem);
  }
}

// Also of another realm: only the length of the prototype chain counts.
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
