import { hashText } from '../../base/runtime/sha256.js';
import { encodeBase64 } from '../../base/text/base64.js';
import { isDate, isMap, isSet, isUint8Array } from '../../base/values/value-kinds.js';
import { isContainer } from '../../call/state/containers.js';
import { Secret } from '../../call/state/secret.js';

// Larger or deeper values take longer to compare than a cache saves. A circular value exceeds the depth.
const maxValues = 10_000;
const maxDepth = 64;

/**
 * Creates fingerprints of values. Two values have the same fingerprint only if a tool could not distinguish them. Plain
 * data, Maps, Sets, Dates and bytes are compared by content, functions and other instances by identity. A fingerprint
 * reveals nothing about its values, secrets included.
 */
export class Fingerprints {
  readonly #ids = new WeakMap<object, number>();
  #lastId = 0;

  /** Returns the fingerprint of several values, or undefined if they are too large or cannot be read. */
  of(...values: readonly unknown[]): string | undefined {
    const texts: string[] = [];
    let remaining = maxValues;
    const write = (value: unknown, depth: number): boolean => {
      if (--remaining < 0 || depth > maxDepth) return false;
      if (Secret.is(value)) return write(value.reveal(), depth + 1);
      const scalar = this.#scalarText(value);
      if (scalar !== undefined) {
        texts.push(scalar);
        return true;
      }
      const [opening, members] = membersOf(value as object);
      texts.push(`${opening}${members.length}(`);
      return members.every((member) => write(member, depth + 1));
    };
    try {
      return write(values, 0) ? hashText(texts.join(''), 'base64') : undefined;
    } catch {
      // A getter throws, or a proxy is revoked.
      return undefined;
    }
  }

  /** Returns a unique text of a value that contains no other values, or undefined for a container. */
  #scalarText(value: unknown): string | undefined {
    switch (typeof value) {
      case 'string':
        return JSON.stringify(value);
      case 'object':
        return value === null ? 'null;' : this.#instanceText(value);
      case 'function':
        return `#${this.idOf(value)};`;
      case 'number':
        return Object.is(value, -0) ? '-0;' : `${value};`;
      case 'symbol':
        // Symbols of the same description differ, unless they are registered with a key.
        return `symbol ${Symbol.keyFor(value) ?? ++this.#lastId};`;
      default:
        return `${typeof value} ${String(value)};`;
    }
  }

  #instanceText(value: object): string | undefined {
    if (isContainer(value) || isMap(value) || isSet(value)) return undefined;
    if (isDate(value)) return `date ${value.getTime()};`;
    if (isUint8Array(value)) return `bytes ${encodeBase64(value)};`;
    return `#${this.idOf(value)};`;
  }

  /** Returns the unique number of an object. */
  idOf(value: object): number {
    const known = this.#ids.get(value);
    if (known !== undefined) return known;
    this.#ids.set(value, ++this.#lastId);
    return this.#lastId;
  }
}

function membersOf(value: object): readonly [opening: string, members: readonly unknown[]] {
  // `Array.from` turns holes into undefined: otherwise they would be skipped.
  if (Array.isArray(value)) return ['array', Array.from(value as readonly unknown[])];
  if (isMap(value)) return ['map', [...value].flat()];
  if (isSet(value)) return ['set', [...value]];
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return ['object', entries.flat()];
}
