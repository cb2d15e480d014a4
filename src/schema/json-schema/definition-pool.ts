import type { JsonSchema } from '../../base/json/json-schema.js';
import { definitionName, refTo, rewriteRefs, UniqueNames } from './schema-refs.js';
import { type AnySchema, isRecord } from './schema-walk.js';

type Definitions = Readonly<Record<string, AnySchema>>;

/**
 * The combined definitions of several schemas. Equal definitions are shared; different ones of one name are renamed.
 */
export class DefinitionPool {
  readonly #definitions = new Map<string, AnySchema>();
  readonly #outlines = new Map<string, Outline>();
  /** The names in the pool of the definitions that have one original name. */
  readonly #namesOf = new Map<string, string[]>();
  readonly #unique: UniqueNames;

  constructor(taken: Definitions) {
    this.#unique = new UniqueNames(Object.keys(taken));
    for (const [name, definition] of Object.entries(taken)) this.#put(name, name, definition);
  }

  /** Returns all definitions added so far. */
  definitions(): Definitions {
    return Object.freeze(Object.fromEntries(this.#definitions));
  }

  /** Adds the definitions of one schema. Returns a function that rewrites the references of that schema. */
  add(definitions: Definitions): (ref: string) => string {
    const outlines = new Map(Object.entries(definitions).map(([name, schema]) => [name, outlineOf(schema)]));
    const names = new Map<string, string>();
    for (const name of outlines.keys()) {
      for (const candidate of this.#namesOf.get(name) ?? []) {
        const matched = this.#match(name, candidate, { outlines, names });
        for (const [from, to] of matched ?? []) names.set(from, to);
      }
    }
    const added = Object.entries(definitions).filter(([name]) => !names.has(name));
    for (const [name] of added) names.set(name, this.#unique.take(name));
    const rewrite = (ref: string): string => {
      const name = names.get(definitionName(ref) ?? '');
      return name === undefined ? ref : refTo(name);
    };
    for (const [name, schema] of added) {
      const definition = typeof schema === 'boolean' ? schema : rewriteRefs(schema, rewrite);
      this.#put(names.get(name) ?? name, name, definition);
    }
    return rewrite;
  }

  #put(name: string, original: string, definition: AnySchema): void {
    this.#definitions.set(name, definition);
    this.#outlines.set(name, outlineOf(definition));
    this.#namesOf.set(original, [...(this.#namesOf.get(original) ?? []), name]);
  }

  /** Returns the names to share if `name` equals `pooled`, including everything to which they refer. */
  #match(name: string, pooled: string, { outlines, names }: AddedDefinitions): ReadonlyMap<string, string> | undefined {
    const matched = new Map<string, string>();
    const queue: (readonly [string, string])[] = [[name, pooled]];
    for (const [added, present] of queue) {
      const known = names.get(added) ?? matched.get(added);
      if (known !== undefined && known !== present) return undefined;
      if (known !== undefined) continue;
      const outline = outlines.get(added);
      const other = this.#outlines.get(present);
      if (outline === undefined || outline.text !== other?.text) return undefined;
      // Assumed to be equal from here on, because definitions may refer to each other cyclically.
      matched.set(added, present);
      for (const [index, ref] of outline.refs.entries()) queue.push([ref, other.refs[index] ?? '']);
    }
    return matched;
  }
}

interface AddedDefinitions {
  readonly outlines: ReadonlyMap<string, Outline>;
  /** The names of the definitions that are already shared, by the added name. */
  readonly names: ReadonlyMap<string, string>;
}

/** The text of a definition without the names to which it refers. */
interface Outline {
  readonly text: string;
  /** The names to which the definition refers, in the order of the text. */
  readonly refs: readonly string[];
}

function outlineOf(schema: AnySchema): Outline {
  const refs: string[] = [];
  if (typeof schema === 'boolean') return { text: String(schema), refs };
  const nameless = rewriteRefs(sortKeys(schema) as JsonSchema, (ref) => {
    const name = definitionName(ref);
    if (name === undefined) return ref;
    refs.push(name);
    return '';
  });
  return { text: JSON.stringify(nameless), refs };
}

/** Creates a copy with sorted keys and without shared objects. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isRecord(value)) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, sortKeys(value[key])]));
}
