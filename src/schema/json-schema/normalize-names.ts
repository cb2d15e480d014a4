import { stepsOf } from '../../base/json/json-pointer.js';
import { decodeFragment, UniqueNames } from './schema-refs.js';

/** The steps of a pointer that describe the position, not the content. */
const structural: ReadonlySet<string> = new Set(['$defs', 'definitions', 'properties', 'components', 'schemas']);

/** The names in `$defs` of the referenced locations of a document: readable, and safe in a URI without escaping. */
export class DefinitionNames {
  readonly #names = new Map<string, string>();
  readonly #unique = new UniqueNames();

  /** Assigns names to these locations first. A name that is already safe is not changed. */
  constructor(pointers: readonly string[]) {
    const safe = pointers.filter((pointer) => stepsOf(pointer).at(-1) === toReadableName(pointer));
    for (const pointer of safe) this.nameOf(pointer);
    for (const pointer of pointers) this.nameOf(pointer);
  }

  /** Returns the name of the definition for a location. */
  nameOf(pointer: string): string {
    const known = this.#names.get(pointer);
    if (known !== undefined) return known;
    const name = this.#unique.take(toReadableName(pointer));
    this.#names.set(pointer, name);
    return name;
  }

  /** Returns the location to which a name was assigned. */
  pointerOf(name: string): string | undefined {
    return [...this.#names].find(([, assigned]) => assigned === name)?.[0];
  }
}

function toReadableName(pointer: string): string {
  const steps = stepsOf(pointer);
  const parent = steps.at(-2);
  // The name of a definition is sufficient; `items` or `0` need the names of their parents.
  const isNamed = parent === '$defs' || parent === 'definitions' || parent === 'schemas';
  const descriptive = isNamed ? steps.slice(-1) : steps.filter((step) => !structural.has(step));
  const name = safeName(descriptive.join('_'));
  return /[A-Za-z0-9]/.test(name) ? name : 'Definition';
}

/** Replaces every character of a text that a URI fragment would have to encode. */
export function safeName(text: string): string {
  return decodeFragment(text).replaceAll(/[^A-Za-z0-9._-]/g, '_');
}
