import type { JsonSchema } from '../../json-schema.js';
import { definitionName, refTo, rewriteRefs, UniqueNames } from './schema-refs.js';
import { type AnySchema, isRecord } from './schema-walk.js';

type Definitions = Readonly<Record<string, AnySchema>>;

/** The definitions of several schemas together: equal ones once, different ones of the same name apart. */
export class DefinitionPool {
  readonly #definitions = new Map<string, AnySchema>();
  readonly #outlines = new Map<string, Outline>();
  /** The names in the pool that definitions of one original name got. */
  readonly #namesOf = new Map<string, string[]>();
  readonly #unique: UniqueNames;

  constructor(taken: Definitions) {
    this.#unique = new UniqueNames(Object.keys(taken));
    for (const [name, definition] of Object.entries(taken)) this.#put(name, name, definition);
  }

  /** All definitions so far. */
  definitions(): Definitions {
    return Object.freeze(Object.fromEntries(this.#definitions));
  }

  /** Takes in one schema's definitions. Returns how that schema's references are written from now on. */
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

  /** The further names to share if `name` says the same as `pooled`, all that they refer to included. */
  #match(name: string, pooled: string, { outlines, names }: Arrivals): ReadonlyMap<string, string> | undefined {
    const matched = new Map<string, string>();
    const queue: (readonly [string, string])[] = [[name, pooled]];
    for (const [arriving, present] of queue) {
      const known = names.get(arriving) ?? matched.get(arriving);
      if (known !== undefined && known !== present) return undefined;
      if (known !== undefined) continue;
      const outline = outlines.get(arriving);
      const other = this.#outlines.get(present);
      if (outline === undefined || outline.text !== other?.text) return undefined;
      // Taken for equal from here on: definitions may refer to each other in circles.
      matched.set(arriving, present);
      for (const [index, ref] of outline.refs.entries()) queue.push([ref, other.refs[index] ?? '']);
    }
    return matched;
  }
}

interface Arrivals {
  readonly outlines: ReadonlyMap<string, Outline>;
  /** What is shared already, by the arriving name. */
  readonly names: ReadonlyMap<string, string>;
}

/** A definition apart from the names that it refers to. */
interface Outline {
  readonly text: string;
  /** The names, in the order of the text. */
  readonly refs: readonly string[];
}

function outlineOf(schema: AnySchema): Outline {
  const refs: string[] = [];
  if (typeof schema === 'boolean') return { text: String(schema), refs };
  const nameless = rewriteRefs(sorted(schema) as JsonSchema, (ref) => {
    const name = definitionName(ref);
    if (name === undefined) return ref;
    refs.push(name);
    return '';
  });
  return { text: JSON.stringify(nameless), refs };
}

/** A copy without sharing whose keys have one fixed order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value)) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, sorted(value[key])]));
}
