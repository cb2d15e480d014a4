import { isDate, isMap, isNativeError, isSet } from './value-kinds.js';

const longestPreview = 60;

/**
 * Formats a value for a message, similar to JSON, with at most 60 characters. It accepts any value, never throws, and
 * reads no more of the value than it shows.
 */
export function previewValue(value: unknown): string {
  try {
    if (typeof value === 'string') return quote(value, longestPreview);
    return cut(isObject(value) ? new PreviewText().add(value) : scalarText(value));
  } catch {
    // A revoked proxy, or a getter that throws.
    return `an unreadable ${typeof value}`;
  }
}

/** A text that grows until it exceeds the length of a preview. Everything after that is omitted. */
class PreviewText {
  #text = '';

  add(value: unknown): string {
    this.#write(value);
    return this.#text;
  }

  #write(value: unknown): void {
    if (this.#isFull()) return;
    if (typeof value === 'string') this.#text += quote(value, longestPreview);
    else if (!isObject(value)) this.#text += scalarText(value);
    else if (Array.isArray(value)) this.#writeItems(value);
    else this.#writeObject(value);
  }

  #writeItems(items: readonly unknown[]): void {
    this.#text += '[';
    for (let index = 0; index < items.length && !this.#isFull(); index++) {
      if (index > 0) this.#text += ',';
      this.#write(items[index]);
    }
    this.#text += ']';
  }

  #writeObject(value: object): void {
    const special = specialText(value);
    if (special !== undefined) {
      this.#text += special;
      return;
    }
    this.#text += '{';
    let separator = '';
    for (const key in value) {
      if (this.#isFull()) break;
      if (!Object.hasOwn(value, key)) continue;
      this.#text += `${separator}${quote(key, longestPreview)}:`;
      this.#write((value as Record<string, unknown>)[key]);
      separator = ',';
    }
    this.#text += '}';
  }

  #isFull(): boolean {
    return this.#text.length > longestPreview;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function scalarText(value: unknown): string {
  if (typeof value === 'bigint') return cutDigits(value);
  if (typeof value === 'function') return `function ${value.name}`.trim();
  return Object.is(value, -0) ? '-0' : String(value);
}

function cutDigits(value: bigint): string {
  // Converting a huge number to digits is slow, and the text would be too long to read.
  return value < 10n ** 60n && value > -(10n ** 60n) ? `${value}n` : 'a huge bigint';
}

function specialText(value: object): string | undefined {
  if (isDate(value)) return Number.isNaN(value.getTime()) ? 'Invalid Date' : `"${value.toISOString()}"`;
  if (isMap(value)) return `Map(${value.size})`;
  if (isSet(value)) return `Set(${value.size})`;
  if (ArrayBuffer.isView(value)) return `${value.constructor.name}(${value.byteLength})`;
  if (isNativeError(value) || value instanceof Error) return `${value.name}: ${value.message}`;
  return undefined;
}

/** Returns a string as JSON of at most `room` characters, including the quotes. */
function quote(text: string, room: number): string {
  if (text.length < room) {
    const json = JSON.stringify(text);
    if (json.length <= room) return json;
  }
  let quoted = '"';
  for (const character of text) {
    const escaped = JSON.stringify(character).slice(1, -1);
    if (quoted.length + escaped.length + 1 > room) return `${shorten(quoted, room - 2)}…"`;
    quoted += escaped;
  }
  return `${quoted}"`;
}

function cut(text: string): string {
  return text.length <= longestPreview ? text : `${shorten(text, longestPreview - 1)}…`;
}

/** Returns the first characters of a text, without half of a surrogate pair or of an escape at the end. */
function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$|\\(?:u[0-9a-f]{0,3})?$/, '');
}
