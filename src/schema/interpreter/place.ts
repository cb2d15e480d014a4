import { pointerOf } from '../../base/json/json-pointer.js';

const none: readonly PropertyKey[] = [];

/** A location in a value and in its schema. The pointers are computed only if a failure needs them. */
export class Place {
  readonly #outer: Place | undefined;
  #member: PropertyKey | undefined;
  #keywords: readonly PropertyKey[] = none;
  /** The reference that leads to the schema; undefined if it is contained in the outer schema. */
  #ref: string | undefined;

  private constructor(outer: Place | undefined) {
    this.#outer = outer;
  }

  /** Returns the location of an entire value and its schema. */
  static root(): Place {
    const place = new Place(undefined);
    place.#ref = '#';
    return place;
  }

  /** Returns the location of a member of the value, which the schema at `keywords` describes. */
  member(member: PropertyKey, keywords: readonly PropertyKey[]): Place {
    const place = new Place(this);
    place.#member = member;
    place.#keywords = keywords;
    return place;
  }

  /** Returns the location of a further schema of the value. */
  inside(keywords: readonly PropertyKey[]): Place {
    const place = new Place(this);
    place.#keywords = keywords;
    return place;
  }

  /** Returns the location of the definition to which a reference refers. */
  definition(ref: string): Place {
    const place = new Place(this);
    place.#ref = ref;
    return place;
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
