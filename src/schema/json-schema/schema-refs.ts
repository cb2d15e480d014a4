import { pointerOf, stepsOf } from '../../json-pointer.js';
import type { JsonSchema } from '../../json-schema.js';
import { eachSchema, isRecord, mapHeldSchemas } from './schema-walk.js';

/** The reference of a schema to its own root. */
export const rootRef = '#';

/** The reference to a definition. */
export function refTo(name: string): string {
  return `#${pointerOf(['$defs', name])}`;
}

/** The name of the definition that a reference leads to; undefined for any other reference. */
export function definitionName(ref: string): string | undefined {
  if (!ref.startsWith('#/$defs/')) return undefined;
  const [, name, ...deeper] = stepsOf(decodeFragment(ref.slice(1)));
  return deeper.length === 0 ? name : undefined;
}

/** A URI fragment as plain text; one that is not well encoded as it is. */
export function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** Every reference in a schema, nested ones and those of its definitions included, each once. */
export function refsIn(schema: unknown): ReadonlySet<string> {
  const refs = new Set<string>();
  eachSchema(schema, ({ $ref }) => {
    if (typeof $ref === 'string') refs.add($ref);
  });
  return refs;
}

/** A schema with every reference replaced; parts without references stay the same objects. */
export function rewriteRefs(schema: JsonSchema, rewrite: (ref: string) => string): JsonSchema {
  const done = new Map<unknown, unknown>();
  const visit = (held: unknown): unknown => {
    if (!isRecord(held)) return held;
    const known = done.get(held);
    if (known !== undefined) return known;
    const rewritten = rewriteOne(held, rewrite, visit);
    done.set(held, rewritten);
    return rewritten;
  };
  return visit(schema) as JsonSchema;
}

function rewriteOne(
  schema: Readonly<Record<string, unknown>>,
  rewrite: (ref: string) => string,
  visit: (schema: unknown) => unknown,
): Readonly<Record<string, unknown>> {
  let changed = false;
  const entries = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
    let rewritten = value;
    if (keyword === '$ref' && typeof value === 'string') rewritten = rewrite(value);
    let heldChanged = false;
    const mapped = mapHeldSchemas([keyword, value], (held) => {
      const result = visit(held);
      heldChanged ||= result !== held;
      return result;
    });
    if (heldChanged) rewritten = Object.freeze(mapped);
    changed ||= rewritten !== value;
    return [keyword, rewritten];
  });
  return changed ? Object.freeze(Object.fromEntries(entries)) : schema;
}

/** Names of which none is given twice: the first of `name`, `name_2`, `name_3`, … that is not taken. */
export class UniqueNames {
  readonly #taken: Set<string>;
  /** The number to try next, by name: without it many equal names would take quadratic time. */
  readonly #next = new Map<string, number>();

  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set(taken);
  }

  /** Takes a name that is free. */
  take(name: string): string {
    let count = this.#next.get(name) ?? 1;
    let free = count === 1 ? name : `${name}_${count}`;
    while (this.#taken.has(free)) free = `${name}_${++count}`;
    this.#next.set(name, count + 1);
    this.#taken.add(free);
    return free;
  }
}
