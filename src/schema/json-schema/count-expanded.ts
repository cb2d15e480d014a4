import type { JsonSchema } from '../../json-schema.js';
import { definitionName, rootRef } from './schema-refs.js';
import { isRecord } from './schema-walk.js';

/**
 * Counts the JSON values of a schema in the internal dialect once each reference is replaced by its definition, except
 * where a definition contains itself. Exports expand references in this way. The count stops above `limit`.
 */
export function countExpanded(schema: JsonSchema, limit: number): number {
  return new Expansion(schema, limit).count(schema);
}

class Expansion {
  readonly #root: JsonSchema;
  readonly #limit: number;
  readonly #open = new Set<string>([rootRef]);
  #count = 0;

  constructor(root: JsonSchema, limit: number) {
    this.#root = root;
    this.#limit = limit;
  }

  count(value: unknown): number {
    this.#count++;
    if (typeof value !== 'object' || value === null) return this.#count;
    for (const name of Object.keys(value)) {
      if (this.#count > this.#limit) break;
      const member = (value as Readonly<Record<string, unknown>>)[name];
      // Definitions are counted where they are used.
      if (name === '$ref' && typeof member === 'string') this.#countTarget(member);
      else if (value !== this.#root || name !== '$defs') this.count(member);
    }
    return this.#count;
  }

  #countTarget(ref: string): void {
    if (this.#open.has(ref)) return;
    this.#open.add(ref);
    const { $defs } = this.#root;
    const name = definitionName(ref);
    if (isRecord($defs) && name !== undefined && Object.hasOwn($defs, name)) this.count($defs[name]);
    this.#open.delete(ref);
  }
}
