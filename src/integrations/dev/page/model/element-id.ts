import { writeJson } from './json.js';

/**
 * Returns the ID of an element that belongs to a text of a tool. It has no spaces, which would separate IDs in
 * `aria-describedby`, and exists for each text: JSON escapes the lone surrogates that `encodeURIComponent` refuses.
 */
export function elementId(prefix: string, text: string): string {
  return `${prefix}-${encodeURIComponent(writeJson(text))}`;
}
