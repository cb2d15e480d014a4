import { pointerOf, stepsOf } from '../../base/json/json-pointer.js';
import type { JsonSchema } from '../../base/json/json-schema.js';
import { eachSchema, editSchemas } from './schema-walk.js';

/** The reference of a schema to its own root. */
export const rootRef = '#';

/** Returns the reference to a definition. */
export function refTo(name: string): string {
  return `#${pointerOf(['$defs', name])}`;
}

/** Returns the name of the definition to which a reference refers, or undefined for any other reference. */
export function definitionName(ref: string): string | undefined {
  if (!ref.startsWith('#/$defs/')) return undefined;
  const [, name, ...deeper] = stepsOf(decodeFragment(ref.slice(1)));
  return deeper.length === 0 ? name : undefined;
}

/** Decodes a URI fragment. Returns a fragment that is not encoded correctly without changes. */
export function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** Returns all distinct references in a schema, including nested schemas and definitions. */
export function refsIn(schema: unknown): ReadonlySet<string> {
  const refs = new Set<string>();
  eachSchema(schema, ({ $ref }) => {
    if (typeof $ref === 'string') refs.add($ref);
  });
  return refs;
}

/** Replaces every reference in a schema. Parts without references remain the same objects. */
export function rewriteRefs(schema: JsonSchema, rewrite: (ref: string) => string): JsonSchema {
  return editSchemas(schema, (held) => {
    const { $ref } = held;
    const rewritten = typeof $ref === 'string' ? rewrite($ref) : $ref;
    return rewritten === $ref ? held : Object.freeze({ ...held, $ref: rewritten });
  });
}

/** A generator of unique names: the first of `name`, `name_2`, `name_3`, … that is not in use. */
export class UniqueNames {
  readonly #taken: Set<string>;
  /** The next number to try, by name, which avoids quadratic time for many equal names. */
  readonly #next = new Map<string, number>();

  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set(taken);
  }

  /** Reserves and returns an unused name. */
  take(name: string): string {
    let count = this.#next.get(name) ?? 1;
    let free = count === 1 ? name : `${name}_${count}`;
    while (this.#taken.has(free)) free = `${name}_${++count}`;
    this.#next.set(name, count + 1);
    this.#taken.add(free);
    return free;
  }
}
