import { DefinitionError } from '../../base/errors/errors.js';
import type { ImportLimits } from './import-limits.js';

/**
 * Checks the size of the parts of a tool's definition that an untrusted source sent, such as its schemas. The check
 * stops at the first limit, so that its time depends on the limits and not on the definition.
 *
 * @throws DefinitionError with the limit that is exceeded.
 */
export function checkDefinitionSize(parts: readonly unknown[], limits: ImportLimits): void {
  const size = new DefinitionSize(limits);
  for (const part of parts) if (part !== undefined) size.add(part, 1);
}

class DefinitionSize {
  readonly #limits: ImportLimits;
  #nodes = 0;
  #bytes = 0;

  constructor(limits: ImportLimits) {
    this.#limits = limits;
  }

  /** Adds a JSON value at a depth, with all values that it contains. */
  add(value: unknown, depth: number): void {
    this.#nodes++;
    this.#check('schemaNodes', this.#nodes, 'JSON values');
    if (typeof value === 'string') this.#addText(value);
    else if (typeof value !== 'object' || value === null) this.#addBytes(String(value).length);
    else this.#addMembers(value, depth);
  }

  #addMembers(value: object, depth: number): void {
    this.#check('schemaDepth', depth, 'levels');
    const names = Object.keys(value);
    this.#check('schemaMembers', names.length, 'members in one object or array');
    // The brackets and the commas.
    this.#addBytes(2 + Math.max(0, names.length - 1));
    for (const name of names) {
      if (!Array.isArray(value)) {
        this.#addText(name);
        // The colon.
        this.#addBytes(1);
      }
      this.add((value as Readonly<Record<string, unknown>>)[name], depth + 1);
    }
  }

  #addText(text: string): void {
    // A text has at least one byte per character, so that a huge one is not copied.
    this.#check('schemaBytes', this.#bytes + text.length, 'bytes');
    this.#addBytes(new TextEncoder().encode(JSON.stringify(text)).length);
  }

  #addBytes(bytes: number): void {
    this.#bytes += bytes;
    this.#check('schemaBytes', this.#bytes, 'bytes');
  }

  #check(name: keyof ImportLimits, actual: number, unit: string): void {
    if (actual <= this.#limits[name]) return;
    throw new DefinitionError(`its definition has more than ${this.#limits[name]} ${unit} (${name})`);
  }
}
