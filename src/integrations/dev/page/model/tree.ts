import { isJsonObject } from './json.js';

/** Returns the entries of an object or array. Returns undefined for what has none. */
export function entriesOf(value: unknown): readonly (readonly [key: string, value: unknown])[] | undefined {
  if (Array.isArray(value)) return value.map((item, index) => [String(index), item]);
  return isJsonObject(value) ? Object.entries(value) : undefined;
}

/** Describes an object or array by its size. */
export function summaryOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.length}]`;
  return isJsonObject(value) ? `{${Object.keys(value).length}}` : '';
}

/** Cuts a text. Returns the number of characters that are left out. */
export function cut(text: string, length: number): { readonly text: string; readonly omitted: number } {
  if (text.length <= length) return { text, omitted: 0 };
  return { text: text.slice(0, length), omitted: text.length - length };
}
