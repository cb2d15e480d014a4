import { isRecord } from '../../schema/json-schema/schema-walk.js';
import { createLabel, isLabel, isOpen, joinLabels, type Label, untrustedLabel } from './labels/label.js';

// More than a sender of this package sends.
const maxPlaces = 1_000;
const maxReaders = 1_000;

/** What the sender of a call says of its arguments. */
export class GivenLabels {
  /** What is said of what the model of the sender writes. */
  readonly rest: Label;
  /** Whether the sender is trusted, so that what it says replaces what is known here. */
  readonly isVouched: boolean;
  readonly #places: ReadonlyMap<string, Label>;

  constructor(rest: Label, places: ReadonlyMap<string, Label>, isVouched: boolean) {
    this.rest = rest;
    this.isVouched = isVouched;
    this.#places = places;
  }

  /**
   * Reads what a sender says. Data of another form says that everything is untrusted.
   *
   * @returns Undefined if the sender says nothing.
   */
  static read(said: unknown, isVouched: boolean): GivenLabels | undefined {
    if (said === undefined) return undefined;
    const { arguments: places = {} } = isRecord(said) ? said : {};
    const entries = isRecord(places) ? Object.entries(places) : [];
    const isValid =
      isSaidLabel(said) &&
      isRecord(places) &&
      entries.length <= maxPlaces &&
      entries.every(([pointer, label]) => pointer.startsWith('/') && isSaidLabel(label));
    if (!isValid) return new GivenLabels(untrustedLabel, new Map(), isVouched);
    const labels = entries.map(([pointer, label]) => [pointer, labelOf(label)] as const);
    return new GivenLabels(labelOf(said), new Map(labels), isVouched);
  }

  /** Whether the sender says that nothing is untrusted or private. */
  get areOpen(): boolean {
    return isOpen(this.rest) && [...this.#places.values()].every(isOpen);
  }

  /** Returns what is said of an argument, or of what contains it. Undefined if nothing is. */
  find(pointer: string): Label | undefined {
    for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
      const found = this.#places.get(at);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Returns the label of an argument that is known here too, in which nothing becomes more trusted. */
  join(own: Label, pointer: string): Label {
    return joinLabels(own, this.find(pointer) ?? this.rest);
  }
}

function isSaidLabel(said: unknown): said is Label {
  return isLabel(said) && (said.readers === 'anyone' || said.readers.length <= maxReaders);
}

function labelOf(said: unknown): Label {
  return isSaidLabel(said) ? createLabel(said.trust, said.readers) : untrustedLabel;
}
