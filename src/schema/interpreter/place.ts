import { pointerOf } from '../../json-pointer.js';

/** A location in a value and in its schema. The pointers are computed only if a failure needs them. */
export class Place {
  readonly #outer: Place | undefined;
  readonly #member: PropertyKey | undefined;
  readonly #keywords: readonly PropertyKey[];
  /** The reference that leads to the schema; undefined if it is contained in the outer schema. */
  readonly #ref: string | undefined;

  private constructor(outer: Place | undefined, keywords: readonly PropertyKey[], { member, ref }: PlaceStep) {
    this.#outer = outer;
    this.#keywords = keywords;
    this.#member = member;
    this.#ref = ref;
  }

  /** Returns the location of an entire value and its schema. */
  static root(): Place {
    return new Place(undefined, [], { ref: '#' });
  }

  /** Returns the location of a member of the value, which the schema at `keywords` describes. */
  member(member: PropertyKey, keywords: readonly PropertyKey[]): Place {
    return new Place(this, keywords, { member });
  }

  /** Returns the location of a further schema of the value. */
  inside(keywords: readonly PropertyKey[]): Place {
    return new Place(this, keywords, {});
  }

  /** Returns the location of the definition to which a reference refers. */
  definition(ref: string): Place {
    return new Place(this, [], { ref });
  }

  /** The JSON Pointer of the value. */
  get instancePath(): string {
    const outer = this.#outer?.instancePath ?? '';
    return this.#member === undefined ? outer : outer + pointerOf([this.#member]);
  }

  /** The JSON Pointer of the schema, as a URI fragment that begins with `#`. */
  get schemaPath(): string {
    return this.#ref ?? (this.#outer?.schemaPath ?? '') + pointerOf(this.#keywords);
  }
}

interface PlaceStep {
  readonly member?: PropertyKey;
  readonly ref?: string;
}
