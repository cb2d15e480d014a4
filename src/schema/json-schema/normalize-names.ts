import { stepsOf } from '../../json-pointer.js';
import { decodeFragment, UniqueNames } from './schema-refs.js';

/** Steps of a pointer that say where something is, not what it is. */
const structural: ReadonlySet<string> = new Set(['$defs', 'definitions', 'properties', 'components', 'schemas']);

/** Gives each referenced place of a document a name for `$defs`: readable, and safe in a URI as it stands. */
export class DefinitionNames {
  readonly #names = new Map<string, string>();
  readonly #unique = new UniqueNames();

  /** Names these places first. A name that is safe already stays as it is. */
  constructor(pointers: readonly string[]) {
    const kept = pointers.filter((pointer) => stepsOf(pointer).at(-1) === readableName(pointer));
    for (const pointer of kept) this.nameOf(pointer);
    for (const pointer of pointers) this.nameOf(pointer);
  }

  /** The name of the definition that a place becomes. */
  nameOf(pointer: string): string {
    const known = this.#names.get(pointer);
    if (known !== undefined) return known;
    const name = this.#unique.take(readableName(pointer));
    this.#names.set(pointer, name);
    return name;
  }

  /** The place that a name was given to. */
  pointerOf(name: string): string | undefined {
    return [...this.#names].find(([, given]) => given === name)?.[0];
  }
}

function readableName(pointer: string): string {
  const steps = stepsOf(pointer);
  const parent = steps.at(-2);
  // The name of a definition or a property says enough; `items` or `0` need to be told of what.
  const isNamed = parent === '$defs' || parent === 'definitions' || parent === 'schemas';
  const telling = isNamed ? steps.slice(-1) : steps.filter((step) => !structural.has(step));
  const name = safeName(telling.join('_'));
  return /[A-Za-z0-9]/.test(name) ? name : 'Definition';
}

/** A text with every character that a URI fragment would have to encode replaced. */
export function safeName(text: string): string {
  return decodeFragment(text).replaceAll(/[^A-Za-z0-9._-]/g, '_');
}
