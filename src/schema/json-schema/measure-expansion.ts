import type { JsonSchema } from '../../base/json/json-schema.js';
import { definitionName, rootRef } from './schema-refs.js';
import { isRecord } from './schema-walk.js';

/** The size of a schema whose references are expanded. */
export interface ExpansionSize {
  /** The number of JSON values. */
  readonly nodes: number;
  /** The nesting depth, in objects and arrays. */
  readonly depth: number;
}

/**
 * Measures a schema in the internal dialect once each reference is replaced by its definition, except where a definition
 * contains itself. Exports expand references in this way. The measurement stops above one of the limits.
 */
export function measureExpansion(schema: JsonSchema, limits: ExpansionSize): ExpansionSize {
  const expansion = new Expansion(schema, limits);
  expansion.add(schema, 1);
  return { nodes: expansion.nodes, depth: expansion.depth };
}

class Expansion {
  nodes = 0;
  depth = 0;
  readonly #root: JsonSchema;
  readonly #limits: ExpansionSize;
  readonly #open = new Set<string>([rootRef]);

  constructor(root: JsonSchema, limits: ExpansionSize) {
    this.#root = root;
    this.#limits = limits;
  }

  add(value: unknown, depth: number): void {
    this.nodes++;
    if (typeof value !== 'object' || value === null) return;
    this.depth = Math.max(this.depth, depth);
    for (const name of Object.keys(value)) {
      if (this.nodes > this.#limits.nodes || this.depth > this.#limits.depth) return;
      const member = (value as Readonly<Record<string, unknown>>)[name];
      // Definitions are counted where they are used.
      if (name === '$ref' && typeof member === 'string') this.#addTarget(member, depth + 1);
      else if (value !== this.#root || name !== '$defs') this.add(member, depth + 1);
    }
  }

  #addTarget(ref: string, depth: number): void {
    if (this.#open.has(ref)) return;
    this.#open.add(ref);
    const { $defs } = this.#root;
    const name = definitionName(ref);
    if (isRecord($defs) && name !== undefined && Object.hasOwn($defs, name)) this.add($defs[name], depth);
    this.#open.delete(ref);
  }
}
